// Package failing acknowledges what failed for good, or what it has put aside in a durable place.
package failing

import (
	"context"
	"database/sql"
	"errors"
	"log"

	"github.com/Azure/azure-sdk-for-go/sdk/messaging/azservicebus"
	"github.com/IBM/sarama"
	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// meals is the consumer of a kitchen.
type meals struct{ db *sql.DB }

// Setup implements sarama.ConsumerGroupHandler.
func (*meals) Setup(sarama.ConsumerGroupSession) error { return nil }

// Cleanup implements sarama.ConsumerGroupHandler.
func (*meals) Cleanup(sarama.ConsumerGroupSession) error { return nil }

// ConsumeClaim implements sarama.ConsumerGroupHandler. It marks a meal that is served, or parked for the cook to look at.
func (k *meals) ConsumeClaim(sess sarama.ConsumerGroupSession, claim sarama.ConsumerGroupClaim) error {
	for m := range claim.Messages() {
		if err := k.serve(m); err != nil {
			log.Printf("meal at offset %d: %v", m.Offset, err)
			if err := k.park(m); err != nil {
				return err
			}
		}
		sess.MarkMessage(m, "")
	}
	return nil
}

func (k *meals) serve(m *sarama.ConsumerMessage) error {
	_, err := k.db.Exec(`INSERT INTO served_meals (ticket, dish) VALUES (?, ?) ON DUPLICATE KEY UPDATE ticket = ticket`, string(m.Key), string(m.Value))
	return err
}

func (k *meals) park(m *sarama.ConsumerMessage) error {
	_, err := k.db.Exec(`INSERT INTO parked_meals (topic, part, pos, body) VALUES (?, ?, ?, ?) ON DUPLICATE KEY UPDATE body = VALUES(body)`, m.Topic, m.Partition, m.Offset, m.Value)
	return err
}

// Visit is one visit to a dentist.
type Visit struct {
	ID     string `gorm:"primaryKey"`
	Reason string
}

// TableName names the table.
func (Visit) TableName() string { return "visits" }

// practice receives visits from Service Bus.
type practice struct {
	from *azservicebus.Receiver
	db   *gorm.DB
}

func (p *practice) keep(ctx context.Context, m *azservicebus.ReceivedMessage) error {
	v := Visit{ID: m.MessageID, Reason: string(m.Body)}
	return p.db.WithContext(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(&v).Error
}

// settle gives back what can be tried again, and sets aside what was tried often enough.
func (p *practice) settle(ctx context.Context, m *azservicebus.ReceivedMessage, err error) error {
	switch {
	case err == nil:
		return p.from.CompleteMessage(ctx, m, nil)
	case m.DeliveryCount > 5:
		return p.from.DeadLetterMessage(ctx, m, nil)
	default:
		return p.from.AbandonMessage(ctx, m, nil)
	}
}

func (p *practice) run(ctx context.Context) error {
	for {
		batch, err := p.from.ReceiveMessages(ctx, 10, nil)
		if err != nil {
			return err
		}
		for _, m := range batch {
			if err := p.settle(ctx, m, p.keep(ctx, m)); err != nil {
				return err
			}
		}
	}
}

// choir keeps who sings at which concert.
type choir struct{ db *sql.DB }

var errNoConcert = errors.New("there is no such concert")

func (c *choir) enrol(ctx context.Context, singer, concert string) error {
	_, err := c.db.ExecContext(ctx, `INSERT INTO singers (id, concert) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING`, singer, concert)
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.Code == "23503" {
		return errNoConcert
	}
	return err
}

// listen acknowledges a singer for a concert that will never exist, and gives back the others.
func (c *choir) listen(ctx context.Context, sub message.Subscriber) error {
	singers, err := sub.Subscribe(ctx, "singers")
	if err != nil {
		return err
	}
	for msg := range singers {
		err := c.enrol(msg.Context(), msg.UUID, string(msg.Payload))
		switch {
		case errors.Is(err, errNoConcert):
			log.Printf("no concert for %s", msg.UUID)
			msg.Ack()
		case err != nil:
			log.Printf("singer %s: %v", msg.UUID, err)
			msg.Nack()
		default:
			msg.Ack()
		}
	}
	return ctx.Err()
}
