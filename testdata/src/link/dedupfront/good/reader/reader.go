// Package reader hands out what a log delivers, each message in a transaction.
package reader

import (
	"context"
	"database/sql"

	"github.com/segmentio/kafka-go"

	"example.com/cases/link/dedupfront/good/work"
)

// Reader reads.
type Reader struct {
	Log     *kafka.Reader
	DB      *sql.DB
	Handler work.Handler
}

// Run reads until ctx ends.
func (r *Reader) Run(ctx context.Context) error {
	for {
		msg, err := r.Log.FetchMessage(ctx)
		if err != nil {
			return err
		}
		m := work.Message{ID: string(msg.Key), Kind: msg.Topic, Row: string(msg.Value)}
		if err := r.one(ctx, m); err != nil {
			return err
		}
		if err := r.Log.CommitMessages(ctx, msg); err != nil {
			return err
		}
	}
}

func (r *Reader) one(ctx context.Context, m work.Message) error {
	tx, err := r.DB.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := r.Handler.Handle(ctx, tx, m); err != nil {
		return err
	}
	return tx.Commit()
}
