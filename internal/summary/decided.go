package summary

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// runBySomebody says who runs the function again because of the error that it returns; choosy, whether only because of some errors.
func (w *function) runBySomebody() (cause Cause, choosy, ok bool) {
	return w.runByCallers(maxCallers)
}

func (w *function) runByCallers(depth int) (cause Cause, choosy, ok bool) {
	if cause, ok := w.b.decidedBy(w.fn); ok {
		return cause, false, true
	}
	for _, r := range w.b.again {
		if r.fn == origin(w.fn) && r.loop == nil && (r.regime == model.TxRetry || r.regime == model.Retry && !w.polls()) {
			return r.cause, r.regime == model.TxRetry, true
		}
	}
	if depth == 0 {
		return Cause{}, false, false
	}
	for _, c := range w.b.callersOf(origin(w.fn)) {
		if c.w == w {
			continue
		}
		for _, r := range c.w.replays(c.call) {
			if r.regime == model.Resend && r.loop != nil {
				return r.cause, false, true
			}
		}
		if !c.w.returnsErrorOf(c.call) {
			continue
		}
		if cause, choosy, ok := c.w.runByCallers(depth - 1); ok && choosy {
			return cause, choosy, ok
		}
	}
	return Cause{}, false, false
}

// decidedBy says why a function that returns nil tells the sender of its message or job that it is done.
func (b *builder) decidedBy(fn *ssa.Function) (Cause, bool) {
	if b.decided == nil {
		b.decided = map[*ssa.Function]Cause{}
		b.decideAll()
	}
	c, ok := b.decided[origin(fn)]
	return c, ok
}

func (b *builder) decideAll() {
	for _, fn := range b.pkg.Funcs {
		w := b.done[fn]
		if w == nil || !w.returnsError() || slices.ContainsFunc(w.ops, func(o op) bool { return o.finishes() && o.When == "" }) {
			continue
		}
		if cause, ok := b.doneByNil(w); ok {
			b.decided[fn] = cause
		}
	}
	for _, fn := range b.pkg.Funcs {
		if w := b.done[fn]; w != nil {
			w.settlesFor()
		}
	}
}

// doneByNil reports whether whoever calls a handler takes nil for done: it is registered as one, or gets what only such handlers get.
func (b *builder) doneByNil(w *function) (Cause, bool) {
	given := false
	for _, p := range w.fn.Params {
		if as, _ := b.received(p.Type()); as != "" {
			given = true
			if !b.nilSettles(p.Type()) {
				return Cause{}, false
			}
		}
	}
	for _, r := range b.again {
		byCall := !given && strings.Contains(r.cause.Text, ": it calls ") // it may be the helper of one
		if r.fn == origin(w.fn) && r.loop == nil && (r.regime == model.Redelivered || r.regime == model.Replayed) && !byCall {
			return r.cause, true
		}
	}
	return Cause{}, false
}

// nilSettles reports whether a function that is handed a value of a type settles it by what it returns.
func (b *builder) nilSettles(t types.Type) bool {
	for range 4 {
		switch u := types.Unalias(t).(type) {
		case *types.Pointer:
			t = u.Elem()
		case *types.Slice:
			t = u.Elem()
		case *types.Named:
			if u.Obj().Pkg() == nil {
				return false
			}
			row := b.rows(u.Obj().Pkg().Path()).Type(u.Obj().Name())
			return row != nil && row.NilSettles
		default:
			return false
		}
	}
	return false
}

// settlesFor notes the functions whose nil makes this one acknowledge a message: those that it calls, and those that are handed to it.
func (w *function) settlesFor() {
	for i := range w.ops {
		s := &w.ops[i]
		if !s.finishes() || s.When != "" || s.moved && !s.Certain {
			continue
		}
		for _, t := range w.f.Tests(s.at) {
			err, nilOn, ok := flow.NilTest(t.If.Cond)
			if !ok || nilOn != t.On || !flow.IsError(err.Type()) {
				continue
			}
			for _, told := range w.toldBy(err) {
				if c, ok := told.site.(*ssa.Call); ok {
					w.decidedFor(c, s)
				}
			}
		}
	}
}

func (w *function) decidedFor(c *ssa.Call, s *op) {
	cause := Cause{Text: "nil is what acknowledges the message, by " + s.Call(), At: w.place(s.site)}
	for _, t := range w.env.targets(c) {
		if t.fn != nil {
			w.b.decide(t.fn, cause)
		}
	}
	p, ok := w.f.Locate(c.Call.Value).Root.(*ssa.Parameter)
	if !ok || c.Call.IsInvoke() {
		return
	}
	i := slices.Index(w.fn.Params, p)
	for _, site := range w.b.callersOf(origin(w.fn)) {
		if args := site.call.Common().Args; i >= 0 && i < len(args) {
			for _, fv := range site.w.env.values(args[i]) {
				if fv.fn != nil {
					w.b.decide(origin(fv.fn), cause)
				}
			}
		}
	}
}

func (b *builder) decide(fn *ssa.Function, cause Cause) {
	if obj, ok := fn.Object().(*types.Func); ok && b.decls[obj.Origin()] != nil {
		fn = b.decls[obj.Origin()]
	}
	w := b.done[origin(fn)]
	if _, known := b.decided[origin(fn)]; !known && w != nil && w.returnsError() {
		b.decided[origin(fn)] = cause
	}
}

// readsField reports whether the function receives from the channel in a field.
func (w *function) readsField(f *types.Var) bool {
	ofField := func(ch ssa.Value) bool {
		load, ok := ch.(*ssa.UnOp)
		if !ok {
			return false
		}
		a, ok := load.X.(*ssa.FieldAddr)
		return ok && fieldVar(a) == f
	}
	for _, b := range w.fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.UnOp:
				if isReceive(in) && ofField(in.X) {
					return true
				}
			case *ssa.Select:
				for _, s := range in.States {
					if s.Send == nil && ofField(s.Chan) {
						return true
					}
				}
			}
		}
	}
	return false
}
