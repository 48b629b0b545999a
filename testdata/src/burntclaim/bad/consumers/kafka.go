// Package consumers marks messages as seen before the work is done. When the work fails, the message comes again and is skipped.
package consumers

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/segmentio/kafka-go"
)

// parcels follows parcels.
type parcels struct{ db *sql.DB }

// run moves on only after the work is done, but what is done is decided by the mark.
func (p *parcels) run(ctx context.Context, r *kafka.Reader) error {
	for {
		m, err := r.FetchMessage(ctx)
		if err != nil {
			return err
		}
		if err := p.scan(ctx, m); err != nil {
			return fmt.Errorf("%s/%d/%d: %w", m.Topic, m.Partition, m.Offset, err)
		}
		if err := r.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}

func (p *parcels) scan(ctx context.Context, m kafka.Message) error {
	fresh, err := p.mark(ctx, m)
	if err != nil || !fresh {
		return err
	}
	return p.move(ctx, string(m.Key), string(m.Value))
}

func (p *parcels) mark(ctx context.Context, m kafka.Message) (bool, error) {
	res, err := p.db.ExecContext(ctx, `insert into scans_seen (part, pos) values ($1, $2) on conflict do nothing`, m.Partition, m.Offset) // want "IDV311: .*scans_seen"
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n > 0, err
}

// move is a transaction of its own.
func (p *parcels) move(ctx context.Context, parcel, place string) error {
	tx, err := p.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, `insert into journeys (parcel, place) values ($1, $2)`, parcel, place); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `update parcels set hops = hops + 1 where id = $1`, parcel); err != nil {
		return err
	}
	return tx.Commit()
}
