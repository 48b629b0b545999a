package flow

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Test is a branch that decides whether an instruction runs.
type Test struct {
	If *ssa.If
	// On is the branch that leads to the instruction: 0 for true, 1 for false.
	On int
}

// Tests lists the branches that decide whether a block runs once control has entered the function or, where the block
// lies in a loop, the current turn: those from which, back edges aside, the block can be reached on one side only.
func (f *Func) Tests(b *ssa.BasicBlock) []Test {
	if ts, ok := f.tests[b]; ok {
		return ts
	}
	reaches := f.reaching(b)
	var ts []Test
	for _, x := range f.Fn.Blocks {
		if !reaches[x] || x == b || len(x.Instrs) == 0 {
			continue
		}
		cond, ok := x.Instrs[len(x.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		yes, no := f.leads(x, 0, reaches), f.leads(x, 1, reaches)
		if yes != no {
			on := 0
			if no {
				on = 1
			}
			ts = append(ts, Test{cond, on})
		}
	}
	f.tests[b] = ts
	return ts
}

func (f *Func) leads(x *ssa.BasicBlock, i int, reaches map[*ssa.BasicBlock]bool) bool {
	s := x.Succs[i]
	return reaches[s] && !s.Dominates(x)
}

// reaching is the set of blocks from which b can be reached without taking a back edge, b included.
func (f *Func) reaching(b *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	set := map[*ssa.BasicBlock]bool{b: true}
	todo := []*ssa.BasicBlock{b}
	for len(todo) > 0 {
		x := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, p := range x.Preds {
			if !set[p] && !x.Dominates(p) {
				set[p] = true
				todo = append(todo, p)
			}
		}
	}
	return set
}

// NilTest reports whether a condition only asks whether a value of type error is nil, and on which branch it is.
func NilTest(cond ssa.Value) (err ssa.Value, nilOn int, ok bool) {
	b, isBin := cond.(*ssa.BinOp)
	if !isBin || b.Op != token.EQL && b.Op != token.NEQ {
		return nil, 0, false
	}
	x, y := b.X, b.Y
	if c, isConst := x.(*ssa.Const); isConst && c.Value == nil {
		x, y = y, x
	}
	c, isConst := y.(*ssa.Const)
	if !isConst || c.Value != nil || !IsError(x.Type()) {
		return nil, 0, false
	}
	if b.Op == token.NEQ {
		nilOn = 1
	}
	return x, nilOn, true
}

var errorType = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

// IsError reports whether a type is an error: the interface or something that implements it (*RetryError and the like).
func IsError(t types.Type) bool {
	if types.Identical(t, types.Universe.Lookup("error").Type()) {
		return true
	}
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return false
	}
	return types.IsInterface(t) && types.Implements(t, errorType) || isPtrError(t)
}

func isPtrError(t types.Type) bool {
	p, ok := types.Unalias(t).Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	if _, named := types.Unalias(p.Elem()).(*types.Named); !named {
		return false
	}
	return types.Implements(t, errorType)
}

// EmptyTest reports whether a condition asks whether a value is empty: compared with "", nil, 0 or a length of 0, or the
// ok of a lookup, and on which branch it is.
func EmptyTest(cond ssa.Value) (v ssa.Value, emptyOn int, ok bool) {
	switch c := cond.(type) {
	case *ssa.UnOp:
		if c.Op == token.NOT {
			v, on, ok := EmptyTest(c.X)
			return v, 1 - on, ok
		}
	case *ssa.Extract:
		if l, isLookup := c.Tuple.(*ssa.Lookup); isLookup && c.Index == 1 {
			return l, 1, true
		}
	case *ssa.Call:
		if fn := c.Call.StaticCallee(); fn != nil && fn.Signature.Recv() != nil && len(c.Call.Args) == 1 {
			switch fn.Name() {
			case "IsZero", "IsNil", "IsEmpty", "Empty":
				return c.Call.Args[0], 0, true
			}
		}
	case *ssa.BinOp:
		return emptyCompare(c)
	}
	return nil, 0, false
}

func emptyCompare(b *ssa.BinOp) (v ssa.Value, emptyOn int, ok bool) {
	x, y, op := b.X, b.Y, b.Op
	if _, isConst := x.(*ssa.Const); isConst {
		x, y, op = y, x, mirror(op)
	}
	c, isConst := y.(*ssa.Const)
	if !isConst {
		if g, isLoad := y.(*ssa.UnOp); isLoad && g.Op == token.MUL && (op == token.EQL || op == token.NEQ) {
			if gl, isGlobal := g.X.(*ssa.Global); isGlobal && gl.Name() == "Nil" {
				return x, on(op == token.EQL), true
			}
		}
		return nil, 0, false
	}
	if call, isCall := x.(*ssa.Call); isCall && builtinName(call) == "len" {
		n, exact := int64(-1), false
		if c.Value != nil && c.Value.Kind() == constant.Int {
			n, exact = constant.Int64Val(c.Value)
		}
		if !exact {
			return nil, 0, false
		}
		switch {
		case op == token.EQL && n == 0, op == token.LSS && n == 1, op == token.LEQ && n == 0:
			return call.Call.Args[0], 0, true
		case op == token.NEQ && n == 0, op == token.GTR && n == 0, op == token.GEQ && n == 1:
			return call.Call.Args[0], 1, true
		}
		return nil, 0, false
	}
	if (op == token.EQL || op == token.NEQ) && zeroConst(c) && !IsError(x.Type()) {
		return x, on(op == token.EQL), true
	}
	return nil, 0, false
}

func on(yes bool) int {
	if yes {
		return 0
	}
	return 1
}

func mirror(op token.Token) token.Token {
	switch op {
	case token.LSS:
		return token.GTR
	case token.GTR:
		return token.LSS
	case token.LEQ:
		return token.GEQ
	case token.GEQ:
		return token.LEQ
	}
	return op
}

func builtinName(c *ssa.Call) string {
	if b, ok := c.Call.Value.(*ssa.Builtin); ok {
		return b.Name()
	}
	return ""
}

// Slice is everything that a value was computed from inside one function, calls' arguments included. It over-approximates.
type Slice struct {
	Values map[ssa.Value]bool
	Locs   []Loc // places that were read
}

// maxSlice bounds a slice; Complete is false beyond it.
const maxSlice = 1000

// SliceOf computes the backward slice of some values. With stores set it also follows what was stored at the places read.
func (f *Func) SliceOf(stores bool, from ...ssa.Value) Slice {
	w := slicer{f: f, stores: stores, s: Slice{Values: map[ssa.Value]bool{}}, locs: map[Loc]bool{}, todo: slices.Clone(from)}
	for len(w.todo) > 0 && len(w.s.Values) < maxSlice {
		v := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		if v != nil && !w.s.Values[v] {
			w.s.Values[v] = true
			w.visit(v)
		}
	}
	return w.s
}

// CondSlice is the slice of a branch's condition, stores left out. Each event behind a branch asks for it.
func (f *Func) CondSlice(cond ssa.Value) Slice {
	s, ok := f.conds[cond]
	if !ok {
		s = f.SliceOf(false, cond)
		f.conds[cond] = s
	}
	return s
}

// CallSlice is the slice of what a call is given, stores left out.
func (f *Func) CallSlice(c *ssa.Call) Slice {
	s, ok := f.calls[c]
	if !ok {
		s = f.SliceOf(false, Inputs(c.Common())...)
		f.calls[c] = s
	}
	return s
}

type slicer struct {
	f      *Func
	stores bool
	s      Slice
	locs   map[Loc]bool
	todo   []ssa.Value
}

// visit reads one value. A path such as x.a.b reads just that place, not all of x.
func (w *slicer) visit(v ssa.Value) {
	l := w.f.Locate(v)
	w.read(l)
	if l.Root != v {
		if !w.s.Values[l.Root] {
			w.s.Values[l.Root] = true
			w.operands(l.Root)
		}
		for x := v; x != nil && x != l.Root; x = w.step(x) {
			w.s.Values[x] = true
		}
		return
	}
	w.operands(v)
}

// step goes one link down an operand chain, taking in the index of an element.
func (w *slicer) step(v ssa.Value) ssa.Value {
	in, ok := v.(ssa.Instruction)
	if !ok {
		return nil
	}
	ops := in.Operands(nil)
	if len(ops) > 1 && *ops[1] != nil {
		w.todo = append(w.todo, *ops[1])
	}
	if len(ops) == 0 {
		return nil
	}
	return *ops[0]
}

func (w *slicer) operands(v ssa.Value) {
	in, ok := v.(ssa.Instruction)
	if !ok {
		return
	}
	for _, op := range in.Operands(nil) {
		if *op != nil {
			w.todo = append(w.todo, *op)
		}
	}
}

func (w *slicer) read(l Loc) {
	if w.locs[l] {
		return
	}
	w.locs[l] = true
	w.s.Locs = append(w.s.Locs, l)
	if !w.stores {
		return
	}
	for _, st := range w.f.Stores(l.Root) {
		if !overlaps(st.To.Sel, l.Sel) {
			continue
		}
		if st.Val != nil {
			w.todo = append(w.todo, st.Val)
		} else if c, ok := st.At.(*ssa.Call); ok {
			w.todo = append(w.todo, c)
		}
	}
}

// Touches reports whether a slice read memory that overlaps a place.
func (s Slice) Touches(l Loc) bool {
	for _, m := range s.Locs {
		if m.Overlaps(l) {
			return true
		}
	}
	return false
}
