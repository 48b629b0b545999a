package link

import (
	"cmp"
	"maps"
	"slices"

	"github.com/idemvet/idemvet/internal/summary"
	"github.com/idemvet/idemvet/internal/wiring"
)

// maxHandlers bounds the functions that one call in code that runs again is taken to reach.
const maxHandlers = 256

// dispatch tells the packages of what is called, in code of a unit that runs again, that it does. One thing that is called there
// is known there; of several, each is looked at for itself, in its own package. Packages for which that is new become dirty.
func (w *world) dispatch(from int, list []summary.Dispatch, dirty map[int]bool) {
	for i := range list {
		d := &list[i]
		if d.Callee != (wiring.Impl{}) {
			w.runsAgain(from, d.Callee, d, true, dirty)
			continue
		}
		cands := w.l.candidates(&wiring.Call{From: d.From, Iface: d.Iface, Method: d.Method})
		if len(cands) > maxHandlers {
			continue
		}
		for _, c := range cands {
			w.runsAgain(from, c.Impl, d, len(cands) == 1, dirty)
		}
	}
}

func (w *world) runsAgain(from int, callee wiring.Impl, d *summary.Dispatch, through bool, dirty map[int]bool) {
	i, ok := w.l.index[callee.Pkg]
	if !ok || i == from && through {
		return
	}
	a := summary.Rerun{Symbol: callee.Symbol, Regime: d.Regime, Cause: d.Cause, Through: through}
	key := callee.Symbol + " " + string(d.Regime)
	if through {
		key += " through"
	}
	if w.again[i] == nil {
		w.again[i] = map[string]summary.Rerun{}
	}
	if old, ok := w.again[i][key]; ok && old.Cause.At.Compare(a.Cause.At) <= 0 {
		return
	}
	w.again[i][key] = a
	if wired := w.l.units[i].Result.Wiring; wired != nil && (!through || len(wired.Calls) > 0) {
		dirty[i] = true
	}
}

// rerun lists what runs again in a unit, in a fixed order.
func (w *world) rerun(i int) []summary.Rerun {
	return slices.SortedFunc(maps.Values(w.again[i]), func(a, b summary.Rerun) int {
		return cmp.Or(cmp.Compare(a.Symbol, b.Symbol), cmp.Compare(a.Regime, b.Regime), a.Cause.At.Compare(b.Cause.At), compareBool(a.Through, b.Through))
	})
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
