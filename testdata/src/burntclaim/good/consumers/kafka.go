// Package consumers marks messages as seen together with the work.
package consumers

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/segmentio/kafka-go"
)

// parcels follows parcels.
type parcels struct{ db *sql.DB }

func (p *parcels) run(ctx context.Context, r *kafka.Reader) error {
	for {
		m, err := r.FetchMessage(ctx)
		if err != nil {
			return err
		}
		if err := p.within(ctx, func(tx *sql.Tx) error { return scan(ctx, tx, m) }); err != nil {
			return fmt.Errorf("%s/%d/%d: %w", m.Topic, m.Partition, m.Offset, err)
		}
		if err := r.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}

// within commits what f has done, if it has not failed.
func (p *parcels) within(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := p.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := f(tx); err != nil {
		return err
	}
	return tx.Commit()
}

func scan(ctx context.Context, tx *sql.Tx, m kafka.Message) error {
	fresh, err := mark(ctx, tx, m)
	if err != nil || !fresh {
		return err
	}
	parcel := string(m.Key)
	if _, err := tx.ExecContext(ctx, `insert into journeys (parcel, place) values ($1, $2)`, parcel, string(m.Value)); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `update parcels set hops = hops + 1 where id = $1`, parcel)
	return err
}

func mark(ctx context.Context, tx *sql.Tx, m kafka.Message) (bool, error) {
	res, err := tx.ExecContext(ctx, `insert into scans_seen (topic, part, pos) values ($1, $2, $3) on conflict do nothing`, m.Topic, m.Partition, m.Offset)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n > 0, err
}
