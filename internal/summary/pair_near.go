package summary

import (
	"go/types"
	"slices"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// maxNear is the longest time in which two equal things are taken for one. What is compared with a longer one is a period.
const maxNear = time.Hour

// timeDedups finds what is taken for a repeat because something equal happened a short time ago.
func (w *function) timeDedups() {
	for i := range w.ops {
		o := &w.ops[i]
		switch {
		case o.Effect != "" || o.Settle != "" || w.limits(o):
		case o.Do == model.DoRead:
			w.recentLook(o)
		case !o.moved && o.near != nil && o.near.Within <= maxNear && describes(o.near.Columns):
			w.nearPair(o, o, o.near.Within, o.near.Column)
		case !o.moved && (o.Do == model.DoClaim || o.Do == model.DoUpsert || o.Do == model.DoUpdate && o.Class == model.DocStore && o.by != nil && o.by.optional() == model.DoUpsert):
			w.recentClaim(o)
		}
	}
}

func (w *function) nearPair(first, then *op, within time.Duration, name string) {
	w.pair(effect.Pair{Kind: effect.TimeDedup, Window: effect.Span{Lasts: within, Name: name, At: w.opPlace(first)}}, first, then)
}

// describes reports whether names are of what a thing is about: at least two, and none that tells one piece of work from another.
func describes(names []string) bool {
	names = slices.Compact(slices.Sorted(slices.Values(names)))
	return len(names) > 1 && !slices.ContainsFunc(names, tellsWork)
}

// tellsWork reports whether what bears a name tells one piece of work from another. The identity of somebody who does many does not.
func tellsWork(name string) bool {
	if _, ok := model.IdentityName(name); ok || model.OwnIdentity(name) {
		return true
	}
	return model.IntentName(name) && !model.NameHint(model.EntityHint, name)
}

// recentBound is a condition that a column's time be no longer ago than a short while.
func (w *function) recentBound(o *op) (opBound, time.Duration, bool) {
	for _, x := range o.bounds {
		if x.Before {
			continue
		}
		d, ok := -x.FromNow, x.FromNow < 0
		if x.FromNow == 0 {
			d, ok = w.fromClock(w.clocks(x.values))
		}
		if ok && d <= maxNear {
			return x, d, true
		}
	}
	return opBound{}, 0, false
}

// clocks takes a time that is given for the clock where something is taken off it.
func (w *function) clocks(values []flow.Local) []flow.Local {
	if !slices.ContainsFunc(values, func(l flow.Local) bool { return l.Kind == flow.Const && len(l.Text) > 1 && l.Text[0] == '-' }) {
		return values
	}
	values = slices.Clone(values)
	for i := range values {
		l := &values[i]
		if l.Kind == flow.Param && (l.In.Sel == "" || l.In.Sel == ".*") && l.In.Index < len(w.fn.Params) && isTimeType(w.fn.Params[l.In.Index].Type(), "Time") {
			l.Kind, l.Fresh = flow.Fresh, model.Clock
		}
	}
	return values
}

// recentLook relates a look for something equal that is recent to the write that happens only when there is none.
func (w *function) recentLook(r *op) {
	at, d, ok := w.recentBound(r)
	if !ok || !describes(r.comparedWith(at.Name)) {
		return
	}
	for i := range w.ops {
		o := &w.ops[i]
		if o.site == r.site || o.Effect == "" && !(o.plainWrite() && w.oneTable(r, o)) || o.Effect != "" && o.Effect != model.Payment && o.Effect != model.Payout {
			continue
		}
		if s := w.sideOf(r, o.at); s == bad || s == badWeak {
			w.nearPair(r, o, d, at.Name)
			return
		}
	}
}

func (w *function) oneTable(r, o *op) bool {
	if r.Class != o.Class {
		return false
	}
	if a, b := w.tableName(r), w.tableName(o); a != "" && b != "" {
		return a == b
	}
	return sameTable(r, o)
}

// comparedWith lists the columns that a condition compares with given values, but for one.
func (o *op) comparedWith(but string) (names []string) {
	for _, c := range o.cols {
		if c.name != but && c.literal == "" {
			names = append(names, c.name)
		}
	}
	return names
}

// recentClaim reads a claim on what a thing is about, that counts for a short time.
func (w *function) recentClaim(o *op) {
	switch o.Class {
	case model.DocStore:
		if at, d, ok := w.recentBound(o); ok && describes(o.comparedWith(at.Name)) {
			w.nearPair(o, o, d, at.Name)
		}
	case model.ItemStore:
		w.itemClaim(o)
	case model.KVStore:
		if d, ok := w.lifetimeOf(o); ok && d <= maxNear && o.Do == model.DoClaim && w.quantities(o.key) && w.lets1(o) {
			w.nearPair(o, o, d, o.Call())
		}
	case model.SQLStore:
		w.cutClaim(o)
	}
}

// lets1 reports whether something that lasts happens only when a claim was won.
func (w *function) lets1(c *op) bool {
	for i := range w.ops {
		o := &w.ops[i]
		if o.site != c.site && (o.Writes() && o.Class != model.ProcessStore || o.Effect == model.Payment || o.Effect == model.Payout) && w.sideOf(c, o.at) == good {
			return true
		}
	}
	return false
}

// ingredients names what a value is made of: parameters, captured variables and their fields. ok is false where a part is none of these.
func (w *function) ingredients(values []flow.Local) (names []string, quantity, ok bool) {
	for _, l := range values {
		switch l.Kind {
		case flow.Const, flow.Zero:
		case flow.Param, flow.Free:
			name, num := w.inputName(l.In)
			names, quantity = append(names, name), quantity || num
		case flow.Inbound:
			names = append(names, l.Text)
		default:
			return nil, false, false
		}
	}
	return names, quantity, true
}

// inputName is what an input of the function is called, and whether it is a number.
func (w *function) inputName(in flow.Input) (string, bool) {
	name, t := "", types.Type(nil)
	switch {
	case in.Kind == flow.Param && in.Index < len(w.fn.Params):
		name, t = w.fn.Params[in.Index].Name(), w.fn.Params[in.Index].Type()
	case in.Kind == flow.Free && in.Index < len(w.fn.FreeVars):
		name, t = w.fn.FreeVars[in.Index].Name(), elemType(w.fn.FreeVars[in.Index].Type())
	}
	if in.Sel == "" {
		return name, t != nil && isAmount(t)
	}
	if t != nil {
		if f := fieldAt(t, in.Sel); f != nil {
			return f.Name(), isAmount(f.Type())
		}
	}
	return flow.LastName(in.Sel), false
}

// quantities reports whether a key says who and how much, and no more.
func (w *function) quantities(key []flow.Local) bool {
	names, quantity, ok := w.ingredients(key)
	return ok && quantity && describes(names)
}

// cutClaim reads a claim one of whose columns is the clock, cut off to less than an hour.
func (w *function) cutClaim(o *op) {
	var others []string
	cut, by := "", time.Duration(0)
	for _, c := range o.cols {
		if o.Conflict != nil && len(o.Conflict.Target) > 0 && !slices.Contains(o.Conflict.Target, c.name) {
			continue
		}
		if d, ok := w.cutOff(c); ok {
			cut, by = c.name, d
		} else {
			others = append(others, c.name)
		}
	}
	if cut != "" && describes(others) && (w.looked(o) || w.handled(o, 0)) {
		w.nearPair(o, o, by, cut)
	}
}

// cutOff reports whether a column holds the clock, cut off to a multiple of less than an hour.
func (w *function) cutOff(c opCol) (time.Duration, bool) {
	for _, at := range c.made {
		v := w.valueAt(at.v, at.sel)
		if v == nil {
			continue
		}
		for x := range w.f.SliceOf(true, v).Values {
			call, ok := x.(*ssa.Call)
			if !ok {
				continue
			}
			if d, ok := w.cutBy(call); ok && d < maxNear {
				return d, true
			}
		}
	}
	return 0, false
}

// cutBy is by what a call cuts the clock off.
func (w *function) cutBy(call *ssa.Call) (time.Duration, bool) {
	if r := w.asides(call); r != nil {
		t := r.t
		for _, e := range t.rows {
			if e.Cuts == nil || len(t.inputs) < 2 || !slices.ContainsFunc(r.trace(e.Cuts), func(l flow.Local) bool { return l.Kind == flow.Fresh && l.Fresh == model.Clock }) {
				continue
			}
			if n, ok := w.number(t.inputs[1], maxNumber); ok {
				return length(n, "ns")
			}
		}
	}
	return 0, false
}
