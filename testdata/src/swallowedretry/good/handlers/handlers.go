// Package handlers returns to brokers and clouds what has to come again.
package handlers

import (
	"context"
	"database/sql"
	"encoding/json"
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

// Rejected is a message that a person has to look at.
type Rejected struct {
	ID     string `gorm:"primaryKey"`
	Reason string
}

// TableName names the table.
func (Rejected) TableName() string { return "rejected" }

// market has stalls.
type market struct {
	orm    *gorm.DB
	db     *sql.DB
	dynamo *dynamodb.Client
}

func transient(err error) bool {
	var ne net.Error
	return errors.As(err, &ne) && ne.Timeout()
}

// open puts aside what the predicate does not know, and is done when it lies there.
func (m *market) open(msg *message.Message) error {
	s := Stall{ID: msg.UUID, Goods: string(msg.Payload)}
	err := m.orm.WithContext(msg.Context()).Clauses(clause.OnConflict{DoNothing: true}).Create(&s).Error
	if err == nil || transient(err) {
		return err
	}
	r := Rejected{ID: msg.UUID, Reason: err.Error()}
	return m.orm.WithContext(msg.Context()).Clauses(clause.OnConflict{DoNothing: true}).Create(&r).Error
}

func (m *market) register(r *message.Router, sub message.Subscriber) {
	r.AddNoPublisherHandler("open", "stalls", sub, m.open)
}

// Batch names the messages that failed.
func (m *market) Batch(ctx context.Context, ev events.SQSEvent) (events.SQSEventResponse, error) {
	var resp events.SQSEventResponse
	for _, rec := range ev.Records {
		if err := m.put(ctx, rec.MessageId); err != nil {
			log.Printf("fruit %s: %v", rec.MessageId, err)
			resp.BatchItemFailures = append(resp.BatchItemFailures, events.SQSBatchItemFailure{ItemIdentifier: rec.MessageId})
		}
	}
	return resp, nil
}

func (m *market) put(ctx context.Context, id string) error {
	_, err := m.dynamo.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String("fruits"),
		Item:      map[string]types.AttributeValue{"id": &types.AttributeValueMemberS{Value: id}},
	})
	return err
}

type price struct {
	Cents int64 `json:"cents"`
}

// Stream skips a record that is no price, and stops at one that it cannot store.
func (m *market) Stream(ctx context.Context, ev events.KinesisEvent) error {
	for _, rec := range ev.Records {
		var p price
		if err := json.Unmarshal(rec.Kinesis.Data, &p); err != nil {
			log.Printf("record %s is no price: %v", rec.Kinesis.SequenceNumber, err)
			continue
		}
		if _, err := m.db.ExecContext(ctx, `INSERT INTO prices (seq, cents) VALUES (?, ?) ON DUPLICATE KEY UPDATE cents = VALUES(cents)`, rec.Kinesis.SequenceNumber, p.Cents); err != nil {
			return err
		}
	}
	return nil
}
