// Package locks lets boats through the locks of a canal. Its loop calls the wrapper that has an answer.
package locks

import (
	"context"
	"time"

	"example.com/cases/link/tracewrap/bad/trace"
)

// Gates counts boats, and opens.
type Gates interface {
	Count(ctx context.Context, gate string) error
	Open(ctx context.Context, gate string) (string, error)
}

// Through opens a gate.
func Through(ctx context.Context, g Gates, gate string) (basin string, err error) {
	for range 3 {
		basin, err = trace.Of(ctx, "open", func(ctx context.Context) (string, error) {
			if err := g.Count(ctx, gate); err != nil { // miss: IDV401 a wrapper that calls what it was given inside a closure that it hands to another one is not gone through
				return "", err
			}
			return g.Open(ctx, gate)
		})
		if err == nil {
			return basin, nil
		}
		time.Sleep(time.Second)
	}
	return "", err
}
