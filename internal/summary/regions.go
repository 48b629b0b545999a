package summary

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/region"
)

// loopRegions discharges the function's events in its retry loops. It returns the events whose fresh values were all
// made in one, so that callers need not hear of them again.
func (w *function) loopRegions() map[int]bool {
	reported := map[int]bool{}
	for _, l := range w.loops {
		cause := Cause{Text: "in a retry loop", At: w.b.pkg.LoopPlace(l.Pos())}
		again := func(e *event) bool { return l.Repeats(e.site, e.carriers) }
		for _, i := range w.scopeRegion(&region.Scope{F: w.f, Loop: l}, model.Retry, cause, again) {
			reported[i] = true
		}
		w.blindRetry(l)
	}
	return reported
}

// scopeRegion makes a region of code of this function that runs again, and returns the events found in it.
func (w *function) scopeRegion(s *region.Scope, regime model.Regime, cause Cause, again func(*event) bool) (found []int) {
	r := Region{Regime: regime, Func: w.name(), Cause: cause}
	for i := range w.events {
		e := &w.events[i]
		if !s.In(e.site) || !again(e) || !s.Every(e.site, e.given, e.carriers) {
			continue
		}
		if re, ok := w.inScope(s, e); ok {
			r.Events = append(r.Events, re)
			found = append(found, i)
		}
	}
	if len(r.Events) > 0 {
		w.regions = append(w.regions, r)
	}
	return found
}

// inScope says what an event means in code that runs again.
func (w *function) inScope(s *region.Scope, e *event) (RegionEvent, bool) {
	re := RegionEvent{Event: e.Event, Site: w.place(e.site), Mints: w.mintsIn(s, e.values, e.carriers)}
	switch e.Class {
	case Keyed, Content:
		return re, len(re.Mints) > 0
	case Send:
		re.Value = plain(e.values)
		if e.keeps && slices.ContainsFunc(e.carriers, func(l flow.Loc) bool { return s.Outlives(l.Root) }) {
			return re, false
		}
		if !w.requestKnown(e) {
			if s.Loop != nil && len(s.Loop.Pivots) > 0 {
				e.Again = Cause{Text: "in a retry loop", At: w.b.pkg.LoopPlace(s.Loop.Pos())}
			}
			return re, false
		}
		re.Unseen = w.unseen(e)
		return re, writes(re.Value)
	case Drain:
		return re, s.Outlives(e.carriers[0].Root) && !s.Changes(e.carriers[0]) && w.holdsReader(e.carriers[0])
	case Drift:
		for _, p := range e.parts {
			if mints := w.mintsIn(s, []flow.Local{p.mint}, e.carriers); len(mints) > 0 {
				re.Parts = append(re.Parts, Part{Name: p.name, At: w.place(p.at), Mint: mints[0]})
			}
		}
		return re, len(re.Mints) == 0 && len(re.Parts) > 0
	}
	return re, false
}

// plain drops what only this function can read from origins.
func plain(values []flow.Local) []flow.Origin {
	set := make([]flow.Origin, len(values))
	for i, v := range values {
		set[i] = v.Origin
		set[i].Conds = nil
	}
	slices.SortFunc(set, flow.Origin.Compare)
	return slices.CompactFunc(set, func(a, b flow.Origin) bool { return a.Compare(b) == 0 })
}

func writes(methods []flow.Origin) bool {
	return slices.ContainsFunc(methods, func(o flow.Origin) bool { return o.Kind == flow.Const && Writes(o.Text) })
}

// mintsIn lists the fresh values of an event that are made in a scope, in every attempt anew.
func (w *function) mintsIn(s *region.Scope, values []flow.Local, carriers []flow.Loc) []flow.Origin {
	var mints []flow.Origin
	for _, v := range values {
		if v.Kind != flow.Fresh || !s.In(v.Site) {
			continue
		}
		carriers := slices.Clone(carriers)
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
func (w *function) repeated(t *target, regime model.Regime, cause Cause, row *rowCall) {
	if regime == model.AttemptHook && t.sum.Retries {
		return // it makes the attempts itself
	}
	w.noteRerun(t, regime, cause, row)
	w.passOn(t, regime, cause)
	if t.fn != nil {
		w.b.runsAgain(t.fn, nil, regime, cause, row)
	}
	if r, ok := w.b.bodyRegion(t.sum, regime, cause, &frame{supplied: w.supplied(t), request: w.request(t), reader: w.reader(t), row: row}); ok {
		r.Func = w.name()
		for i := range r.Events {
			r.Events[i].Wired = r.Events[i].Wired || t.wired // what is minted in the body is made there
		}
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
		w.called(v, c.In.Sel, regime, cause, nil)
		if c.In.Sel == "" {
			w.callback(nil, v, regime, cause, nil)
		}
	}
}

// frame is the function in which a repeated function value was made. Without one, nothing is known of what it captures.
type frame struct {
	row      *rowCall              // what says that the function is called again
	supplied func(flow.Input) bool // may already hold something
	request  func(flow.Input) bool // is a request of which all is known, and that bears no identity
	reader   func(flow.Input) bool // holds something that can be read but once
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
			switch o.Kind {
			case flow.Param, flow.Free, flow.Zero:
			default:
				return true
			}
		}
		return false
	}
}

func (w *function) request(t *target) func(flow.Input) bool {
	return func(in flow.Input) bool {
		c := t.callee()
		v := inputOf(&c, in)
		if v == nil {
			return false
		}
		l := w.f.Object(v)
		l.Sel += in.Sel
		if w.recognisable([]flow.Loc{l}) {
			return false
		}
		switch l.Root.(type) {
		case *ssa.Parameter, *ssa.FreeVar:
			return w.shared(l)
		}
		return true
	}
}

func (w *function) reader(t *target) func(flow.Input) bool {
	return func(in flow.Input) bool {
		c := t.callee()
		v := inputOf(&c, in)
		if v == nil {
			return false
		}
		l := w.f.Object(v)
		l.Sel += in.Sel
		return w.holdsReader(l)
	}
}

// shared reports whether a place is a field of the receiver: a client, which bears no request's key.
func (w *function) shared(l flow.Loc) bool {
	p, ok := l.Root.(*ssa.Parameter)
	return ok && l.Sel != "" && w.fn.Signature.Recv() != nil && len(w.fn.Params) > 0 && w.fn.Params[0] == p
}

// bodyRegion makes a region of a whole function that is called again. What hangs on state that the function itself
// leaves behind in its inputs is done once, not in each attempt.
func (b *builder) bodyRegion(sum *Function, regime model.Regime, cause Cause, fr *frame) (Region, bool) {
	r := Region{Regime: regime, Cause: cause}
	for _, e := range sum.Events {
		if !sum.every(e.Conds, fr) {
			continue
		}
		if re, ok := sum.inBody(e, fr); ok {
			r.Events = append(r.Events, re)
		}
	}
	return r, len(r.Events) > 0
}

func (f *Function) every(conds []flow.Cond, fr *frame) bool {
	for _, c := range conds {
		if f.leaves(c.On) || c.Empty && fr != nil && fr.supplied(c.On) {
			return false
		}
	}
	return true
}

func (f *Function) inBody(e Event, fr *frame) (RegionEvent, bool) {
	re := RegionEvent{Event: e, Site: e.At}
	if len(e.Via) > 0 {
		re.Site = e.Via[0]
	}
	re.Mints = f.mints(e.Value, fr)
	if fr != nil && (e.Class == Send || e.Class == Drain && len(e.ErrTo) > 0) && !fr.row.again(e.ErrTo) {
		return re, false
	}
	switch e.Class {
	case Keyed, Content:
		return re, len(re.Mints) > 0 && (e.Class == Keyed || e.Key != "" || pending(e.Carriers, fr))
	case Send:
		return re, writes(e.Value) && pending(e.Carriers, fr)
	case Drain:
		return re, fr != nil && len(e.Carriers) > 0 && (e.Carriers[0].Kind == flow.Free || e.Carriers[0].Index == 0) && fr.reader(e.Carriers[0])
	case Drift:
		re.Parts = nil
		for _, p := range e.Parts {
			if len(f.mints([]flow.Origin{p.Mint}, fr)) > 0 {
				re.Parts = append(re.Parts, p)
			}
		}
		return re, len(re.Mints) == 0 && len(re.Parts) > 0
	}
	return re, false
}

// pending reports whether all that is left to know of a request is known, and it bears no identity.
func pending(carriers []flow.Input, fr *frame) bool {
	for _, in := range carriers {
		if in.Kind == flow.Param && in.Index == 0 && in.Sel != "" {
			continue // a client in the receiver
		}
		if fr == nil || !fr.request(in) {
			return false
		}
	}
	return true
}

func (f *Function) mints(set []flow.Origin, fr *frame) []flow.Origin {
	var mints []flow.Origin
	for _, o := range set {
		if o.Kind == flow.Fresh && f.every(o.Conds, fr) {
			o.Conds = nil
			mints = append(mints, o)
		}
	}
	return mints
}

// leaves reports whether a function changes memory under an input, for good as far as the next call is concerned.
func (f *Function) leaves(in flow.Input) bool {
	for _, w := range f.Writes {
		if w.To.Kind == in.Kind && w.To.Index == in.Index && flow.Overlap(w.To.Sel, in.Sel) {
			return true
		}
	}
	for _, e := range f.Events {
		if e.Class != Keyed {
			continue
		}
		for _, c := range e.Carriers {
			if c.Kind == in.Kind && c.Index == in.Index && flow.Overlap(c.Sel, in.Sel) {
				return true
			}
		}
	}
	return false
}
