// Package split has the row in one type, the message in a second, and both write into one transaction.
package split

import (
	"context"

	"github.com/ThreeDotsLabs/watermill"
	wsql "github.com/ThreeDotsLabs/watermill-sql/v4/pkg/sql"
	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// table keeps bookings.
type table struct{}

func (table) save(ctx context.Context, tx pgx.Tx, guest string) (id string, err error) {
	err = tx.QueryRow(ctx, `insert into bookings (guest) values ($1) returning id::text`, guest).Scan(&id)
	return id, err
}

func (table) cancel(ctx context.Context, tx pgx.Tx, id, reason string) error {
	if _, err := tx.Exec(ctx, `update bookings set state = 'cancelled' where id = $1`, id); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `insert into cancellations (booking, reason) values ($1, $2)`, id, reason)
	return err
}

// bus tells others, through a table of messages.
type bus struct{ log watermill.LoggerAdapter }

func (b bus) send(tx pgx.Tx, topic, id string) error {
	pub, err := wsql.NewPublisher(wsql.TxFromPgx(tx), wsql.PublisherConfig{SchemaAdapter: wsql.DefaultPostgreSQLSchema{}}, b.log)
	if err != nil {
		return err
	}
	return pub.Publish(topic, message.NewMessage(topic+"-"+id, []byte(id)))
}

// restaurant takes bookings.
type restaurant struct {
	pool  *pgxpool.Pool
	table table
	bus   bus
}

func (r *restaurant) book(ctx context.Context, guest string) error {
	return pgx.BeginFunc(ctx, r.pool, func(tx pgx.Tx) error {
		id, err := r.table.save(ctx, tx, guest)
		if err != nil {
			return err
		}
		return r.bus.send(tx, "booked", id)
	})
}

func (r *restaurant) cancel(ctx context.Context, id, reason string) error {
	return pgx.BeginFunc(ctx, r.pool, func(tx pgx.Tx) error {
		if err := r.table.cancel(ctx, tx, id, reason); err != nil {
			return err
		}
		return r.bus.send(tx, "cancelled", id)
	})
}
