package summary

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// inside says in which transaction an instruction runs.
type inside struct {
	at  callSite     // the call that begins the transaction, or that is handed what runs in it
	lit bool         // it is handed what runs in it
	tx  Tx           // On aside
	on  []flow.Local // what the transaction is begun on, as the function of the call sees it
	via []callSite   // the calls from there to the instruction, outermost first
}

// maxInside bounds the calls between a transaction and an instruction in it.
const maxInside = 4

// insideTx is the transaction that is open whenever, or because, an instruction is reached in one of the ways that are known: begun
// before it in the function and not ended since, or around one of the calls of the function; nil where there is none. Of several the
// nearest counts.
func (w *function) insideTx(at ssa.Instruction) *inside {
	return w.insideWithin(at, maxInside, map[*ssa.Function]bool{})
}

func (w *function) insideWithin(at ssa.Instruction, depth int, seen map[*ssa.Function]bool) *inside {
	if in := w.ownTx(at); in != nil {
		return in
	}
	fn := origin(w.fn)
	if depth == 0 || seen[fn] {
		return nil
	}
	seen[fn] = true
	for _, c := range w.b.callersOf(fn) {
		if c.w == w {
			continue
		}
		if in := c.w.insideWithin(c.call, depth-1, seen); in != nil {
			in.via = append(in.via, c)
			return in
		}
	}
	return nil
}

// ownTx is the transaction that is open at an instruction because the function begins it, or is handed to it.
func (w *function) ownTx(at ssa.Instruction) *inside {
	if b := w.begunBefore(at); b != nil {
		return &inside{at: callSite{w, b.site.(ssa.CallInstruction)}, tx: Tx{Class: b.Class, Reads: b.Reads}, on: b.in}
	}
	fn := origin(w.fn)
	for _, fr := range w.b.frames[fn] {
		if tx, on := fr.at.runsInTx(fn); tx != nil {
			return &inside{at: fr.at, lit: true, tx: *tx, on: on}
		}
	}
	return nil
}

// begunBefore is the begin of a transaction that is open at an instruction of the function, or nil. What is deferred runs when it
// has ended.
func (w *function) begunBefore(at ssa.Instruction) *op {
	if isDefer(at) {
		return nil
	}
	for i := range w.ops {
		b := &w.ops[i]
		if b.Do == model.DoBegin && b.site != at && w.before(b.site, at) && w.staysOpen(b) && !w.failed(b, at.Block()) && !w.txEnded(b, at) {
			return b
		}
	}
	return nil
}

// staysOpen reports whether a transaction is still open when the call that begins it returns.
func (w *function) staysOpen(b *op) bool {
	call, ok := b.site.(*ssa.Call)
	if !ok {
		return false
	}
	if !b.moved {
		return !w.runsFunction(call)
	}
	for i := range w.ops {
		if x := &w.ops[i]; x.site == b.site && x.Do == model.DoCommit {
			return false
		}
	}
	res := call.Call.Signature().Results()
	for i := range res.Len() {
		if kind, _ := w.b.handleType(res.At(i).Type()); kind == model.TxHandle || kind == model.EitherHandle {
			return true
		}
	}
	return false
}

// runsFunction reports whether a call runs a function that it is given, in a transaction that ends with the call.
func (w *function) runsFunction(call ssa.CallInstruction) bool {
	for _, t := range w.env.targets(call) {
		for _, c := range t.sum.Calls {
			if c.Tx != nil || c.row != nil && c.row.tx != nil {
				return true
			}
		}
	}
	return false
}

// txEnded reports whether a transaction may have been committed or rolled back when an instruction is reached.
func (w *function) txEnded(b *op, at ssa.Instruction) bool {
	for i := range w.ops {
		e := &w.ops[i]
		if (e.Do == model.DoCommit || e.Do == model.DoRollback) && e.site != b.site && !isDefer(e.site) && w.ends(e, b) && passes(e.site, at, b.site) {
			return true
		}
	}
	return w.endedByFunction(b, at)
}

// endedByFunction reports whether what ended a transaction may be a function that came with it: helpers that begin one return its
// commit and its rollback beside it.
func (w *function) endedByFunction(b *op, at ssa.Instruction) bool {
	if !b.moved {
		return false
	}
	for _, blk := range w.fn.Blocks {
		for _, in := range blk.Instrs {
			c, ok := in.(*ssa.Call)
			if !ok || c.Call.IsInvoke() || c.Call.StaticCallee() != nil || !endsOnly(c.Call.Signature()) {
				continue
			}
			if by, _ := madeBy(w.f.Object(c.Call.Value).Root); by != nil && ssa.Instruction(by) == b.site && passes(c, at, b.site) {
				return true
			}
		}
	}
	return false
}

// endsOnly reports whether a function has the shape of a commit or rollback: it is given no more than a context, and returns no more
// than an error.
func endsOnly(sig *types.Signature) bool {
	in, out := sig.Params(), sig.Results()
	return (in.Len() == 0 || in.Len() == 1 && isContext(in.At(0).Type())) &&
		(out.Len() == 0 || out.Len() == 1 && flow.IsError(out.At(0).Type()))
}

// ends reports whether a commit or rollback is that of a transaction. One whose handle is not known may be, unless the call
// begins a transaction itself.
func (w *function) ends(e, b *op) bool {
	if e.handle == nil {
		return !w.beginsAt(e.site)
	}
	l := w.f.Object(e.handle)
	if c, _ := madeBy(l.Root); c != nil {
		return ssa.Instruction(c) == b.site
	}
	return b.handle != nil && l == w.f.Object(b.handle)
}

// passes reports whether control can go from one instruction to another without a third one between.
func passes(from, to, but ssa.Instruction) bool {
	seen := map[*ssa.BasicBlock]bool{}
	var walk func(list []ssa.Instruction) bool
	walk = func(list []ssa.Instruction) bool {
		for _, in := range list {
			if in == to || in == but {
				return in == to
			}
		}
		if len(list) == 0 {
			return false
		}
		return slices.ContainsFunc(list[0].Block().Succs, func(s *ssa.BasicBlock) bool {
			if seen[s] {
				return false
			}
			seen[s] = true
			return walk(s.Instrs)
		})
	}
	list := from.Block().Instrs
	i := slices.Index(list, from)
	if i == len(list)-1 {
		return false
	}
	return walk(list[i+1:])
}

// runsInTx is the transaction in which a call runs a function that it is handed, and what that is begun on; nil where it runs the
// function in none.
func (c callSite) runsInTx(fn *ssa.Function) (*Tx, []flow.Local) {
	for _, t := range c.w.env.targets(c.call) {
		callee := t.callee()
		for i := range t.sum.Calls {
			x := &t.sum.Calls[i]
			v := inputOf(&callee, x.In)
			if v != nil && x.In.Sel != "" {
				v = c.w.fieldValue(v, x.In.Sel)
			}
			if v == nil || !slices.ContainsFunc(c.w.env.values(v), func(f funcVal) bool { return f.fn != nil && origin(f.fn) == fn }) {
				continue
			}
			if tx, on := c.w.txOfCall(c.call, &t, x); tx != nil {
				return tx, on
			}
		}
	}
	return nil, nil
}

// txOfCall is the transaction in which a callee calls a function that it is given.
func (w *function) txOfCall(call ssa.CallInstruction, t *target, c *Call) (*Tx, []flow.Local) {
	callee := t.callee()
	if c.Tx != nil {
		return c.Tx, w.instantiate(c.Tx.On, &callee, call)
	}
	if c.row == nil || c.row.tx == nil {
		return nil, nil
	}
	tx := &Tx{Class: w.b.rows(c.row.pkg.Path()).Store(), Again: c.Regime == model.TxRetry, Reads: c.row.reads}
	if v := inputOf(&callee, c.In); v != nil {
		for _, f := range w.env.values(v) {
			tx.Carried = tx.Carried || carries(f.fn, c.row.tx.Index)
		}
	}
	on := w.begunOn(call, t, tx)
	return tx, on
}

// begunOn is the handle that a transaction is begun on which ends with the call: that of the row, or else the first input of which
// is known that it is one.
func (w *function) begunOn(call ssa.CallInstruction, t *target, tx *Tx) []flow.Local {
	for i := range w.ops {
		if b := &w.ops[i]; b.site == ssa.Instruction(call) && b.Do == model.DoBegin && !b.moved {
			tx.Class, tx.Reads = b.Class, tx.Reads || b.Reads
			return b.in
		}
	}
	for _, v := range t.inputs {
		x := v
		if m, ok := v.(*ssa.MakeInterface); ok {
			x = m.X
		}
		if kind, _ := w.b.handleType(x.Type()); kind == "" {
			continue
		}
		if n := namedType(x.Type()); n != nil && n.Obj().Pkg() != nil {
			if class := w.b.rows(n.Obj().Pkg().Path()).Store(); class != "" {
				tx.Class = class
			}
		}
		return w.f.Trace(x, "")
	}
	return nil
}

// txGiven is txOfCall in terms of the function's inputs.
func (w *function) txGiven(call ssa.CallInstruction, t *target, c *Call) *Tx {
	tx, on := w.txOfCall(call, t, c)
	if tx == nil {
		return w.txHere(call)
	}
	out := *tx
	out.On = w.export(on)
	return &out
}

// txHere is the transaction of the function that is open where a function value is called.
func (w *function) txHere(call ssa.CallInstruction) *Tx {
	b := w.begunBefore(call)
	if b == nil {
		return nil
	}
	return &Tx{Class: b.Class, Reads: b.Reads, On: w.export(b.in), Carried: w.givesTx(call, nil)}
}

// calledInside records what a function literal calls that is handed to a transaction: what it captures, it calls in there.
func (w *function) calledInside(v ssa.Value, tx *Tx, row *rowCall) {
	for _, f := range w.env.values(v) {
		lw := (*function)(nil)
		if f.fn != nil {
			lw = w.b.done[origin(f.fn)]
		}
		if lw == nil {
			continue
		}
		for _, c := range lw.sum.Calls {
			if c.In.Kind != flow.Free || c.In.Index >= len(f.bindings) || c.Regime != model.Once {
				continue
			}
			inner := *tx
			inner.Carried = lw.carriesOn(c.In, row)
			n := len(w.sum.Calls)
			w.called(f.bindings[c.In.Index], c.In.Sel, model.Once, c.Cause, &inner)
			for i := n; i < len(w.sum.Calls); i++ {
				w.sum.Calls[i].Kept, w.sum.Calls[i].Turn = c.Kept, c.Turn
			}
		}
	}
}

// carriesOn reports whether a literal gives the context with the transaction to a function that it captures and calls.
func (w *function) carriesOn(in flow.Input, row *rowCall) bool {
	for _, blk := range w.fn.Blocks {
		for _, x := range blk.Instrs {
			call, ok := x.(ssa.CallInstruction)
			if !ok || call.Common().IsInvoke() || call.Common().StaticCallee() != nil {
				continue
			}
			for _, o := range w.f.Trace(call.Common().Value, "") {
				if o.Kind == flow.Free && o.In == in {
					return w.givesTx(call, row)
				}
			}
		}
	}
	return false
}

// givesTx reports whether a call is given a context that holds a transaction: one that was made with a handle, or that the row
// says the function is called with.
func (w *function) givesTx(call ssa.CallInstruction, row *rowCall) bool {
	for _, a := range call.Common().Args {
		if !isContext(a.Type()) {
			continue
		}
		for range maxSteps {
			root := w.f.Object(a).Root
			if p, ok := root.(*ssa.Parameter); ok {
				if row != nil && row.tx != nil && row.tx.Index < len(w.fn.Params) && w.fn.Params[row.tx.Index] == p {
					return true
				}
				break
			}
			c, _ := madeBy(root)
			if c == nil {
				break
			}
			a = nil
			for _, x := range c.Call.Args {
				if m, ok := x.(*ssa.MakeInterface); ok {
					x = m.X
				}
				if kind, _ := w.b.handleType(x.Type()); kind == model.TxHandle || kind == model.EitherHandle {
					return true
				}
				if isContext(x.Type()) {
					a = x
				}
			}
			if a == nil {
				break
			}
		}
	}
	return false
}

// readOnly reports whether a constant says that a transaction writes nothing.
func readOnly(text string) bool { return text == "true" || strings.EqualFold(text, "read only") }
