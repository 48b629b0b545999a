// Package ferry lands ferries. What it does in the loop that tries again is more than to ask for the tide.
package ferry

import (
	"context"
	"time"

	"example.com/cases/link/tracewrap/bad/trace"
)

// Piers knows what lands where.
type Piers interface {
	Count(ctx context.Context, pier string) error
	Note(ctx context.Context, pier, line string) (int64, error)
}

// Heights knows how high the water is.
type Heights interface {
	Height(ctx context.Context, pier string) (string, error)
}

// Ferry is the use case.
type Ferry struct {
	Piers Piers
	Tides Heights
}

// Land lands at a pier.
func (f *Ferry) Land(ctx context.Context, pier string) error {
	height, err := f.height(ctx, pier)
	if err != nil {
		return err
	}
	_, err = f.Piers.Note(ctx, pier, height)
	return err
}

func (f *Ferry) height(ctx context.Context, pier string) (height string, err error) {
	for range 4 {
		err = trace.Do(ctx, "tide", func(ctx context.Context) (err error) {
			if err := f.Piers.Count(ctx, pier); err != nil { // linked "IDV401: pier_counts"
				return err
			}
			height, err = f.Tides.Height(ctx, pier)
			return err
		})
		if err == nil {
			return height, nil
		}
		time.Sleep(time.Second)
	}
	return "", err
}
