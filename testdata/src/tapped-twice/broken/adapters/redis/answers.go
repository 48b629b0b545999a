package redis

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"example.com/cases/tapped-twice/broken/domain"
)

// keep is longer than a till goes on.
const keep = 72 * time.Hour

// release acts for the owner of a key alone.
const release = `if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`

// Answers keeps what was answered; the reference in the row is what lasts.
type Answers struct{ rdb *redis.Client }

// NewAnswers wires Answers.
func NewAnswers(rdb *redis.Client) *Answers { return &Answers{rdb: rdb} }

type stored struct {
	Status int    `json:"status"`
	Body   []byte `json:"body"`
}

// Begin says who is at it. An owner who dies loses it after a minute.
func (a *Answers) Begin(ctx context.Context, scope, owner string) error {
	return a.rdb.Set(ctx, "answer:"+scope, owner, time.Minute).Err()
}

// Find returns domain.ErrNotFound when nobody is at it, and domain.ErrBusy when there is no answer yet.
func (a *Answers) Find(ctx context.Context, scope string) (int, []byte, error) {
	raw, err := a.rdb.Get(ctx, "answer:"+scope).Result()
	if errors.Is(err, redis.Nil) {
		return 0, nil, domain.ErrNotFound
	}
	if err != nil {
		return 0, nil, err
	}
	if !strings.HasPrefix(raw, "{") {
		return 0, nil, domain.ErrBusy
	}
	var s stored
	err = json.Unmarshal([]byte(raw), &s)
	return s.Status, s.Body, err
}

// Store keeps an answer. One that comes late is an answer to the same request all the same.
func (a *Answers) Store(ctx context.Context, scope string, status int, body []byte) error {
	raw, err := json.Marshal(stored{Status: status, Body: body})
	if err != nil {
		return err
	}
	return a.rdb.Set(ctx, "answer:"+scope, raw, keep).Err()
}

// Forget gives the key back, if it is the owner's still.
func (a *Answers) Forget(ctx context.Context, scope, owner string) error {
	return a.rdb.Eval(ctx, release, []string{"answer:" + scope}, owner).Err()
}
