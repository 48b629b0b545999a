package summary

import (
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/source"
)

// tri is an answer that may be unknown.
type tri uint8

const (
	unknown tri = iota
	no
	yes
)

// same reports whether a read and a write are about one thing, as far as can be seen.
func (w *function) same(r, o *op) bool {
	if r.Class != o.Class || r.Store != o.Store {
		return false
	}
	if r.Class != model.SQLStore && overlap(r.in, o.in) == no {
		return false
	}
	if !sameTable(r, o) {
		return false
	}
	if len(r.key)+len(o.key) > 0 {
		return w.sameKey(r, o)
	}
	return w.sameCols(r, o)
}

func sameTable(r, o *op) bool {
	switch {
	case r.Table != "" || o.Table != "":
		return r.Table == o.Table || r.Record != "" && r.Record == o.Record
	case len(r.tableIn) > 0 || len(o.tableIn) > 0:
		return equalSets(r.tableIn, o.tableIn)
	}
	if r.Class == model.DocStore {
		return equalSets(r.in, o.in) // the handle is the collection
	}
	return r.Class != model.SQLStore
}

// sameKey compares what two operations are found by: the same parts, none of them unknown; or the very same value.
func (w *function) sameKey(r, o *op) bool {
	if equalSets(r.key, o.key) {
		return true
	}
	for _, a := range r.keyVals {
		for _, b := range o.keyVals {
			if a == b && len(r.keyVals) == len(o.keyVals) {
				return true
			}
		}
	}
	return false
}

// sameCols asks for a column by which is read and that is written, with nothing that speaks against its value being the same.
func (w *function) sameCols(r, o *op) bool {
	if len(o.cols) == 0 {
		return o.Open || len(o.value) == 0 || r.Class == model.SQLStore
	}
	given, common := 0, 0
	for _, c := range r.cols {
		if c.literal != "" {
			continue
		}
		given++
		for _, k := range o.cols {
			if k.name != c.name {
				continue
			}
			if overlap(k.values, c.values) == no {
				return false
			}
			common++
		}
	}
	return common > 0 || given == 0 || o.Open
}

// atom is a part of a value that can be compared.
type atom struct {
	kind flow.Kind
	in   flow.Input
	text string
	at   source.Place
}

func atoms(set []flow.Local) (list map[atom]bool, complete bool) {
	list, complete = map[atom]bool{}, len(set) > 0
	for _, l := range set {
		switch l.Kind {
		case flow.Unknown:
			complete = false
		case flow.Zero:
		case flow.Fresh:
			list[atom{kind: l.Kind, at: l.At}] = true
		default:
			list[atom{kind: l.Kind, in: l.In, text: l.Text}] = true
		}
	}
	return list, complete
}

// equalSets reports whether two values are made of the same parts, and of known ones.
func equalSets(a, b []flow.Local) bool {
	x, xk := atoms(a)
	y, yk := atoms(b)
	if !xk || !yk || len(x) != len(y) || len(x) == 0 {
		return false
	}
	for k := range x {
		if !y[k] {
			return false
		}
	}
	return true
}

// overlap reports whether two values have a part in common that is no constant.
func overlap(a, b []flow.Local) tri {
	x, xk := atoms(a)
	y, yk := atoms(b)
	for k := range x {
		if y[k] {
			return yes
		}
		for l := range y {
			if k.kind == l.kind && k.in.Kind == l.in.Kind && k.in.Index == l.in.Index && (k.kind == flow.Param || k.kind == flow.Free) && flow.Overlap(k.in.Sel, l.in.Sel) {
				return yes
			}
		}
	}
	if !xk || !yk {
		return unknown
	}
	return no
}
