package summary

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// rootHandle follows a chain, and variables that function literals capture, to what a handle was at first.
func (w *function) rootHandle(v ssa.Value) (*function, flow.Loc, bool) {
	sel := ""
	for range maxSteps {
		_, root, _ := w.chainSteps(v)
		if root == nil {
			return nil, flow.Loc{}, false
		}
		l := w.f.Object(root)
		if _, isCall := l.Root.(*ssa.Call); isCall && l.Root != root {
			v = l.Root
			continue
		}
		outer, bound := w.binding(l.Root)
		if bound == nil {
			return w, flow.Loc{Root: l.Root, Sel: l.Sel + sel}, true
		}
		w, v, sel = outer, bound, l.Sel+sel
	}
	return nil, flow.Loc{}, false
}

// binding is what a function literal captures under a name, in the function around it.
func (w *function) binding(v ssa.Value) (*function, ssa.Value) {
	free, ok := v.(*ssa.FreeVar)
	if !ok {
		return nil, nil
	}
	mc, outer := w.b.closures[w.fn], w.b.done[w.fn.Parent()]
	if mc == nil || outer == nil {
		return nil, nil
	}
	for i, f := range w.fn.FreeVars {
		if f == free {
			return outer, outer.f.Object(mc.Bindings[i]).Root
		}
	}
	return nil, nil
}

// fieldOf is the field at the end of a place below a variable, or nil.
func (w *function) fieldOf(l flow.Loc) (owner, name string) {
	i := strings.LastIndexByte(l.Sel, '.')
	if i < 0 || strings.ContainsAny(l.Sel, "[]") {
		return "", ""
	}
	t := w.typeAt(flow.Loc{Root: l.Root, Sel: l.Sel[:i]})
	if t == nil {
		return "", ""
	}
	return elemType(t).String(), l.Sel[i+1:]
}

// poolField reports whether a field holds no transaction: one is begun on it in this package, and nothing that may be one
// is put there.
func (b *builder) poolField(owner, name string) bool {
	if name == "" {
		return false
	}
	begun := false
	for _, fn := range b.pkg.Funcs {
		w := b.done[fn]
		if w == nil {
			continue
		}
		for i := range w.ops {
			o := &w.ops[i]
			if o.Do != model.DoBegin || o.moved || o.handle == nil {
				continue
			}
			if at, l, ok := w.rootHandle(o.handle); ok {
				on, in := at.fieldOf(l)
				begun = begun || on == owner && in == name
			}
		}
		if w.putsTx(owner, name) {
			return false
		}
	}
	return begun
}

// putsTx reports whether a function stores what may be a transaction in a field.
func (w *function) putsTx(owner, name string) bool {
	for _, blk := range w.fn.Blocks {
		for _, in := range blk.Instrs {
			s, ok := in.(*ssa.Store)
			if !ok {
				continue
			}
			a, ok := s.Addr.(*ssa.FieldAddr)
			if !ok || fieldVar(a) == nil || fieldVar(a).Name() != name || elemType(a.X.Type()).String() != owner {
				continue
			}
			if w.isTx(s.Val, maxCallers, false) {
				return true
			}
		}
	}
	return false
}

// isTx reports whether a handle is a transaction: by its type, by the call that made it, as the parameter of a literal that is
// run in one, or because callers pass one: all of them, or any.
func (w *function) isTx(v ssa.Value, depth int, all bool) bool {
	kind, _ := w.b.handleType(v.Type())
	at, l, ok := w.rootHandle(v)
	if !ok || l.Sel != "" {
		return kind == model.TxHandle
	}
	if c, isConst := l.Root.(*ssa.Const); isConst && c.Value == nil {
		return false // no transaction: the callee takes its pool
	}
	if of, _ := w.b.handleType(l.Root.Type()); kind == model.TxHandle || of == model.TxHandle || at.givenHandle(l.Root) == model.TxHandle {
		return true
	}
	p, isParam := l.Root.(*ssa.Parameter)
	if !isParam || depth == 0 {
		return false
	}
	return at.givenTx(p, depth, all)
}

func (w *function) givenTx(p *ssa.Parameter, depth int, all bool) bool {
	n := -1
	for i, q := range w.fn.Params {
		if q == p {
			n = i
		}
	}
	for _, fr := range w.b.frames[origin(w.fn)] {
		if fr.tx == n {
			return true
		}
	}
	given := 0
	for _, c := range w.b.callersOf(w.fn) {
		args := flow.Inputs(c.call.Common())
		if c.w == w || n >= len(args) || !c.reaches(w.fn) {
			continue
		}
		if c.w.isTx(args[n], depth-1, all) {
			given++
		} else if all {
			return false
		}
	}
	return given > 0
}

// reaches reports whether a call is one of the function, and not one that is handed the function.
func (c callSite) reaches(fn *ssa.Function) bool {
	for _, t := range c.w.env.targets(c.call) {
		if t.fn == fn {
			return true
		}
	}
	return false
}
