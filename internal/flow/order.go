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
		if phi.Block().Dominates(phi.Block().Preds[i]) && f.SliceOf(false, e).Values[phi] && e != ssa.Value(phi) {
			return true
		}
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
