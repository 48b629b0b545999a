// Package posts sends bodies that differ, under headers that do not.
package posts

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/go-resty/resty/v2"
	"github.com/gofrs/uuid/v5"
	"github.com/resend/resend-go/v2"
)

type parcel struct {
	Number string    `json:"number"`
	To     string    `json:"to"`
	SentAt time.Time `json:"sent_at"`
}

// announce: the time is in the JSON text that the request is made of.
func announce(ctx context.Context, hc *http.Client, target, number, to string) error {
	data, err := json.Marshal(parcel{Number: number, To: to, SentAt: time.Now()})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, target, bytes.NewReader(data)) // want "IDV110: .*Idempotency-Key"
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", "announce-"+number)
	resp, err := hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// stored: the key comes from a row, a part of the body is made on the spot.
func stored(ctx context.Context, db *sql.DB, c *resty.Client, number string) error {
	var key, to string
	row := db.QueryRowContext(ctx, `SELECT request_key, recipient FROM parcels WHERE number = $1`, number)
	if err := row.Scan(&key, &to); err != nil {
		return err
	}
	id, err := uuid.NewV7()
	if err != nil {
		return err
	}
	body := map[string]any{"number": number, "to": to, "label": id.String()}
	r := c.R().SetContext(ctx).SetHeader("Idempotency-Key", key)
	r.SetBody(body) // want "IDV110"
	_, err = r.Post("/labels")
	return err
}

// form: key and time are fields of one form.
func form(hc *http.Client, target, number string) error {
	f := url.Values{}
	f.Set("number", number)
	f.Set("idempotency_key", "pickup/"+number)
	f.Set("asked", strconv.FormatInt(time.Now().Unix(), 10)) // want "IDV110: .*idempotency_key"
	resp, err := hc.Post(target, "application/x-www-form-urlencoded", strings.NewReader(f.Encode()))
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func page(number string, at time.Time) string {
	return "<p>Parcel " + number + " is on its way (" + at.Format(time.Kitchen) + ").</p>"
}

// mail: the text and the options with the key are two arguments of one call.
func mail(ctx context.Context, c *resend.Client, number, to string) error {
	letter := &resend.SendEmailRequest{To: []string{to}, Subject: "Your parcel", Html: page(number, time.Now())}
	opts := &resend.SendEmailOptions{IdempotencyKey: "on-its-way/" + number}
	_, err := c.Emails.SendWithOptions(ctx, letter, opts) // want "IDV110"
	return err
}

// literal: a map for an endpoint of our own.
func literal(number string, call func(path string, args map[string]any) error) error {
	return call("/parcels", map[string]any{
		"idempotency_key": number,
		"kind":            "return",
		"deadline":        time.Now().Add(14 * 24 * time.Hour), // want "IDV110: .*idempotency_key"
	})
}
