package post

import (
	"context"

	"example.com/cases/link/narrower/good/letters"
)

// Enclose writes one letter for each visa.
func (t *table) Enclose(ctx context.Context, v letters.Visa) error {
	_, err := t.db.ExecContext(ctx,
		`INSERT INTO visa_letters (number, person) VALUES ($1, $2) ON CONFLICT (number) DO NOTHING`, v.Number, v.Person)
	return err
}
