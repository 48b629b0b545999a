package summary

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/source"
)

// effectsInTx finds what happens outside, and cannot be taken back, while a transaction is open. What the package itself does is
// told where it stands, whoever calls it; what other packages do, at the call.
func (w *function) effectsInTx() {
	for i := range w.ops {
		e := &w.ops[i]
		if e.Effect == "" || e.moved && w.ownCallee(e.site) || e.Effect == model.HTTPPost && readsOnly(e.Func) {
			continue
		}
		in := w.insideTx(e.site)
		if in == nil || in.tx.Reads || w.partOfTx(e) || in.onFailure(w, e.site) || w.relays(e, in) {
			continue
		}
		w.pair(effect.Pair{Kind: effect.EffectInTx, TxAgain: in.tx.Again}, in.op(), in.leadingTo(e))
	}
}

// ownCallee reports whether a call reaches a function whose body lies in this package.
func (w *function) ownCallee(site ssa.Instruction) bool {
	call, ok := site.(ssa.CallInstruction)
	if !ok {
		return false
	}
	if slices.ContainsFunc(w.env.targets(call), func(t target) bool { return t.fn != nil }) {
		return true
	}
	return slices.ContainsFunc(flow.Inputs(call.Common()), func(a ssa.Value) bool { // a literal that the callee calls
		return slices.ContainsFunc(w.env.values(a), func(f funcVal) bool { return f.fn != nil })
	})
}

// op is the begin of the transaction as an operation.
func (in *inside) op() *op {
	w, call := in.at.w, in.at.call
	for i := range w.ops {
		if b := &w.ops[i]; b.site == ssa.Instruction(call) && b.Do == model.DoBegin && !b.moved {
			return b
		}
	}
	o := op{Op: effect.Op{Do: model.DoBegin, Class: in.tx.Class, Name: nameOf(call.Common()), At: w.place(call), Func: w.name()}, site: call, at: call.Block()}
	return &o
}

// leadingTo is an operation as it looks from the function of the transaction.
func (in *inside) leadingTo(o *op) *op {
	out := *o
	var via []source.Place
	for _, c := range in.via {
		via = append(via, c.w.place(c.call))
	}
	out.Via = append(via, o.Via...)
	return &out
}

// onFailure reports whether an instruction in a transaction, or a call on the way to it, is reached because something has failed,
// and the function ends with an error then: it is about the rollback.
func (in *inside) onFailure(w *function, at ssa.Instruction) bool {
	if w.afterFailure(at) {
		return true
	}
	return slices.ContainsFunc(in.via, func(c callSite) bool { return c.w.afterFailure(c.call) })
}

func (w *function) afterFailure(at ssa.Instruction) bool {
	for _, t := range w.f.Tests(at.Block()) {
		if err, nilOn, ok := flow.NilTest(t.If.Cond); ok && nilOn != t.On && flow.IsError(err.Type()) && !w.recovers(at.Block(), err) {
			return true
		}
	}
	return false
}

// recovers reports whether a function may return without an error from a block that is reached when something has failed.
func (w *function) recovers(b *ssa.BasicBlock, failed ssa.Value) bool {
	errs := 0
	for _, x := range w.fn.Blocks {
		ret, ok := x.Instrs[len(x.Instrs)-1].(*ssa.Return)
		if !ok || x != b && !reachableBut(b, x, nil, nil) {
			continue
		}
		for _, v := range ret.Results {
			if !flow.IsError(v.Type()) {
				continue
			}
			errs++
			if v = w.loaded(v); v != failed && !certainError(v) {
				return true
			}
		}
	}
	return errs == 0
}

// partOfTx reports whether an effect comes and goes with a transaction: the call is given it, or its receiver was made with it.
func (w *function) partOfTx(e *op) bool {
	call, ok := e.site.(ssa.CallInstruction)
	if !ok || e.moved {
		return false
	}
	return slices.ContainsFunc(flow.Inputs(call.Common()), func(a ssa.Value) bool { return w.madeWithTx(a, 3) })
}

func (w *function) madeWithTx(v ssa.Value, depth int) bool {
	switch m := v.(type) {
	case *ssa.MakeInterface:
		v = m.X
	case *ssa.ChangeInterface:
		v = m.X
	}
	if kind, _ := w.b.handleType(v.Type()); kind == model.TxHandle {
		return true
	}
	root := w.f.Object(v).Root
	if kind, _ := w.b.handleType(root.Type()); kind == model.TxHandle {
		return true
	}
	c, _ := madeBy(root)
	if c == nil || depth == 0 {
		return false
	}
	return slices.ContainsFunc(flow.Inputs(c.Common()), func(a ssa.Value) bool { return w.madeWithTx(a, depth-1) })
}

// relays reports whether an effect is that of rows which are stored already and not known to be done: a transaction that only marks
// them as done takes nothing back when it is rolled back but the mark, and they are sent again.
func (w *function) relays(e *op, in *inside) bool {
	if w.driven(e.site, maxCallers) {
		return true
	}
	at := e.site
	if len(in.via) > 0 {
		at = in.via[0].call
	}
	t := in.at.w
	if in.lit && len(in.via) == 0 {
		t = w
	} else if in.lit {
		t = in.via[0].w
	}
	swept := false
	for i := range t.ops {
		x := &t.ops[i]
		switch {
		case x.site == at || x.Class != in.tx.Class || !passes(x.site, at, nil):
		case x.Writes():
			return false
		case x.Do == model.DoRead && x.Lock != "" && x.unasked():
			swept = true
		}
	}
	return swept
}

// unasked reports whether a read looks for rows by constants alone: nobody asked for one of them.
func (o *op) unasked() bool {
	return len(o.cols) > 0 && len(o.key) == 0 && !slices.ContainsFunc(o.cols, func(c opCol) bool { return fromInput(c.values) })
}
