// Package ferry lands ferries. It asks for the tide until somebody answers, and counts the landing once.
package ferry

import (
	"context"
	"time"

	"example.com/cases/link/tracewrap/good/trace"
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
	if err := f.Piers.Count(ctx, pier); err != nil {
		return err
	}
	_, err = f.Piers.Note(ctx, pier, height)
	return err
}

func (f *Ferry) height(ctx context.Context, pier string) (height string, err error) {
	for range 4 {
		height, err = trace.Of(ctx, "tide", func(ctx context.Context) (string, error) {
			return f.Tides.Height(ctx, pier)
		})
		if err == nil && f.open(ctx, pier) == nil {
			return height, nil
		}
		time.Sleep(time.Second)
	}
	return "", err
}

func (f *Ferry) open(ctx context.Context, pier string) error {
	return trace.Do(ctx, "open", func(ctx context.Context) error {
		_, err := f.Tides.Height(ctx, pier+"/open")
		return err
	})
}
