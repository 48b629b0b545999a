package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"example.com/cases/tapped-twice/broken/domain"
)

// Intake takes what the queue brings about payments, each event in one transaction.
type Intake struct{ pool *pgxpool.Pool }

// NewIntake wires an Intake.
func NewIntake(pool *pgxpool.Pool) *Intake { return &Intake{pool: pool} }

// Credit gives a merchant what he has earned and plans what the buyer is told; it reports whether it did.
func (i *Intake) Credit(ctx context.Context, ev domain.Event, plan []domain.Notice) (first bool, err error) {
	err = pgx.BeginFunc(ctx, i.pool, func(tx pgx.Tx) error {
		// Seeds: S0 part 6, the consumer's two guards: PostgreSQL has ended the transaction by the time that the error is forgiven.
		_, err := tx.Exec(ctx, `INSERT INTO processed_events (consumer, event_id) VALUES ('credit', $1)`, ev.ID)
		var pg *pgconn.PgError
		if errors.As(err, &pg) && pg.Code == "23505" {
			return nil // want "IDV303: processed_events"
		}
		if err != nil {
			return err
		}
		first = true
		return credit(ctx, tx, ev, plan)
	})
	return first && err == nil, err
}

func credit(ctx context.Context, tx pgx.Tx, ev domain.Event, plan []domain.Notice) error {
	_, err := tx.Exec(ctx, `INSERT INTO merchant_credits (merchant_id, event_id, cents) VALUES ($1, $2, $3)`, ev.Merchant, ev.ID, ev.Cents)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE merchant_balances SET cents = cents + $2 WHERE merchant_id = $1`, ev.Merchant, ev.Cents)
	if err != nil {
		return err
	}
	for _, n := range plan {
		if err := (Notices{tx}).Plan(ctx, n); err != nil {
			return err
		}
	}
	return nil
}
