// Package flights lets callers who come at the same time share one call. Whoever comes later makes a second.
package flights

import (
	"bytes"
	"context"
	"fmt"
	"net/http"

	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/stripe/stripe-go/v84"
	"golang.org/x/sync/singleflight"
)

// hotel books rooms.
type hotel struct {
	booking singleflight.Group
	desk    string
}

func (h *hotel) book(ctx context.Context, reservation string, details []byte) error {
	_, err, _ := h.booking.Do(reservation, func() (any, error) { // want "IDV310: .*Do"
		return nil, h.send(ctx, details)
	})
	return err
}

func (h *hotel) send(ctx context.Context, details []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.desk, bytes.NewReader(details))
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusCreated {
		return fmt.Errorf("the desk answers %s", resp.Status)
	}
	return nil
}

// deposit is taken when a guest presses the button, however often.
type deposit struct {
	group *singleflight.Group
	card  *stripe.Client
}

func (d *deposit) take(ctx context.Context, guest string, cents int64) (string, error) {
	v, err, _ := d.group.Do("deposit/"+guest, func() (any, error) { // want "IDV310: .*Do"
		pi, err := d.card.V1PaymentIntents.Create(ctx, &stripe.PaymentIntentCreateParams{Amount: stripe.Int64(cents), Currency: stripe.String("eur")})
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

// key tells the door of a room, and does not wait for the door.
func (h *hotel) key(ctx context.Context, ch *amqp.Channel, room string) <-chan singleflight.Result {
	return h.booking.DoChan("key/"+room, func() (any, error) { // want "IDV310: .*DoChan"
		return nil, ch.PublishWithContext(ctx, "doors", room, true, false, amqp.Publishing{Body: []byte("open")})
	})
}
