// Package valley talks to the bank in the valley.
package valley

import (
	"context"

	"github.com/go-resty/resty/v2"
	"github.com/google/uuid"

	"example.com/cases/link/funcfield/bad/warden"
)

// Client is the bank.
type Client struct{ HTTP *resty.Client }

// Charge charges for a stay.
func (c *Client) Charge(ctx context.Context, s warden.Stay) error {
	_, err := c.HTTP.R().SetContext(ctx).SetHeader("Idempotency-Key", uuid.NewString()).SetBody(s).Post("/charges") // want "IDV101: Idempotency-Key"
	return err
}
