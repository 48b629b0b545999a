// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"encoding/json"
	"os"
	"sync"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/nats-io/nats.go"
)

type provider interface {
	Order(ctx context.Context, what, idempotencyKey string) error
}

// stage is the same for all that this installation sends.
func stage(ctx context.Context, p provider, what string) error {
	return p.Order(ctx, what, os.Getenv("STAGE")+"-orders") // miss: IDV104 a value of the environment may name one run
}

// client lives as long as the process, and so does its key.
type client struct {
	p   provider
	key string
}

func newClient(p provider) *client { return &client{p: p, key: uuid.NewString()} }

func (c *client) order(ctx context.Context, what string) error {
	return c.p.Order(ctx, what, c.key) // miss: IDV104 nothing says how long an object lives and how much it sends
}

// lazy is made by the first call and kept for all that follow.
var lazy = sync.OnceValue(uuid.NewString)

func first(ctx context.Context, p provider, what string) error {
	return p.Order(ctx, what, lazy()) // miss: IDV104 what a function kept in a variable remembers is not followed
}

type kind string

// byKind: there are three kinds, but nothing in the program says so.
func byKind(ctx context.Context, p provider, k kind, what string) error {
	return p.Order(ctx, what, "order/"+string(k)) // miss: IDV104 a parameter may stand for one order or for many
}

// tenant is a parent of many orders, by its name alone.
func tenant(ctx context.Context, p provider, tenantID, what string) error {
	return p.Order(ctx, what, tenantID) // miss: IDV104 which id covers many intents is known of libraries only
}

type stamp struct {
	Card   string
	Points int
}

// event is built by a literal that leaves the id out.
type event struct {
	ID     gofrs.UUID
	Card   string
	Points int
}

func newEvent(s stamp) event { return event{Card: s.Card, Points: s.Points} }

// unset: the constructor has forgotten the field that names the message.
func unset(nc *nats.Conn, s stamp) error {
	ev := newEvent(s)
	data, err := json.Marshal(ev)
	if err != nil {
		return err
	}
	msg := nats.NewMsg("stamps.collected")
	msg.Data = data
	msg.Header.Set(nats.MsgIdHdr, ev.ID.String()) // miss: IDV104 a field that a literal leaves out is not known to be zero
	return nc.PublishMsg(msg)
}
