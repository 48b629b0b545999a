// Package presses gives each printing press to one job at a time. The claim and its release are methods of one type, the work
// is another's.
package presses

import (
	"context"
	"fmt"

	"github.com/redis/go-redis/v9"
)

// docs:begin claimttl-bad
// presses is what is known about who uses which press.
type presses struct{ rdb *redis.Client }

func (p *presses) take(ctx context.Context, press, job string) (bool, error) {
	return p.rdb.SetNX(ctx, "press:"+press, job, 0).Result() // want "IDV302: .*SetNX"
}

func (p *presses) free(ctx context.Context, press string) error {
	return p.rdb.Del(ctx, "press:"+press).Err()
}

// docs:end claimttl-bad

// shop prints jobs.
type shop struct {
	presses *presses
	print   func(ctx context.Context, press, job string) error
}

// run prints a job unless the press is busy. A crash in between leaves the press busy for ever.
func (s *shop) run(ctx context.Context, press, job string) error {
	ok, err := s.presses.take(ctx, press, job)
	if err != nil || !ok {
		return err
	}
	defer s.presses.free(context.WithoutCancel(ctx), press)
	if err := s.print(ctx, press, job); err != nil {
		return fmt.Errorf("press %s: %w", press, err)
	}
	return nil
}
