package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"example.com/cases/tapped-twice/sound/domain"
)

// Intake takes what the queue brings about payments, each event in one transaction.
type Intake struct{ pool *pgxpool.Pool }

// NewIntake wires an Intake.
func NewIntake(pool *pgxpool.Pool) *Intake { return &Intake{pool: pool} }

// Credit gives a merchant what he has earned and plans what the buyer is told; it reports whether it did.
func (i *Intake) Credit(ctx context.Context, ev domain.Event, plan []domain.Notice) (first bool, err error) {
	err = pgx.BeginFunc(ctx, i.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `INSERT INTO processed_events (consumer, event_id) VALUES ('credit', $1)
			ON CONFLICT (consumer, event_id) DO NOTHING`, ev.ID)
		if err != nil {
			return err
		}
		if first = tag.RowsAffected() == 1; !first {
			return nil
		}
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
