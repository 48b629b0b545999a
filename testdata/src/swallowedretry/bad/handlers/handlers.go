// Package handlers returns nil to brokers and clouds that take nil for done.
package handlers

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"net"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Stall is a place on a market.
type Stall struct {
	ID    string `gorm:"primaryKey"`
	Goods string
}

// TableName names the table.
func (Stall) TableName() string { return "stalls" }

// market has stalls.
type market struct {
	orm    *gorm.DB
	db     *sql.DB
	dynamo *dynamodb.Client
}

// transient knows timeouts of the network. A database that restarts is none of them.
func transient(err error) bool {
	var ne net.Error
	return errors.As(err, &ne) && ne.Timeout()
}

// open drops what the predicate does not know.
func (m *market) open(msg *message.Message) error {
	s := Stall{ID: msg.UUID, Goods: string(msg.Payload)}
	err := m.orm.WithContext(msg.Context()).Clauses(clause.OnConflict{DoNothing: true}).Create(&s).Error
	if err == nil {
		return nil
	}
	if transient(err) {
		return err
	}
	log.Printf("stall %s: %v", s.ID, err)
	return nil // want "IDV508: .*stalls"
}

func (m *market) register(r *message.Router, sub message.Subscriber) {
	r.AddNoPublisherHandler("open", "stalls", sub, m.open)
}

// Batch reports which of its messages failed, and forgets to.
func (m *market) Batch(ctx context.Context, ev events.SQSEvent) (events.SQSEventResponse, error) {
	var resp events.SQSEventResponse
	for _, rec := range ev.Records {
		if err := m.put(ctx, rec.MessageId); err != nil {
			log.Printf("fruit %s: %v", rec.MessageId, err)
			continue
		}
	}
	return resp, nil // want "IDV508: .*fruits"
}

func (m *market) put(ctx context.Context, id string) error {
	_, err := m.dynamo.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String("fruits"),
		Item:      map[string]types.AttributeValue{"id": &types.AttributeValueMemberS{Value: id}},
	})
	return err
}

// Stream is behind a stream of changes.
func (m *market) Stream(ctx context.Context, ev events.KinesisEvent) error {
	for _, rec := range ev.Records {
		if _, err := m.db.ExecContext(ctx, `INSERT INTO prices (seq, price) VALUES (?, ?) ON DUPLICATE KEY UPDATE price = VALUES(price)`, rec.Kinesis.SequenceNumber, rec.Kinesis.Data); err != nil {
			log.Printf("price %s: %v", rec.Kinesis.SequenceNumber, err)
			return nil // want "IDV508: .*prices"
		}
	}
	return nil
}
