// Package memories has short memories that lose nothing when they forget: something that lasts stands behind them, or they are no
// memory of messages at all. Messages come back for a week.
package memories

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"cloud.google.com/go/pubsub/v2"
	"cloud.google.com/go/pubsub/v2/apiv1/pubsubpb"
	"github.com/redis/go-redis/v9"
	"google.golang.org/protobuf/types/known/durationpb"
)

const week = 7 * 24 * time.Hour

func subscription() *pubsubpb.Subscription {
	return &pubsubpb.Subscription{
		Name:                     "projects/zoo/subscriptions/feedings",
		Topic:                    "projects/zoo/topics/feedings",
		MessageRetentionDuration: durationpb.New(week),
	}
}

// zoo keeps the feedings of its animals.
type zoo struct {
	rdb    *redis.Client
	db     *sql.DB
	recent recent
}

func (z *zoo) run(ctx context.Context, sub *pubsub.Subscriber) error {
	return sub.Receive(ctx, func(ctx context.Context, m *pubsub.Message) {
		if err := z.feed(ctx, m.ID, m.Attributes["animal"], len(m.Data)); err != nil {
			m.Nack()
			return
		}
		m.Ack()
	})
}

// feed asks a memory of five minutes first. Whatever it says, the row is unique by the message.
func (z *zoo) feed(ctx context.Context, message, animal string, grams int) error {
	if z.recent.has(ctx, message) {
		return nil
	}
	_, err := z.db.ExecContext(ctx, `INSERT INTO feedings (message, animal, grams) VALUES ($1, $2, $3) ON CONFLICT (message) DO NOTHING`, message, animal, grams)
	if err != nil {
		return err
	}
	z.recent.add(ctx, message)
	return nil
}

// recent remembers messages for five minutes.
type recent struct{ rdb *redis.Client }

func (r recent) has(ctx context.Context, message string) bool {
	return r.rdb.Exists(ctx, "fed:"+message).Val() > 0
}

func (r recent) add(ctx context.Context, message string) {
	_ = r.rdb.Set(ctx, "fed:"+message, 1, 5*time.Minute).Err()
}

type diet struct {
	Food  string `json:"food"`
	Grams int    `json:"grams"`
}

// diet is a cache: after a minute it is read again.
func (z *zoo) diet(ctx context.Context, animal string) (diet, error) {
	var d diet
	raw, err := z.rdb.Get(ctx, "diet:"+animal).Bytes()
	if err == nil && json.Unmarshal(raw, &d) == nil {
		return d, nil
	}
	if err := z.db.QueryRowContext(ctx, `SELECT food, grams FROM diets WHERE animal = $1`, animal).Scan(&d.Food, &d.Grams); err != nil {
		return diet{}, err
	}
	if raw, err := json.Marshal(d); err == nil {
		_ = z.rdb.Set(ctx, "diet:"+animal, raw, time.Minute).Err()
	}
	return d, nil
}

var errPatience = errors.New("the keepers know already")

// call lets a visitor ring for a keeper every ten minutes. It is about the visitor's patience and not about one request.
func (z *zoo) call(ctx context.Context, visitor string) error {
	ok, err := z.rdb.SetNX(ctx, "ring-throttle:"+visitor, 1, 10*time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errPatience
	}
	return z.rdb.Publish(ctx, "bell", visitor).Err()
}

// session keeps a visitor signed in for half an hour.
func (z *zoo) session(ctx context.Context, token, visitor string) error {
	return z.rdb.Set(ctx, "session:"+token, visitor, 30*time.Minute).Err()
}
