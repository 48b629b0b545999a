package summary

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// outerHandles finds operations that go past a transaction which is open around them: through the handle from which it was begun,
// or with a context that does not hold it.
func (w *function) outerHandles() {
	for i := range w.ops {
		o := &w.ops[i]
		if !o.Writes() && o.Do != model.DoRead && o.Do != model.DoBegin {
			continue
		}
		in := w.ownTx(o.site)
		if in == nil || in.tx.Reads || in.at.call == o.site || w.afterFailure(o.site) {
			continue
		}
		how := w.goesPast(o, in)
		if how == 0 || !w.weighs(o) {
			continue
		}
		if o.Do == model.DoBegin && !w.writesBeside(o) {
			how = effect.OtherPool
		}
		w.pair(effect.Pair{Kind: effect.OuterHandle, Outer: how, Refuses: o.Do == model.DoRead && w.changedIn(o)}, in.op(), o)
	}
}

// goesPast says how it is known that an operation goes past a transaction, 0 where it does not or that is not known.
func (w *function) goesPast(o *op, in *inside) effect.Outer {
	if in.lit && in.tx.Carried && (o.ByCtx || o.Class == model.DocStore && o.Handle == model.EitherHandle && in.tx.Class == o.Class) {
		if w.outerContext(o.site) {
			return effect.OuterContext
		}
		return 0
	}
	if o.Class != in.tx.Class || o.ByCtx || w.madeWithin(o) {
		return 0
	}
	same := w.comparePools(o, in)
	if given := w.isGivenTx(o); given && o.Do == model.DoBegin {
		return 0 // it begins one where it is given none
	} else if given {
		same = min(same, effect.OtherPool)
	}
	switch {
	case o.Handle == model.EitherHandle && same == effect.SamePool, o.Handle == model.PoolHandle:
		return same
	}
	return 0
}

// madeWithin reports whether an operation of a call belongs to the transaction after all: the call is given it.
func (w *function) madeWithin(o *op) bool {
	call, ok := o.site.(ssa.CallInstruction)
	return ok && o.moved && o.Handle == model.EitherHandle && slices.ContainsFunc(flow.Inputs(call.Common()), func(a ssa.Value) bool { return w.madeWithTx(a, 2) })
}

// isGivenTx reports whether the call that does an operation is given a transaction. What it does through the pool may be for callers
// without one.
func (w *function) isGivenTx(o *op) bool {
	call, ok := o.site.(ssa.CallInstruction)
	return ok && o.moved && slices.ContainsFunc(flow.Inputs(call.Common()), func(a ssa.Value) bool {
		return !nilValue(a) && w.madeWithTx(a, 0)
	})
}

// outerContext reports whether all contexts that a call is given come from outside of the function literal.
func (w *function) outerContext(site ssa.Instruction) bool {
	call, ok := site.(ssa.CallInstruction)
	if !ok {
		return false
	}
	found := false
	for _, a := range flow.Inputs(call.Common()) {
		if !isContext(a.Type()) {
			continue
		}
		found = true
		if !w.fromAround(a) {
			return false
		}
	}
	return found
}

// fromAround reports whether a value is that of a variable around a function literal, which does not set it.
func (w *function) fromAround(v ssa.Value) bool {
	root := w.f.Object(v).Root
	_, free := root.(*ssa.FreeVar)
	return free && len(w.f.Stores(root)) == 0
}

// pool is a handle as the functions around see it: a variable, and fields below it.
type pool struct {
	root ssa.Value
	sel  string
}

// pools lists the handles that a set of origins stands for. Captured variables are those of the function around.
func (w *function) pools(set []flow.Local) []pool {
	var list []pool
	for _, l := range set {
		switch {
		case l.Kind == flow.Param && l.In.Index < len(w.fn.Params):
			list = append(list, pool{w.fn.Params[l.In.Index], l.In.Sel})
		case l.Kind == flow.Free && l.In.Index < len(w.fn.FreeVars):
			x, sel, at := ssa.Value(w.fn.FreeVars[l.In.Index]), l.In.Sel, w
			for {
				outer, bound := at.binding(x)
				if bound == nil {
					break
				}
				loc := outer.f.Object(bound)
				x, sel, at = loc.Root, loc.Sel+sel, outer
			}
			list = append(list, pool{x, sel})
		}
	}
	return list
}

// comparePools says whether an operation is done through the handle that a transaction was begun on, or through one like it.
func (w *function) comparePools(o *op, in *inside) effect.Outer {
	how := effect.Outer(0)
	from := o.in
	if o.Class != model.SQLStore && o.handle != nil && !o.moved {
		if _, l := w.handleBehind(o.handle); l.Root != nil {
			from = w.f.Trace(l.Root, l.Sel)
		}
	}
	for _, a := range w.pools(from) {
		for _, b := range in.at.w.pools(in.on) {
			switch {
			case a == b:
				return effect.SamePool
			case a.root == b.root && ownerOf(a.sel) == ownerOf(b.sel):
				return 0 // two pools side by side lead to two databases
			case flow.LastName(a.sel) == flow.LastName(b.sel) && flow.LastName(a.sel) != "":
				how = max(how, effect.LikePool)
			default:
				how = max(how, effect.OtherPool)
			}
		}
	}
	return how
}

// ownerOf is a place without its last field.
func ownerOf(sel string) string { return sel[:len(sel)-len(flow.LastName(sel))] }

// weighs reports whether it matters that an operation goes past a transaction: it writes, or what it reads decides how the
// transaction goes on.
func (w *function) weighs(o *op) bool {
	switch o.Do {
	case model.DoRead:
		return o.Table != "" && w.decidesBy(o)
	case model.DoBegin:
		return o.moved && slices.ContainsFunc(w.opsAt(o.site), func(x *op) bool { return x.Writes() && x.Handle == model.TxHandle })
	}
	return true
}

// decidesBy reports whether a branch asks for what was read, errors aside.
func (w *function) decidesBy(o *op) bool {
	for _, b := range w.fn.Blocks {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		if _, _, isNil := flow.NilTest(plainCond(cond.Cond)); isNil {
			continue
		}
		for v := range w.f.SliceOf(true, cond.Cond).Values {
			if _, tells := w.tellsOf(v, o); tells && !flow.IsError(v.Type()) {
				return true
			}
		}
	}
	return false
}

// changedIn reports whether the transaction writes to the table that is read, or has locked it.
func (w *function) changedIn(o *op) bool {
	return slices.ContainsFunc(w.ops, func(x op) bool {
		return x.site != o.site && x.Table == o.Table && (x.Writes() || x.Lock != "") && w.ownTx(x.site) != nil
	})
}

// writesBeside reports whether something else is written through the transaction itself: where nothing is, a rollback takes nothing
// back.
func (w *function) writesBeside(o *op) bool {
	return slices.ContainsFunc(w.ops, func(x op) bool {
		return x.site != o.site && x.Writes() && x.Handle != model.PoolHandle && w.ownTx(x.site) != nil
	})
}
