// Package floor has conditions on its writes. They keep a number above zero, and hold for the second delivery as well as for the first.
package floor

import (
	"context"
	"database/sql"

	"github.com/Azure/azure-sdk-for-go/sdk/messaging/azservicebus"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// tickets are counted, not numbered.
type tickets struct{ db *sql.DB }

func (t *tickets) take(ctx context.Context, show string) (bool, error) {
	res, err := t.db.ExecContext(ctx, `UPDATE shows SET seats = seats - 1 WHERE id = ? AND seats > 0`, show) // want "IDV401: .*shows"
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

func (t *tickets) wait(ctx context.Context, order, show string) error {
	_, err := t.db.ExecContext(ctx, `INSERT INTO waiting (order_no, show_id) VALUES (?, ?) ON CONFLICT (order_no) DO NOTHING`, order, show)
	return err
}

type boxOffice struct {
	orders  *azservicebus.Receiver
	tickets *tickets
}

func (b *boxOffice) serve(ctx context.Context) error {
	msgs, err := b.orders.ReceiveMessages(ctx, 10, nil)
	if err != nil {
		return err
	}
	for _, m := range msgs {
		if err := b.sell(ctx, m.MessageID, string(m.Body)); err != nil {
			return err
		}
		if err := b.orders.CompleteMessage(ctx, m, nil); err != nil {
			return err
		}
	}
	return nil
}

func (b *boxOffice) sell(ctx context.Context, order, show string) error {
	sold, err := b.tickets.take(ctx, show)
	if err != nil || sold {
		return err
	}
	return b.tickets.wait(ctx, order, show)
}

// cloakroom asks for a state that its write does not end.
type cloakroom struct{ hooks *mongo.Collection }

func newCloakroom(db *mongo.Database) *cloakroom { return &cloakroom{hooks: db.Collection("hooks")} }

func (c *cloakroom) hang(ctx context.Context, m *azservicebus.ReceivedMessage, from *azservicebus.Receiver) error {
	filter := bson.M{"_id": string(m.Body), "open": true, "coats": bson.M{"$lt": 40}}
	if _, err := c.hooks.UpdateOne(ctx, filter, bson.M{"$inc": bson.M{"coats": 1}}); err != nil { // want "IDV401: .*hooks"
		return err
	}
	return from.CompleteMessage(ctx, m, nil)
}

func (c *cloakroom) serve(ctx context.Context, from *azservicebus.Receiver) error {
	msgs, err := from.ReceiveMessages(ctx, 1, nil)
	if err != nil {
		return err
	}
	for _, m := range msgs {
		if err := c.hang(ctx, m, from); err != nil {
			return err
		}
	}
	return nil
}
