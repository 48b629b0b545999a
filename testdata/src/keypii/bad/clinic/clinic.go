// Package clinic names its requests after patients.
package clinic

import (
	"context"
	"strings"

	"github.com/go-resty/resty/v2"
	"go.temporal.io/sdk/client"

	"example.com/cases/keypii/people"
)

// invite starts a workflow whose name everybody who looks at the console can read.
func invite(ctx context.Context, tc client.Client, p *people.Person) error {
	_, err := tc.ExecuteWorkflow(ctx, client.StartWorkflowOptions{
		TaskQueue: "invitations",
		ID:        "invite-" + strings.ToLower(p.GetEmail()), // want "IDV105: ID.*Email"
	}, "Invite", p.ID)
	return err
}

// book: another package puts name and birthday together.
func book(ctx context.Context, c *resty.Client, slot string, p people.Person) error {
	r := c.R().SetContext(ctx).SetBody(map[string]string{"slot": slot, "patient": p.ID})
	r.SetHeader("Idempotency-Key", slot+"/"+people.RefOf(p)) // want "IDV105: Idempotency-Key.*(FullName|BirthDate)"
	_, err := r.Post("/bookings")
	return err
}

type referral struct {
	To             string `json:"to"`
	IdempotencyKey string `json:"idempotency_key"`
}

// refer: the number is a parameter.
func refer(to, ssn string, send func(*referral) error) error {
	parts := []string{"referral", to, ssn}
	r := &referral{To: to}
	r.IdempotencyKey = strings.Join(parts, "|") // want "IDV105: IdempotencyKey.*ssn"
	return send(r)
}
