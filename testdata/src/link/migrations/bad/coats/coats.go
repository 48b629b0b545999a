// Package coats hangs up the coats of visitors. The index is there; that its refusal means "done" is not said.
package coats

import (
	"context"
	"encoding/json"

	"github.com/nats-io/nats.go/jetstream"
)

// Coat is one message.
type Coat struct {
	ID  string `json:"id"`
	Peg string `json:"peg"`
}

// Rails keeps coats.
type Rails interface {
	Hang(ctx context.Context, id, peg string) error
	Lent(ctx context.Context, ticket string) (string, error)
	Lend(ctx context.Context, ticket, guide string) error
}

// Cloakroom is the use case.
type Cloakroom struct{ Rails Rails }

// Handle handles one message.
func (c *Cloakroom) Handle(msg jetstream.Msg) {
	var coat Coat
	if err := json.Unmarshal(msg.Data(), &coat); err != nil {
		_ = msg.Term()
		return
	}
	if err := c.Rails.Hang(context.Background(), coat.ID, coat.Peg); err != nil { // linked "IDV304: museum_coats"
		_ = msg.Nak()
		return
	}
	_ = msg.Ack()
}

// Lend lends an audio guide to a visitor who has none.
func (c *Cloakroom) Lend(ctx context.Context, ticket, guide string) (string, error) {
	lent, err := c.Rails.Lent(ctx, ticket)
	if err != nil || lent != "" {
		return lent, err
	}
	return guide, c.Rails.Lend(ctx, ticket, guide) // linked "IDV301: museum_guides: .*stops the second insert"
}
