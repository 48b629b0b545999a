// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"os"
	"sync"

	"github.com/google/uuid"
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
