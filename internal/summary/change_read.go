package summary

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// readBefore is where a place is read before it is set or deleted, as the last run left it, and what was read decides about an
// operation or is given to one; or nil. A value that is set because there was none, or that comes from what was there, comes to the
// same in each run. val is what is set, nil for a deletion.
func (w *function) readBefore(c *change, val ssa.Value) ssa.Instruction {
	if !isInput(c.to.Root) || len(w.ops) == 0 || len(w.ops) > maxOps || val != nil && (w.derived(val, c.to) || w.lazy(c)) {
		return nil
	}
	for i := range w.ops {
		o := &w.ops[i]
		if o.Writes() || o.Effect != "" {
			for _, t := range w.f.Tests(o.at) {
				if r := w.readIn(w.f.CondSlice(t.If.Cond), c); r != nil {
					return r
				}
			}
		}
		call, ok := o.site.(*ssa.Call)
		if !ok || c.key != nil || o.site == c.site {
			continue
		}
		if r := w.readIn(w.giftsOf(call), c); r != nil {
			return r
		}
	}
	return nil
}

// giftsOf is all that a call is given, with what was stored in that.
func (w *function) giftsOf(c *ssa.Call) flow.Slice {
	s, ok := w.gifts[c]
	if !ok {
		if w.gifts == nil {
			w.gifts = map[*ssa.Call]flow.Slice{}
		}
		s = w.f.SliceOf(true, flow.Inputs(c.Common())...)
		w.gifts[c] = s
	}
	return s
}

// readIn is the first read of a place among some values that may see what the last run left, and that runs before the place is
// changed.
func (w *function) readIn(s flow.Slice, c *change) ssa.Instruction {
	if !s.Touches(c.to) && !s.Touches(flow.Loc{Root: c.to.Root, Sel: mapOf(c.to.Sel)}) {
		return nil
	}
	var found ssa.Instruction
	for v := range s.Values {
		r, ok := v.(ssa.Instruction)
		if !ok || !w.readOf(v, c) || w.resetBefore(c.to, c.key, r) || !w.leadsTo(r, c.site) {
			continue
		}
		if found == nil || r.Pos() < found.Pos() {
			found = r
		}
	}
	return found
}

// mapOf is the place of the map or list that an element lies in.
func mapOf(sel string) string {
	if n := len(sel); n > 2 && sel[n-1] == ']' {
		for i := n - 1; i >= 0; i-- {
			if sel[i] == '[' {
				return sel[:i]
			}
		}
	}
	return sel
}

// readOf reports whether a value is what a place holds, or an answer about the map that holds it.
func (w *function) readOf(v ssa.Value, c *change) bool {
	whole := flow.Loc{Root: c.to.Root, Sel: mapOf(c.to.Sel)}
	switch x := v.(type) {
	case *ssa.UnOp:
		_, isPtr := x.Type().Underlying().(*types.Pointer)
		return x.Op == token.MUL && !isPtr && w.f.Locate(x) == c.to
	case *ssa.Lookup:
		return w.f.Locate(x) == c.to
	case *ssa.Range:
		return c.key != nil && w.f.Locate(x.X) == whole
	case *ssa.Call:
		b, ok := x.Call.Value.(*ssa.Builtin)
		return ok && b.Name() == "len" && c.key != nil && w.f.Locate(x.Call.Args[0]) == whole
	}
	return false
}

// leadsTo reports whether control can come from one instruction to another.
func (w *function) leadsTo(a, b ssa.Instruction) bool {
	return a.Block() == b.Block() && w.before(a, b) || reachableBut(a.Block(), b.Block(), nil, nil)
}

// derived reports whether a value is computed from what a place holds. What a call that can fail returned is not: it was looked up.
func (w *function) derived(v ssa.Value, l flow.Loc) bool {
	seen := map[ssa.Value]bool{}
	todo := []ssa.Value{v}
	for len(todo) > 0 && len(seen) < maxSlices {
		x := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if x == nil || seen[x] {
			continue
		}
		seen[x] = true
		if w.wasIn(x, l) {
			return true
		}
		if c, ok := x.(*ssa.Call); ok && fallible(c) {
			continue
		}
		if in, ok := x.(ssa.Instruction); ok {
			for _, op := range in.Operands(nil) {
				todo = append(todo, *op)
			}
		}
	}
	return false
}

// maxSlices bounds a walk over what a value is computed from.
const maxSlices = 200

// lazy reports whether a place is set because it was empty.
func (w *function) lazy(c *change) bool {
	for _, t := range w.f.Tests(c.site.Block()) {
		if v, emptyOn, ok := flow.EmptyTest(t.If.Cond); ok && emptyOn == t.On && w.f.Locate(v) == c.to {
			return true
		}
	}
	return false
}

// latched reports whether something is done for the first time only: a flag or set from around the function is asked before, and is
// set together with it, or the list is asked whether it has it.
func (w *function) latched(c *change) bool {
	for _, t := range w.f.Tests(c.site.Block()) {
		from := t.If.Block().Succs[t.On]
		if !from.Dominates(c.site.Block()) {
			continue
		}
		cond := t.If.Cond
		if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
			cond = not.X
		}
		if call, ok := cond.(*ssa.Call); ok && model.NameHint(model.MemberHint, callName(call)) && w.f.CondSlice(cond).Touches(c.to) {
			return true
		}
		if l, ok := w.latch(cond); ok && w.setWithin(l, from) {
			return true
		}
	}
	return false
}

// latch is the place of the flag, or of the elements of the set, that a condition asks for.
func (w *function) latch(cond ssa.Value) (flow.Loc, bool) {
	switch x := cond.(type) {
	case *ssa.UnOp:
		l := w.f.Locate(x)
		return l, x.Op == token.MUL && isInput(l.Root)
	case *ssa.Lookup:
		l := w.f.Locate(x)
		return l, isInput(l.Root)
	case *ssa.Extract:
		if _, ok := x.Tuple.(*ssa.Lookup); ok {
			return w.latch(x.Tuple)
		}
	}
	return flow.Loc{}, false
}

// setWithin reports whether a place is set behind a branch.
func (w *function) setWithin(l flow.Loc, from *ssa.BasicBlock) bool {
	for _, s := range w.f.Stores(l.Root) {
		if s.Val != nil && s.To == l && from.Dominates(s.At.Block()) {
			return true
		}
	}
	return false
}

// cursor reports whether what is changed says how far the work has come, or something that does is changed in the same turn.
func (w *function) cursor(c *change) bool {
	if w.askedFor(c.to, c.site) {
		return true
	}
	for i := range w.resets() {
		r := &w.cleared[i]
		if r.at != c.site && r.val != nil && isInput(r.to.Root) && r.to != c.to && r.at.Block() == c.site.Block() && w.askedFor(r.to, r.at) {
			return true
		}
	}
	return false
}

// askedFor reports whether something else than the change itself asks for what a place holds: a branch, an index, a call.
func (w *function) askedFor(l flow.Loc, at ssa.Instruction) bool {
	for _, blk := range w.fn.Blocks {
		for _, in := range blk.Instrs {
			v, ok := in.(ssa.Value)
			if !ok || !w.wasIn(v, l) || isCollection(v.Type()) || w.resetBefore(l, nil, in) || !w.leadsTo(in, at) {
				continue
			}
			for _, r := range *v.Referrers() {
				switch r := r.(type) {
				case *ssa.BinOp:
					if !computes(r.Op) {
						return true
					}
				case *ssa.IndexAddr, *ssa.Index, *ssa.Lookup, *ssa.Slice, ssa.CallInstruction:
					return true
				}
			}
		}
	}
	return false
}

func isCollection(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Slice, *types.Map, *types.Chan:
		return true
	}
	return false
}
