package summary

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
)

// failureAnswer reports whether a result is an answer of a type that the function also gives when something has failed: handlers that
// return a response object for each status have no error to tell that.
func (w *function) failureAnswer(v ssa.Value) bool {
	m, ok := v.(*ssa.MakeInterface)
	if !ok || flow.IsError(v.Type()) {
		return false
	}
	for _, b := range w.fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || !w.afterError(b) {
			continue
		}
		for _, r := range ret.Results {
			if x, ok := r.(*ssa.MakeInterface); ok && types.Identical(x.X.Type(), m.X.Type()) {
				return true
			}
		}
	}
	return false
}

// afterError reports whether a block is reached only where an error is not nil.
func (w *function) afterError(b *ssa.BasicBlock) bool {
	for _, t := range w.f.Tests(b) {
		if err, nilOn, ok := flow.NilTest(t.If.Cond); ok && nilOn != t.On && flow.IsError(err.Type()) {
			return true
		}
	}
	return false
}
