package summary

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
)

// deferredAfter reports whether a write lies in a deferred literal that asks whether the function failed, and the error of an
// effect after it is one with which it does.
func (w *function) deferredAfter(o, e *op) bool {
	d, ok := o.site.(*ssa.Defer)
	if !ok || !o.moved || !w.before(d, e.site) || !w.returnsErrorOf(e.site) {
		return false
	}
	for _, t := range w.env.targets(d) {
		cw := w.b.done[t.fn]
		if cw == nil {
			continue
		}
		for i := range cw.ops {
			x := &cw.ops[i]
			if x.At == o.At && x.Do == o.Do && cw.onAnyError(x.at) {
				return true
			}
		}
	}
	return false
}

// onAnyError reports whether a block runs when an error of the function around is set, whichever it is.
func (w *function) onAnyError(b *ssa.BasicBlock) bool {
	some := false
	for _, t := range w.f.Tests(b) {
		err, nilOn, isNil := flow.NilTest(t.If.Cond)
		if isNil && nilOn != t.On {
			if load, ok := err.(*ssa.UnOp); ok {
				if _, free := load.X.(*ssa.FreeVar); free {
					some = true
					continue
				}
			}
		}
		return false
	}
	return some
}

// raced reports whether a write happens because a clock was faster than a goroutine with an effect.
func (w *function) raced(o, e *op) bool {
	g, ok := e.site.(*ssa.Go)
	if !ok {
		return false
	}
	for _, t := range w.f.Tests(o.at) {
		cond, ok := t.If.Cond.(*ssa.BinOp)
		if !ok || cond.Op != token.EQL || t.On != 0 {
			continue
		}
		x, isIndex := cond.X.(*ssa.Extract)
		k, isConst := cond.Y.(*ssa.Const)
		if !isIndex || !isConst || x.Index != 0 || !w.before(g, t.If) {
			continue
		}
		if sel, ok := x.Tuple.(*ssa.Select); ok && w.clock(sel, int(k.Int64())) && w.answersIn(sel, g) {
			return true
		}
	}
	return false
}

// clock reports whether a case of a select receives from a timer, or from a context that is done.
func (w *function) clock(sel *ssa.Select, i int) bool {
	if i < 0 || i >= len(sel.States) || sel.States[i].Dir != types.RecvOnly {
		return false
	}
	switch c := sel.States[i].Chan.(type) {
	case *ssa.Call:
		if c.Call.IsInvoke() {
			return isContext(c.Call.Value.Type()) && c.Call.Method.Name() == "Done"
		}
		fn := c.Call.StaticCallee()
		return fn != nil && fn.String() == "time.After"
	case *ssa.UnOp: // the channel of a timer
		field, owner := w.fieldRead(c)
		return field == "C" && owner != nil && owner.Obj().Pkg() != nil && owner.Obj().Pkg().Path() == "time"
	}
	return false
}

// answersIn reports whether a select receives from a channel that a goroutine was given.
func (w *function) answersIn(sel *ssa.Select, g *ssa.Go) bool {
	given := map[ssa.Value]bool{}
	for _, v := range g.Call.Args {
		given[w.f.Locate(v).Root] = true
	}
	if mc, ok := g.Call.Value.(*ssa.MakeClosure); ok {
		for _, v := range mc.Bindings {
			given[w.f.Locate(v).Root] = true
			for _, s := range w.f.Stores(w.f.Locate(v).Root) {
				if s.Val != nil {
					given[w.f.Locate(s.Val).Root] = true
				}
			}
		}
	}
	return slices.ContainsFunc(sel.States, func(s *ssa.SelectState) bool { return s.Dir == types.RecvOnly && given[w.f.Locate(s.Chan).Root] })
}
