// Package documents keeps marks in a document store and effects in a database.
package documents

import (
	"context"
	"database/sql"
	"errors"

	"github.com/IBM/sarama"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// points gives points to drivers who park well.
type points struct {
	marks *mongo.Collection
	db    *sql.DB
}

func newPoints(m *mongo.Database, db *sql.DB) *points {
	return &points{marks: m.Collection("point_marks"), db: db}
}

// Setup is part of the handler of a consumer group.
func (p *points) Setup(sarama.ConsumerGroupSession) error { return nil }

// Cleanup is part of the handler of a consumer group.
func (p *points) Cleanup(sarama.ConsumerGroupSession) error { return nil }

// ConsumeClaim reads one partition.
func (p *points) ConsumeClaim(s sarama.ConsumerGroupSession, c sarama.ConsumerGroupClaim) error {
	for m := range c.Messages() {
		if err := p.give(s.Context(), string(m.Key), string(m.Value)); err != nil {
			return err
		}
		s.MarkMessage(m, "")
	}
	return nil
}

func (p *points) give(ctx context.Context, parking, driver string) error {
	done, err := p.done(ctx, parking)
	if err != nil || done {
		return err
	}
	if _, err := p.db.ExecContext(ctx, `insert into points (driver, n) values ($1, 5)`, driver); err != nil {
		return err
	}
	return p.mark(ctx, parking)
}

func (p *points) done(ctx context.Context, parking string) (bool, error) {
	err := p.marks.FindOne(ctx, bson.M{"_id": parking}).Err()
	if errors.Is(err, mongo.ErrNoDocuments) {
		return false, nil
	}
	return err == nil, err
}

func (p *points) mark(ctx context.Context, parking string) error {
	_, err := p.marks.ReplaceOne(ctx, bson.M{"_id": parking}, bson.M{}, options.Replace().SetUpsert(true)) // want "IDV305: .*point_marks"
	return err
}
