package brokers

import (
	"context"
	"encoding/json"

	"github.com/Azure/azure-sdk-for-go/sdk/messaging/azservicebus"
	"github.com/stripe/stripe-go/v84"
)

// tolls charges cars for crossing a bridge, each crossing under the id of its message.
type tolls struct {
	in   *azservicebus.Receiver
	card *stripe.Client
}

func (t *tolls) run(ctx context.Context) error {
	for ctx.Err() == nil {
		msgs, err := t.in.ReceiveMessages(ctx, 10, nil)
		if err != nil {
			return err
		}
		for _, m := range msgs {
			if err := t.cross(ctx, m.MessageID, m.Body); err != nil {
				return err
			}
			if err := t.in.CompleteMessage(ctx, m, nil); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

func (t *tolls) cross(ctx context.Context, id string, body []byte) error {
	var car struct {
		Customer string
		Cents    int64
	}
	if err := json.Unmarshal(body, &car); err != nil {
		return err
	}
	params := &stripe.PaymentIntentCreateParams{Amount: stripe.Int64(car.Cents), Currency: stripe.String("eur"), Customer: stripe.String(car.Customer), Confirm: stripe.Bool(true)}
	params.SetIdempotencyKey("toll/" + id)
	_, err := t.card.V1PaymentIntents.Create(ctx, params)
	return err
}
