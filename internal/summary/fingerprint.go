package summary

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// comparison takes a value that is compared with a stored fingerprint for one.
func (w *function) comparison(b *ssa.BinOp) {
	if b.Op != token.EQL && b.Op != token.NEQ {
		return
	}
	w.compared(b, b.X, b.Y)
	w.compared(b, b.Y, b.X)
}

func (w *function) compared(at ssa.Instruction, field, v ssa.Value) {
	name := flow.LastName(w.f.Locate(field).Sel)
	if name == "" {
		return
	}
	if kind, ok := model.IdentityName(name); ok && kind == model.Fingerprint && textual(v.Type()) {
		if _, isConst := v.(*ssa.Const); !isConst {
			w.addKey(at, kind, name, true, v, "", nil)
		}
	}
}

// visible reports whether an object is made in this function and handed to nobody of whom nothing is known.
func (w *function) visible(root ssa.Value) bool {
	switch root.(type) {
	case *ssa.Alloc, *ssa.MakeMap, *ssa.Const:
		by, unknown := w.f.Handed(root)
		return !unknown && len(by) == 0
	}
	return false
}

// seenSet takes a set (map[K]bool, map[K]struct{}) in which something is looked up and noted, and from which nothing is
// ever taken, for a record of what was seen before. One that is emptied again keeps what is pending.
func (w *function) seenSet(l *ssa.Lookup) {
	m, ok := l.X.Type().Underlying().(*types.Map)
	if !ok || !isMark(m.Elem()) {
		return
	}
	root := w.f.Locate(l.X)
	noted := false
	for _, blk := range w.fn.Blocks {
		for _, in := range blk.Instrs {
			switch in := in.(type) {
			case *ssa.MapUpdate:
				noted = noted || w.f.Locate(in.Map) == root
			case *ssa.Call:
				if b, isBuiltin := in.Call.Value.(*ssa.Builtin); isBuiltin && b.Name() == "delete" && w.f.Locate(in.Call.Args[0]) == root {
					return
				}
			}
		}
	}
	if noted {
		w.addKey(l, model.StoreKey, "a set of what was seen", true, l.Index, "", nil)
	}
}

func isMark(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.Bool
	case *types.Struct:
		return u.NumFields() == 0
	}
	return false
}
