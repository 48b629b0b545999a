// Package states takes work by a step from one state to the next, which only the first attempt can make. No attempt takes it
// back when what follows fails.
package states

import (
	"context"
	"database/sql"
	"net/smtp"

	"github.com/stripe/stripe-go/v84"
	"gorm.io/gorm"
)

// tabs are what guests owe.
type tabs struct {
	db   *sql.DB
	card *stripe.Client
}

// settle is called again by the waiter when it fails, and then finds nothing that is open.
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
	res, err := t.db.ExecContext(ctx, `update tabs set state = 'paying' where id = $1 and state = 'open'`, tab) // want "IDV311: .*tabs"
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

// digest is one mail a day.
type digest struct {
	ID    int64
	To    string
	Text  string
	State string
}

func (digest) TableName() string { return "digests" }

// postman sends digests; it is run every ten minutes.
type postman struct {
	db   *gorm.DB
	host string
	auth smtp.Auth
}

func (p *postman) deliver(ctx context.Context, d digest) error {
	res := p.db.WithContext(ctx).Model(&digest{}).Where("id = ? and state = ?", d.ID, "ready").Update("state", "sending") // want "IDV311: .*digests"
	if res.Error != nil || res.RowsAffected == 0 {
		return res.Error
	}
	if err := smtp.SendMail(p.host, p.auth, "digest@example.org", []string{d.To}, []byte(d.Text)); err != nil {
		return err
	}
	return p.db.WithContext(ctx).Model(&digest{}).Where("id = ?", d.ID).Update("state", "sent").Error
}
