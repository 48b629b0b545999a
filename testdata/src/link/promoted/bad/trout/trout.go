// Package trout is the store of the trout stretches.
package trout

import "example.com/cases/link/promoted/bad/base"

// Trout implements grants.Permits, mostly by what it embeds.
type Trout struct {
	base.Table
	Season string
}

// Name names the store.
func (t *Trout) Name() string { return "trout " + t.Season }
