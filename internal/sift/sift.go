// Package sift decides what a host of single packages shows: go vet, and the hosts of go/analysis.
//
// All such hosts ask it, so that none shows what another hides. The front door has more to decide by (a schema, a baseline, the
// whole program) and does it in internal/report, by the same measure of what was asked for.
package sift

import (
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/idemvet/idemvet/internal/config"
	"github.com/idemvet/idemvet/internal/report"
	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/suppress"
)

// Unit is what was found in one package.
type Unit struct {
	Dir       string // of its files
	Findings  []rule.Finding
	Comments  []suppress.Comment // that suppress findings
	Generated []string           // base names of generated files
}

// Sieve keeps what the settings ask for.
type Sieve struct {
	wanted report.Wanted
	metas  []*rule.Meta
	conf   *config.Config
}

// New makes a sieve of settings; nil ones are the defaults. The metas are those of all rules, of which the settings may name some.
func New(c *config.Config, metas []*rule.Meta) (*Sieve, error) {
	if c == nil {
		c = &config.Config{}
	}
	wanted, err := Wanted(c, metas)
	return &Sieve{wanted, metas, c}, err
}

// Wanted is what settings ask for.
func Wanted(c *config.Config, metas []*rule.Meta) (report.Wanted, error) {
	w := report.Wanted{Confidence: c.Confidence, Tests: c.Tests, Generated: c.Generated}
	if w.Confidence == "" {
		w.Confidence = rule.Medium
	}
	if w.Confidence.Rank() == 0 {
		return w, fmt.Errorf("confidence %q: want high, medium or low", w.Confidence)
	}
	var err error
	w.Rules, err = report.Select(metas, c.Select, c.Ignore)
	return w, err
}

// Keep returns what is to be shown, in order. What needs the schema of a database to be decided is left as it is where nothing is
// known of one. Comments that suppress nothing are not told: they may be needed for what only the whole program shows.
func (s *Sieve) Keep(u Unit) []rule.Finding {
	meant := suppress.New(u.Comments, s.metas, time.Now())
	found := append(rule.Settle(u.Findings, nil), meant.Faults()...)
	slices.SortStableFunc(found, func(a, b rule.Finding) int { return a.At.Compare(b.At) })
	return slices.DeleteFunc(found, func(f rule.Finding) bool {
		return meant.Find(&f) != nil || !s.wanted.Has(&f, slices.Contains(u.Generated, f.At.File)) ||
			s.conf.Excludes(filepath.Join(u.Dir, filepath.FromSlash(f.At.File)))
	})
}

// Text is the message where nothing else is shown, so that it names the rule.
func Text(f *rule.Finding) string { return f.Message + " (" + f.Rule + ")" }
