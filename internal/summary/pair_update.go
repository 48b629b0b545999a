package summary

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/schema"
)

// lostUpdates finds writes that rest on an earlier read and do not make sure that what was read still holds.
func (w *function) lostUpdates() {
	for i := range w.ops {
		o := &w.ops[i]
		if !o.changes() {
			continue
		}
		for j := range w.ops {
			r := &w.ops[j]
			if r.Do != model.DoRead || r.Sums || r.Lock != "" || r.site == o.site || !reaches(r.site, o.site) || !w.sameRecord(r, o) {
				continue
			}
			w.lostUpdate(r, o)
		}
	}
}

// changes reports whether an operation writes to something that may be there already, whatever has become of it.
func (o *op) changes() bool {
	if o.Effect != "" || o.Settle != "" || o.Owner || len(o.Ranges) > 0 || o.Conflict != nil && (o.Conflict.Where || o.Conflict.Action == "nothing") {
		return false
	}
	switch o.Class {
	case model.SQLStore, model.KVStore, model.DocStore, model.ItemStore, model.FileStore, model.ObjectStore:
	default:
		return false
	}
	switch o.Do {
	case model.DoUpdate, model.DoPut, model.DoUpsert, model.DoRelative:
		return true
	}
	return false
}

// reaches reports whether one instruction can run after another.
func reaches(from, to ssa.Instruction) bool {
	if from.Block() == to.Block() && slices.Index(from.Block().Instrs, from) < slices.Index(from.Block().Instrs, to) {
		return true
	}
	return reachableBut(from.Block(), to.Block(), nil, nil)
}

// sameRecord reports whether a read and a write are about one record. In contrast to an insert, an update may name it in another
// way than the read did: by what was read.
func (w *function) sameRecord(r, o *op) bool {
	if r.Class != o.Class || r.Store != o.Store || !sameTable(r, o) || r.Class != model.SQLStore && overlap(r.in, o.in) == no {
		return false
	}
	if r.Class != model.SQLStore && len(r.key) > 0 && len(o.key) > 0 {
		return w.sameKey(r, o)
	}
	for _, c := range r.cols {
		for _, k := range o.cols {
			if k.name == c.name && !c.fixed() && !k.fixed() && overlap(k.values, c.values) == no && !w.from(r, k.made) {
				return false
			}
		}
	}
	return true
}

// from reports whether what a read found is in some places.
func (w *function) from(r *op, spots []spot) bool {
	return slices.ContainsFunc(w.heirs(spots), func(h heir) bool { ok, _ := r.given(h); return ok })
}

func (w *function) lostUpdate(r, o *op) {
	if compares(r, o) {
		return
	}
	guard, safe := w.guarded(r, o)
	if safe || o.handle != nil && w.begunIsolated(o.handle, maxCallers) || o.Class == model.DocStore && w.runsInTx(maxCallers) {
		return
	}
	p := effect.Pair{Guard: guard}
	switch col, ok := w.delta(r, o); {
	case ok:
		p.Kind, p.Column = effect.LostDelta, col
	default:
		if col, ok = w.checkedFirst(r, o); ok {
			p.Kind, p.Column = effect.LostCheck, col
		} else if o.record() && w.savesBack(r, o) {
			p.Kind = effect.LostFields
		} else {
			return
		}
	}
	if why, at, ok := w.sideBySide(maxCallers + 1); ok {
		p.Again, p.AgainAt = why, at
	}
	w.pair(p, r, o)
}

// runsInTx reports whether a function is run in a transaction, itself or by a caller. Of two transactions that write one document,
// document stores stop the second, if that has read it before.
func (w *function) runsInTx(depth int) bool {
	if slices.ContainsFunc(w.b.frames[origin(w.fn)], func(f frameOf) bool { return f.tx >= 0 }) {
		return true
	}
	return depth > 0 && slices.ContainsFunc(w.b.callersOf(w.fn), func(c callSite) bool { return c.w != w && c.w.runsInTx(depth-1) })
}

// begunIsolated reports whether a handle is a transaction that conflicting runs are stopped in: one of the function, or one that a
// caller passes.
func (w *function) begunIsolated(v ssa.Value, depth int) bool {
	at, l, ok := w.rootHandle(v)
	if !ok {
		return false
	}
	if c, _ := madeBy(l.Root); c != nil {
		return slices.ContainsFunc(at.opsAt(c), func(b *op) bool { return b.Do == model.DoBegin && b.Isolated })
	}
	n := -1
	for i, p := range at.fn.Params {
		if ssa.Value(p) == l.Root {
			n = i
		}
	}
	if n < 0 || depth == 0 {
		return false
	}
	for _, c := range at.b.callersOf(at.fn) {
		args := flow.Inputs(c.call.Common())
		if c.w != at && n < len(args) && c.reaches(at.fn) && c.w.begunIsolated(args[n], depth-1) {
			return true
		}
	}
	return false
}

// compares reports whether the condition of a write has more in it than what the record is found by: a version, the old value, a
// state.
func compares(r, o *op) bool {
	if o.inserts() && o.Class == model.SQLStore {
		return false // the columns of the record
	}
	for _, c := range o.cols {
		if c.held {
			continue
		}
		known := slices.ContainsFunc(r.cols, func(k opCol) bool { return k.name == c.name })
		if slices.ContainsFunc(o.sets, func(s opCol) bool { return s.name == c.name && !slices.EqualFunc(s.made, c.made, spot.equal) }) || !known && !identifies(c.name) {
			return true
		}
	}
	return false
}

func (s spot) equal(t spot) bool { return s == t }

// identifies reports whether a column is one that records are found by.
func identifies(column string) bool {
	return model.OwnIdentity(column) || strings.HasSuffix(column, "id") || strings.HasSuffix(column, "key") || strings.HasSuffix(column, "name") ||
		strings.HasSuffix(column, "uuid") || column == "deleted_at"
}

// delta reports whether a column is written with what was read of it, and something added.
func (w *function) delta(r, o *op) (column string, ok bool) {
	if o.Do == model.DoRelative || o.operates() {
		return "", false
	}
	for _, c := range o.written() {
		for _, h := range w.heirs(c.made) {
			if found, changed := r.given(h); found && changed && r.read(c.name, h.sel) {
				return c.name, true
			}
		}
	}
	return "", false
}

// written lists what an operation writes: columns, where they are known, else the whole.
func (o *op) written() []opCol {
	list := slices.Clone(o.sets)
	if o.inserts() || o.Class != model.SQLStore {
		list = append(list, o.cols...)
	}
	if len(list) == 0 || o.Class != model.SQLStore && !o.operates() {
		list = append(list, opCol{made: o.made})
	}
	return list
}

// operates reports whether an update of a document does nothing but change it in place: $pull, $addToSet.
func (o *op) operates() bool {
	in := func(c opCol) bool { return strings.HasPrefix(c.name, "$") && c.name != "$set" }
	return o.Class == model.DocStore && slices.ContainsFunc(o.sets, in) && !slices.ContainsFunc(o.sets, func(c opCol) bool { return c.name == "$set" })
}

// read reports whether a column is one that was read, as far as names tell: those that the statement asks for, and the field that
// the value was taken from.
func (o *op) read(column, sel string) bool {
	if column == "" {
		return true
	}
	if len(o.Picks) > 0 && !slices.Contains(o.Picks, "*") && !slices.Contains(o.Picks, column) {
		return false
	}
	field := flow.LastName(columnSel(sel))
	return field == "" || sameColumn(field, column)
}

// columnSel is the part of a selector that leads to a column: a record may be one of a list, and what lies in the elements of a
// column is none.
func columnSel(sel string) string {
	for strings.HasPrefix(sel, "[") {
		sel = sel[strings.IndexByte(sel, ']')+1:]
	}
	sel, _, _ = strings.Cut(sel, "[")
	return sel
}

func sameColumn(field, column string) bool {
	fold := func(s string) string { return strings.ToLower(strings.ReplaceAll(s, "_", "")) }
	return fold(schema.ColumnName(field)) == fold(column) || fold(field) == fold(column)
}

// record reports whether an operation writes a record as a whole.
func (o *op) record() bool {
	switch o.Class {
	case model.SQLStore:
		return o.Do == model.DoUpsert && len(o.made) > 0
	case model.DocStore:
		return o.Do != model.DoRelative && len(o.sets) == 0
	}
	return o.Do == model.DoPut
}

// savesBack reports whether a write has all of what was read, and something in it was set in between.
func (w *function) savesBack(r, o *op) bool {
	k := &ancestry{w: w, seen: map[step]bool{}}
	for _, s := range o.made {
		k.walk(step{s, ""})
	}
	return k.parts && slices.ContainsFunc(k.out, func(h heir) bool { ok, _ := r.given(h); return ok && (h.sel == "" || r.Class != model.SQLStore) })
}
