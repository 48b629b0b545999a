package summary

import (
	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// unit is what an operation becomes lasting with: a transaction, or itself.
type unit struct {
	at   ssa.Instruction // the call that begins the transaction, or in which the operation begins and ends
	open bool            // the transaction goes on when the call returns
	weak bool            // the handle is read from a field and may be a transaction's
}

// unitOf finds the unit of an operation. Where a handle comes from a caller, or from a context, that is not known.
func (w *function) unitOf(o *op) (u unit, known bool) {
	if o.Class == model.ItemStore {
		return unit{at: o.site}, o.Handle == model.PoolHandle
	}
	if o.Class != model.SQLStore {
		return unit{}, false
	}
	if o.Enclosed || o.moved && !fromInput(o.in) && w.beginsAt(o.site) {
		return unit{at: o.site}, true
	}
	if o.handle != nil {
		if c, _ := madeBy(w.f.Object(o.handle).Root); c != nil && w.beginsAt(c) {
			return unit{at: c, open: true}, true
		}
	}
	switch o.Handle {
	case model.PoolHandle:
		return unit{at: o.site}, true
	case model.EitherHandle:
		return unit{at: o.site, weak: true}, ofField(o.in)
	}
	return unit{}, false
}

// fromInput reports whether a value comes from an input of the function.
func fromInput(set []flow.Local) bool {
	for _, l := range set {
		if l.Kind == flow.Param || l.Kind == flow.Free {
			return true
		}
	}
	return false
}

// ofField reports whether a value is read from fields of inputs, which outlive the call.
func ofField(set []flow.Local) bool {
	for _, l := range set {
		if l.Kind != flow.Param && l.Kind != flow.Free || l.In.Sel == "" {
			return false
		}
	}
	return len(set) > 0
}

// beginsAt reports whether a transaction is begun by a call.
func (w *function) beginsAt(site ssa.Instruction) bool {
	for _, x := range w.opsAt(site) {
		if x.Do == model.DoBegin {
			return true
		}
	}
	return false
}

// commits is where an open transaction is committed, or nil.
func (w *function) commits(u unit) ssa.Instruction {
	for i := range w.ops {
		x := &w.ops[i]
		if x.Do != model.DoCommit || x.handle == nil {
			continue
		}
		if c, _ := madeBy(w.f.Object(x.handle).Root); c != nil && ssa.Instruction(c) == u.at {
			return x.site
		}
	}
	return nil
}

// apart reports whether two operations do not become lasting together.
func (w *function) apart(a, b *op) bool {
	if a.site == b.site {
		return false
	}
	if a.Class != b.Class || a.Effect != "" || b.Effect != "" {
		return true
	}
	u, known := w.unitOf(a)
	v, also := w.unitOf(b)
	return known && also && u.at != v.at && !(u.weak && v.weak)
}
