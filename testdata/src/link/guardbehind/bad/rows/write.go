package rows

import "context"

// Issue writes a card.
func (i *Issued) Issue(ctx context.Context, number, person string) error {
	_, err := i.DB.ExecContext(ctx, `INSERT INTO hall_cards (number, person) VALUES ($1, $2)`, number, person)
	return err
}

// Hang writes which rope hangs on a hook.
func (w *Wall) Hang(ctx context.Context, hook, rope string) error {
	_, err := w.DB.ExecContext(ctx, `INSERT INTO hall_hooks (hook, rope) VALUES ($1, $2)`, hook, rope)
	return err
}

// Owed reads what a person owes.
func (p *page) Owed(ctx context.Context, person string) (cents int64, err error) {
	err = p.tx.QueryRowContext(ctx, `SELECT cents FROM hall_tabs WHERE person = $1`, person).Scan(&cents)
	return cents, err
}
