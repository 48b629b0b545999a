package summary

import (
	"regexp"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// unknowns finds writes that take a call that may have been done for one that was refused: they record a state that means
// failure, or undo what was done for the call, where it failed and nothing tells how.
func (w *function) unknowns() {
	for i := range w.ops {
		o := &w.ops[i]
		if o.Effect != "" || !o.Writes() || o.Class == model.ProcessStore {
			continue
		}
		fails := w.recordsFailure(o)
		if !fails && !w.givesBack(o) {
			continue
		}
		e := w.unknownBefore(o)
		if e == nil || !fails && !w.compensates(o, e) || fails && w.resumed(o) {
			continue
		}
		p := effect.Pair{Kind: effect.UnknownAsFailed, Refuses: fails}
		if w.statesHere(o) {
			p.Ends = w.place(o.site)
		}
		w.pair(p, e, o)
	}
}

// recordsFailure reports whether a write sets a state that means failure.
func (w *function) recordsFailure(o *op) bool {
	for _, s := range o.sets {
		if model.NameHint(model.FailureHint, s.literal) || failureIn(s.values) && !slices.ContainsFunc(s.values, chosen) {
			return true
		}
	}
	return o.Class == model.KVStore && failureIn(o.value)
}

func failureIn(values []flow.Local) bool {
	return slices.ContainsFunc(values, func(l flow.Local) bool { return l.Kind == flow.Const && model.NameHint(model.FailureHint, l.Text) })
}

// chosen tells a value beside which a failure is but one of several: somebody has looked at the error.
func chosen(l flow.Local) bool {
	return l.Kind == flow.Const && !model.NameHint(model.FailureHint, l.Text)
}

// resumed reports whether a statement goes over what is recorded as failed, or over all states but some: what failed is tried
// again.
func (w *function) resumed(o *op) bool {
	for _, s := range o.sets {
		ranges := regexp.MustCompile(`(?i)\b` + regexp.QuoteMeta(s.name) + `\s*(>|<|!=|NOT\s+IN\b|IN\s*\([^)]*(fail|reject|declin))`)
		asks := func(x *function, y *op) bool {
			if y.Class != o.Class || y.Table == "" || y.Table != o.Table {
				return false
			}
			for _, c := range y.cols {
				if c.name == s.name && (model.NameHint(model.FailureHint, c.literal) || failureIn(c.values)) {
					return true
				}
			}
			return !y.moved && x.mentions(y, ranges)
		}
		if w.b.anyOp(asks) {
			return true
		}
	}
	return false
}

// statesHere reports whether the state that an operation of a callee writes is one that the function hands it.
func (w *function) statesHere(o *op) bool {
	c, ok := o.site.(ssa.CallInstruction)
	if !ok || !o.moved || !w.recordsFailure(o) {
		return false
	}
	for _, t := range w.env.targets(c) {
		for i := range t.sum.Ops {
			src := &t.sum.Ops[i]
			if src.At != o.At || src.Do != o.Do {
				continue
			}
			for _, s := range src.Sets {
				if s.Literal == "" && slices.ContainsFunc(s.Value, func(v flow.Origin) bool { return v.Kind == flow.Param }) {
					return true
				}
			}
		}
	}
	return false
}

// givesBack reports whether a write may be a compensation, by the name of the function that makes it or is called for it.
func (w *function) givesBack(o *op) bool {
	c, ok := o.site.(ssa.CallInstruction)
	return ok && o.moved && model.NameHint(model.ReleaseHint, nameOf(c.Common()))
}

// compensates reports whether a write takes back what the function wrote before an effect: rows of the same table. A claim that is
// given back lets the next attempt in, under the same key.
func (w *function) compensates(o, e *op) bool {
	takesBack := false
	for i := range w.ops {
		x := &w.ops[i]
		if x.site == o.site || !x.Writes() || x.Class != o.Class || !w.before(x.site, e.site) || x.Table == "" || x.Table != o.Table {
			continue
		}
		if x.Claims() || x.Conflict != nil && x.Conflict.Where {
			return false
		}
		takesBack = takesBack || x.Do == model.DoRelative && o.Do == model.DoRelative || o.Do == model.DoDelete && x.Do != model.DoDelete || x.Do == model.DoUpdate && o.Do == model.DoUpdate
	}
	return takesBack
}

// unknownBefore is the effect of which a write follows the failure, whatever that was, or nil.
func (w *function) unknownBefore(o *op) *op {
	for i := range w.ops {
		e := &w.ops[i]
		if !takesSides(e.Effect) || e.site == o.site {
			continue
		}
		c, ok := e.site.(*ssa.Call)
		switch {
		case ok && leadsTo(c, o.site) && w.failsOpenly(o.at, e, c), w.deferredAfter(o, e), w.raced(o, e):
			return e
		}
	}
	return nil
}

// takesSides reports whether it matters to somebody outside that an effect may have happened.
func takesSides(k model.EffectKind) bool {
	return personal(k) || k == model.HTTPPost || k == model.Workflow
}
