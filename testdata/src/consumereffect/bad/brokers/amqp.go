// Package brokers has consumers that write to people for each message.
package brokers

import (
	"context"

	amqp "github.com/rabbitmq/amqp091-go"
	twilio "github.com/twilio/twilio-go/rest/api/v2010"
)

// ferry tells passengers about delays.
type ferry struct {
	sms *twilio.ApiService
}

func (f *ferry) run(ctx context.Context, delays <-chan amqp.Delivery) error {
	for d := range delays {
		if err := f.tell(d.CorrelationId, string(d.Body)); err != nil {
			if err := d.Nack(false, true); err != nil {
				return err
			}
			continue
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (f *ferry) tell(phone, text string) error {
	params := &twilio.CreateMessageParams{}
	params.SetTo(phone)
	params.SetBody(text)
	_, err := f.sms.CreateMessage(params) // want "IDV504: .*CreateMessage"
	return err
}
