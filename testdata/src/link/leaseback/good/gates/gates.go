// Package gates keeps the gates of a canal. At the end of the process it gives back what it has, and tells the gates: a lease
// that is deleted is no work that is taken out of a queue, and what is said of it ends by itself if nobody says it.
package gates

import (
	"context"
	"log/slog"
	"time"
)

// Leases knows who keeps what.
type Leases interface {
	Take(ctx context.Context, keeper string) ([]string, error)
	Drop(ctx context.Context, keeper string) ([]string, error)
	Sweep(ctx context.Context) (gate string, err error)
}

// Radio talks to gates.
type Radio interface {
	Say(ctx context.Context, gate, keeper string) error
}

// Keeper is the use case.
type Keeper struct {
	Name   string
	Leases Leases
	Radio  Radio
}

// Run keeps gates until ctx ends.
func (k *Keeper) Run(ctx context.Context) error {
	defer k.leave(context.WithoutCancel(ctx))
	tick := time.NewTicker(20 * time.Second)
	defer tick.Stop()
	for {
		mine, err := k.Leases.Take(ctx, k.Name)
		if err != nil {
			return err
		}
		k.say(ctx, mine, k.Name)
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

func (k *Keeper) leave(ctx context.Context) {
	gone, err := k.Leases.Drop(ctx, k.Name)
	if err != nil {
		slog.ErrorContext(ctx, "leases stay for a minute", "err", err)
		return
	}
	k.say(ctx, gone, "")
	for {
		gate, err := k.Leases.Sweep(ctx)
		if err != nil || gate == "" {
			return
		}
		k.say(ctx, []string{gate}, "")
	}
}

func (k *Keeper) say(ctx context.Context, gates []string, keeper string) {
	for _, g := range gates {
		if err := k.Radio.Say(ctx, g, keeper); err != nil {
			slog.WarnContext(ctx, "gate not told", "gate", g, "err", err)
		}
	}
}
