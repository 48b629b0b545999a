// Package meters bills what meters tell. Mark and bill are written in one transaction.
package meters

import (
	"context"
	"database/sql"

	"github.com/segmentio/kafka-go"
)

// docs:begin splitclaim-good
// bill marks the reading and does the work in one transaction: both are there afterwards, or neither.
func (b *biller) bill(ctx context.Context, m kafka.Message) error {
	tx, err := b.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	first, err := mark(ctx, tx, string(m.Key))
	if err != nil || !first {
		return err
	}
	if _, err := tx.ExecContext(ctx, `insert into bills (body) values ($1)`, m.Value); err != nil {
		return err
	}
	return tx.Commit()
}

func mark(ctx context.Context, tx *sql.Tx, id string) (bool, error) {
	res, err := tx.ExecContext(ctx, `insert into billed (reading) values ($1) on conflict (reading) do nothing`, id)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

// docs:end splitclaim-good

// biller writes bills.
type biller struct{ db *sql.DB }

// run bills until something fails.
func (b *biller) run(ctx context.Context, r *kafka.Reader) error {
	for {
		m, err := r.FetchMessage(ctx)
		if err != nil {
			return err
		}
		if err := b.bill(ctx, m); err != nil {
			return err
		}
		if err := r.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}
