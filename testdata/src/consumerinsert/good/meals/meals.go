// Package meals gives each row the number of the order that it comes from. The second one has no place in the table.
package meals

import (
	"context"
	"encoding/json"

	"cloud.google.com/go/pubsub/v2"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Meal is what a guest had in the dining car of a train.
type Meal struct {
	Order string `json:"order"`
	Seat  string `json:"seat"`
	Dish  string `json:"dish"`
}

// Serve writes down what goes on the bill of each seat.
func Serve(ctx context.Context, sub *pubsub.Subscriber, db *pgxpool.Pool) error {
	// docs:begin consumerinsert-good
	return sub.Receive(ctx, func(ctx context.Context, msg *pubsub.Message) {
		var m Meal
		if err := json.Unmarshal(msg.Data, &m); err != nil {
			msg.Ack()
			return
		}
		_, err := db.Exec(ctx, `INSERT INTO meals (order_no, seat, dish) VALUES ($1, $2, $3) ON CONFLICT (order_no) DO NOTHING`, m.Order, m.Seat, m.Dish)
		if err != nil {
			msg.Nack()
			return
		}
		msg.Ack()
	})
	// docs:end consumerinsert-good
}
