// Package valley talks to the bank in the valley.
package valley

import (
	"context"

	"github.com/go-resty/resty/v2"

	"example.com/cases/link/funcfield/good/warden"
)

// Client is the bank.
type Client struct{ HTTP *resty.Client }

// Charge charges for a stay.
func (c *Client) Charge(ctx context.Context, s warden.Stay) error {
	_, err := c.HTTP.R().SetContext(ctx).SetHeader("Idempotency-Key", "stay-"+s.ID).SetBody(s).Post("/charges")
	return err
}
