// Package fares collects the fares of a ferry. What it calls again is a function that another package puts into a list.
package fares

import "github.com/avast/retry-go/v4"

// Ferry collects.
type Ferry struct{ collect []func() error }

// With adds a way to collect.
func (f *Ferry) With(c func() error) { f.collect = append(f.collect, c) }

// Land collects in the first way, and tries again.
func (f *Ferry) Land() error {
	return retry.Do(f.collect[0])
}
