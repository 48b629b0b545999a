// Package races lets a call race against a clock. The clock can win, and the call goes on.
package races

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/stripe/stripe-go/v84"
	"github.com/uptrace/bun"
)

// Fine is a row of fines.
type Fine struct {
	bun.BaseModel `bun:"table:fines"`

	ID    string `bun:",pk"`
	State string
}

// police collects fines.
type police struct {
	db   *bun.DB
	card *stripe.Client
	http *http.Client
	url  string
}

func (p *police) collect(ctx context.Context, fine string, cents int64) error {
	done := make(chan error, 1)
	go func() { done <- p.charge(context.WithoutCancel(ctx), fine, cents) }()
	select {
	case err := <-done:
		if err != nil {
			return err
		}
		return p.mark(ctx, fine, "paid")
	case <-time.After(8 * time.Second):
		_, err := p.db.NewUpdate().Model((*Fine)(nil)).Set("state = 'failed'").Where("id = ? AND state = 'open'", fine).Exec(ctx) // want "IDV505: .*fines"
		return err
	}
}

func (p *police) mark(ctx context.Context, fine, state string) error {
	_, err := p.db.NewUpdate().Model((*Fine)(nil)).Set("state = ?", state).Where("id = ? AND state = 'open'", fine).Exec(ctx)
	return err
}

func (p *police) charge(ctx context.Context, fine string, cents int64) error {
	params := &stripe.PaymentIntentCreateParams{Amount: stripe.Int64(cents), Currency: stripe.String("eur"), Confirm: stripe.Bool(true)}
	params.SetIdempotencyKey("fine-" + fine)
	_, err := p.card.V1PaymentIntents.Create(ctx, params)
	return err
}

var errTow = errors.New("not towed")

// tow hides the lost answer behind an error of its own, which sounds like a refusal.
func (p *police) tow(ctx context.Context, car string) error {
	err := p.order(ctx, car)
	if errors.Is(err, errTow) {
		_, err := p.db.ExecContext(ctx, `UPDATE tows SET state = 'rejected' WHERE car = ? AND state = 'asked'`, car) // want "IDV505: .*tows"
		return err
	}
	return err
}

func (p *police) order(ctx context.Context, car string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.url+"/tows", nil)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", "tow-"+car)
	resp, err := p.http.Do(req)
	if err != nil {
		return errTow
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusConflict {
		return errTow
	}
	if resp.StatusCode >= 300 {
		return fmt.Errorf("tow: %s", resp.Status)
	}
	return nil
}
