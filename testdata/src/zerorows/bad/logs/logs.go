// Package logs follows logs, and stops at the first record that it has stored before.
package logs

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/IBM/sarama"
	"github.com/jmoiron/sqlx"
	"github.com/segmentio/kafka-go"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

type flight struct {
	Number string `json:"number" db:"number"`
	Gate   string `json:"gate" db:"gate"`
}

type flights struct{ db *sqlx.DB }

func (f *flights) add(ctx context.Context, fl flight) error {
	if _, err := f.db.NamedExecContext(ctx, `INSERT INTO flights (number, gate) VALUES (:number, :gate)`, fl); err != nil { // want "IDV304: .*flights"
		return fmt.Errorf("flight %s: %w", fl.Number, err)
	}
	return nil
}

type tower struct {
	log     *kafka.Reader
	flights *flights
}

// run commits a record only when it is stored, and ends at an error. It is started again at the same record.
func (t *tower) run(ctx context.Context) error {
	for {
		rec, err := t.log.FetchMessage(ctx)
		if err != nil {
			return err
		}
		var fl flight
		if err := json.Unmarshal(rec.Value, &fl); err == nil {
			if err := t.flights.add(ctx, fl); err != nil {
				return err
			}
		}
		if err := t.log.CommitMessages(ctx, rec); err != nil {
			return err
		}
	}
}

// passengers are documents under the id that the check-in gave them.
type passengers struct{ coll *mongo.Collection }

func newPassengers(db *mongo.Database) *passengers {
	return &passengers{coll: db.Collection("passengers")}
}

type passenger struct {
	ID   string `json:"id" bson:"_id"`
	Seat string `json:"seat" bson:"seat"`
}

// Setup is called when a session begins.
func (p *passengers) Setup(sarama.ConsumerGroupSession) error { return nil }

// Cleanup is called when a session ends.
func (p *passengers) Cleanup(sarama.ConsumerGroupSession) error { return nil }

// ConsumeClaim leaves the session at an error; the next one begins behind the last mark.
func (p *passengers) ConsumeClaim(s sarama.ConsumerGroupSession, claim sarama.ConsumerGroupClaim) error {
	for msg := range claim.Messages() {
		var who passenger
		if err := json.Unmarshal(msg.Value, &who); err == nil {
			if _, err := p.coll.InsertOne(s.Context(), who); err != nil { // want "IDV304: .*passengers"
				return err
			}
		}
		s.MarkMessage(msg, "")
	}
	return nil
}
