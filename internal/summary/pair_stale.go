package summary

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// staleEvents finds writes of what a message says, where the source keeps no order and nothing asks whether a later message was
// there first.
func (w *function) staleEvents() {
	for _, again := range w.b.again {
		if again.fn != origin(w.fn) || again.regime != model.Redelivered || !model.NameHint(model.UnorderedHint, again.cause.Text) {
			continue
		}
		for i := range w.ops {
			o := &w.ops[i]
			if !o.mirrors() || !again.covers(o.site) || w.readSome(o) {
				continue
			}
			if col, ok := w.fromMessage(o); ok {
				w.pair(effect.Pair{Kind: effect.StaleEvent, Column: col, Again: again.cause.Text, AgainAt: again.cause.At}, o, o)
			}
		}
	}
}

// mirrors reports whether an operation sets columns of records, whatever is there.
func (o *op) mirrors() bool {
	if !o.changes() || o.Do == model.DoRelative || o.Isolated {
		return false
	}
	for i := range o.cols {
		if c := &o.cols[i]; !c.held && !o.inserts() && (c.fixed() || !identifies(c.name)) {
			return false
		}
	}
	return o.Class == model.SQLStore || o.Class == model.DocStore || o.Class == model.ItemStore
}

// readSome reports whether a record of the table is read before, so that what is there may have been compared.
func (w *function) readSome(o *op) bool {
	return slices.ContainsFunc(w.ops, func(r op) bool {
		return r.Do == model.DoRead && r.Class == o.Class && sameTable(&r, o) && reaches(r.site, o.site)
	})
}

// fromMessage reports whether a column that does not name the record, and by its name is one that changes, is set to what the
// function was handed. What a message says of itself stays true.
func (w *function) fromMessage(o *op) (column string, ok bool) {
	for _, c := range o.written() {
		if c.name == "" || c.fixed() || identifies(c.name) || o.Conflict != nil && slices.Contains(o.Conflict.Target, c.name) {
			continue
		}
		if (model.NameHint(model.MovingHint, c.name) || model.NameHint(model.MovingHint, o.Table)) && slices.ContainsFunc(c.made, w.handedIn) {
			return c.name, true
		}
	}
	return "", false
}

// handedIn reports whether a value was computed from a parameter.
func (w *function) handedIn(s spot) bool {
	v := s.v
	if held := w.heldAt(flow.Loc{Root: w.f.Locate(s.v).Root, Sel: w.f.Locate(s.v).Sel + s.sel}); held != nil {
		v = held
	}
	for x := range w.f.SliceOf(true, v).Values {
		if p, ok := x.(*ssa.Parameter); ok && !isContext(p.Type()) && (w.fn.Signature.Recv() == nil || p != w.fn.Params[0]) {
			return true
		}
	}
	return false
}
