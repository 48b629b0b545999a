// Package gondola reads a stream of Redis. What a dead worker left is taken over after ten minutes, when its mark is long gone.
package gondola

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

const idle = 10 * time.Minute

type worker struct {
	rdb  *redis.Client
	name string
}

// rescue takes over what others have not finished.
func (w *worker) rescue(ctx context.Context) error {
	msgs, _, err := w.rdb.XAutoClaim(ctx, &redis.XAutoClaimArgs{
		Stream: "rides", Group: "pay", Consumer: w.name, MinIdle: idle, Start: "0",
	}).Result()
	if err != nil {
		return err
	}
	for _, m := range msgs {
		if err := w.handle(ctx, m); err != nil {
			return err
		}
	}
	return nil
}

func (w *worker) handle(ctx context.Context, m redis.XMessage) error {
	cabin, ok := m.Values["cabin"].(string)
	if !ok {
		return errors.New("no cabin in " + m.ID)
	}
	if err := w.ride(ctx, m.ID, cabin); err != nil {
		return err
	}
	return w.rdb.XAck(ctx, "rides", "pay", m.ID).Err()
}

// ride counts a ride, unless the message was counted.
func (w *worker) ride(ctx context.Context, id, cabin string) error {
	mark := "counted:" + id
	return w.rdb.Watch(ctx, func(tx *redis.Tx) error {
		n, err := tx.Exists(ctx, mark).Result()
		if err != nil || n == 1 {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Incr(ctx, "rides:"+cabin)
			p.Set(ctx, mark, w.name, time.Minute) // want "IDV601: .*Set"
			return nil
		})
		return err
	}, mark)
}
