package summary

import (
	"slices"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/region"
)

// loopRegions discharges the function's events in its retry loops. It returns the events whose fresh values were all
// made in one, so that callers need not hear of them again.
func (w *function) loopRegions() map[int]bool {
	reported := map[int]bool{}
	for _, l := range w.loops {
		s := &region.Scope{F: w.f, Loop: l}
		r := Region{Regime: model.Retry, Func: w.name(), Cause: Cause{Text: "in a retry loop", At: w.b.pkg.LoopPlace(l.Pos())}}
		for i := range w.events {
			e := &w.events[i]
			if !l.Repeats(e.site, e.carriers) || !s.Every(e.site, e.given, e.carriers) {
				continue
			}
			mints := w.mintsIn(s, e)
			if len(mints) > 0 {
				r.Events = append(r.Events, RegionEvent{Event: e.Event, Site: w.place(e.site), Mints: mints})
				reported[i] = true
			}
		}
		if len(r.Events) > 0 {
			w.regions = append(w.regions, r)
		}
	}
	return reported
}

// mintsIn lists the fresh values of an event that are made in a scope, in every attempt anew.
func (w *function) mintsIn(s *region.Scope, e *event) []flow.Origin {
	var mints []flow.Origin
	for _, v := range e.values {
		if v.Kind != flow.Fresh || !s.In(v.Site) {
			continue
		}
		carriers := slices.Clone(e.carriers)
		for _, c := range v.Cells {
			carriers = append(carriers, c.To)
		}
		every := s.Every(v.Site, v.Given, carriers)
		for _, c := range v.Cells {
			every = every && s.In(c.At) && s.Every(c.At, nil, carriers)
		}
		if every {
			o := v.Origin
			o.Conds = nil
			mints = append(mints, o)
		}
	}
	slices.SortFunc(mints, flow.Origin.Compare)
	return mints
}

// repeated makes a region of a function value that is called again.
func (w *function) repeated(t *target, regime model.Regime, cause Cause) {
	if regime == model.AttemptHook && t.sum.Retries {
		return // it makes the attempts itself
	}
	w.passOn(t, regime, cause)
	if r, ok := w.b.bodyRegion(t.sum, regime, cause, w.supplied(t)); ok {
		r.Func = w.name()
		w.regions = append(w.regions, r)
	}
}

// maxNesting bounds function values that call function values.
const maxNesting = 4

// passOn gives the function values that a repeated one calls the same regime: what they belong to here runs again too.
func (w *function) passOn(t *target, regime model.Regime, cause Cause) {
	if w.nesting == maxNesting {
		return
	}
	w.nesting++
	defer func() { w.nesting-- }()
	callee := t.callee()
	for _, c := range t.sum.Calls {
		v := inputOf(&callee, c.In)
		if v == nil || c.Regime != model.Once {
			continue // called again in its own right: reported there
		}
		w.called(v, c.In.Sel, regime, cause)
		if c.In.Sel == "" {
			w.callback(nil, v, regime, cause)
		}
	}
}

// supplied reports, for a literal's captured variables, whether they may already hold something.
func (w *function) supplied(t *target) func(flow.Input) bool {
	return func(in flow.Input) bool {
		c := t.callee()
		v := inputOf(&c, in)
		if v == nil {
			return in.Kind == flow.Free
		}
		for _, o := range w.f.Trace(v, in.Sel) {
			if o.Kind == flow.Unknown || o.Kind == flow.Fresh || o.Kind == flow.Const {
				return true
			}
		}
		return false
	}
}

// bodyRegion makes a region of a whole function that is called again. What hangs on state that the function itself
// leaves behind in its inputs is done once, not in each attempt.
func (b *builder) bodyRegion(sum *Function, regime model.Regime, cause Cause, supplied func(flow.Input) bool) (Region, bool) {
	r := Region{Regime: regime, Cause: cause}
	every := func(conds []flow.Cond) bool {
		for _, c := range conds {
			if sum.leaves(c.On) || c.Empty && supplied != nil && supplied(c.On) {
				return false
			}
		}
		return true
	}
	for _, e := range sum.Events {
		if !every(e.Conds) {
			continue
		}
		var mints []flow.Origin
		for _, o := range e.Value {
			if o.Kind == flow.Fresh && every(o.Conds) {
				o.Conds = nil
				mints = append(mints, o)
			}
		}
		if len(mints) > 0 {
			site := e.At
			if len(e.Via) > 0 {
				site = e.Via[0]
			}
			r.Events = append(r.Events, RegionEvent{Event: e, Site: site, Mints: mints})
		}
	}
	return r, len(r.Events) > 0
}

// leaves reports whether a function changes memory under an input, for good as far as the next call is concerned.
func (f *Function) leaves(in flow.Input) bool {
	for _, w := range f.Writes {
		if w.To.Kind == in.Kind && w.To.Index == in.Index && flow.Overlap(w.To.Sel, in.Sel) {
			return true
		}
	}
	for _, e := range f.Events {
		for _, c := range e.Carriers {
			if c.Kind == in.Kind && c.Index == in.Index && flow.Overlap(c.Sel, in.Sel) {
				return true
			}
		}
	}
	return false
}
