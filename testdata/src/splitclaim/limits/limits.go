// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"

	"github.com/IBM/sarama"
	amqp "github.com/rabbitmq/amqp091-go"
)

// marks and accounts are implemented in other packages, perhaps in one database, perhaps in two.
type marks interface {
	Has(ctx context.Context, id string) (bool, error)
	Put(ctx context.Context, id string) error
}

type accounts interface {
	Add(ctx context.Context, account string, cents int64) error
}

func behindInterfaces(ctx context.Context, in <-chan amqp.Delivery, m marks, a accounts) error {
	for d := range in {
		done, err := m.Has(ctx, d.MessageId)
		if err != nil {
			return err
		}
		if !done {
			if err := a.Add(ctx, string(d.Body), 100); err != nil {
				return err
			}
			if err := m.Put(ctx, d.MessageId); err != nil { // miss: IDV305 the stores are interfaces that other packages implement
				return err
			}
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// The service keeps its effects in a log, and its marks in a log that another process reads into a table.
func twoLogs(p sarama.SyncProducer, order string, body []byte) error {
	if _, _, err := p.SendMessage(&sarama.ProducerMessage{Topic: "effects", Value: sarama.ByteEncoder(body)}); err != nil {
		return err
	}
	_, _, err := p.SendMessage(&sarama.ProducerMessage{Topic: "marks", Key: sarama.StringEncoder(order)}) // miss: IDV305 what a log is for is not said
	return err
}
