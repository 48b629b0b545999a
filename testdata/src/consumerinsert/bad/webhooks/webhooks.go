// Package webhooks keeps what providers report, as often as they report it.
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

// builds has one row per push, or more.
type builds struct{ db *sqlx.DB }

func (b *builds) enqueue(ctx context.Context, payload []byte) error {
	_, err := b.db.ExecContext(ctx, `INSERT INTO build_queue (push, queued_at) VALUES ($1, now())`, payload) // want "IDV402: .*build_queue"
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
	if err := f.builds.enqueue(r.Context(), payload); err != nil {
		http.Error(w, "try again", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// donations thanks for money.
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
	if err := d.thank(c.Request.Context(), event.GetObjectValue("billing_details", "name")); err != nil {
		c.AbortWithStatus(http.StatusInternalServerError)
		return
	}
	c.Status(http.StatusOK)
}

func (d *donations) thank(ctx context.Context, name string) error {
	_, err := d.db.NamedExecContext(ctx, `INSERT INTO thanks (name) VALUES (:name)`, map[string]any{"name": name}) // want "IDV402: .*thanks"
	return err
}

func (d *donations) routes(r *gin.Engine) { r.POST("/hooks/stripe", d.hook) }
