// Package flights shares calls that can be made twice.
package flights

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"io"
	"net/http"

	"github.com/stripe/stripe-go/v84"
	"golang.org/x/sync/singleflight"
)

// hotel asks for rooms, and books them under the reservation's number.
type hotel struct {
	group singleflight.Group
	desk  string
	db    *sql.DB
}

// rooms is asked by everybody at the same time.
func (h *hotel) rooms(ctx context.Context, night string) (string, error) {
	v, err, _ := h.group.Do("rooms/"+night, func() (any, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, h.desk+"/rooms?night="+night, nil)
		if err != nil {
			return "", err
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return "", err
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		return string(body), err
	})
	if err != nil {
		return "", err
	}
	return v.(string), nil
}

// rate is read from a database.
func (h *hotel) rate(ctx context.Context, room string) (int64, error) {
	v, err, _ := h.group.Do("rate/"+room, func() (any, error) {
		var cents int64
		err := h.db.QueryRowContext(ctx, `select cents from rates where room = $1`, room).Scan(&cents)
		return cents, err
	})
	if err != nil {
		return 0, err
	}
	return v.(int64), nil
}

func (h *hotel) book(ctx context.Context, reservation string, details []byte) error {
	_, err, _ := h.group.Do("book/"+reservation, func() (any, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodPut, h.desk+"/reservations/"+reservation, bytes.NewReader(details))
		if err != nil {
			return nil, err
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return nil, err
		}
		defer resp.Body.Close()
		if resp.StatusCode >= 300 {
			return nil, fmt.Errorf("the desk answers %s", resp.Status)
		}
		return nil, nil
	})
	return err
}

// deposit is taken under the guest's stay.
type deposit struct {
	group *singleflight.Group
	card  *stripe.Client
}

func (d *deposit) take(ctx context.Context, stay string, cents int64) (string, error) {
	v, err, _ := d.group.Do(stay, func() (any, error) {
		params := &stripe.PaymentIntentCreateParams{Amount: stripe.Int64(cents), Currency: stripe.String("eur")}
		params.SetIdempotencyKey("deposit/" + stay)
		pi, err := d.card.V1PaymentIntents.Create(ctx, params)
		if err != nil {
			return "", err
		}
		return pi.ID, nil
	})
	if err != nil {
		return "", err
	}
	return v.(string), nil
}
