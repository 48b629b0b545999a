package summary

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/sqlshape"
)

// maxTexts bounds the fields, calls and alternatives behind which a text is looked for.
const maxTexts = 6

// keeps notes what unexported fields of this package's structs are given that is of a type of another package: a statement
// that is prepared once, and executed by methods.
func (b *builder) keeps(f *types.Var, v ssa.Value) {
	p, isPtr := types.Unalias(f.Type()).(*types.Pointer)
	if !isPtr || f.Exported() || f.Pkg() != b.pkg.Types {
		return
	}
	if n, ok := types.Unalias(p.Elem()).(*types.Named); ok && n.Obj().Pkg() != b.pkg.Types {
		b.kept[f] = append(b.kept[f], v)
	}
}

// textIn is the text in a place of a value, where more than the function itself has to be asked: the statement was made by
// another function, or is kept in a field that is set once. It is a hole when that is not known.
func (w *function) textIn(v ssa.Value, sel string, depth int) string {
	if x := w.valueAt(v, sel); x != nil {
		return w.textOf(x)
	}
	if depth == 0 {
		return sqlshape.Hole
	}
	l := w.f.Locate(v)
	if phi, ok := l.Root.(*ssa.Phi); ok && l.Sel == "" {
		return w.textInAll(phi.Edges, sel, depth-1)
	}
	if c, result := madeBy(l.Root); c != nil && l.Sel == "" {
		return w.textMade(c, result, sel, depth-1)
	}
	field, rest := fieldBelow(l.Root.Type(), l.Sel+sel)
	if field == nil || rest != sel || len(w.b.kept[field]) != 1 {
		return sqlshape.Hole
	}
	val := w.b.kept[field][0]
	at, ok := val.(ssa.Instruction)
	if !ok {
		return sqlshape.Hole
	}
	g := w.b.done[at.Parent()]
	if g == nil {
		g = w.b.newFunction(at.Parent())
	}
	return g.textIn(val, rest, depth-1)
}

// textInAll is the text that all of some values have.
func (w *function) textInAll(list []ssa.Value, sel string, depth int) string {
	text := ""
	for _, v := range list {
		t := w.textIn(v, sel, depth)
		if text != "" && t != text {
			return sqlshape.Hole
		}
		text = t
	}
	return text
}

// textMade is the text in what a call made: what its rows or its summary say of it, or else the one text that it was given, for nothing
// else can have become of a text that is needed to make the thing.
func (w *function) textMade(c *ssa.Call, result int, sel string, depth int) string {
	if v, in := w.putThere(c, result, sel); v != nil {
		return w.textIn(v, in, depth)
	}
	for _, t := range w.env.targets(c) {
		if len(t.rows) > 0 {
			return sqlshape.Hole
		}
		for _, r := range t.sum.Results {
			if r.To.Index == result && r.To.Sel == sel && len(r.From) == 1 && r.From[0].Kind == flow.Param && r.From[0].In.Index < len(t.inputs) {
				return w.textIn(t.inputs[r.From[0].In.Index], r.From[0].In.Sel, depth)
			}
		}
	}
	var only ssa.Value
	for _, a := range flow.Inputs(c.Common()) {
		if !isString(a.Type()) {
			continue
		}
		if only != nil {
			return sqlshape.Hole
		}
		only = a
	}
	return w.textOf(only)
}
