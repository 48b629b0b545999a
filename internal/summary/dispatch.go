package summary

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/wiring"
)

// Dispatch is a call in code that runs again: of a function of the program, or of what the program puts behind an interface or a
// function value.
type Dispatch struct {
	Call   wiring.Call
	Callee wiring.Impl // zero where Call tells
	Regime model.Regime
	Cause  Cause
	Drops  bool `json:",omitempty"` // what fails is not run again: it is refused for good
}

// Rerun says of a function of this package that it runs again, because of code elsewhere that calls it. Where Through is set, the
// caller knows what it calls, and tells of each operation; how they go together shows here only.
type Rerun struct {
	Symbol  string
	Regime  model.Regime
	Cause   Cause
	Through bool
	Drops   bool
}

// registeredElsewhere makes handlers of the functions that the program runs again.
func (b *builder) registeredElsewhere() {
	for _, a := range b.known.Again {
		fn := b.symbols()[a.Symbol]
		switch {
		case fn == nil || b.sums[fn] == nil:
		case a.Through:
			b.again = append(b.again, replay{fn: fn, regime: a.Regime, cause: a.Cause, through: true, drops: a.Drops})
		default:
			b.registered = append(b.registered, registration{fn, a.Regime, a.Cause})
		}
	}
}

// dispatches lists the calls in code that runs again. What the callees call in turn is followed when the program is joined, from
// the calls of each package, without looking at bodies again.
func (b *builder) dispatches() []Dispatch {
	var out []Dispatch
	for i := range b.again {
		r := &b.again[i]
		if r.regime == model.Keyed || r.through { // what answers a request that bears a key is found by the routes
			continue
		}
		w := b.done[r.fn]
		if w == nil {
			continue
		}
		for _, blk := range r.fn.Blocks {
			for _, in := range blk.Instrs {
				if call, ok := in.(ssa.CallInstruction); ok && r.covers(in) && !w.lookedBefore(in) {
					out = b.dispatch(out, r, call.Common())
				}
			}
		}
	}
	return out
}

func (b *builder) dispatch(out []Dispatch, r *replay, c *ssa.CallCommon) []Dispatch {
	d := Dispatch{Regime: r.regime, Cause: r.cause, Drops: b.done[r.fn].drops()}
	if fn := c.StaticCallee(); fn != nil {
		impl, ok := wiring.ImplOf(fn)
		if !ok || impl.Pkg != b.pkg.Path && b.facts(impl.Pkg) == nil {
			return out
		}
		d.Callee = impl
		return append(out, d)
	}
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return out
	}
	d.Call.From, d.Call.Many = b.tracer.Trace(c.Value)
	if !c.IsInvoke() && d.Call.OfParam() { // each caller hands over another one, and knows which
		return out
	}
	if c.IsInvoke() {
		if t, ok := b.object(c.Method); ok && len(t.rows) > 0 {
			return out
		}
		d.Call.Iface, d.Call.Method = wiring.InterfaceOf(c.Value.Type()), c.Method.Name()
	}
	if d.Call.Iface == "" && len(d.Call.From) == 0 {
		return out
	}
	return append(out, d)
}

// lookedBefore reports whether something was looked up or claimed before an instruction.
func (w *function) lookedBefore(at ssa.Instruction) bool {
	return slices.ContainsFunc(w.ops, func(o op) bool {
		return (o.Claims() || o.Do == model.DoRead) && o.site != at && w.before(o.site, at)
	})
}

// looks reports whether a function looks something up or claims it, by itself or through what it calls directly: what it hands to a
// handler may then be handed over once only.
func (w *function) looks() bool {
	return slices.ContainsFunc(w.ops, func(o op) bool {
		return (o.Claims() || o.Do == model.DoRead) && !w.runsHandler(o.site)
	})
}

// runsHandler reports whether a call is one of a function value, or of a handler behind an interface.
func (w *function) runsHandler(site ssa.Instruction) bool {
	call, ok := site.(ssa.CallInstruction)
	if !ok || !call.Common().IsInvoke() && call.Common().StaticCallee() != nil {
		return false
	}
	return slices.ContainsFunc(w.env.targets(call), func(t target) bool { return t.handed })
}

// drops reports whether a function refuses what has failed for good, and never gives it back.
func (w *function) drops() bool {
	settled := func(as model.SettleKind) bool {
		return slices.ContainsFunc(w.ops, func(o op) bool { return o.Settle == as })
	}
	return settled(model.Discarded) && !settled(model.GivenBack)
}
