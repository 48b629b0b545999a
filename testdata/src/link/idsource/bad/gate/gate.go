// Package gate sends invoices over HTTP.
package gate

import (
	"context"

	"github.com/go-resty/resty/v2"
)

// Gate implements batch.Sender.
type Gate struct{ HTTP *resty.Client }

// Send posts an invoice.
func (g *Gate) Send(ctx context.Context, id, invoice string) error {
	_, err := g.HTTP.R().SetContext(ctx).SetHeader("Idempotency-Key", id).SetBody(invoice).Post("/invoices")
	return err
}
