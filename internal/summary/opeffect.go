package summary

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// outside records what happens outside and cannot be taken back.
func (r *rowCallOps) outside(e *model.Entry, kind model.EffectKind) {
	if e.Sends != nil {
		if p, err := model.ParsePlace(e.Sends.Method); err == nil {
			if !Writes(constText(r.trace(&p))) {
				return
			}
		} else if !Writes(e.Sends.Method) {
			return
		}
	}
	o := op{Op: effect.Op{Effect: kind, Name: calleeName(r.t.obj), At: r.w.place(r.call), Func: r.w.name(), Keyed: r.keyed(e)},
		site: r.call, at: r.call.Block()}
	o.Minted, o.Fleeting = o.Keyed && r.minted(), e.Fleeting
	if kind == model.Publish {
		o.Subject = r.subject()
	}
	r.w.addOp(o)
}

// minted reports whether what the receiver is told is made anew in each run.
func (r *rowCallOps) minted() bool {
	for i := range r.w.events {
		e := &r.w.events[i]
		if e.Class != Keyed || !e.Key.Identity() || !slices.ContainsFunc(e.values, func(l flow.Local) bool { return l.Kind == flow.Fresh && l.Fresh == model.Random }) {
			continue
		}
		if e.site == r.call || slices.ContainsFunc(e.carriers, r.takes) {
			return true
		}
	}
	return false
}

// takes reports whether a call is given an object.
func (r *rowCallOps) takes(l flow.Loc) bool {
	return slices.ContainsFunc(r.t.inputs, func(a ssa.Value) bool { return r.w.f.Locate(a).Root == l.Root })
}

// keyed reports whether the receiver of an effect is told which intent it belongs to.
func (r *rowCallOps) keyed(e *model.Entry) bool {
	if r.w.named[r.call] {
		return true
	}
	if e.AutoKey == nil {
		for _, row := range r.t.rows {
			if row.Sends != nil {
				if r.tells(row.Sends) {
					return true
				}
			}
		}
	}
	for _, a := range r.t.inputs {
		l := r.w.f.Locate(a)
		if r.w.toldApart(l) {
			return true
		}
		if isVariadicCall(r.call) && isSlice(a) { // options
			for _, s := range r.w.f.Stores(l.Root) {
				if s.Val != nil && r.w.toldApart(r.w.f.Locate(s.Val)) {
					return true
				}
			}
		}
	}
	return false
}

// replaced reports whether, in a request whose receiver takes no key, something was set all the same by which it tells a repeat: what
// replaces an earlier message. What nothing is known of is no such thing there.
func (w *function) replaced(v ssa.Value) bool {
	values := w.f.SliceOf(true, v).Values
	return slices.ContainsFunc(w.keyed, func(k flow.Loc) bool { return values[k.Root] })
}

// tells reports whether a request has its key where it has a place for one, or else anything by which it may be known again.
func (r *rowCallOps) tells(s *model.Send) bool {
	if v, sel, ok := r.place(s.Key); ok {
		return !r.w.unset(v, sel)
	}
	v, sel, ok := r.place(s.Request)
	switch {
	case !ok:
		return false
	case s.NoKey:
		return r.w.replaced(v)
	}
	l := r.w.f.Locate(v)
	l.Sel += sel
	return r.w.recognisable([]flow.Loc{l})
}

func isVariadicCall(c ssa.CallInstruction) bool { return c.Common().Signature().Variadic() }

// toldApart reports whether an identity was set on a value.
func (w *function) toldApart(l flow.Loc) bool {
	return slices.ContainsFunc(w.keyed, func(k flow.Loc) bool { return k.Root == l.Root })
}
