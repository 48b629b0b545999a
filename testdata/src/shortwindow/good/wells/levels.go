package wells

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// remember is how long a message's id is kept.
const remember = 24 * time.Hour

// levels are the levels of all wells.
type levels struct{ rdb *redis.Client }

// drawOnce marks the message and takes the water in one step.
var drawOnce = redis.NewScript(`
if redis.call("SET", KEYS[1], 1, "NX", "EX", ARGV[1]) then
	return redis.call("DECRBY", KEYS[2], ARGV[2])
end
return redis.call("GET", KEYS[2])`)

func (l *levels) draw(ctx context.Context, id, well string, buckets int64) error {
	keys := []string{"{" + well + "}:" + id, "{" + well + "}"}
	return drawOnce.Run(ctx, l.rdb, keys, int(remember.Seconds()), buckets).Err()
}
