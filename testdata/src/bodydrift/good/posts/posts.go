// Package posts sends the same body under the same header.
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
	SentAt time.Time `json:"-"`
}

// announce: the time stays here, it is not a part of the JSON text.
func announce(ctx context.Context, hc *http.Client, target, number, to string) (time.Duration, error) {
	p := parcel{Number: number, To: to, SentAt: time.Now()}
	data, err := json.Marshal(p)
	if err != nil {
		return 0, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, target, bytes.NewReader(data))
	if err != nil {
		return 0, err
	}
	req.Header.Set("Idempotency-Key", "announce-"+number)
	resp, err := hc.Do(req)
	if err != nil {
		return 0, err
	}
	return time.Since(p.SentAt), resp.Body.Close()
}

// stored: key and label come from the row.
func stored(ctx context.Context, db *sql.DB, c *resty.Client, number string) error {
	var key, to, label string
	row := db.QueryRowContext(ctx, `SELECT request_key, recipient, label FROM parcels WHERE number = $1`, number)
	if err := row.Scan(&key, &to, &label); err != nil {
		return err
	}
	body := map[string]any{"number": number, "to": to, "label": label}
	r := c.R().SetContext(ctx).SetHeader("Idempotency-Key", key)
	r.SetBody(body)
	_, err := r.Post("/labels")
	return err
}

// derived: the label is computed from the key.
func derived(ctx context.Context, c *resty.Client, number string) error {
	body := map[string]any{"number": number, "label": uuid.NewV5(uuid.NamespaceURL, number).String()}
	_, err := c.R().SetContext(ctx).SetHeader("Idempotency-Key", number).SetBody(body).Post("/labels")
	return err
}

func form(hc *http.Client, target, number string, asked time.Time) error {
	f := url.Values{}
	f.Set("number", number)
	f.Set("idempotency_key", "pickup/"+number)
	f.Set("asked", strconv.FormatInt(asked.Unix(), 10))
	resp, err := hc.Post(target, "application/x-www-form-urlencoded", strings.NewReader(f.Encode()))
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func page(number string, at time.Time) string {
	return "<p>Parcel " + number + " is on its way (" + at.Format(time.Kitchen) + ").</p>"
}

func mail(ctx context.Context, c *resend.Client, number, to string, left time.Time) error {
	letter := &resend.SendEmailRequest{To: []string{to}, Subject: "Your parcel", Html: page(number, left)}
	opts := &resend.SendEmailOptions{IdempotencyKey: "on-its-way/" + number}
	_, err := c.Emails.SendWithOptions(ctx, letter, opts)
	return err
}

func literal(number string, bought time.Time, call func(path string, args map[string]any) error) error {
	return call("/parcels", map[string]any{
		"idempotency_key": number,
		"kind":            "return",
		"deadline":        bought.Add(14 * 24 * time.Hour),
	})
}
