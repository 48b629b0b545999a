package flow

import (
	"go/constant"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/source"
)

// Local is an origin as it stands in one function.
type Local struct {
	Origin
	// Site is the instruction of this function at which a fresh value is made, directly or by a callee.
	Site ssa.Instruction
	// Given are the conditions of the callee that mints, in values of this function.
	Given []Given
	// Cells are the stores that the value went through after it was made.
	Cells []Cell
}

// Cell is a store on the way of a value.
type Cell struct {
	To Loc
	At ssa.Instruction
}

// Given is a callee's condition seen from a caller.
type Given struct {
	V     ssa.Value
	Sel   string
	Empty bool
}

// maxVisits bounds the places one query looks at; beyond, the answer is Unknown.
const maxVisits = 2000

type state struct {
	v   ssa.Value
	sel string
}

type trace struct {
	f    *Func
	seen map[state]bool
	todo []item
	out  []Local
}

type item struct {
	state
	cells []Cell
}

// Trace returns where the content of a place comes from: v itself for the empty selector. The result depends on the
// function and the Env alone. A query that grows too large has the one answer Unknown.
func (f *Func) Trace(v ssa.Value, sel string) []Local {
	t := &trace{f: f, seen: map[state]bool{}}
	t.push(v, sel, nil)
	return t.run()
}

func (t *trace) run() []Local {
	for len(t.todo) > 0 {
		it := t.todo[len(t.todo)-1]
		t.todo = t.todo[:len(t.todo)-1]
		t.visit(it)
		if len(t.seen) > maxVisits || len(t.out) > 8*maxSet {
			return []Local{{Origin: Origin{Kind: Unknown}}}
		}
	}
	slices.SortStableFunc(t.out, func(a, b Local) int { return a.Compare(b.Origin) })
	return t.out
}

func (t *trace) push(v ssa.Value, sel string, cells []Cell) {
	if v == nil || depth(sel) > 2*maxSel {
		return
	}
	l := t.f.Locate(v)
	s := state{l.Root, l.Sel + sel}
	if depth(s.sel) > maxSel || t.seen[s] {
		return
	}
	t.seen[s] = true
	t.todo = append(t.todo, item{s, cells})
}

func (t *trace) add(k Kind) { t.out = append(t.out, Local{Origin: Origin{Kind: k}}) }

func (t *trace) input(k Kind, i int, sel string) {
	t.out = append(t.out, Local{Origin: Origin{Kind: k, In: Input{k, i, sel}}})
}

func (t *trace) visit(it item) {
	v, sel := it.v, it.sel
	stored := t.memory(it)
	switch v := v.(type) {
	case *ssa.Const:
		if zeroConst(v) {
			t.add(Zero)
		} else {
			t.add(Const)
		}
	case *ssa.Parameter:
		t.input(Param, t.f.params[v], sel)
	case *ssa.FreeVar:
		t.input(Free, t.f.free[v], sel)
	case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice:
		if !stored {
			t.add(Zero)
		}
	case *ssa.Phi:
		for _, e := range v.Edges {
			t.push(e, sel, it.cells)
		}
	case *ssa.Call:
		t.call(v, 0, it)
	case *ssa.Extract:
		if c, ok := v.Tuple.(*ssa.Call); ok {
			t.call(c, v.Index, it)
		} else {
			t.add(Unknown)
		}
	case *ssa.BinOp:
		if sel == "" {
			t.push(v.X, "", it.cells)
			t.push(v.Y, "", it.cells)
		}
	case *ssa.UnOp:
		if v.Op == token.ARROW {
			t.add(Unknown)
		} else {
			t.push(v.X, sel, it.cells)
		}
	default:
		t.add(Unknown)
	}
}

func zeroConst(c *ssa.Const) bool {
	if c.Value == nil {
		return true
	}
	return c.Value.Kind() == constant.String && constant.StringVal(c.Value) == ""
}

// memory follows what is stored at the place and reports whether anything is.
func (t *trace) memory(it item) (found bool) {
	for _, s := range t.f.Stores(it.v) {
		rest, ok := below(it.sel, s.To.Sel)
		if !ok {
			continue
		}
		found = true
		cells := append(it.cells[:len(it.cells):len(it.cells)], Cell{s.To, s.At})
		if s.Callee == nil {
			t.push(s.Val, rest, cells)
		} else {
			t.substitute(s.From, s.Callee, s.At, rest, cells)
		}
	}
	return found
}

func (t *trace) call(c *ssa.Call, result int, it item) {
	if b, ok := c.Call.Value.(*ssa.Builtin); ok {
		t.builtin(b.Name(), c, it)
		return
	}
	callees := t.f.env.Callees(c)
	if len(callees) == 0 {
		t.add(Unknown)
	}
	for i := range callees {
		known := false
		for _, w := range callees[i].Effect.Results {
			if w.To.Index != result {
				continue
			}
			if rest, ok := below(it.sel, w.To.Sel); ok {
				known = true
				t.substitute(w.From, &callees[i], c, rest, it.cells)
			}
		}
		if !known {
			t.add(Unknown)
		}
	}
}

func (t *trace) builtin(name string, c *ssa.Call, it item) {
	switch name {
	case "append":
		for _, a := range c.Call.Args {
			t.push(a, it.sel, it.cells)
		}
	case "min", "max":
		for _, a := range c.Call.Args {
			t.push(a, "", it.cells)
		}
	default:
		t.add(Unknown)
	}
}

// substitute expresses a callee's origins in values of this function.
func (t *trace) substitute(set []Origin, c *Callee, at ssa.Instruction, rest string, cells []Cell) {
	for _, o := range set {
		switch o.Kind {
		case Param, Free:
			if v := c.input(o.In); v != nil {
				t.push(v, o.In.Sel+rest, cells)
			} else {
				t.add(Unknown)
			}
		case Fresh:
			t.out = append(t.out, t.f.Rebase(o, c, at, cells))
		default:
			t.add(o.Kind)
		}
	}
}

// Rebase moves a callee's fresh origin to the call that reaches it.
func (f *Func) Rebase(o Origin, c *Callee, at ssa.Instruction, cells []Cell) Local {
	l := Local{Origin: o, Site: at, Cells: cells}
	place := f.env.PlaceOf(at.Pos())
	if !o.At.IsValid() {
		l.At = place
	} else if len(o.Via) < maxVia {
		l.Via = append(o.Via[:len(o.Via):len(o.Via)], place)
	}
	l.Given = f.Givens(o.Conds, c)
	l.Conds = nil
	return l
}

// Givens expresses a callee's conditions in values of this function.
func (f *Func) Givens(conds []Cond, c *Callee) []Given {
	var list []Given
	for _, cond := range conds {
		list = append(list, Given{c.input(cond.On), cond.On.Sel, cond.Empty})
	}
	return list
}

// Places lists the mint and the calls that lead to it, outermost first.
func (o Origin) Places() []source.Place {
	list := slices.Clone(o.Via)
	slices.Reverse(list)
	return append(list, o.At)
}

// Substituted is what a call's store leaves at its place, in values of this function.
func (f *Func) Substituted(s *Store) []Local {
	t := &trace{f: f, seen: map[state]bool{}}
	t.substitute(s.From, s.Callee, s.At, "", nil)
	return t.run()
}

// Instantiate is what one origin of a callee is in this function, at a call.
func (f *Func) Instantiate(o Origin, c *Callee, at ssa.Instruction) []Local {
	t := &trace{f: f, seen: map[state]bool{}}
	t.substitute([]Origin{o}, c, at, "", nil)
	return t.run()
}
