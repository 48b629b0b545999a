package dry

import "context"

// Add writes whose the number is.
func (t *Dry) Add(ctx context.Context, number, who string) error {
	_, err := t.DB.ExecContext(ctx, `INSERT INTO sauna_lockers (number, who) VALUES ($1, $2)`, number, who)
	return err
}
