// Package verbs is a registry of functions by name. Two of them are in the program: a queue runs what is in one, a person
// what is in the other.
package verbs

import "context"

// Func does one thing.
type Func func(ctx context.Context, id string, data []byte) error

// Registry knows functions by name.
type Registry struct{ funcs map[string]Func }

// New makes an empty registry.
func New() *Registry { return &Registry{funcs: map[string]Func{}} }

// Register adds a function.
func (r *Registry) Register(name string, f Func) { r.funcs[name] = f }

// Get looks a function up.
func (r *Registry) Get(name string) (Func, bool) {
	f, ok := r.funcs[name]
	return f, ok
}
