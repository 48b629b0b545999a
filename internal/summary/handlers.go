package summary

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/region"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

// received says what it means to be handed a value of a type (or a pointer, slice or channel of it).
func (b *builder) received(t types.Type) (as model.Regime, name string) {
	for range 4 {
		switch u := types.Unalias(t).(type) {
		case *types.Pointer:
			t = u.Elem()
			continue
		case *types.Slice:
			t = u.Elem()
			continue
		case *types.Chan:
			t = u.Elem()
			continue
		case *types.Named:
			obj := u.Obj()
			if obj.Pkg() == nil {
				return "", ""
			}
			if row := b.rows(obj.Pkg().Path()).Type(obj.Name()); row != nil {
				return row.Param, obj.Pkg().Name() + "." + obj.Name()
			}
			switch u.Underlying().(type) {
			case *types.Chan, *types.Slice:
				t = u.Underlying()
				continue
			}
		}
		return "", ""
	}
	return "", ""
}

func isReceive(u *ssa.UnOp) bool { return u.Op == token.ARROW }

// element reports whether an address is that of the element which a loop has come to.
func (w *function) element(l *region.Loop, a *ssa.IndexAddr) bool {
	for v := a.Index; v != nil; {
		switch x := v.(type) {
		case *ssa.Phi:
			return x.Block() == l.Header
		case *ssa.BinOp:
			v = x.X
		case *ssa.Convert:
			v = x.X
		default:
			return false
		}
	}
	return false
}

// fetches reports whether a call in a loop gets the next message.
func (w *function) fetches(l *region.Loop, call ssa.CallInstruction) (as model.Regime, name string) {
	if w.innermost(call.Block()) != l {
		return "", ""
	}
	if as, name = w.marks(call); as != model.Redelivered {
		return "", "" // an activity is one whatever loops are in it
	}
	return as, name
}

// innermost is the smallest loop around a block.
func (w *function) innermost(b *ssa.BasicBlock) *region.Loop {
	var in *region.Loop
	for _, l := range w.all {
		if l.Blocks[b] && (in == nil || len(l.Blocks) < len(in.Blocks)) {
			in = l
		}
	}
	return in
}

func (w *function) marks(call ssa.CallInstruction) (as model.Regime, name string) {
	for _, t := range w.env.targets(call) {
		for _, row := range t.rows {
			if row.Marks != "" {
				return row.Marks, calleeName(t.obj)
			}
		}
	}
	return "", ""
}

// nextRow reports whether a call goes on to the next of rows that are not known to be done.
func (w *function) nextRow(l *region.Loop, call ssa.CallInstruction) bool {
	c := call.Common()
	name, recv := "", ssa.Value(nil)
	if c.IsInvoke() {
		name, recv = c.Method.Name(), c.Value
	} else if fn := c.StaticCallee(); fn != nil && fn.Signature.Recv() != nil && len(c.Args) > 0 {
		name, recv = fn.Name(), c.Args[0]
	}
	return name == "Next" && recv != nil && call.Block() == l.Header && w.pending(recv)
}

// handlers makes regions of functions that are run again for the same work: because of a parameter, because of something
// that they call, or because they serve a request with a key.
func (b *builder) handlers() {
	b.registeredElsewhere()
	for _, r := range b.registered {
		b.runsAgain(r.fn, nil, r.regime, r.cause, nil)
		if reg, ok := b.bodyRegion(b.sums[r.fn], r.regime, r.cause, nil); ok {
			reg.Func = ssapkg.FuncName(r.fn)
			b.regions = append(b.regions, reg)
		}
	}
	for _, fn := range b.pkg.Funcs {
		w := b.done[fn]
		if w == nil {
			continue
		}
		for _, p := range fn.Params {
			if as, name := b.received(p.Type()); as != "" && (fn.Signature.Recv() == nil || p != fn.Params[0]) {
				b.handler(w, as, "it handles "+name)
				break
			}
		}
		if as, text := w.marked(); as != "" {
			b.handler(w, as, text)
		}
	}
}

func (b *builder) handler(w *function, as model.Regime, text string) {
	switch as {
	case model.Redelivered:
		text = "delivered again after a failure: " + text
	case model.Replayed:
		text = "run again after a failure: " + text
	case model.Keyed:
		text = "run again for a repeated request: " + text
	}
	cause := Cause{Text: text, At: b.declPlace(w.fn)}
	b.runsAgain(w.fn, nil, as, cause, nil)
	if r, ok := b.bodyRegion(b.sums[w.fn], as, cause, nil); ok {
		r.Func = w.name()
		b.regions = append(b.regions, r)
	}
}

// marked looks for a call that tells what a function is. In a loop, it tells what the loop is.
func (w *function) marked() (as model.Regime, text string) {
	for _, blk := range w.fn.Blocks {
		for _, in := range blk.Instrs {
			call, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if as, name := w.marks(call); as != "" && !w.gotHere(call) && (as != model.Redelivered || w.innermost(blk) == nil) {
				return as, "it calls " + name
			}
			if name, ok := w.readsKey(call); ok {
				return model.Keyed, "it reads " + name
			}
			if name, ok := w.readsSignature(call); ok {
				return model.Redelivered, "it checks " + name
			}
		}
	}
	return "", ""
}

// readsKey reports whether a call reads an idempotency key that somebody sent.
func (w *function) readsKey(call ssa.CallInstruction) (string, bool) {
	v, ok := call.(*ssa.Call)
	if !ok {
		return "", false
	}
	for _, a := range v.Call.Args {
		name, ok := flow.ConstString(a)
		if kind, named := identity(name); !ok || !named || kind == model.MessageID {
			continue
		}
		for _, o := range w.f.Trace(v, "") {
			if o.Kind == flow.Inbound {
				return name, true
			}
		}
	}
	return "", false
}

// gotHere reports whether the message that a call is made on was received in this function: then what was done before has
// nothing to do with it.
func (w *function) gotHere(call ssa.CallInstruction) bool {
	c := call.Common()
	v := c.Value
	if !c.IsInvoke() {
		if len(c.Args) == 0 || c.Signature().Recv() == nil {
			return false
		}
		v = c.Args[0]
	}
	switch v := w.f.Locate(v).Root.(type) {
	case *ssa.UnOp:
		return isReceive(v)
	case *ssa.Extract:
		switch v.Tuple.(type) {
		case *ssa.Select, *ssa.Next, *ssa.UnOp:
			return true
		}
	}
	return false
}

// methods makes regions of the exported methods of a value that is registered as a whole.
func (w *function) methods(v ssa.Value, regime model.Regime, cause Cause) {
	if m, ok := v.(*ssa.MakeInterface); ok {
		v = m.X
	}
	n := ssapkg.Named(v.Type())
	if n == nil {
		return
	}
	if n.Obj().Pkg() != w.b.pkg.Types {
		w.foreignMethods(n, regime, cause)
		return
	}
	for i := range n.NumMethods() {
		m := n.Method(i)
		fn := w.b.decls[m]
		if !m.Exported() || fn == nil {
			continue
		}
		w.b.registered = append(w.b.registered, registration{fn, regime, cause})
	}
}

// foreignMethods is methods for a type of another package, of whose methods only summaries are at hand.
func (w *function) foreignMethods(n *types.Named, regime model.Regime, cause Cause) {
	for i := range n.NumMethods() {
		m := n.Method(i)
		t, ok := w.b.object(m)
		if !m.Exported() || !ok || t.rows != nil {
			continue
		}
		if r, ok := w.b.bodyRegion(t.sum, regime, cause, nil); ok {
			r.Func = w.name()
			w.b.regions = append(w.b.regions, r)
		}
	}
}

// registration is a function that is run by somebody to whom a whole struct was handed.
type registration struct {
	fn     *ssa.Function
	regime model.Regime
	cause  Cause
}
