// Package scales weighs hay. It connects to the scales until it works, and says each time what to do with a batch.
package scales

import (
	"context"
	"time"

	"example.com/cases/link/storedclosure/bad/feed"
)

// Barns keeps hay.
type Barns interface {
	Add(ctx context.Context, barn string, kilos int) error
}

// Weigher is the use case.
type Weigher struct {
	Barns Barns
	Feed  feed.Config
}

// Run connects, and weighs what comes.
func (w *Weigher) Run(ctx context.Context) error {
	f, err := w.connect(ctx)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Run(ctx)
}

func (w *Weigher) connect(ctx context.Context) (*feed.Feed, error) {
	for {
		f, err := feed.Dial(ctx, w.Feed, func(ctx context.Context, b feed.Batch) error {
			return w.Barns.Add(ctx, b.Barn, b.Kilos) // linked "IDV401: barn_hay"
		})
		if err == nil {
			return f, nil
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(w.Feed.Wait):
		}
	}
}
