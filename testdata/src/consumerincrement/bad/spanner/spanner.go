// Package spanner adds inside of transactions. The transaction is run as one, but once for each delivery.
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
	"github.com/redis/go-redis/v9"
)

type ride struct {
	ID    string `json:"id"`
	Card  string `json:"card"`
	Cents int64  `json:"cents"`
}

// cards are prepaid cards of a cable car.
type cards struct{ db *spanner.Client }

func (c *cards) charge(ctx context.Context, r ride) error {
	_, err := c.db.ReadWriteTransaction(ctx, func(ctx context.Context, tx *spanner.ReadWriteTransaction) error {
		return c.subtract(ctx, tx, r)
	})
	return err
}

func (c *cards) subtract(ctx context.Context, tx *spanner.ReadWriteTransaction, r ride) error {
	stmt := spanner.Statement{
		SQL:    `UPDATE PrepaidCards SET Cents = Cents - @cents WHERE CardId = @card`,
		Params: map[string]any{"cents": r.Cents, "card": r.Card},
	}
	_, err := tx.Update(ctx, stmt) // want "IDV401: .*prepaidcards"
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

// lift counts guests beside a transaction that is run again on a conflict: the rows are rolled back, the counter is not.
type lift struct {
	db  *pgxpool.Pool
	rdb *redis.Client
}

func (l *lift) enter(ctx context.Context, lift, pass string) error {
	return crdbpgx.ExecuteTx(ctx, l.db, pgx.TxOptions{}, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `UPDATE passes SET last_lift = $2 WHERE id = $1`, pass, lift); err != nil {
			return err
		}
		return l.guests(ctx, lift)
	})
}

func (l *lift) guests(ctx context.Context, lift string) error {
	return l.rdb.Incr(ctx, "guests:"+lift).Err() // want "IDV401: .*Incr"
}
