// Package spanner adds inside of transactions that also say what was added.
package spanner

import (
	"context"
	"encoding/json"
	"log/slog"

	"cloud.google.com/go/pubsub/v2"
	"cloud.google.com/go/spanner"
	"github.com/cockroachdb/cockroach-go/v2/crdb/crdbpgxv5"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/grpc/codes"
)

type ride struct {
	ID    string `json:"id"`
	Card  string `json:"card"`
	Cents int64  `json:"cents"`
}

// cards are prepaid cards of a cable car.
type cards struct{ db *spanner.Client }

// charge writes the ride, whose id is the primary key, and the card, or neither.
func (c *cards) charge(ctx context.Context, r ride) error {
	_, err := c.db.ReadWriteTransaction(ctx, func(ctx context.Context, tx *spanner.ReadWriteTransaction) error {
		if err := tx.BufferWrite([]*spanner.Mutation{spanner.Insert("Rides", []string{"RideId", "CardId"}, []any{r.ID, r.Card})}); err != nil {
			return err
		}
		return c.subtract(ctx, tx, r)
	})
	if spanner.ErrCode(err) == codes.AlreadyExists {
		return nil
	}
	return err
}

func (c *cards) subtract(ctx context.Context, tx *spanner.ReadWriteTransaction, r ride) error {
	_, err := tx.Update(ctx, spanner.Statement{
		SQL:    `UPDATE PrepaidCards SET Cents = Cents - @cents WHERE CardId = @card`,
		Params: map[string]any{"cents": r.Cents, "card": r.Card},
	})
	return err
}

type gates struct {
	rides *pubsub.Subscriber
	cards *cards
}

func (g *gates) watch(ctx context.Context) error {
	return g.rides.Receive(ctx, func(ctx context.Context, m *pubsub.Message) {
		var r ride
		if err := json.Unmarshal(m.Data, &r); err != nil {
			slog.Error("not a ride", "error", err)
			m.Ack()
			return
		}
		if err := g.cards.charge(ctx, r); err != nil {
			m.Nack()
			return
		}
		m.Ack()
	})
}

// lift counts guests in the transaction that is run again on a conflict: what the first run added is rolled back.
type lift struct{ db *pgxpool.Pool }

func (l *lift) enter(ctx context.Context, lift, pass string) error {
	return crdbpgx.ExecuteTx(ctx, l.db, pgx.TxOptions{}, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `UPDATE passes SET last_lift = $2 WHERE id = $1`, pass, lift); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `UPDATE lifts SET guests = guests + 1 WHERE id = $1`, lift)
		return err
	})
}

// sell is called by a till that does not repeat; Spanner repeats only what it has rolled back.
func (c *cards) sell(ctx context.Context, card string, cents int64) error {
	_, err := c.db.ReadWriteTransaction(ctx, func(ctx context.Context, tx *spanner.ReadWriteTransaction) error {
		_, err := tx.Update(ctx, spanner.Statement{
			SQL:    `UPDATE PrepaidCards SET Cents = Cents + @cents WHERE CardId = @card`,
			Params: map[string]any{"cents": cents, "card": card},
		})
		return err
	})
	return err
}
