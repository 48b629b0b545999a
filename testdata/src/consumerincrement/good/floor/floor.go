// Package floor has conditions on its writes that the write itself ends: the second delivery finds nothing to change.
package floor

import (
	"context"
	"database/sql"
	"encoding/json"

	"github.com/Azure/azure-sdk-for-go/sdk/messaging/azservicebus"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// tickets are held for a while, and then paid. The state and the number are columns of one row.
type tickets struct{ db *sql.DB }

func (t *tickets) pay(ctx context.Context, hold string) error {
	_, err := t.db.ExecContext(ctx, `UPDATE holds SET state = 'paid', paid = paid + held WHERE id = ? AND state = 'held'`, hold)
	return err
}

type boxOffice struct {
	payments *azservicebus.Receiver
	tickets  *tickets
}

func (b *boxOffice) serve(ctx context.Context) error {
	msgs, err := b.payments.ReceiveMessages(ctx, 10, nil)
	if err != nil {
		return err
	}
	for _, m := range msgs {
		if err := b.tickets.pay(ctx, string(m.Body)); err != nil {
			return err
		}
		if err := b.payments.CompleteMessage(ctx, m, nil); err != nil {
			return err
		}
	}
	return nil
}

// cloakroom compares the version that the message was made from.
type cloakroom struct{ racks *mongo.Collection }

func newCloakroom(db *mongo.Database) *cloakroom { return &cloakroom{racks: db.Collection("racks")} }

type hung struct {
	Rack    string `json:"rack"`
	Coats   int    `json:"coats"`
	Version int64  `json:"version"`
}

func (c *cloakroom) hang(ctx context.Context, h hung) error {
	filter := bson.M{"_id": h.Rack, "version": h.Version}
	_, err := c.racks.UpdateOne(ctx, filter, bson.M{"$inc": bson.M{"coats": h.Coats, "version": 1}})
	return err
}

func (c *cloakroom) serve(ctx context.Context, from *azservicebus.Receiver) error {
	msgs, err := from.ReceiveMessages(ctx, 1, nil)
	if err != nil {
		return err
	}
	for _, m := range msgs {
		var h hung
		if err := json.Unmarshal(m.Body, &h); err != nil {
			return from.DeadLetterMessage(ctx, m, nil)
		}
		if err := c.hang(ctx, h); err != nil {
			return err
		}
		if err := from.CompleteMessage(ctx, m, nil); err != nil {
			return err
		}
	}
	return nil
}

// meters has the place in the log beside the sum.
type meters struct{ db *pgxpool.Pool }

func (m *meters) add(ctx context.Context, meter string, seq, litres int64) error {
	_, err := m.db.Exec(ctx, `UPDATE meters SET litres = litres + $3, last_seq = $2 WHERE id = $1 AND last_seq < $2`, meter, seq, litres)
	return err
}

func (m *meters) serve(ctx context.Context, from *azservicebus.Receiver) error {
	msgs, err := from.ReceiveMessages(ctx, 10, nil)
	if err != nil {
		return err
	}
	for _, msg := range msgs {
		var r struct {
			Meter       string
			Seq, Litres int64
		}
		if err := json.Unmarshal(msg.Body, &r); err != nil {
			return from.DeadLetterMessage(ctx, msg, nil)
		}
		if err := m.add(ctx, r.Meter, r.Seq, r.Litres); err != nil {
			return err
		}
		if err := from.CompleteMessage(ctx, msg, nil); err != nil {
			return err
		}
	}
	return nil
}
