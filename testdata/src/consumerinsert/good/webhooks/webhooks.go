// Package webhooks keeps what providers report, once per event.
package webhooks

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/jmoiron/sqlx"
	"github.com/stripe/stripe-go/v84/webhook"
)

// builds has one row per push. The delivery header of GitHub stays the same when a push is delivered again.
type builds struct{ db *sqlx.DB }

func (b *builds) enqueue(ctx context.Context, delivery string, payload []byte) error {
	_, err := b.db.ExecContext(ctx, `INSERT INTO build_queue (delivery, push, queued_at) VALUES ($1, $2, now()) ON CONFLICT (delivery) DO NOTHING`, delivery, payload)
	return err
}

type forge struct {
	builds *builds
	secret []byte
}

func (f *forge) signed(header string, payload []byte) bool {
	mac := hmac.New(sha256.New, f.secret)
	mac.Write(payload)
	return hmac.Equal([]byte(header), []byte("sha256="+hex.EncodeToString(mac.Sum(nil))))
}

// push is called by GitHub.
func (f *forge) push(w http.ResponseWriter, r *http.Request) {
	payload, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	if err != nil {
		http.Error(w, "too long", http.StatusBadRequest)
		return
	}
	if !f.signed(r.Header.Get("X-Hub-Signature-256"), payload) {
		http.Error(w, "not signed", http.StatusUnauthorized)
		return
	}
	if err := f.builds.enqueue(r.Context(), r.Header.Get("X-GitHub-Delivery"), payload); err != nil {
		http.Error(w, "try again", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// donations thanks for money, in the transaction that remembers the event.
type donations struct {
	db     *sqlx.DB
	secret string
}

func (d *donations) hook(c *gin.Context) {
	payload, err := c.GetRawData()
	if err != nil {
		c.AbortWithStatus(http.StatusBadRequest)
		return
	}
	event, err := webhook.ConstructEvent(payload, c.GetHeader("Stripe-Signature"), d.secret)
	if err != nil {
		c.AbortWithStatus(http.StatusBadRequest)
		return
	}
	if event.Type != "charge.succeeded" {
		c.Status(http.StatusOK)
		return
	}
	if err := d.once(c.Request.Context(), event.ID, event.GetObjectValue("billing_details", "name")); err != nil {
		c.AbortWithStatus(http.StatusInternalServerError)
		return
	}
	c.Status(http.StatusOK)
}

func (d *donations) once(ctx context.Context, event, name string) error {
	tx, err := d.db.BeginTxx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	res, err := tx.ExecContext(ctx, `INSERT INTO donation_events (id) VALUES ($1) ON CONFLICT (id) DO NOTHING`, event)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	if err := thank(ctx, tx, name); err != nil {
		return err
	}
	return tx.Commit()
}

func thank(ctx context.Context, tx *sqlx.Tx, name string) error {
	_, err := tx.NamedExecContext(ctx, `INSERT INTO thanks (name) VALUES (:name)`, map[string]any{"name": name})
	return err
}

func (d *donations) routes(r *gin.Engine) { r.POST("/hooks/stripe", d.hook) }
