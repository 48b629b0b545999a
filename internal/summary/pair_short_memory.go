package summary

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// lastsFor is how long what an operation writes stays, or after which time it deletes, where that is known; and what says so.
func (w *function) lastsFor(o *op) (time.Duration, string, bool) {
	if o.Do == model.DoDelete {
		return w.sweeps(o)
	}
	if !o.Writes() {
		return 0, "", false
	}
	if d, ok := w.lifetimeOf(o); ok {
		return d, o.Call(), true
	}
	for _, list := range [][]opCol{o.cols, o.sets, o.itemCols()} {
		for _, c := range list {
			if !model.NameHint(model.EndHint, "_"+c.name+"_") || model.NameHint(model.TurnHint, c.name) {
				continue
			}
			if c.fromNow > 0 {
				return c.fromNow, c.name, true
			}
			if d, ok := w.fromClock(o.unwrapped(c.values)); ok {
				return d, c.name, true
			}
		}
	}
	return 0, "", false
}

// unwrapped drops what is not known of the objects in which the attributes of an item are wrapped.
func (o *op) unwrapped(values []flow.Local) []flow.Local {
	if o.Class != model.ItemStore {
		return values
	}
	return slices.DeleteFunc(slices.Clone(values), func(l flow.Local) bool { return l.Kind == flow.Unknown })
}

// lifetimeOf is the lifetime that a call gives to what it writes.
func (w *function) lifetimeOf(o *op) (time.Duration, bool) {
	if v := w.held1(o.ttlAt.Root, o.ttlAt.Sel); !o.moved && o.ttlAt.Root != nil && v != nil {
		if n, ok := w.number(v, maxNumber); ok {
			if isDuration(v.Type()) {
				return length(n, "ns")
			}
			return length(n, "s")
		}
	}
	if n, err := strconv.ParseFloat(o.TTL, 64); err == nil && o.Life == effect.Limited {
		return inUnit(n)
	}
	by := 0.0
	for _, l := range o.ttl {
		n, known := 0.0, false
		switch l.Kind {
		case flow.Const:
			f, err := strconv.ParseFloat(l.Text, 64)
			n, known = math.Abs(f), err == nil
		case flow.Param:
			n, known = w.inputNumber(l.In)
		}
		if !known || by != 0 && by != n {
			return 0, false
		}
		by = n
	}
	return inUnit(by)
}

// inUnit reads a number that counts seconds, or the nanoseconds of a duration: nobody means so many seconds.
func inUnit(n float64) (time.Duration, bool) {
	if n < maxSeconds {
		return length(n, "s")
	}
	return length(n, "ns")
}

// itemCols are the attributes of an item that is written as one of several.
func (o *op) itemCols() []opCol {
	if o.row == nil || o.row.Value == nil || o.Class != model.ItemStore || len(o.cols) > 0 {
		return nil
	}
	v, sel, ok := o.by.place(o.row.Value)
	if !ok {
		return nil
	}
	for _, at := range o.by.each(sel) {
		if held := o.by.w.held1(v, at); held != nil {
			return o.by.w.record(held, "")
		}
	}
	return nil
}

// maxEach bounds the elements of a list that are looked at.
const maxEach = 8

// each puts numbers in the place of "any element" of a selector.
func (r *rowCallOps) each(sel string) (list []string) {
	if !strings.Contains(sel, "[*]") {
		return []string{sel}
	}
	for i := range maxEach {
		list = append(list, strings.Replace(sel, "[*]", index(i), 1))
	}
	return list
}

// sweeps is the age from which on an operation deletes records, whatever else they are.
func (w *function) sweeps(o *op) (time.Duration, string, bool) {
	if len(o.bounds) != 1 || len(o.Ranges) != 1 || len(o.cols) > 0 || len(o.key) > 0 || !o.bounds[0].Before {
		return 0, "", false
	}
	x := o.bounds[0]
	if x.FromNow < 0 {
		return -x.FromNow, x.Name, true
	}
	d, ok := w.fromClock(x.values)
	return d, x.Name, ok
}

// recalls reports whether an operation marks what was done, so that it is not done again: a claim that stays, or a write because a
// look found nothing.
func (w *function) recalls(o *op) bool {
	switch o.Do {
	case model.DoClaim:
		return !w.lent(o)
	case model.DoUpsert:
		return o.Conflict != nil && o.Conflict.Where
	case model.DoInsert:
		if w.handled(o, 0) {
			return true
		}
	case model.DoPut:
	default:
		return false
	}
	for i := range w.ops {
		r := &w.ops[i]
		if r.Do != model.DoRead || r.site == o.site || !w.before(r.site, o.site) || !w.same(r, o) {
			continue
		}
		if s := w.sideOf(r, o.at); (s == bad || s == badWeak) && !w.filled(r, o) {
			return true
		}
	}
	return false
}

// lent reports whether what is claimed is given back when the work is done, so that it is a lock. One that is given back only after a
// failure stays a memory.
func (w *function) lent(o *op) bool {
	for i := range w.ops {
		x := &w.ops[i]
		if x.site == o.site || x.Do != model.DoDelete && x.Do != model.DoUnlock || x.Class != o.Class || overlap(x.key, o.key) == no {
			continue
		}
		if _, deferred := x.site.(*ssa.Defer); deferred || !w.onFailure(x.at) {
			return true
		}
	}
	return false
}

// onFailure reports whether a block runs only when some call has failed.
func (w *function) onFailure(b *ssa.BasicBlock) bool {
	for _, t := range w.f.Tests(b) {
		if _, nilOn, ok := flow.NilTest(t.If.Cond); ok && nilOn != t.On {
			return true
		}
	}
	return false
}
