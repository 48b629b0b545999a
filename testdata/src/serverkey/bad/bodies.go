// Package bad fills in what the caller left out, and then takes it for the caller's key.
package bad

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"
	"github.com/rs/xid"
	"github.com/segmentio/ksuid"
)

// parcel comes in a request body, with its key in a field.
type parcel struct {
	IdempotencyKey string `json:"idempotencyKey"`
	Weight         int    `json:"weight"`
	To             string `json:"to"`
}

type depot struct{ db *sql.DB }

// accept completes the decoded body.
func (d *depot) accept(w http.ResponseWriter, r *http.Request) {
	var p parcel
	if err := json.NewDecoder(r.Body).Decode(&p); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if p.IdempotencyKey == "" {
		p.IdempotencyKey = xid.New().String() // want "IDV103: "
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

// pickup has a method that completes it, which a handler of gin calls.
type pickup struct {
	ClientToken string `json:"clientToken"`
	Day         string `json:"day"`
}

func (p *pickup) normalize() {
	if p.Day == "" {
		p.Day = "tomorrow"
	}
	if p.ClientToken == "" {
		p.ClientToken = ksuid.New().String() // want "IDV103: "
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

// unparsable replaces what it does not like instead of refusing it.
func (d *depot) unparsable(w http.ResponseWriter, r *http.Request) {
	key, err := uuid.Parse(r.Header.Get("X-Idempotency-Key"))
	if err != nil {
		key = uuid.New() // want "IDV103: X-Idempotency-Key"
	}
	p := parcel{IdempotencyKey: key.String(), To: r.FormValue("to")}
	if err := d.save(r.Context(), r.PathValue("sender"), p); err != nil {
		http.Error(w, "try again", http.StatusServiceUnavailable)
	}
}

// ladder looks in three places, and makes the key of the clock when it has found none.
func (d *depot) ladder(w http.ResponseWriter, r *http.Request) {
	var key string
	switch sender := r.PathValue("sender"); {
	case r.Header.Get("Idempotency-Key") != "":
		key = r.Header.Get("Idempotency-Key")
	case r.URL.Query().Get("idempotency_key") != "":
		key = r.URL.Query().Get("idempotency_key")
	default:
		key = fmt.Sprintf("%s-%d", sender, time.Now().UnixNano()) // want "IDV103: "
	}
	p := parcel{IdempotencyKey: key, To: r.FormValue("to")}
	if err := d.save(r.Context(), r.PathValue("sender"), p); err != nil {
		http.Error(w, "try again", http.StatusServiceUnavailable)
	}
}
