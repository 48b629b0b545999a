package pay

import (
	"context"

	"example.com/demo/again"
	"example.com/demo/ids"
)

// Refund gives the money for an order back.
func (c *Client) Refund(ctx context.Context, ch Charge) error {
	return again.Do(4, func() error { return c.refund(ctx, ch) })
}

// refund looks harmless: it makes one request with one key. But Refund calls it again.
func (c *Client) refund(ctx context.Context, ch Charge) error {
	req, err := c.request(ctx, "/refunds", ch)
	if err != nil {
		return err
	}
	// want "IDV101: Idempotency-Key gets a new value"
	req.Header.Set("Idempotency-Key", ids.NewKey())
	return c.send(req)
}

// RefundAll gives the money for many orders back. Each order is a new intent, so a new key for each is right; the
// attempts for one order share it.
func (c *Client) RefundAll(ctx context.Context, orders []Charge) error {
	for _, ch := range orders {
		key := ids.NewKey()
		err := again.Do(4, func() error {
			req, err := c.request(ctx, "/refunds", ch)
			if err != nil {
				return err
			}
			req.Header.Set("Idempotency-Key", key)
			return c.send(req)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
