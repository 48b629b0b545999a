// Package link runs the rules over a program as it is wired: it finds out what stands behind interfaces and function values, and
// analyses those packages again that call it, with the summaries of what they call.
//
// Packages are taken in the order in which calls go, which is not the order of imports: a use case is above the store that it calls
// through an interface, though the store imports the use case's package for its types. Where calls go in circles, or a summary
// changes that somebody has used already, packages are taken again, a few times at most.
//
// An interface with two implementations gives two programs, of which one runs. Each is a world: in world n every interface is
// what the n-th of its candidates is. The same candidates stand in the same order everywhere, so a service that keeps all its
// data either in memory or in a database is not analysed as one that does both. Mixing candidates in one analysis was not done:
// a look-up in one store and an insert into another are no check and no insert.
package link

import (
	"context"
	"slices"
	"sync"

	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/summary"
	"github.com/idemvet/idemvet/internal/unit"
	"github.com/idemvet/idemvet/internal/wiring"
)

// Unit is a package with what its own analysis came to.
type Unit struct {
	Path   string
	Deps   []string // imports among the units
	Result *unit.Result
}

// Analyse runs the engine over a package again. It must be safe for concurrent use.
type Analyse func(u *Unit, wired summary.Wired, again []summary.Rerun, imported unit.Lookup) *unit.Result

// Options say how to link.
type Options struct {
	Analyse Analyse
	// Known reports whether rows describe a function of a library.
	Known   func(wiring.Impl) bool
	Workers int
}

// maxWorlds bounds the implementations of an interface that are looked at. An interface with more of them stays unknown.
const maxWorlds = 4

// Outcome is what linking came to.
type Outcome struct {
	Findings map[string][]rule.Finding // by import path, for packages whose findings may differ from those of their own analysis
	Runs     int                       // packages that were analysed again, each as often as it was
	Worlds   int
}

// Run links a program. Units are sorted by path, so that equal programs give equal answers.
func Run(ctx context.Context, units []*Unit, o Options) *Outcome {
	var facts []*wiring.Facts
	var paths []string
	for _, u := range units {
		if u.Result.Wiring != nil {
			facts, paths = append(facts, u.Result.Wiring), append(paths, u.Path)
		}
	}
	l := &linker{ctx: ctx, opt: o, units: units, prog: wiring.Join(facts, paths), index: map[string]int{}, memo: map[memoKey]*unit.Result{}}
	for i, u := range units {
		l.index[u.Path] = i
	}
	l.spread = l.newSpread()
	survey := l.newWorld(0)
	survey.run()
	l.survey = survey
	worlds := l.countWorlds()
	out := &Outcome{Findings: map[string][]rule.Finding{}, Worlds: worlds}
	var all []*world
	for n := range worlds {
		w := l.newWorld(n)
		w.run()
		all = append(all, w)
	}
	out.Runs = l.runs
	for i, u := range units {
		if list, ok := merge(u, i, all); ok {
			out.Findings[u.Path] = list
		}
	}
	l.settle(out)
	return out
}

// identity tells findings of one package apart. Two of one rule at one place are one finding, whatever world they come from.
type identity struct {
	rule     string
	at       rule.Place
	function string
}

func identityOf(f *rule.Finding) identity { return identity{f.Rule, f.At, f.Function} }

// each calls f for numbers, with a bounded number of goroutines.
func (l *linker) each(list []int, f func(int)) {
	var wg sync.WaitGroup
	next := make(chan int)
	for range max(min(l.opt.Workers, len(list)), 1) {
		wg.Go(func() {
			for i := range next {
				f(i)
			}
		})
	}
	for _, i := range list {
		next <- i
	}
	close(next)
	wg.Wait()
}
