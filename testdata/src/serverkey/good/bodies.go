// Package good takes the caller's key as it is, or goes on without one.
package good

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"
	"github.com/rs/xid"
)

type parcel struct {
	IdempotencyKey string `json:"idempotencyKey"`
	Weight         int    `json:"weight"`
	To             string `json:"to"`
	Label          string `json:"label"`
}

var errNoKey = errors.New("idempotencyKey is missing")

func (p *parcel) validate() error {
	if p.IdempotencyKey == "" {
		return errNoKey
	}
	return nil
}

type depot struct{ db *sql.DB }

// accept lets the body check itself. A label is no key: the depot may print any.
func (d *depot) accept(w http.ResponseWriter, r *http.Request) {
	var p parcel
	if err := json.NewDecoder(r.Body).Decode(&p); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if err := p.validate(); err != nil {
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
		return
	}
	if p.Label == "" {
		p.Label = "P" + strings.ToUpper(xid.New().String())
	}
	if err := d.save(r.Context(), r.PathValue("sender"), p); err != nil {
		http.Error(w, "try again", http.StatusServiceUnavailable)
	}
}

func (d *depot) save(ctx context.Context, sender string, p parcel) error {
	_, err := d.db.ExecContext(ctx, `INSERT INTO parcels (sender, idempotency_key, weight, address) VALUES (?, ?, ?, ?)
		ON CONFLICT (sender, idempotency_key) DO UPDATE SET seen = seen`, sender, p.IdempotencyKey, p.Weight, p.To)
	return err
}

// pickup has the binding refuse an empty token.
type pickup struct {
	ClientToken string `json:"clientToken" binding:"required,uuid"`
	Day         string `json:"day"`
}

func (p *pickup) normalize() {
	if p.Day == "" {
		p.Day = "tomorrow"
	}
}

func (d *depot) pickup(c *gin.Context) {
	var p pickup
	if err := c.ShouldBindJSON(&p); err != nil {
		c.AbortWithStatus(http.StatusBadRequest)
		return
	}
	p.normalize()
	_, err := d.db.ExecContext(c, `INSERT INTO pickups (sender, client_token, day) VALUES (?, ?, ?)
		ON CONFLICT (sender, client_token) DO UPDATE SET seen = seen`, c.Param("sender"), p.ClientToken, p.Day)
	if err != nil {
		c.AbortWithStatus(http.StatusServiceUnavailable)
		return
	}
	c.Status(http.StatusOK)
}

// unparsable refuses what it does not like.
func (d *depot) unparsable(w http.ResponseWriter, r *http.Request) {
	key, err := uuid.Parse(r.Header.Get("X-Idempotency-Key"))
	if err != nil {
		http.Error(w, "X-Idempotency-Key is not a UUID", http.StatusBadRequest)
		return
	}
	p := parcel{IdempotencyKey: key.String(), To: r.FormValue("to")}
	if err := d.save(r.Context(), r.PathValue("sender"), p); err != nil {
		http.Error(w, "try again", http.StatusServiceUnavailable)
	}
}

// natural falls back to what the parcel is, which a repeat says again.
func (d *depot) natural(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("Idempotency-Key")
	if key == "" {
		key = uuid.NewSHA1(uuid.NameSpaceOID, []byte(r.FormValue("invoice")+"/"+r.FormValue("position"))).String()
	}
	p := parcel{IdempotencyKey: key, To: r.FormValue("to")}
	if err := d.save(r.Context(), r.PathValue("sender"), p); err != nil {
		http.Error(w, "try again", http.StatusServiceUnavailable)
	}
}

// optional leaves the column empty: nothing is recognised, and nothing pretends to be.
func (d *depot) optional(w http.ResponseWriter, r *http.Request) {
	key := sql.NullString{String: r.Header.Get("Idempotency-Key")}
	key.Valid = key.String != ""
	_, err := d.db.ExecContext(r.Context(), `INSERT INTO requests (sender, idempotency_key, text) VALUES (?, ?, ?)
		ON CONFLICT (sender, idempotency_key) DO UPDATE SET seen = seen`, r.PathValue("sender"), key, r.FormValue("text"))
	if err != nil {
		http.Error(w, "try again", http.StatusServiceUnavailable)
	}
}

// named gives each parcel a number of the depot's own, beside the key that the caller chose.
func (d *depot) named(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("Idempotency-Key")
	if key == "" {
		w.WriteHeader(http.StatusPreconditionRequired)
		return
	}
	_, err := d.db.ExecContext(r.Context(), `INSERT INTO lockers (number, sender, idempotency_key) VALUES (?, ?, ?)
		ON CONFLICT (sender, idempotency_key) DO UPDATE SET seen = seen`, uuid.NewString(), r.PathValue("sender"), key)
	if err != nil {
		http.Error(w, "try again", http.StatusServiceUnavailable)
	}
}
