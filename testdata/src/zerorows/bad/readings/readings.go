// Package readings is the plainest form of the mistake: a reading that is stored already is taken for a failure, and comes back for ever.
package readings

import (
	"context"
	"encoding/json"

	"cloud.google.com/go/pubsub/v2"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Reading is what a water meter sends. Its number is the primary key.
type Reading struct {
	ID    string `json:"id"`
	Litre int64  `json:"litre"`
}

// Follow stores readings until ctx ends.
func Follow(ctx context.Context, sub *pubsub.Subscriber, db *pgxpool.Pool) error {
	return sub.Receive(ctx, func(ctx context.Context, msg *pubsub.Message) {
		var r Reading
		if err := json.Unmarshal(msg.Data, &r); err != nil {
			msg.Ack()
			return
		}
		// docs:begin zerorows-bad
		_, err := db.Exec(ctx, `INSERT INTO readings (id, litre) VALUES ($1, $2)`, r.ID, r.Litre) // want "IDV304: .*readings"
		if err != nil {
			msg.Nack()
			return
		}
		msg.Ack()
		// docs:end zerorows-bad
	})
}
