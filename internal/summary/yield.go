package summary

import (
	"go/constant"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// yieldRegions makes regions of the bodies of range-over-func loops that retry: a failed call asks for another turn, a
// successful one for none, and what the iterator yields is no new work.
func (w *function) yieldRegions() {
	for _, blk := range w.fn.Blocks {
		for _, in := range blk.Instrs {
			mc, ok := in.(*ssa.MakeClosure)
			if !ok {
				continue
			}
			body := mc.Fn.(*ssa.Function)
			if body.Synthetic != "range-over-func yield" || !triesAgain(body) {
				continue
			}
			if sum := w.b.sums[body]; sum != nil {
				cause := Cause{Text: "in a retry loop over an iterator", At: w.b.pkg.LoopPlace(body.Pos())}
				w.repeated(&target{sum: sum, fn: body, free: mc.Bindings}, model.Retry, cause, nil)
			}
		}
	}
}

// triesAgain reports whether a body goes on after a failed call and ends after a successful one.
func triesAgain(body *ssa.Function) bool {
	for _, b := range body.Blocks {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		_, nilOn, ok := flow.NilTest(cond.Cond)
		if !ok {
			continue
		}
		good, known := goesOn(b.Succs[nilOn])
		bad, alsoKnown := goesOn(b.Succs[1-nilOn])
		if known && alsoKnown && !good && bad && !yieldsWork(body) {
			return true
		}
	}
	return false
}

// goesOn reports whether a way through a body ends with a demand for the next turn.
func goesOn(b *ssa.BasicBlock) (next, known bool) {
	for range maxTurns {
		switch last := b.Instrs[len(b.Instrs)-1].(type) {
		case *ssa.Jump:
			b = b.Succs[0]
		case *ssa.Return:
			c, ok := last.Results[0].(*ssa.Const)
			if !ok || c.Value == nil || c.Value.Kind() != constant.Bool {
				return false, false
			}
			return constant.BoolVal(c.Value), true
		default:
			return false, false
		}
	}
	return false, false
}

// maxTurns bounds the blocks of one way.
const maxTurns = 20

// yieldsWork reports whether the body uses what it is given, other than as the number of the attempt.
func yieldsWork(body *ssa.Function) bool {
	for _, p := range body.Params {
		if !isNumber(p.Type()) && p.Referrers() != nil && len(*p.Referrers()) > 0 {
			return true
		}
	}
	return false
}
