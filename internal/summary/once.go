package summary

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// onceRegion tells of keys that are wrong however often the code runs: it is a region of the regime Once, with the events
// of the function of which something can be said.
func (w *function) onceRegion() {
	r := Region{Regime: model.Once, Func: w.name()}
	for i := range w.events {
		e := &w.events[i]
		if e.Class != Keyed && e.Class != Drift || e.moved && settled(e.before) || e.partial {
			continue
		}
		if w.whole().AfterOutcome(e.site, e.carriers) {
			continue // another key after a definite refusal is right
		}
		re := RegionEvent{Event: e.Event, Site: w.place(e.site), Moved: e.moved && !e.literal, Before: e.before, Names: e.names}
		if e.literal {
			re.Site = e.At
		}
		re.Value = w.outside(e.values)
		if e.Class == Drift && !e.moved {
			for _, p := range e.parts {
				re.Parts = append(re.Parts, Part{Name: p.name, At: w.place(p.at), Mint: plain([]flow.Local{p.mint})[0]})
			}
		}
		if e.Class == Drift && !w.outermost(re.Value) {
			continue
		}
		if slices.ContainsFunc(re.Names, model.PersonalName) || says(re.Value) || e.Class == Drift {
			r.Events = append(r.Events, re)
		}
	}
	if len(r.Events) > 0 {
		w.regions = append(w.regions, r)
	}
}

// settled reports whether a callee knew all of a value, so that a caller adds nothing.
func settled(set []flow.Origin) bool {
	for _, o := range set {
		if o.Kind == flow.Param || o.Kind == flow.Free {
			return false
		}
	}
	return true
}

// says reports whether a set holds more than inputs and unknown values.
func says(set []flow.Origin) bool {
	for _, o := range set {
		switch o.Kind {
		case flow.Fresh, flow.Const, flow.Inbound, flow.Shared:
			return true
		case flow.Param: // a header that a helper reads from the request it is given
			if strings.HasPrefix(o.In.Sel, ".Header[") {
				return true
			}
		case flow.Zero:
			if o.Text != "" {
				return true
			}
		}
	}
	return false
}

// outermost reports whether a key is known as far as this program can tell: it is no input, or one that no function of
// this package hands over. A caller in this package may hand over a key that is as new as the content beside it.
func (w *function) outermost(key []flow.Origin) bool {
	if settled(key) {
		return true
	}
	if w.fn.Parent() != nil {
		return false
	}
	return !w.b.called[w.fn]
}

// findCalled notes which functions are called or mentioned in this package.
func (b *builder) findCalled() {
	b.called = map[*ssa.Function]bool{}
	for _, fn := range b.pkg.Funcs {
		for _, g := range b.refs(fn) {
			if g != fn && g.Parent() == nil {
				b.called[g] = true
			}
		}
	}
}
