package summary

import (
	"go/token"

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
