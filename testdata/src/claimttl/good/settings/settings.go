// Package settings has locks with a deadline, set in other ways than by SETNX.
package settings

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

// gate lets one crew at a time into a hangar.
type gate struct{ rdb redis.UniversalClient }

var errBusy = errors.New("busy")

const leaveScript = `
if redis.call("GET", KEYS[1]) == ARGV[1] then
	return redis.call("UNLINK", KEYS[1])
end
return 0`

func (g *gate) enter(ctx context.Context, hangar, crew string) error {
	err := g.rdb.SetArgs(ctx, hangarKey(hangar), crew, redis.SetArgs{Mode: "NX", TTL: time.Hour}).Err()
	if errors.Is(err, redis.Nil) {
		return errBusy
	}
	return err
}

func (g *gate) leave(ctx context.Context, hangar, crew string) error {
	return g.rdb.Eval(ctx, leaveScript, []string{hangarKey(hangar)}, crew).Err()
}

func hangarKey(hangar string) string { return "hangar:" + hangar }

// inspect looks after a plane while nobody else is in the hangar.
func inspect(ctx context.Context, g *gate, hangar, crew string, look func(context.Context) error) error {
	if err := g.enter(ctx, hangar, crew); err != nil {
		return err
	}
	defer g.leave(context.WithoutCancel(ctx), hangar, crew)
	return look(ctx)
}

// runway gives a runway to a flight for ten minutes. Nobody gives it back early.
func runway(ctx context.Context, rdb *redis.Client, name, flight string) (bool, error) {
	return rdb.SetNX(ctx, "runway:"+name, flight, 10*time.Minute).Result()
}

// tug speaks to the server in plain words.
type tug struct {
	rdb *redis.Client
	key string
}

func (t tug) hitch(ctx context.Context, plane string) (bool, error) {
	err := t.rdb.Do(ctx, "SET", t.key, plane, "NX", "EX", 120).Err()
	if errors.Is(err, redis.Nil) {
		return false, nil
	}
	return err == nil, err
}

func (t tug) unhitch(ctx context.Context, plane string) error {
	return t.rdb.Do(ctx, "EVAL", leaveScript, 1, t.key, plane).Err()
}

// stand sets the deadline of a hash in the same script.
var stand = redis.NewScript(`
local got = redis.call("HSETNX", KEYS[1], "by", ARGV[1])
if got == 1 then redis.call("PEXPIRE", KEYS[1], ARGV[2]) end
return got`)

func grab(ctx context.Context, rdb *redis.Client, name, by string) (bool, error) {
	return stand.Run(ctx, rdb, []string{"stand:" + name}, by, time.Hour.Milliseconds()).Bool()
}
