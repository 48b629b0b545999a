package summary

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

// setHandle says through what an operation is done.
func (w *function) setHandle(o *op, v ssa.Value, sel string) {
	o.handle, o.in = v, w.f.Trace(v, sel)
	if sel != "" {
		if v = w.valueAt(v, sel); v == nil {
			return
		}
		o.handle = v
	}
	kind, isolated := w.b.handleType(v.Type())
	if k := w.givenHandle(v); k != "" {
		kind = k
	}
	if kind == model.EitherHandle {
		if k := w.becomes(v, o.site); k != "" {
			kind = k
		}
	}
	if kind == "" {
		kind, _ = w.handleBehind(v)
	}
	if kind != "" {
		o.Handle = kind
	}
	o.ByCtx = o.ByCtx || w.givenByContext(v)
	o.Isolated = o.Isolated || isolated
	if _, ok := w.f.Locate(v).Root.(*ssa.Global); ok {
		o.Lasts = true
	}
}

// handleType says what values of a type are.
func (b *builder) handleType(t types.Type) (kind model.Handle, isolated bool) {
	n := ssapkg.Named(t)
	if n == nil || n.Obj().Pkg() == nil {
		return "", false
	}
	row := b.rows(n.Obj().Pkg().Path()).Type(n.Obj().Name())
	if row == nil {
		return "", false
	}
	return row.Handle, row.Isolated
}

// givenHandle is what the call that made a value says of it.
func (w *function) givenHandle(v ssa.Value) model.Handle {
	c, result := madeBy(w.f.Locate(v).Root)
	if c == nil {
		return ""
	}
	for _, t := range w.env.targets(c) {
		for _, e := range t.rows {
			for _, g := range e.Gives {
				if g.At.Root == model.Result && g.At.Index == result && g.At.Sel == "" {
					return g.Handle
				}
			}
		}
	}
	return ""
}

// becomes is what a call before an instruction makes of a value: a session that begins is a transaction.
func (w *function) becomes(v ssa.Value, site ssa.Instruction) model.Handle {
	l := w.f.Object(v)
	for _, blk := range w.fn.Blocks {
		for _, in := range blk.Instrs {
			c, ok := in.(*ssa.Call)
			if !ok || receiver(c) == nil || w.f.Object(receiver(c)) != l || !w.before(c, site) {
				continue
			}
			for _, t := range w.env.targets(c) {
				for _, e := range t.rows {
					for _, g := range e.Gives {
						if g.At.Root == model.Recv && g.At.Sel == "" {
							return g.Handle
						}
					}
				}
			}
		}
	}
	return ""
}
