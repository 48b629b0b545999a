// Package jobs marks tasks in Redis, since the queue lives there, and works in a database.
package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/hibiken/asynq"
	"github.com/redis/go-redis/v9"
	"gorm.io/gorm"
)

// prize is a row of prizes.
type prize struct {
	ID     int64
	Player string
	Won    bool
}

func (prize) TableName() string { return "prizes" }

// raffle draws.
type raffle struct {
	rdb redis.UniversalClient
	db  *gorm.DB
}

func (r *raffle) routes(mux *asynq.ServeMux) { mux.HandleFunc("raffle:draw", r.draw) }

var undo = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

func (r *raffle) draw(ctx context.Context, t *asynq.Task) (err error) {
	var p struct {
		Ticket, Player string
		Prize          int64
	}
	if err := json.Unmarshal(t.Payload(), &p); err != nil {
		return fmt.Errorf("%w: %w", err, asynq.SkipRetry)
	}
	key := "drawn:" + p.Ticket
	ok, err := r.claim(ctx, key, p.Player)
	if err != nil || !ok {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, undo.Run(context.WithoutCancel(ctx), r.rdb, []string{key}, p.Player).Err())
		}
	}()
	return r.db.WithContext(ctx).Model(&prize{}).Where("id = ?", p.Prize).Updates(prize{Player: p.Player, Won: true}).Error
}

func (r *raffle) claim(ctx context.Context, key, player string) (bool, error) {
	err := r.rdb.SetArgs(ctx, key, player, redis.SetArgs{Mode: "NX", TTL: 30 * 24 * time.Hour}).Err() // want "IDV305: .*SetArgs"
	if errors.Is(err, redis.Nil) {
		return false, nil
	}
	return err == nil, err
}
