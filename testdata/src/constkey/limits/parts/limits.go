// Package limits composes keys of parts that never change, in ways that the rule does not see.
package limits

import (
	"context"

	"github.com/go-resty/resty/v2"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/customer"

	"example.com/cases/constkey/names"
)

// namespaced: what should name the thing in the namespace is missing.
func namespaced(name, mail string) (*stripe.Customer, error) {
	params := &stripe.CustomerParams{Name: &name, Email: &mail}
	params.SetIdempotencyKey(names.Namespace().String()) // miss: IDV104 what a variable of another package holds is not known, however often it is set
	return customer.New(params)
}

// hashed words are still the same words.
func hashed(ctx context.Context, c *resty.Client, member string) error {
	headers := map[string]string{
		"Accept":          "application/json",
		"Idempotency-Key": names.Hash(names.Service, "enroll"), // miss: IDV104 of a hash that a helper takes of its arguments in a loop not all is known
	}
	_, err := c.R().SetContext(ctx).SetHeaders(headers).SetBody(map[string]string{"member": member}).Post("/members")
	return err
}

type call struct {
	member         string
	idempotencyKey string
}

// Option of a call.
type Option func(*call)

// WithKey sets the key.
func WithKey(key string) Option { return func(c *call) { c.idempotencyKey = key } }

func redeem(member string, opts ...Option) call {
	c := call{member: member}
	for _, o := range opts {
		o(&c)
	}
	return c
}

// optioned: the key of everybody comes through an option.
func optioned(send func(call) error, member string) error {
	return send(redeem(member, WithKey("redeem"))) // miss: IDV104 a key that an option writes into a struct is not followed to the call that sends it
}
