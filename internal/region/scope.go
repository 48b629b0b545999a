package region

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
)

// Scope is code that runs once per attempt: a retry loop's blocks, or a whole function that is called again.
type Scope struct {
	F    *flow.Func
	Loop *Loop // nil for the whole function
}

// In reports whether an instruction belongs to the scope.
func (s *Scope) In(at ssa.Instruction) bool {
	return at != nil && at.Block() != nil && (s.Loop == nil || s.Loop.Blocks[at.Block()])
}

// Outlives reports whether memory under a root is the same in every attempt.
func (s *Scope) Outlives(root ssa.Value) bool {
	switch r := root.(type) {
	case *ssa.Parameter, *ssa.FreeVar, *ssa.Global:
		return true
	case *ssa.Const, *ssa.Function, *ssa.Builtin:
		return false
	case ssa.Instruction:
		return s.Loop != nil && !s.Loop.Blocks[r.Block()]
	}
	return false
}

// Every reports whether what happens at an instruction happens in each attempt anew. It does not where it hangs on state
// that the attempts hand on, or on the outcome of an attempt:
//
//	if key == "" { key = mint() }           // key outlives the attempt: minted once
//	case errors.Is(err, errKeySpent): …     // a new key after a definite refusal
//
// A branch on anything else (an option, what the caller gave, a bare err != nil) only says whether the whole thing is
// done at all. carriers are the places that carry the value to the receiver; given are conditions inside callees.
func (s *Scope) Every(at ssa.Instruction, given []flow.Given, carriers []flow.Loc) bool {
	for _, t := range s.F.Tests(at.Block()) {
		if s.In(t.If) && s.decides(t, carriers) {
			return false
		}
	}
	for _, g := range given {
		if g.V == nil {
			return false
		}
		l := s.F.Locate(g.V)
		l.Sel += g.Sel
		if s.state(l) || s.handedOn(s.F.SliceOf(false, g.V)) || g.Empty && s.supplied(g.V, g.Sel) {
			return false
		}
	}
	return true
}

func (s *Scope) decides(t flow.Test, carriers []flow.Loc) bool {
	cond := t.If.Cond
	if _, _, ok := flow.NilTest(cond); ok || transient(cond, t.On) {
		return false
	}
	slice := s.F.CondSlice(cond)
	if s.handedOn(slice) && !s.leaves(t) {
		return true
	}
	counters := counters(s.F, slice)
	for _, l := range slice.Locs {
		if s.state(l) && !counters[l] {
			return true
		}
	}
	if s.first(t, slice, counters) || s.outcome(slice, carriers) {
		return true
	}
	if v, emptyOn, ok := flow.EmptyTest(cond); ok && t.On == emptyOn {
		return s.supplied(v, "")
	}
	return false
}

// first reports whether a branch is taken for one number of the attempt only.
func (s *Scope) first(t flow.Test, slice flow.Slice, counters map[flow.Loc]bool) bool {
	b, ok := t.If.Cond.(*ssa.BinOp)
	if !ok || !(b.Op == token.EQL && t.On == 0 || b.Op == token.NEQ && t.On == 1) || !numeric(b.X.Type()) {
		return false
	}
	for v := range slice.Values {
		if phi, ok := v.(*ssa.Phi); ok && s.Loop != nil && phi.Block() == s.Loop.Header && numeric(phi.Type()) {
			return true
		}
	}
	for l := range counters {
		if s.state(l) {
			return true
		}
	}
	return false
}

// leaves reports whether the other side of a branch leaves the loop: then it says whether there is another attempt, not
// what an attempt does.
func (s *Scope) leaves(t flow.Test) bool {
	return s.Loop != nil && !s.Loop.Blocks[t.If.Block().Succs[1-t.On]]
}

// counters are the places of a slice that hold numbers. How many attempts there were says nothing about what came back.
func counters(f *flow.Func, slice flow.Slice) map[flow.Loc]bool {
	set := map[flow.Loc]bool{}
	for v := range slice.Values {
		if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL && numeric(load.Type()) {
			set[f.Locate(load)] = true
		}
	}
	return set
}

func numeric(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsNumeric != 0
}

// outcome reports whether something was computed from the answer to a call that was given the value's carrier.
func (s *Scope) outcome(slice flow.Slice, carriers []flow.Loc) bool {
	for v := range slice.Values {
		if c, ok := v.(*ssa.Call); ok && s.In(c) && returnsError(c) && s.uses(c, carriers) {
			return true
		}
	}
	return false
}

// AfterOutcome reports whether it hangs on the answer to a call that was given the carriers whether an instruction runs.
func (s *Scope) AfterOutcome(at ssa.Instruction, carriers []flow.Loc) bool {
	if len(carriers) == 0 {
		return false
	}
	for _, t := range s.F.Tests(at.Block()) {
		if _, _, isNil := flow.NilTest(t.If.Cond); !isNil && !transient(t.If.Cond, t.On) && s.outcome(s.F.CondSlice(t.If.Cond), carriers) {
			return true
		}
	}
	return false
}

// handedOn reports whether a value was carried over from the attempt before. Counters do not count: an attempt number
// says nothing about what came back.
func (s *Scope) handedOn(slice flow.Slice) bool {
	if s.Loop == nil {
		return false
	}
	for v := range slice.Values {
		phi, ok := v.(*ssa.Phi)
		if !ok || phi.Block() != s.Loop.Header {
			continue
		}
		if !numeric(phi.Type()) {
			return true
		}
	}
	return false
}

// Changes reports whether a place is written in the scope: set anew, or set back.
func (s *Scope) Changes(l flow.Loc) bool {
	for _, st := range s.F.Stores(l.Root) {
		if s.In(st.At) && st.To.Overlaps(l) {
			return true
		}
	}
	return false
}

// state reports whether a place outlives the attempt and is written in it.
func (s *Scope) state(l flow.Loc) bool {
	return s.Outlives(l.Root) && s.Changes(l)
}

// uses reports whether a call reads memory that outlives the attempt and carries the value.
func (s *Scope) uses(c *ssa.Call, carriers []flow.Loc) bool {
	args := s.F.CallSlice(c)
	for _, l := range carriers {
		if s.Outlives(l.Root) && args.Touches(l) {
			return true
		}
	}
	return false
}

// supplied reports whether something other than the function's own inputs may fill a place, so that a default for an
// empty one need not apply.
func (s *Scope) supplied(v ssa.Value, sel string) bool {
	for _, o := range s.F.Trace(v, sel) {
		switch o.Kind {
		case flow.Unknown, flow.Const, flow.Fresh:
			return true
		}
	}
	by, unknown := s.F.Exposed(v)
	return unknown || len(by) > 0
}

func returnsError(c *ssa.Call) bool {
	res := c.Call.Signature().Results()
	for i := range res.Len() {
		if flow.IsError(res.At(i).Type()) {
			return true
		}
	}
	return false
}

// Inputs lists the inputs on which it depends whether a block is reached in one run of the function, and whether the list
// is complete: more conditions than can be kept make it unknown.
func Inputs(f *flow.Func, b *ssa.BasicBlock) (conds []flow.Cond, ok bool) {
	for _, t := range f.Tests(b) {
		if _, _, isNil := flow.NilTest(t.If.Cond); isNil {
			continue
		}
		v, emptyOn, isEmpty := flow.EmptyTest(t.If.Cond)
		isEmpty = isEmpty && t.On == emptyOn
		if isEmpty {
			by, unknown := f.Exposed(v)
			if unknown {
				return nil, false
			}
			for _, in := range by {
				conds = append(conds, flow.Cond{On: in, Empty: true})
			}
		}
		slice := f.CondSlice(t.If.Cond)
		numbers := counters(f, slice)
		for _, l := range slice.Locs {
			if !numbers[l] {
				conds = append(conds, on(f, l, isEmpty && l == f.Locate(v))...)
			}
		}
	}
	return flow.NormalizeConds(conds)
}

// Given lists the inputs that a callee's conditions come down to.
func Given(f *flow.Func, given []flow.Given) (conds []flow.Cond, ok bool) {
	for _, g := range given {
		if g.V == nil {
			return nil, false
		}
		l := f.Locate(g.V)
		l.Sel += g.Sel
		conds = append(conds, on(f, l, g.Empty)...)
	}
	return flow.NormalizeConds(conds)
}

func on(f *flow.Func, l flow.Loc, empty bool) (conds []flow.Cond) {
	switch l.Root.(type) {
	case *ssa.Parameter, *ssa.FreeVar, *ssa.Alloc:
	default:
		return nil // computed: what it was computed from is in the slice as well
	}
	for _, o := range f.Trace(l.Root, l.Sel) {
		if o.Kind == flow.Param || o.Kind == flow.Free {
			conds = append(conds, flow.Cond{On: o.In, Empty: empty})
		}
	}
	return conds
}
