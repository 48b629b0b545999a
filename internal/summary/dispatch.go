package summary

import (
	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/wiring"
)

// Dispatch is a call, in code that runs again, of something that is found elsewhere: what the program puts behind an interface or
// a function value, or a function of another package that may make such calls.
type Dispatch struct {
	From   []wiring.Source `json:",omitempty"`
	Iface  wiring.Source   `json:",omitempty"`
	Method string          `json:",omitempty"`
	Callee wiring.Impl     // of another package; zero for the rest
	Regime model.Regime
	Cause  Cause
}

// Rerun says of a function of this package that it runs again, because of code elsewhere that calls it. Where Through is set, the
// summary of the function is known there and what it does is told there; only what it dispatches to is not.
type Rerun struct {
	Symbol  string
	Regime  model.Regime
	Cause   Cause
	Through bool
}

// registeredElsewhere makes handlers of the functions that the program runs again.
func (b *builder) registeredElsewhere() {
	for _, a := range b.known.Again {
		if fn := b.symbols()[a.Symbol]; fn != nil && !a.Through && b.sums[fn] != nil {
			b.registered = append(b.registered, registration{fn, a.Regime, a.Cause})
		}
	}
}

// dispatches lists the calls of what is found elsewhere in code that runs again, and in the functions that it calls.
func (b *builder) dispatches() []Dispatch {
	d := &dispatcher{b: b, seen: map[dispatched]bool{}}
	for i := range b.again {
		d.visit(&b.again[i])
	}
	for _, a := range b.known.Again {
		if fn := b.symbols()[a.Symbol]; fn != nil && a.Through {
			d.visit(&replay{fn: fn, regime: a.Regime, cause: a.Cause})
		}
	}
	for len(d.queue) > 0 {
		r := d.queue[0]
		d.queue = d.queue[1:]
		d.calls(r)
	}
	return d.out
}

type dispatcher struct {
	b     *builder
	seen  map[dispatched]bool
	queue []*replay
	out   []Dispatch
}

type dispatched struct {
	fn     *ssa.Function
	loop   any
	regime model.Regime
}

// visit adds code that runs again. Requests that bear a key are left out: what answers them is found by the routes.
func (d *dispatcher) visit(r *replay) {
	key := dispatched{r.fn, r.loop, r.regime}
	if r.regime == model.Keyed || r.regime == model.Once || d.seen[key] {
		return
	}
	d.seen[key] = true
	d.queue = append(d.queue, r)
}

func (d *dispatcher) calls(r *replay) {
	for _, blk := range r.fn.Blocks {
		for _, in := range blk.Instrs {
			call, ok := in.(ssa.CallInstruction)
			if ok && r.covers(in) {
				d.call(r, call.Common())
			}
		}
	}
}

func (d *dispatcher) call(r *replay, c *ssa.CallCommon) {
	out := Dispatch{Regime: r.regime, Cause: r.cause}
	switch fn := c.StaticCallee(); {
	case c.IsInvoke():
		if t, ok := d.b.object(c.Method); ok && len(t.rows) > 0 {
			return
		}
		out.From, out.Iface, out.Method = d.b.tracer.Sources(c.Value), wiring.InterfaceOf(c.Value.Type()), c.Method.Name()
		if out.Iface == "" && len(out.From) == 0 {
			return
		}
	case fn != nil:
		fn = origin(fn)
		if d.b.sums[fn] != nil {
			d.visit(&replay{fn: fn, regime: r.regime, cause: r.cause})
			return
		}
		impl, ok := wiring.ImplOf(fn)
		if !ok || d.b.facts(impl.Pkg) == nil {
			return
		}
		out.Callee = impl
	default:
		if _, ok := c.Value.(*ssa.Builtin); ok {
			return
		}
		if out.From = d.b.tracer.Sources(c.Value); len(out.From) == 0 {
			return
		}
	}
	d.out = append(d.out, out)
}
