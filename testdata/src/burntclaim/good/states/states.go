// Package states takes work by a step from one state to the next, and leaves a way on for the next attempt.
package states

import (
	"context"
	"database/sql"
	"errors"
	"net/smtp"
	"time"

	"github.com/stripe/stripe-go/v84"
	"gorm.io/gorm"
)

// tabs are what guests owe.
type tabs struct {
	db   *sql.DB
	card *stripe.Client
}

// settle can go on with a payment that was begun before: the key of the charge is the same.
func (t *tabs) settle(ctx context.Context, tab string, cents int64) error {
	ok, err := t.step(ctx, tab)
	if err != nil || !ok {
		return err
	}
	params := &stripe.PaymentIntentCreateParams{Amount: stripe.Int64(cents), Currency: stripe.String("eur")}
	params.SetIdempotencyKey("tab-" + tab)
	if _, err := t.card.V1PaymentIntents.Create(ctx, params); err != nil {
		return err
	}
	_, err = t.db.ExecContext(ctx, `update tabs set state = 'paid' where id = $1`, tab)
	return err
}

func (t *tabs) step(ctx context.Context, tab string) (bool, error) {
	res, err := t.db.ExecContext(ctx, `update tabs set state = 'paying' where id = $1 and state in ('open', 'paying')`, tab)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

// refuse stores that the card was declined, and opens the tab again after any other failure. What a crash leaves behind is taken up
// after five minutes, under the same key.
func (t *tabs) refuse(ctx context.Context, tab string, cents int64) error {
	res, err := t.db.ExecContext(ctx, `update tabs set state = 'paying', since = now()
		where id = $1 and (state = 'open' or state = 'paying' and since < now() - interval '5 minutes')`, tab)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	params := &stripe.PaymentIntentCreateParams{Amount: stripe.Int64(cents), Currency: stripe.String("eur")}
	params.SetIdempotencyKey("tab-" + tab)
	if _, err := t.card.V1PaymentIntents.Create(ctx, params); err != nil {
		return errors.Join(err, t.end(context.WithoutCancel(ctx), tab, outcome(err)))
	}
	return t.end(ctx, tab, "paid")
}

// outcome is final only where the card was refused for good.
func outcome(err error) string {
	var refused *stripe.Error
	if errors.As(err, &refused) && refused.Code == stripe.ErrorCodeCardDeclined {
		return "declined"
	}
	return "open"
}

func (t *tabs) end(ctx context.Context, tab, state string) error {
	_, err := t.db.ExecContext(ctx, `update tabs set state = $2 where id = $1 and state = 'paying'`, tab, state)
	return err
}

// digest is one mail a day.
type digest struct {
	ID        int64
	To        string
	Text      string
	State     string
	ClaimedAt time.Time
}

func (digest) TableName() string { return "digests" }

// postman sends digests; it is run every ten minutes. What has been on its way for an hour is taken up again.
type postman struct {
	db   *gorm.DB
	host string
	auth smtp.Auth
}

func (p *postman) deliver(ctx context.Context, d digest) error {
	now := time.Now()
	res := p.db.WithContext(ctx).Model(&digest{}).
		Where("id = ? and (state = ? or state = ? and claimed_at < ?)", d.ID, "ready", "sending", now.Add(-time.Hour)).
		Updates(map[string]any{"state": "sending", "claimed_at": now})
	if res.Error != nil || res.RowsAffected == 0 {
		return res.Error
	}
	if err := smtp.SendMail(p.host, p.auth, "digest@example.org", []string{d.To}, []byte(d.Text)); err != nil {
		return err
	}
	return p.db.WithContext(ctx).Model(&digest{}).Where("id = ?", d.ID).Update("state", "sent").Error
}
