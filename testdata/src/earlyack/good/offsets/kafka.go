// Package offsets commits an offset when everything before it is stored.
package offsets

import (
	"context"
	"log"
	"time"

	"github.com/jmoiron/sqlx"
	"github.com/segmentio/kafka-go"
	"github.com/twmb/franz-go/pkg/kgo"
)

// ferry writes down its passengers.
type ferry struct{ db *sqlx.DB }

type passenger struct {
	Ticket string `db:"ticket"`
	Name   string `db:"name"`
}

func (f *ferry) board(ctx context.Context, ticket, name string) error {
	_, err := f.db.NamedExecContext(ctx, `INSERT INTO passengers (ticket, name) VALUES (:ticket, :name) ON CONFLICT (ticket) DO NOTHING`, passenger{Ticket: ticket, Name: name})
	return err
}

// dock stops at what it cannot store. The next reader of the group begins there.
func (f *ferry) dock(ctx context.Context, r *kafka.Reader) error {
	for {
		m, err := r.FetchMessage(ctx)
		if err != nil {
			return err
		}
		if err := f.board(ctx, string(m.Key), string(m.Value)); err != nil {
			return err
		}
		if err := r.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}

// wait stays at a message until it is stored.
func (f *ferry) wait(ctx context.Context, r *kafka.Reader) error {
	for {
		m, err := r.FetchMessage(ctx)
		if err != nil {
			return err
		}
		for err := f.board(ctx, string(m.Key), string(m.Value)); err != nil; err = f.board(ctx, string(m.Key), string(m.Value)) {
			log.Printf("passenger at offset %d: %v", m.Offset, err)
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(time.Second):
			}
		}
		if err := r.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}

// tail has a reader without a group, which commits nothing, and begins with the first message.
func (f *ferry) tail(ctx context.Context) error {
	r := kafka.NewReader(kafka.ReaderConfig{Brokers: []string{"kafka:9092"}, Topic: "passengers", Partition: 0})
	defer r.Close()
	for {
		m, err := r.ReadMessage(ctx)
		if err != nil {
			return err
		}
		if err := f.board(ctx, string(m.Key), string(m.Value)); err != nil {
			return err
		}
	}
}

// land commits a poll when all its records are stored.
func (f *ferry) land(ctx context.Context) error {
	cl, err := kgo.NewClient(kgo.SeedBrokers("kafka:9092"), kgo.ConsumerGroup("islands"), kgo.ConsumeTopics("landings"), kgo.DisableAutoCommit())
	if err != nil {
		return err
	}
	defer cl.Close()
	for ctx.Err() == nil {
		fetches := cl.PollFetches(ctx)
		if err := fetches.Err(); err != nil {
			return err
		}
		for _, r := range fetches.Records() {
			if err := f.board(ctx, string(r.Key), string(r.Value)); err != nil {
				return err
			}
		}
		if err := cl.CommitUncommittedOffsets(ctx); err != nil {
			return err
		}
	}
	return ctx.Err()
}
