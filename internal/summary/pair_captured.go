package summary

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/region"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

// noteRerun is a function value that is called again.
type rerun struct {
	t      target
	regime model.Regime
	cause  Cause
	loop   *region.Loop // whose turns call it, where that is a loop of this function
	at     ssa.Instruction
	// commits says that a transaction is committed after it, which may fail.
	commits bool
}

// noteRerun records a function value that is called again.
func (w *function) noteRerun(t *target, regime model.Regime, cause Cause, row *rowCall) {
	if (regime == model.Retry || regime == model.TxRetry) && !w.polled {
		w.reruns = append(w.reruns, rerun{*t, regime, cause, w.turn, w.turnAt, regime == model.TxRetry || row != nil && row.tx != nil})
	}
}

// repeatedIn is the regime of a function value that is called once by a callee which a loop calls again.
func (w *function) repeatedIn(call ssa.CallInstruction, row *rowCall) (model.Regime, Cause) {
	for _, l := range w.loops {
		if l.Repeats(call, nil) {
			w.turn, w.turnAt = l, call
			return model.Retry, Cause{Text: "called again in the retry loop", At: w.b.pkg.LoopPlace(l.Pos())}
		}
	}
	if c, ok := call.(*ssa.Call); ok && row != nil && row.tx != nil {
		if l := region.Again(w.f, c); l != nil {
			w.turn, w.turnAt = l, call
			return model.TxRetry, Cause{Text: "run again in the loop around its transaction", At: w.b.pkg.LoopPlace(l.Pos())}
		}
	}
	return model.Once, Cause{}
}

// captures finds what functions that run again change around them.
func (b *builder) captures() {
	for _, fn := range b.pkg.Funcs {
		w := b.done[fn]
		if w == nil {
			continue
		}
		for i := range w.reruns {
			w.captured(&w.reruns[i])
		}
	}
}

func (w *function) captured(r *rerun) {
	if !r.commits && !r.tellsFailure() {
		return
	}
	callee := r.t.callee()
	for i := range r.t.sum.Changes {
		c := &r.t.sum.Changes[i]
		l, ok := w.input(&callee, c.To)
		if !ok || !r.commits && (c.Last || c.Cursor || resumes(c.How)) || c.Each && l.Sel == "" || !w.stays(r, l) || w.onlyTold(l) {
			continue
		}
		p := effect.Pair{Kind: effect.Captured, Change: c.How, Commits: r.commits, Func: c.Func, Again: r.cause.Text, AgainAt: r.cause.At}
		p.Then = effect.Op{Name: c.Name, At: c.At, Func: c.Func, Via: c.Via}
		p.First = effect.Op{Name: c.Name, At: c.Read, Func: c.Func}
		w.b.pairs = append(w.b.pairs, p)
	}
}

// resumes reports whether a retry goes on where such a change has left it. A transaction begins anew.
func resumes(how effect.Change) bool {
	return how == effect.Moved || how == effect.Removed || how == effect.Taken
}

// tellsFailure reports whether a function says by an error that it is to be called again.
func (r *rerun) tellsFailure() bool {
	var sig *types.Signature
	switch {
	case r.t.fn != nil:
		sig = r.t.fn.Signature
	case r.t.obj != nil:
		sig = r.t.obj.Signature()
	default:
		return false
	}
	return returnsErr(sig)
}

// stays reports whether a place is the same one in each call of a function that runs again, and is not set anew between them.
func (w *function) stays(r *rerun, l flow.Loc) bool {
	if r.loop == nil {
		return true
	}
	if in, ok := l.Root.(ssa.Instruction); ok && r.loop.Blocks[in.Block()] {
		return false
	}
	for i := range w.resets() {
		s := &w.cleared[i]
		if r.loop.Blocks[s.at.Block()] && s.at != r.at && w.before(s.at, r.at) && s.covers(l, nil) {
			return false
		}
	}
	return true
}

// onlyTold reports whether nobody reads a variable but to compare it, to say what it is, or to change it.
func (w *function) onlyTold(l flow.Loc) bool {
	cell, ok := l.Root.(*ssa.Alloc)
	for range maxVia {
		if ok {
			break
		}
		outer, v := w.binding(l.Root)
		if outer == nil {
			return false
		}
		w, l.Root = outer, v
		cell, ok = v.(*ssa.Alloc)
	}
	return ok && w.mentioned(cell, map[ssa.Value]bool{})
}

// mentioned reports whether whatever is done with a value, or with what is read from a variable, only tells of it.
func (w *function) mentioned(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] || len(seen) > maxSlices {
		return seen[v]
	}
	seen[v] = true
	for _, r := range *v.Referrers() {
		if !w.mentionedBy(r, v, seen) {
			return false
		}
	}
	return true
}

func (w *function) mentionedBy(r ssa.Instruction, v ssa.Value, seen map[ssa.Value]bool) bool {
	switch r := r.(type) {
	case *ssa.Store:
		a, isElem := r.Addr.(*ssa.IndexAddr)
		if r.Addr == v || seen[r.Addr] {
			return true
		}
		return isElem && w.mentioned(a.X, seen)
	case *ssa.BinOp:
		return !computes(r.Op) || w.mentioned(r, seen)
	case *ssa.MakeClosure:
		fn := r.Fn.(*ssa.Function)
		for i, b := range r.Bindings {
			if b == v && !w.mentioned(fn.FreeVars[i], seen) {
				return false
			}
		}
		return true
	case *ssa.If, *ssa.DebugRef:
		return true
	case *ssa.UnOp, *ssa.IndexAddr, *ssa.MakeInterface, *ssa.Convert, *ssa.ChangeType, *ssa.Slice, *ssa.Phi:
		return w.mentioned(r.(ssa.Value), seen)
	case ssa.CallInstruction:
		if b, ok := r.Common().Value.(*ssa.Builtin); ok {
			x, isValue := r.(*ssa.Call)
			return isValue && (b.Name() == "len" || b.Name() == "append" || b.Name() == "delete") && w.mentioned(x, seen)
		}
		return tellsOnly(r)
	}
	return false
}

// tellsOnly reports whether a call only says something to people.
func tellsOnly(call ssa.CallInstruction) bool {
	name := callName(call)
	if fn := call.Common().StaticCallee(); fn != nil {
		if obj, ok := origin(fn).Object().(*types.Func); ok && obj.Pkg() != nil {
			path, _, _ := ssapkg.Symbol(obj)
			return model.NameHint(model.TellHint, name) || model.NameHint(model.TellHint, path[lastSlash(path)+1:])
		}
	}
	return model.NameHint(model.TellHint, name)
}

func lastSlash(path string) int {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == '/' {
			return i
		}
	}
	return -1
}
