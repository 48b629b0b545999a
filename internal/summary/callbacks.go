package summary

import (
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

// findCalls finds the functions that are called again: those handed to a retry helper, and callbacks called in a loop.
func (w *function) findCalls() {
	for _, blk := range w.fn.Blocks {
		for _, in := range blk.Instrs {
			call, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			w.dynamicCall(call)
			for _, t := range w.env.targets(call) {
				w.handedOver(call, &t)
				for _, e := range t.rows {
					if e.Chain != nil && t.obj != nil {
						m := &modelled{method: t.obj.Signature().Recv() != nil}
						w.chain(call, &t, m.input(*e.Chain))
					}
				}
			}
		}
	}
}

// dynamicCall records that the function behind an input or a field is called here.
func (w *function) dynamicCall(call ssa.CallInstruction) {
	c := call.Common()
	if c.IsInvoke() || c.StaticCallee() != nil {
		return
	}
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return
	}
	regime, cause := model.Once, Cause{Text: "called", At: w.place(call)}
	for _, l := range w.loops {
		if l.Repeats(call, w.argLocs(c)) {
			regime, cause = model.Retry, Cause{Text: "called again in the retry loop", At: w.b.pkg.LoopPlace(l.Pos())}
		}
	}
	n := len(w.sum.Calls)
	w.called(c.Value, "", regime, cause, w.txHere(call))
	w.calledAt(call, n)
}

// argLocs lists the memory that a call is given.
func (w *function) argLocs(c *ssa.CallCommon) []flow.Loc {
	var list []flow.Loc
	for _, a := range c.Args {
		switch a.Type().Underlying().(type) {
		case *types.Pointer, *types.Map, *types.Slice:
			l := w.f.Locate(a)
			if _, isConst := l.Root.(*ssa.Const); !isConst {
				list = append(list, l)
			}
		}
	}
	return list
}

// called records a call of a function value: as a call of an input, and as a fact about the field it was read from.
func (w *function) called(v ssa.Value, sel string, regime model.Regime, cause Cause, tx *Tx) {
	for _, o := range w.f.Trace(v, sel) {
		if o.Kind == flow.Param || o.Kind == flow.Free {
			w.sum.Calls = append(w.sum.Calls, Call{In: o.In, Regime: regime, Cause: cause, Tx: tx})
		}
	}
	if regime == model.Once {
		return
	}
	c := Call{Regime: regime, Cause: cause}
	if field, ok := strings.CutPrefix(sel, "."); ok && !strings.ContainsAny(field, ".[") {
		w.b.fieldCalled(ssapkg.Named(v.Type()), field, c)
	} else if load, ok := v.(*ssa.UnOp); ok && sel == "" {
		if a, ok := load.X.(*ssa.FieldAddr); ok && fieldVar(a) != nil {
			w.b.fieldCalled(ssapkg.Named(a.X.Type()), fieldVar(a).Name(), c)
		}
	}
}

// fieldCalled records that functions put into a field of one of this package's structs are called again.
func (b *builder) fieldCalled(n *types.Named, field string, c Call) {
	if n == nil || n.Obj().Pkg() != b.pkg.Types {
		return
	}
	k := symbol(n.Obj().Name(), field)
	for _, old := range b.calls[k] {
		if compareCalls(old, c) == 0 {
			return
		}
	}
	b.calls[k] = append(b.calls[k], c)
	slices.SortFunc(b.calls[k], compareCalls)
}

// handedOver treats the function values that a callee calls again: one in sight is a region, one that is an input makes
// the same of this function's caller.
func (w *function) handedOver(call ssa.CallInstruction, t *target) {
	for _, c := range t.sum.Calls {
		callee := t.callee()
		v := inputOf(&callee, c.In)
		if v == nil || !w.repeats(c.row, v) {
			continue
		}
		cause := c.Cause
		if len(t.rows) > 0 || !cause.At.IsValid() {
			cause.At = w.place(call)
		} else if c.Regime != model.AttemptHook && t.obj != nil {
			cause.Text = "retried by " + calleeName(t.obj)
			cause.At = w.place(call)
		}
		if c.row != nil && c.row.methods {
			w.methods(v, c.Regime, cause)
			continue
		}
		regime := c.Regime
		if regime == model.Poll {
			regime = model.Retry
		}
		w.polled = c.Regime == model.Poll
		if regime == model.Once {
			if again, why := w.repeatedIn(call, c.row); again != model.Once {
				regime, cause = again, why
			}
		}
		if regime != model.Once {
			w.sum.Retries = true
		}
		tx := w.txGiven(call, t, &c)
		n := len(w.sum.Calls)
		w.called(v, c.In.Sel, regime, cause, tx)
		w.calledAt(call, n)
		if c.In.Sel != "" {
			v = w.fieldValue(v, c.In.Sel)
		}
		if tx != nil && v != nil {
			w.calledInside(v, tx, c.row)
		}
		ops := len(w.ops)
		if c.Regime != model.Poll || w.answersAgain(v) {
			w.callback(call, v, regime, cause, c.row)
		}
		w.turn, w.turnAt, w.polled = nil, nil, false
		w.handedOn(call, t, v, &c, ops)
	}
}

// answersAgain reports whether a condition that is polled can ask for another turn: it returns nil for the error and
// something else than true. An error ends the poll.
func (w *function) answersAgain(v ssa.Value) bool {
	for _, fv := range w.env.values(v) {
		if fv.fn == nil {
			continue
		}
		for _, b := range fv.fn.Blocks {
			ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
			if !ok || len(ret.Results) != 2 {
				continue
			}
			done, isConst := ret.Results[0].(*ssa.Const)
			yes := isConst && done.Value != nil && constant.BoolVal(done.Value)
			err, isConst := ret.Results[1].(*ssa.Const)
			if !yes && isConst && err.Value == nil {
				return true
			}
		}
	}
	return false
}

// fieldValue is the only value stored at a place, or nil.
func (w *function) fieldValue(v ssa.Value, sel string) ssa.Value {
	l := w.f.Locate(v)
	l.Sel += sel
	var val ssa.Value
	for _, s := range w.f.Stores(l.Root) {
		if s.To == l {
			if val != nil || s.Val == nil {
				return nil
			}
			val = s.Val
		}
	}
	return val
}

// callback handles a function value that is called under a regime: its events happen here, and where it is called again
// it makes a region. The call is where, or nil if that is told elsewhere.
func (w *function) callback(call ssa.CallInstruction, v ssa.Value, regime model.Regime, cause Cause, row *rowCall) {
	if v == nil {
		return
	}
	for _, fv := range w.env.values(v) {
		t, ok := w.b.function(fv)
		if !ok {
			continue
		}
		if fv.recv != nil {
			t.inputs = []ssa.Value{fv.recv}
		}
		if regime != model.Once {
			w.repeated(&t, regime, cause, row)
		}
		if call != nil {
			n := len(w.ops)
			w.handed = append(w.handed, handed{call, t})
			w.calleeOps(call, &t)
			if row != nil && row.tx != nil {
				enclose(w.ops[n:], carries(fv.fn, row.tx.Index))
			}
			w.inTransaction(call, fv, row)
			w.calleeEvents(call, &target{sum: given(t.sum, regime, cause, row), fn: t.fn, inputs: t.inputs, free: t.free, partial: regime != model.Once})
		}
	}
}

// enclose marks the operations of a function that is given a transaction: those whose handle comes from no other place. Where
// the context is the transaction, as documents have it, the handle is that of any time; which context a call is given is not
// looked at.
func enclose(list []op, carried bool) {
	for i := range list {
		o := &list[i]
		o.Enclosed = o.Enclosed || o.Class == model.SQLStore && !fromInput(o.in) || o.Class == model.DocStore && carried
	}
}

// carries reports whether a parameter that holds a transaction is a context, or extends one.
func carries(fn *ssa.Function, i int) bool {
	if fn == nil || i >= fn.Signature.Params().Len() {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(fn.Signature.Params().At(i).Type(), true, nil, "Deadline")
	return obj != nil
}

// given leaves of a summary what a repeated function is given from outside: what it mints itself is told as a region.
func given(sum *Function, regime model.Regime, cause Cause, row *rowCall) *Function {
	if regime == model.Once {
		return sum
	}
	out := &Function{}
	for _, e := range sum.Events {
		if e.Class == Send && regime == model.Retry && row.again(e.ErrTo) {
			e.Again = cause
			out.Events = append(out.Events, e)
		}
		if e.Class != Keyed {
			continue
		}
		e.Value = slices.DeleteFunc(slices.Clone(e.Value), func(o flow.Origin) bool { return o.Kind == flow.Fresh || o.Kind == flow.Param && o.In.Index > 0 })
		if interesting(e.Value) {
			out.Events = append(out.Events, e)
		}
	}
	return out
}
