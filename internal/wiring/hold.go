package wiring

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Holders lists the places whose contents a store, an update of a map or a send adds to. It differs from Sources: what is in a
// container comes from many places, and none of these holds what is put beside it.
func (t *Tracer) Holders(container ssa.Value) []Source {
	w := &walk{t: t, seen: map[ssa.Value]bool{}, out: map[Source]bool{}}
	switch c := container.(type) {
	case *ssa.Alloc, *ssa.FreeVar: // a variable of the function, whose stores are followed from where it is read
	case *ssa.IndexAddr:
		w.holder(c.X)
	default:
		w.holder(c)
	}
	return w.sources()
}

// holder follows a container, and not what is in it.
func (w *walk) holder(v ssa.Value) {
	if v == nil || w.seen[v] || len(w.seen) > maxSteps {
		return
	}
	w.seen[v] = true
	switch v := v.(type) {
	case *ssa.FieldAddr, *ssa.Global:
		w.loaded(v)
	case *ssa.Field, *ssa.Parameter:
		w.follow(v)
	case *ssa.ChangeType:
		w.holder(v.X)
	case *ssa.Slice:
		w.holder(v.X)
	case *ssa.Lookup:
		w.holder(v.X)
	case *ssa.Phi:
		for _, e := range v.Edges {
			w.holder(e)
		}
	case *ssa.Extract:
		switch tuple := v.Tuple.(type) {
		case *ssa.Lookup:
			w.holder(tuple.X)
		case *ssa.Call:
			w.result(tuple, v.Index)
		}
	case *ssa.Call:
		if b, ok := v.Call.Value.(*ssa.Builtin); ok {
			if b.Name() == "append" {
				w.holder(v.Call.Args[0])
			}
			return
		}
		w.result(v, 0)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			w.variable(v.X)
		}
	}
}

// variable follows a container that is read from a variable.
func (w *walk) variable(addr ssa.Value) {
	switch a := addr.(type) {
	case *ssa.FieldAddr, *ssa.Global:
		w.loaded(a)
	case *ssa.IndexAddr:
		w.holder(a.X)
	case *ssa.Alloc:
		for _, r := range *a.Referrers() {
			if s, ok := r.(*ssa.Store); ok && s.Addr == ssa.Value(a) {
				w.holder(s.Val)
			}
		}
	case *ssa.FreeVar:
		if mc := w.t.closures[a.Parent()]; mc != nil {
			if i := slices.Index(a.Parent().FreeVars, a); i >= 0 && i < len(mc.Bindings) {
				w.variable(mc.Bindings[i])
			}
		}
	}
}
