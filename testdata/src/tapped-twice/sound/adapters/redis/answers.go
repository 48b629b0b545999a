package redis

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"

	"example.com/cases/tapped-twice/sound/domain"
)

// keep is longer than a till goes on.
const keep = 72 * time.Hour

// Answers keeps what was answered; the reference in the row is what lasts.
type Answers struct{ rdb *redis.Client }

// NewAnswers wires Answers.
func NewAnswers(rdb *redis.Client) *Answers { return &Answers{rdb: rdb} }

type stored struct {
	Status int    `json:"status"`
	Body   []byte `json:"body"`
}

// Begin reports whether nobody else is at it. An owner who dies loses it after a minute.
func (a *Answers) Begin(ctx context.Context, scope string) (bool, error) {
	return a.rdb.SetNX(ctx, "answer:"+scope, "{}", time.Minute).Result()
}

// Find returns the status 0 when there is no answer yet.
func (a *Answers) Find(ctx context.Context, scope string) (int, []byte, error) {
	raw, err := a.rdb.Get(ctx, "answer:"+scope).Bytes()
	if errors.Is(err, redis.Nil) {
		return 0, nil, domain.ErrBusy
	}
	if err != nil {
		return 0, nil, err
	}
	var s stored
	err = json.Unmarshal(raw, &s)
	return s.Status, s.Body, err
}

// Store keeps an answer.
func (a *Answers) Store(ctx context.Context, scope string, status int, body []byte) error {
	raw, err := json.Marshal(stored{Status: status, Body: body})
	if err != nil {
		return err
	}
	return a.rdb.Set(ctx, "answer:"+scope, raw, keep).Err()
}

// Forget gives the key back.
func (a *Answers) Forget(ctx context.Context, scope string) error {
	return a.rdb.Del(ctx, "answer:"+scope).Err()
}
