package flow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// MapOrder is the source of what depends on the order in which a map is walked.
const MapOrder = "the order of a map's keys"

// ordered reports whether a value collects what a walk over a map yields, in the order of the walk: it is handed on from
// turn to turn and grows. A slice that is sorted afterwards has an order of its own.
func (f *Func) ordered(phi *ssa.Phi) bool {
	if !walksMap(phi.Block()) || !grows(phi.Type()) || f.env.Sorted(phi) {
		return false
	}
	for i, e := range phi.Edges {
		if phi.Block().Dominates(phi.Block().Preds[i]) && e != ssa.Value(phi) && addsTo(e, phi, map[ssa.Value]bool{}) {
			return true
		}
	}
	return false
}

// addsTo reports whether a value is another with something added at its end. What a function does with a list (it may
// insert each element at its place) says nothing about the order.
func addsTo(v ssa.Value, phi *ssa.Phi, seen map[ssa.Value]bool) bool {
	if v == ssa.Value(phi) {
		return true
	}
	if seen[v] {
		return false
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Phi:
		for _, e := range v.Edges {
			if addsTo(e, phi, seen) {
				return true
			}
		}
	case *ssa.BinOp:
		return addsTo(v.X, phi, seen) || addsTo(v.Y, phi, seen)
	case *ssa.Call:
		return builtinName(v) == "append" && addsTo(v.Call.Args[0], phi, seen)
	case *ssa.Slice:
		return addsTo(v.X, phi, seen)
	}
	return false
}

// accumulates reports whether a store adds to memory in the order of a walk over a map: a builder, a hash, a buffer, or a
// captured slice.
func (f *Func) accumulates(s *Store) bool {
	head := f.mapWalk(s.At.Block())
	if head == nil {
		return false
	}
	if in, ok := s.To.Root.(ssa.Instruction); ok && inWalk(head, in.Block()) {
		return false // made anew in each turn
	}
	if _, isMap := s.To.Root.Type().Underlying().(*types.Map); isMap {
		return false
	}
	if s.Callee != nil {
		_, isCall := s.At.(*ssa.Call)
		return isCall && s.To.Sel == "" && !f.env.Sorted(s.To.Root)
	}
	st, ok := s.At.(*ssa.Store)
	if !ok || !grows(st.Val.Type()) || f.env.Sorted(s.To.Root) {
		return false
	}
	return f.SliceOf(false, st.Val).Touches(s.To)
}

// grows reports whether values of a type can be added to in an order: text, bytes and slices. Sums have none.
func grows(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0
	case *types.Slice:
		return true
	}
	return false
}

// walksMap reports whether a block is the head of a range over a map.
func walksMap(b *ssa.BasicBlock) bool {
	for _, in := range b.Instrs {
		if n, ok := in.(*ssa.Next); ok && !n.IsString {
			return true
		}
	}
	return false
}

// mapWalk is the head of the innermost range over a map around a block, or nil.
func (f *Func) mapWalk(b *ssa.BasicBlock) *ssa.BasicBlock {
	for d := b; d != nil; d = d.Idom() {
		if walksMap(d) && inWalk(d, b) {
			return d
		}
	}
	return nil
}

// inWalk reports whether a block lies in the body of the range whose head is given.
func inWalk(head, b *ssa.BasicBlock) bool {
	cond, ok := head.Instrs[len(head.Instrs)-1].(*ssa.If)
	if !ok || cond.Cond == nil {
		return false
	}
	body := head.Succs[0]
	return body.Dominates(b)
}
