// Package drops reads water levels from a stream in Redis. The store is given by a setter.
package drops

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Levels keeps levels.
type Levels interface {
	Append(ctx context.Context, id, gauge, level string) error
}

// Reader reads one stream as one of a group.
type Reader struct {
	rdb    *redis.Client
	levels Levels
}

// NewReader makes a reader that has no store.
func NewReader(rdb *redis.Client) *Reader { return &Reader{rdb: rdb} }

// SetLevels gives it one.
func (r *Reader) SetLevels(l Levels) { r.levels = l }

// Run reads until ctx ends.
func (r *Reader) Run(ctx context.Context, name string) error {
	for {
		streams, err := r.rdb.XReadGroup(ctx, &redis.XReadGroupArgs{Group: "levels", Consumer: name, Streams: []string{"levels", ">"}}).Result()
		if err != nil {
			return err
		}
		for _, m := range streams[0].Messages {
			if err := r.keep(ctx, m); err != nil {
				return err
			}
			if err := r.rdb.XAck(ctx, "levels", "levels", m.ID).Err(); err != nil {
				return err
			}
		}
	}
}

func (r *Reader) keep(ctx context.Context, m redis.XMessage) error {
	gauge, _ := m.Values["gauge"].(string)
	level, _ := m.Values["level"].(string)
	return r.levels.Append(ctx, m.ID, gauge, level)
}
