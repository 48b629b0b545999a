// Package verbs keeps functions by name. The program has two of these registries: what one holds is run as a stream delivers,
// what the other holds as somebody types.
package verbs

import (
	"context"
	"fmt"
)

// Func does one thing.
type Func func(ctx context.Context, id, word string) error

// Set is a registry.
type Set struct{ funcs map[string]Func }

// Of makes a registry of one function.
func Of(name string, f Func) *Set { return &Set{funcs: map[string]Func{name: f}} }

// Do runs a function.
func (s *Set) Do(ctx context.Context, name, id, word string) error {
	f, ok := s.funcs[name]
	if !ok {
		return fmt.Errorf("no verb %q", name)
	}
	return f(ctx, id, word)
}
