// Package lifts counts skiers in an embedded store. A message that was given up is not delivered again, and its mark outlives the last delivery.
package lifts

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"github.com/dgraph-io/badger/v4"
	"github.com/nats-io/nats.go/jetstream"
)

func attach(ctx context.Context, js jetstream.JetStream, c *counter) (jetstream.ConsumeContext, error) {
	cons, err := js.CreateOrUpdateConsumer(ctx, "GATES", jetstream.ConsumerConfig{
		Durable:    "lift-counter",
		AckPolicy:  jetstream.AckExplicitPolicy,
		AckWait:    time.Minute,
		MaxDeliver: 10,
	})
	if err != nil {
		return nil, err
	}
	return cons.Consume(c.handle)
}

type counter struct{ db *badger.DB }

func (c *counter) handle(m jetstream.Msg) {
	meta, err := m.Metadata()
	if err != nil {
		_ = m.Term()
		return
	}
	if err := c.count(fmt.Sprintf("%s/%d", meta.Stream, meta.Sequence.Stream), string(m.Data())); err != nil {
		_ = m.Nak()
		return
	}
	_ = m.Ack()
}

// count adds a skier to a lift. A transaction that loses against another one is delivered again.
func (c *counter) count(id, lift string) error {
	mark := []byte("seen/" + id)
	return c.db.Update(func(txn *badger.Txn) error {
		if _, err := txn.Get(mark); !errors.Is(err, badger.ErrKeyNotFound) {
			return err
		}
		n, err := skiers(txn, lift)
		if err != nil {
			return err
		}
		if err := txn.Set([]byte("lift/"+lift), binary.BigEndian.AppendUint64(nil, n+1)); err != nil {
			return err
		}
		return txn.SetEntry(badger.NewEntry(mark, nil).WithTTL(24 * time.Hour))
	})
}

func skiers(txn *badger.Txn, lift string) (n uint64, err error) {
	item, err := txn.Get([]byte("lift/" + lift))
	if errors.Is(err, badger.ErrKeyNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	err = item.Value(func(v []byte) error {
		n = binary.BigEndian.Uint64(v)
		return nil
	})
	return n, err
}
