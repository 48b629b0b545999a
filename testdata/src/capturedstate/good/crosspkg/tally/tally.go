// Package tally counts.
package tally

// Tally has a number for each name.
type Tally struct{ counts map[string]int64 }

// New makes an empty tally.
func New() *Tally { return &Tally{counts: map[string]int64{}} }

// Add raises the number of a name.
func (t *Tally) Add(name string, n int64) { t.counts[name] += n }

// Of returns the number of a name.
func (t *Tally) Of(name string) int64 { return t.counts[name] }

// Reset forgets all.
func (t *Tally) Reset() { clear(t.counts) }
