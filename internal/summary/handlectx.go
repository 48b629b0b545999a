package summary

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// handleBehind is what a handle is that has no row of its own, and where: the kind of what it is embedded in, or of what it was made
// from by methods: client.Collection("a").Doc("b").
func (w *function) handleBehind(v ssa.Value) (model.Handle, flow.Loc) {
	for range maxSteps {
		l := w.f.Object(v)
		for sel := l.Sel; ; sel = sel[:strings.LastIndexByte(sel, '.')] {
			at := flow.Loc{Root: l.Root, Sel: sel}
			if t := w.typeAt(at); t != nil {
				if kind, _ := w.b.handleType(t); kind != "" {
					return kind, at
				}
			}
			if !strings.HasPrefix(sel, ".") {
				break
			}
		}
		c, _ := madeBy(l.Root)
		if c == nil || receiver(c) == nil {
			break
		}
		v = receiver(c)
	}
	return "", flow.Loc{}
}

// fromContext reports whether a function gives the transaction that a context holds: it takes a handle out of one.
func (w *function) fromContext() bool {
	if w.fn.Signature.Results().Len() == 0 {
		return false
	}
	for _, blk := range w.fn.Blocks {
		if ret, ok := blk.Instrs[len(blk.Instrs)-1].(*ssa.Return); ok && w.givenByContext(ret.Results[0]) {
			return true
		}
	}
	return w.looksInContext()
}

// looksInContext reports whether a function looks for a transaction in a context. One that begins a transaction too does so where
// there is none.
func (w *function) looksInContext() bool {
	for _, blk := range w.fn.Blocks {
		for _, in := range blk.Instrs {
			as, ok := in.(*ssa.TypeAssert)
			if !ok {
				continue
			}
			kind, _ := w.b.handleType(as.AssertedType)
			if c, _ := madeBy(as.X); c != nil && (kind == model.TxHandle || kind == model.EitherHandle) && c.Call.IsInvoke() && isContext(c.Call.Value.Type()) {
				return true
			}
		}
	}
	return false
}

// givenByContext reports whether a handle was given by a function that takes it out of a context.
func (w *function) givenByContext(v ssa.Value) bool {
	for range maxSteps {
		c, _ := madeBy(w.f.Object(v).Root)
		if c == nil {
			return false
		}
		if takesContext(c.Common()) {
			for _, t := range w.env.targets(c) {
				if t.sum.FromCtx {
					return true
				}
			}
		}
		if v = receiver(c); v == nil {
			return false
		}
	}
	return false
}
