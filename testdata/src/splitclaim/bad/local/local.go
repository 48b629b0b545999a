// Package local keeps marks in a file beside the process, and effects in a database.
package local

import (
	"context"
	"encoding/binary"
	"errors"

	"github.com/dgraph-io/badger/v4"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/segmentio/kafka-go"
	bolt "go.etcd.io/bbolt"
)

// votes counts votes of a show. The place in the log is in a file.
type votes struct {
	places *bolt.DB
	pool   *pgxpool.Pool
}

func (v *votes) run(ctx context.Context, r *kafka.Reader) error {
	for {
		m, err := r.FetchMessage(ctx)
		if err != nil {
			return err
		}
		if err := v.count(ctx, m); err != nil {
			return err
		}
		if err := r.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}

func (v *votes) count(ctx context.Context, m kafka.Message) error {
	last, err := v.last(m.Partition)
	if err != nil || m.Offset <= last {
		return err
	}
	if _, err := v.pool.Exec(ctx, `update acts set votes = votes + 1 where name = $1`, string(m.Value)); err != nil {
		return err
	}
	return v.pass(m.Partition, m.Offset)
}

var bucket = []byte("places")

func (v *votes) last(partition int) (last int64, err error) {
	last = -1
	err = v.places.View(func(tx *bolt.Tx) error {
		if raw := tx.Bucket(bucket).Get(number(int64(partition))); raw != nil {
			last = int64(binary.BigEndian.Uint64(raw))
		}
		return nil
	})
	return last, err
}

func (v *votes) pass(partition int, offset int64) error {
	return v.places.Update(func(tx *bolt.Tx) error {
		return tx.Bucket(bucket).Put(number(int64(partition)), number(offset)) // want "IDV305: .*Put"
	})
}

func number(n int64) []byte { return binary.BigEndian.AppendUint64(nil, uint64(n)) }

// cheers is a counter of cheers, with its marks in another file store.
type cheers struct {
	marks *badger.DB
	pool  *pgxpool.Pool
}

func (c *cheers) run(ctx context.Context, r *kafka.Reader) error {
	for {
		m, err := r.FetchMessage(ctx)
		if err != nil {
			return err
		}
		if err := c.add(ctx, m.Key, string(m.Value)); err != nil {
			return err
		}
		if err := r.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}

func (c *cheers) add(ctx context.Context, id []byte, act string) error {
	err := c.marks.View(func(txn *badger.Txn) error {
		_, err := txn.Get(id)
		return err
	})
	if !errors.Is(err, badger.ErrKeyNotFound) {
		return err
	}
	if _, err := c.pool.Exec(ctx, `update acts set cheers = cheers + 1 where name = $1`, act); err != nil {
		return err
	}
	return c.marks.Update(func(txn *badger.Txn) error {
		return txn.Set(id, nil) // want "IDV305: .*Set"
	})
}
