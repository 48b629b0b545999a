package link

import (
	"cmp"
	"slices"

	"github.com/idemvet/idemvet/internal/summary"
	"github.com/idemvet/idemvet/internal/unit"
	"github.com/idemvet/idemvet/internal/wiring"
)

// world is the program with one choice for each interface. It implements summary.Wired; while packages are analysed, nothing in it
// changes.
type world struct {
	l       *linker
	number  int
	facts   []*summary.Package
	inner   []*summary.Package
	results []*unit.Result    // nil for units that were not analysed again
	again   [][]summary.Rerun // what runs again in each unit, because of others
	uses    [][]use           // what each unit calls in others
	users   map[use][]int
	failed  map[int]string // units whose analysis has failed, and why: what they came to by themselves stands
	rank    []int
	runs    []int
}

// use is a function that a unit calls, directly or through an interface.
type use = wiring.Impl

// maxRuns bounds how often a package is analysed in one world. The last summary stands: it is one of fewer rounds, not a wrong one.
const maxRuns = 3

func (l *linker) newWorld(number int) *world {
	n := len(l.units)
	w := &world{l: l, number: number, facts: make([]*summary.Package, n), inner: make([]*summary.Package, n),
		results: make([]*unit.Result, n), again: make([][]summary.Rerun, n), failed: map[int]string{}, uses: make([][]use, n), users: map[use][]int{}, runs: make([]int, n)}
	links := make([][]int, n)
	for i, u := range l.units {
		w.facts[i], w.inner[i] = u.Result.Facts, u.Result.Inner
		if u.Result.Wiring == nil {
			continue
		}
		for _, f := range u.Result.Wiring.Uses {
			if f.Of.Pkg != u.Path {
				w.uses[i] = append(w.uses[i], f.Of)
			}
		}
		for c := range u.Result.Wiring.Calls {
			for _, cand := range w.Resolve(&u.Result.Wiring.Calls[c]) {
				if j, own := l.index[cand.Impl.Pkg]; own && j != i { // a package sees itself in one analysis
					w.uses[i] = append(w.uses[i], cand.Impl)
					links[i] = append(links[i], j)
				}
			}
		}
		for _, d := range u.Deps { // what is known of fields
			w.uses[i] = append(w.uses[i], use{Pkg: d})
		}
		slices.SortFunc(w.uses[i], func(a, b use) int { return cmp.Or(cmp.Compare(a.Pkg, b.Pkg), cmp.Compare(a.Symbol, b.Symbol)) })
		w.uses[i] = slices.Compact(w.uses[i])
		for _, use := range w.uses[i] {
			w.users[use] = append(w.users[use], i)
		}
	}
	w.rank = ranks(l.units, l.index, links)
	return w
}

// Resolve implements summary.Wired. More than a few candidates are no answer. Of choices there is one in each world; those that all
// have their turn, in a container or as functions in fields of different objects, are there together.
func (w *world) Resolve(c *wiring.Call) []wiring.Candidate {
	list := w.l.choices(c)
	switch {
	case len(list) == 0 || len(list) > maxWorlds:
		return nil
	case c.Several():
		return list
	}
	n := min(w.number, len(list)-1)
	return list[n : n+1]
}

// Func implements summary.Wired.
func (w *world) Func(i wiring.Impl) *summary.Function {
	n, ok := w.l.index[i.Pkg]
	if !ok {
		return nil
	}
	if f := w.facts[n].Func(i.Recv(), i.Name()); f != nil {
		return f
	}
	return w.inner[n].Func(i.Recv(), i.Name())
}

// run analyses packages, those first that are called by others, until nothing changes.
func (w *world) run() {
	dirty := map[int]bool{}
	for i, u := range w.l.units {
		if u.Result.Wiring != nil && w.reaches(u) {
			dirty[i] = true
		}
	}
	for range maxPhases {
		for len(dirty) > 0 && w.l.ctx.Err() == nil {
			for _, i := range w.turn(dirty) {
				delete(dirty, i)
			}
		}
		w.dispatch(dirty)
	}
}

// maxPhases bounds how often what runs again is carried on to what it calls.
const maxPhases = 3

// reaches reports whether a call of a unit is resolved to something that does something.
func (w *world) reaches(u *Unit) bool {
	for c := range u.Result.Wiring.Calls {
		call := &u.Result.Wiring.Calls[c]
		for _, cand := range w.Resolve(call) {
			_, own := w.l.index[cand.Impl.Pkg]
			if own && w.Func(cand.Impl) != nil && !(call.Known && cand.Impl.Pkg == u.Path) || !own && !call.Known && w.l.opt.Known(cand.Impl) {
				return true
			}
		}
	}
	return false
}

// turn analyses the lowest of the packages and adds those that use what has changed. It returns the packages that are done.
func (w *world) turn(dirty map[int]bool) (done []int) {
	var batch []int
	for i := range dirty {
		if len(batch) > 0 && w.rank[i] < w.rank[batch[0]] {
			batch = batch[:0]
		}
		if len(batch) == 0 || w.rank[i] == w.rank[batch[0]] {
			batch = append(batch, i)
		}
	}
	slices.Sort(batch)
	results := make([]*unit.Result, len(w.l.units))
	w.l.each(batch, func(i int) { results[i] = w.analyse(i) })
	again := map[int]bool{}
	for _, i := range batch {
		w.runs[i]++
		res := results[i]
		if res.Incomplete != "" {
			w.failed[i] = res.Incomplete
			continue
		}
		for _, name := range append(summary.Changed(w.facts[i], res.Facts), summary.Changed(w.inner[i], res.Inner)...) {
			for _, user := range w.users[use{Pkg: w.l.units[i].Path, Symbol: name}] {
				again[user] = true
			}
		}
		w.results[i], w.facts[i], w.inner[i] = res, res.Facts, res.Inner
	}
	for i := range again {
		if w.runs[i] < maxRuns && w.l.units[i].Result.Wiring != nil {
			dirty[i] = true
		}
	}
	return slices.DeleteFunc(batch, func(i int) bool { return again[i] && w.runs[i] < maxRuns })
}

// analyse runs the engine over a package, unless that was done with the same at hand.
func (w *world) analyse(i int) *unit.Result {
	k := memoKey{i, w.key(i)}
	w.l.mu.Lock()
	res := w.l.memo[k]
	w.l.mu.Unlock()
	if res != nil {
		return res
	}
	res = w.l.opt.Analyse(w.l.units[i], k.key, w, w.again[i], w.imported)
	w.l.mu.Lock()
	defer w.l.mu.Unlock()
	w.l.memo[k] = res
	return res
}

// imported gives the facts of any package of the program.
func (w *world) imported(path string) *summary.Package {
	if i, ok := w.l.index[path]; ok {
		return w.facts[i]
	}
	return nil
}
