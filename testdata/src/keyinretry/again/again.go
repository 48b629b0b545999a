// Package again is a home-made retry package: nothing about it is modelled, the tool learns it from its body.
package again

import (
	"context"
	"time"
)

// Do calls op until it succeeds, at most n times.
func Do(n int, op func() error) error {
	var err error
	for i := 0; i < n; i++ {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Value is Do for a function with a result.
func Value[T any](n int, op func() (T, error)) (T, error) {
	var (
		zero T
		last error
	)
	for range n {
		v, err := op()
		if err == nil {
			return v, nil
		}
		last = err
	}
	return zero, last
}

// Policy says how often to repeat.
type Policy struct{ Attempts int }

// Run calls op until it succeeds or ctx ends.
func (p Policy) Run(ctx context.Context, op func(context.Context) error) error {
	return Do(p.Attempts, func() error { return op(ctx) })
}

// Once calls op, and measures it.
func Once(op func() error) (time.Duration, error) {
	start := time.Now()
	err := op()
	return time.Since(start), err
}

// Each calls op for every item. That is new work each time, no retry.
func Each[T any](items []T, op func(T) error) error {
	for _, it := range items {
		if err := op(it); err != nil {
			return err
		}
	}
	return nil
}
