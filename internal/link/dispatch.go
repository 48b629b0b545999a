package link

import (
	"cmp"
	"slices"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/summary"
	"github.com/idemvet/idemvet/internal/wiring"
)

// maxHandlers bounds the functions that one call in code that runs again is taken to reach.
const maxHandlers = 256

// spread carries on what runs again from calls to callees. It goes by the calls of each function alone, whatever else the function
// does: a loop that reads messages may call a method that looks up a handler in a map and calls that.
type spread struct {
	l     *linker
	calls map[wiring.Impl][]*wiring.Call
	uses  map[wiring.Impl][]wiring.Impl
	cause map[regimeOf]reason
	queue []regimeOf
	// By unit: functions that are one of several which a call reaches, and those that a call from another package reaches.
	found, through []map[regimeOf]reason
	facts          func(wiring.Impl) *summary.Function
	looks          map[wiring.Impl]bool // functions that look something up before they call others
}

type regimeOf struct {
	fn     wiring.Impl
	regime model.Regime
}

func (l *linker) newSpread() *spread {
	s := &spread{l: l, calls: map[wiring.Impl][]*wiring.Call{}, uses: map[wiring.Impl][]wiring.Impl{}}
	for _, u := range l.units {
		if u.Result.Wiring == nil {
			continue
		}
		for i := range u.Result.Wiring.Calls {
			c := &u.Result.Wiring.Calls[i]
			if c.Handed { // who knows when that is called
				continue
			}
			fn := wiring.Impl{Pkg: u.Path, Symbol: c.In}
			s.calls[fn] = append(s.calls[fn], c)
		}
		for _, use := range u.Result.Wiring.Uses {
			if !use.Calls {
				continue
			}
			fn := wiring.Impl{Pkg: u.Path, Symbol: use.In}
			s.uses[fn] = append(s.uses[fn], use.Of)
		}
	}
	return s
}

// dispatch finds out, from what all units have come to, which functions run again because of calls elsewhere, and marks the units for
// which that is new. One thing that a call reaches is known where the call is; of several, each is looked at for itself, in its
// own package.
func (w *world) dispatch(dirty map[int]bool) {
	s := w.l.spread
	s.cause, s.found, s.through = map[regimeOf]reason{}, make([]map[regimeOf]reason, len(w.l.units)), make([]map[regimeOf]reason, len(w.l.units))
	s.facts, s.looks = w.Func, map[wiring.Impl]bool{}
	for i, u := range w.l.units {
		res := u.Result
		if w.results[i] != nil {
			res = w.results[i]
		}
		if res.Wiring != nil {
			for _, symbol := range res.Wiring.Looks {
				s.looks[wiring.Impl{Pkg: u.Path, Symbol: symbol}] = true
			}
		}
	}
	for i, u := range w.l.units {
		list := u.Result.Dispatches
		if w.results[i] != nil {
			list = w.results[i].Dispatches
		}
		for d := range list {
			s.start(u.Path, &list[d])
		}
	}
	s.run()
	for i := range w.l.units {
		list := s.reruns(i)
		if w.l.units[i].Result.Wiring == nil || slices.Equal(list, w.again[i]) {
			continue
		}
		w.again[i] = list
		if w.runs[i] < maxRuns+maxPhases {
			dirty[i] = true
		}
	}
}

func (s *spread) start(pkg string, d *summary.Dispatch) {
	if d.Callee != (wiring.Impl{}) {
		s.add(pkg, regimeOf{d.Callee, d.Regime}, reason{d.Cause, d.Drops})
		return
	}
	s.call(pkg, &d.Call, d.Regime, reason{d.Cause, d.Drops})
}

// call adds what a call reaches. Several functions that all have their turn are found, and not gone through: what they do is told in
// their own packages. One of a few choices is known where the call is.
func (s *spread) call(pkg string, c *wiring.Call, regime model.Regime, cause reason) {
	cands := s.l.candidates(c)
	if len(cands) > maxHandlers || len(cands) > 1 && c.OfParam() { // each caller hands over another one
		return
	}
	for _, cand := range cands {
		k := regimeOf{cand.Impl, regime}
		if len(cands) == 1 || !c.Several() && len(cands) <= maxWorlds {
			s.add(pkg, k, cause)
		} else if i, own := s.l.index[cand.Impl.Pkg]; own {
			least(s.found, i, k, cause)
		}
	}
}

// add carries on to a function. The first cause in the order of places counts, so that the order of the calls does not matter.
func (s *spread) add(from string, k regimeOf, cause reason) {
	i, own := s.l.index[k.fn.Pkg]
	if !own {
		return
	}
	if f := s.facts(k.fn); k.fn.Pkg != from && f != nil && len(f.Ops) > 1 {
		least(s.through, i, k, cause)
	}
	if old, ok := s.cause[k]; ok && compareReasons(old, cause) <= 0 {
		return
	}
	s.cause[k] = cause
	s.queue = append(s.queue, k)
}

// least keeps the first cause of each function.
func least(list []map[regimeOf]reason, i int, k regimeOf, cause reason) {
	if list[i] == nil {
		list[i] = map[regimeOf]reason{}
	}
	if old, ok := list[i][k]; !ok || compareReasons(cause, old) < 0 {
		list[i][k] = cause
	}
}

func (s *spread) run() {
	for len(s.queue) > 0 {
		k := s.queue[len(s.queue)-1]
		s.queue = s.queue[:len(s.queue)-1]
		cause := s.cause[k]
		if s.looks[k.fn] {
			continue // it may ask whether this was done already
		}
		for _, fn := range s.uses[k.fn] {
			s.add(k.fn.Pkg, regimeOf{fn, k.regime}, cause)
		}
		for _, c := range s.calls[k.fn] {
			s.call(k.fn.Pkg, c, k.regime, cause)
		}
	}
}

// reruns lists what runs again in a unit, in a fixed order.
func (s *spread) reruns(i int) []summary.Rerun {
	var list []summary.Rerun
	for k, cause := range s.found[i] {
		list = append(list, summary.Rerun{Symbol: k.fn.Symbol, Regime: k.regime, Cause: cause.Cause, Drops: cause.drops})
	}
	for k, cause := range s.through[i] {
		if _, told := s.found[i][k]; !told {
			list = append(list, summary.Rerun{Symbol: k.fn.Symbol, Regime: k.regime, Cause: cause.Cause, Drops: cause.drops, Through: true})
		}
	}
	slices.SortFunc(list, func(a, b summary.Rerun) int {
		return cmp.Or(cmp.Compare(a.Symbol, b.Symbol), cmp.Compare(a.Regime, b.Regime), compareReasons(reason{a.Cause, a.Drops}, reason{b.Cause, b.Drops}))
	})
	return list
}

// reason is why something runs again.
type reason struct {
	summary.Cause
	drops bool // see summary.Dispatch
}

// compareReasons orders reasons: those for which what has failed comes again are first.
func compareReasons(a, b reason) int {
	if a.drops != b.drops {
		if b.drops {
			return -1
		}
		return 1
	}
	return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Text, b.Text))
}
