// Package implicit never names the acknowledgement that loses its messages.
package implicit

import (
	"context"
	"log"

	"github.com/jmoiron/sqlx"
	"github.com/segmentio/kafka-go"
)

// ferry writes down its passengers.
type ferry struct{ db *sqlx.DB }

type passenger struct {
	Ticket string `db:"ticket"`
	Name   string `db:"name"`
}

func (f *ferry) board(ctx context.Context, m kafka.Message) error {
	p := passenger{Ticket: string(m.Key), Name: string(m.Value)}
	_, err := f.db.NamedExecContext(ctx, `INSERT INTO passengers (ticket, name) VALUES (:ticket, :name) ON CONFLICT (ticket) DO NOTHING`, p)
	return err
}

func newReader(topic string) *kafka.Reader {
	return kafka.NewReader(kafka.ReaderConfig{Brokers: []string{"kafka:9092"}, GroupID: "ferry", Topic: topic})
}

// sail reads with ReadMessage, which commits in a group before anything is done.
func (f *ferry) sail(ctx context.Context) error {
	r := newReader("passengers")
	defer r.Close()
	for {
		m, err := r.ReadMessage(ctx) // want "IDV404: .*(ReadMessage|passengers)"
		if err != nil {
			return err
		}
		if err := f.board(ctx, m); err != nil {
			return err
		}
	}
}

// dock skips a passenger that it could not store. The commit of the next one covers both.
func (f *ferry) dock(ctx context.Context, r *kafka.Reader) error {
	for {
		m, err := r.FetchMessage(ctx)
		if err != nil {
			return err
		}
		if err := f.board(ctx, m); err != nil {
			log.Printf("passenger at offset %d: %v", m.Offset, err)
			continue
		}
		if err := r.CommitMessages(ctx, m); err != nil { // want "IDV404: .*(CommitMessages|passengers)"
			return err
		}
	}
}
