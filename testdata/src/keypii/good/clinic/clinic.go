// Package clinic names its requests after ids, and puts persons into bodies and headers of their own.
package clinic

import (
	"context"
	"strings"

	"github.com/go-resty/resty/v2"
	"github.com/google/uuid"
	"go.temporal.io/sdk/client"

	"example.com/cases/keypii/people"
)

func invite(ctx context.Context, tc client.Client, p *people.Person) error {
	_, err := tc.ExecuteWorkflow(ctx, client.StartWorkflowOptions{
		TaskQueue: "invitations",
		ID:        "invite-" + p.ID,
	}, "Invite", strings.ToLower(p.GetEmail()))
	return err
}

// book derives a UUID, which is a hash.
func book(ctx context.Context, c *resty.Client, slot string, p people.Person) error {
	r := c.R().SetContext(ctx).SetBody(map[string]string{"slot": slot, "patient": p.FullName})
	r.SetHeader("Idempotency-Key", uuid.NewSHA1(uuid.NameSpaceOID, []byte(slot+"/"+people.RefOf(p))).String())
	_, err := r.Post("/bookings")
	return err
}

type referral struct {
	To             string `json:"to"`
	SSN            string `json:"ssn"`
	IdempotencyKey string `json:"idempotency_key"`
}

// refer: the number is in the body, where it belongs.
func refer(id, to, ssn string, send func(*referral) error) error {
	r := &referral{To: to, SSN: ssn}
	r.IdempotencyKey = strings.Join([]string{"referral", to, id}, "|")
	return send(r)
}
