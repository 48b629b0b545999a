package summary

import (
	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/region"
)

// replay is code that runs again for the same work: a whole function, or the turns of one of its loops.
type replay struct {
	fn     *ssa.Function
	loop   *region.Loop // nil for the whole function
	regime model.Regime
	cause  Cause
	row    *rowCall // what says so, or nil
	// definite says that it runs again only after errors that say that nothing was done.
	definite bool
	drops    bool // what has failed does not come again
	through  bool // because of a caller in another package, where each operation by itself is told
	over     bool // in each turn, something else is asked to do the same
}

// runsAgain records that code runs again. What is found in it may still be nothing.
func (b *builder) runsAgain(fn *ssa.Function, l *region.Loop, regime model.Regime, cause Cause, row *rowCall) {
	if regime == model.Once || regime == model.AttemptHook {
		return
	}
	fn = origin(fn)
	for _, r := range b.again {
		if r.fn == fn && r.regime == regime && r.cause == cause {
			return
		}
	}
	b.again = append(b.again, replay{fn: fn, loop: l, regime: regime, cause: cause, row: row})
}

// covers reports whether an instruction of the function lies in the code that runs again.
func (r *replay) covers(at ssa.Instruction) bool { return r.loop == nil || r.loop.Blocks[at.Block()] }

// replays lists why code around an instruction of a function runs again.
func (w *function) replays(at ssa.Instruction) []replay {
	var list []replay
	for _, r := range w.b.again {
		if r.fn == origin(w.fn) && r.covers(at) {
			list = append(list, r)
		}
	}
	return list
}
