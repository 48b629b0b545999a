package rows

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5/pgconn"

	"example.com/cases/link/guardbehind/good/doors"
)

// Issue writes a card; a number that is there is doors.ErrKnown.
func (i *Issued) Issue(ctx context.Context, number, person string) error {
	_, err := i.DB.ExecContext(ctx, `INSERT INTO hall_cards (number, person) VALUES ($1, $2)`, number, person)
	if pg := new(pgconn.PgError); errors.As(err, &pg) && pg.Code == "23505" {
		return doors.ErrKnown
	}
	return err
}

// Hang writes which rope hangs on a hook, unless one does.
func (w *Wall) Hang(ctx context.Context, hook, rope string) error {
	_, err := w.DB.ExecContext(ctx, `INSERT INTO hall_hooks (hook, rope) VALUES ($1, $2) ON CONFLICT (hook) DO NOTHING`, hook, rope)
	return err
}

// Owed reads what a person owes, and keeps others from it until the transaction ends.
func (p *page) Owed(ctx context.Context, person string) (cents int64, err error) {
	err = p.tx.QueryRowContext(ctx, `SELECT cents FROM hall_tabs WHERE person = $1 FOR UPDATE`, person).Scan(&cents)
	return cents, err
}
