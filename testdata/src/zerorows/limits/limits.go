// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"database/sql"

	"github.com/nats-io/nats.go/jetstream"
)

// Package books implements this, and main puts the two together. Seen from here, an error may mean anything.
type books interface {
	Add(ctx context.Context, isbn string) error
}

func follow(in jetstream.Consumer, b books) (jetstream.ConsumeContext, error) {
	return in.Consume(func(msg jetstream.Msg) {
		if err := b.Add(context.Background(), string(msg.Data())); err != nil { // the insert is behind an interface of another package
			_ = msg.Nak()
			return
		}
		_ = msg.Ack()
	})
}

// The procedure inserts, and raises an error of its own for a shelf that is there.
func shelves(in jetstream.Consumer, db *sql.DB) (jetstream.ConsumeContext, error) {
	return in.Consume(func(msg jetstream.Msg) {
		if _, err := db.ExecContext(context.Background(), `CALL add_shelf($1)`, string(msg.Data())); err != nil { // what a procedure does is not in the code
			_ = msg.Nak()
			return
		}
		_ = msg.Ack()
	})
}
