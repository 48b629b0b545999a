// Package presses gives each printing press to one job at a time, for as long as a job may take.
package presses

import (
	"context"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

// docs:begin claimttl-good
// presses is what is known about who uses which press.
type presses struct{ rdb *redis.Client }

// ours frees a press that is still used by the job that asks.
var ours = redis.NewScript(`if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`)

func (p *presses) take(ctx context.Context, press, job string) (bool, error) {
	return p.rdb.SetNX(ctx, "press:"+press, job, 20*time.Minute).Result()
}

func (p *presses) free(ctx context.Context, press, job string) error {
	return ours.Run(ctx, p.rdb, []string{"press:" + press}, job).Err()
}

// docs:end claimttl-good

// shop prints jobs.
type shop struct {
	presses *presses
	print   func(ctx context.Context, press, job string) error
}

// run prints a job unless the press is busy.
func (s *shop) run(ctx context.Context, press, job string) error {
	ok, err := s.presses.take(ctx, press, job)
	if err != nil || !ok {
		return err
	}
	defer s.presses.free(context.WithoutCancel(ctx), press, job)
	if err := s.print(ctx, press, job); err != nil {
		return fmt.Errorf("press %s: %w", press, err)
	}
	return nil
}
