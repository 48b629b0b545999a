// Package meals is the plainest form of the mistake: each message becomes a new row, and a message that comes twice becomes two.
package meals

import (
	"context"
	"encoding/json"

	"cloud.google.com/go/pubsub/v2"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Meal is what a guest had in the dining car of a train. The table numbers its rows by itself.
type Meal struct {
	Order string `json:"order"`
	Seat  string `json:"seat"`
	Dish  string `json:"dish"`
}

// Serve writes down what goes on the bill of each seat.
func Serve(ctx context.Context, sub *pubsub.Subscriber, db *pgxpool.Pool) error {
	// docs:begin consumerinsert-bad
	return sub.Receive(ctx, func(ctx context.Context, msg *pubsub.Message) {
		var m Meal
		if err := json.Unmarshal(msg.Data, &m); err != nil {
			msg.Ack()
			return
		}
		if _, err := db.Exec(ctx, `INSERT INTO meals (seat, dish) VALUES ($1, $2)`, m.Seat, m.Dish); err != nil { // want "IDV402: .*meals"
			msg.Nack()
			return
		}
		msg.Ack()
	})
	// docs:end consumerinsert-bad
}
