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

// Analyse runs the engine over a package again. Together with the package, the key stands for all that it depends on. It must be safe
// for concurrent use.
type Analyse func(u *Unit, key Key, wired summary.Wired, again []summary.Rerun, imported unit.Lookup) *unit.Result

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
	// Incomplete are packages whose analysis as wired has failed, and why. Their findings are those of their own analysis.
	Incomplete map[string]string
	Worlds     int
}

// Run links a program. Units are sorted by path, so that equal programs give equal answers.
func Run(ctx context.Context, units []*Unit, o Options) *Outcome {
	l := newLinker(ctx, units, o)
	survey := l.newWorld(0)
	survey.run()
	l.survey = survey
	out := &Outcome{Findings: map[string][]rule.Finding{}, Incomplete: map[string]string{}, Worlds: l.countWorlds()}
	var all []*world
	for n := range out.Worlds {
		w := l.newWorld(n)
		w.run()
		all = append(all, w)
		for i, why := range w.failed {
			out.Incomplete[units[i].Path] = why
		}
	}
	for i, u := range units {
		if list, ok := merge(u, i, all); ok {
			out.Findings[u.Path] = list
		}
	}
	l.settle(out)
	return out
}

// newLinker joins the wiring of the units. What examples put behind interfaces does not count beside a service.
func newLinker(ctx context.Context, units []*Unit, o Options) *linker {
	var facts []*wiring.Facts
	var paths []string
	service := slices.ContainsFunc(units, func(u *Unit) bool { return !wiring.Example(u.Path) })
	for _, u := range units {
		if u.Result.Wiring != nil && !(service && wiring.Example(u.Path)) {
			facts, paths = append(facts, u.Result.Wiring), append(paths, u.Path)
		}
	}
	l := &linker{
		ctx: ctx, opt: o, units: units, prog: wiring.Join(facts, paths), index: map[string]int{},
		known: map[*wiring.Call][]wiring.Candidate{}, memo: map[memoKey]*unit.Result{},
	}
	for i, u := range units {
		l.index[u.Path] = i
	}
	l.findAll()
	l.spread = l.newSpread()
	return l
}

type linker struct {
	ctx   context.Context
	opt   Options
	units []*Unit
	prog  *wiring.Program
	index map[string]int

	known  map[*wiring.Call][]wiring.Candidate // see candidates
	spread *spread
	survey *world // the program, gone through once; nil before that

	mu   sync.Mutex // guards the rest
	memo map[memoKey]*unit.Result
}

type memoKey struct {
	unit int
	key  Key
}

// countWorlds is the largest number of candidates of a call that is resolved.
func (l *linker) countWorlds() int {
	worlds := 1
	for _, u := range l.units {
		if u.Result.Wiring == nil {
			continue
		}
		for i := range u.Result.Wiring.Calls {
			c := &u.Result.Wiring.Calls[i]
			if n := len(l.choices(c)); !c.Several() && n > worlds && n <= maxWorlds {
				worlds = n
			}
		}
	}
	return worlds
}

// candidates lists what a call may reach. The calls of the units are asked for again and again, and their answers kept.
func (l *linker) candidates(c *wiring.Call) []wiring.Candidate {
	if list, ok := l.known[c]; ok {
		return list
	}
	return l.find(c)
}

func (l *linker) find(c *wiring.Call) []wiring.Candidate {
	var list []wiring.Candidate
	if c.Method == "" {
		list = l.prog.Functions(c.From)
	} else {
		list = l.prog.Methods(c.From, c.Iface, c.Method)
	}
	if len(list) > 1 && (c.Several() || c.PassesOn()) && l.prog.Shared(c) {
		return nil // each of several objects has some of these
	}
	return list
}

// findAll answers for the calls of all units, before anything runs beside.
func (l *linker) findAll() {
	for _, u := range l.units {
		if u.Result.Wiring == nil {
			continue
		}
		for i := range u.Result.Wiring.Calls {
			c := &u.Result.Wiring.Calls[i]
			l.known[c] = l.find(c)
		}
	}
}

// choices are the candidates of a call that do something. Of several, those of libraries are left out: what takes a pool of
// connections and a transaction alike is neither. One that does nothing, beside others that do, is there for tests, or to
// switch something off. What each does is known when the program was gone through once; before that, what its own package shows.
func (l *linker) choices(c *wiring.Call) []wiring.Candidate {
	list := l.candidates(c)
	if len(list) < 2 || len(list) > maxWorlds {
		return list
	}
	list = slices.DeleteFunc(slices.Clone(list), func(c wiring.Candidate) bool {
		_, own := l.index[c.Impl.Pkg]
		return !own
	})
	active := slices.DeleteFunc(slices.Clone(list), func(c wiring.Candidate) bool { return !l.does(c.Impl) })
	if len(active) == 0 {
		return list
	}
	return active
}

// does reports whether something is known of what a function does.
func (l *linker) does(i wiring.Impl) bool {
	n, own := l.index[i.Pkg]
	if !own {
		return l.opt.Known(i)
	}
	if l.survey != nil {
		return l.survey.Func(i) != nil
	}
	r := l.units[n].Result
	return r.Facts.Func(i.Recv(), i.Name()) != nil || r.Inner.Func(i.Recv(), i.Name()) != nil
}

// merge puts the findings of a package in all worlds together. What is found in some of them only is less sure.
func merge(u *Unit, i int, worlds []*world) ([]rule.Finding, bool) {
	linked := slices.ContainsFunc(worlds, func(w *world) bool { return w.results[i] != nil })
	if !linked {
		return nil, false
	}
	count := map[identity]int{}
	var out []rule.Finding
	for _, w := range worlds {
		list := u.Result.Findings
		if w.results[i] != nil {
			list = w.results[i].Findings
		}
		for _, f := range list {
			if count[identityOf(&f)]++; count[identityOf(&f)] == 1 {
				out = append(out, f)
			}
		}
	}
	for j := range out {
		f := &out[j]
		if count[identityOf(f)] < len(worlds) {
			f.Confidence = f.Confidence.Lower()
		}
	}
	slices.SortStableFunc(out, func(a, b rule.Finding) int { return a.Compare(&b) })
	return out, true
}

// identity tells findings of one package apart. Two of one rule at one place are one finding, whatever world they come from.
type identity struct {
	rule string
	at   rule.Place
}

func identityOf(f *rule.Finding) identity { return identity{f.Rule, start(f.At)} }

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
