// Package brokers has consumers that write to people for each message, once.
package brokers

import (
	"context"
	"database/sql"

	amqp "github.com/rabbitmq/amqp091-go"
	twilio "github.com/twilio/twilio-go/rest/api/v2010"
)

// ferry tells passengers about delays. A row for each message says that it is being sent, before it is.
type ferry struct {
	db  *sql.DB
	sms *twilio.ApiService
}

func (f *ferry) run(ctx context.Context, delays <-chan amqp.Delivery) error {
	for d := range delays {
		if err := f.once(ctx, d); err != nil {
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

// once sends what is new. What was begun and has no end goes to a person, since nobody knows whether it was sent.
func (f *ferry) once(ctx context.Context, d amqp.Delivery) error {
	isNew, err := f.begin(ctx, d.MessageId)
	if err != nil {
		return err
	}
	if !isNew {
		return f.end(ctx, d.MessageId, "unknown")
	}
	if err := f.tell(d.CorrelationId, string(d.Body)); err != nil {
		return f.end(context.WithoutCancel(ctx), d.MessageId, "unknown")
	}
	return f.end(ctx, d.MessageId, "sent")
}

func (f *ferry) begin(ctx context.Context, id string) (bool, error) {
	res, err := f.db.ExecContext(ctx, `INSERT INTO ferry_texts (id, state) VALUES ($1, 'sending') ON CONFLICT (id) DO NOTHING`, id)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

func (f *ferry) end(ctx context.Context, id, state string) error {
	_, err := f.db.ExecContext(ctx, `UPDATE ferry_texts SET state = $2 WHERE id = $1 AND state = 'sending'`, id, state)
	return err
}

func (f *ferry) tell(phone, text string) error {
	params := &twilio.CreateMessageParams{}
	params.SetTo(phone)
	params.SetBody(text)
	_, err := f.sms.CreateMessage(params)
	return err
}
