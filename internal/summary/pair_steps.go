package summary

import (
	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
)

// handedSteps finds the calls of two functions that one call is given, in the callee: do(ctx), then record(ctx, out).
func (w *function) handedSteps(e, x *op) (cw *function, first, second *ssa.Call) {
	call, ok := e.site.(ssa.CallInstruction)
	if !ok || e.site != x.site || !e.moved || !x.moved {
		return nil, nil, nil
	}
	for _, t := range w.env.targets(call) {
		cw := w.b.done[t.fn]
		if cw == nil {
			continue
		}
		inputs := flow.Inputs(call.Common())
		for i, a := range inputs {
			for j, b := range inputs {
				if i == j || i >= len(t.fn.Params) || j >= len(t.fn.Params) || !w.does(a, e) || !w.does(b, x) {
					continue
				}
				first, second := callOf(t.fn.Params[i]), callOf(t.fn.Params[j])
				if first != nil && second != nil && cw.before(first, second) {
					return cw, first, second
				}
			}
		}
	}
	return nil, nil, nil
}

// does reports whether an operation is one of a function value.
func (w *function) does(v ssa.Value, o *op) bool {
	for _, fv := range w.env.values(v) {
		if fw := w.b.done[fv.fn]; fw != nil && fw.anyOp(func(x *op) bool { return x.At == o.At && x.Do == o.Do && x.Effect == o.Effect }) {
			return true
		}
	}
	return false
}

// callOf is where a function calls one of its parameters, or nil.
func callOf(p *ssa.Parameter) *ssa.Call {
	if p.Referrers() == nil {
		return nil
	}
	for _, r := range *p.Referrers() {
		if c, ok := r.(*ssa.Call); ok && c.Call.Value == ssa.Value(p) {
			return c
		}
	}
	return nil
}

// inOrder reports whether, of two functions that one call is given, that of the first operation is called first.
func (w *function) inOrder(e, x *op) bool {
	_, first, _ := w.handedSteps(e, x)
	return first != nil
}

// handsOver reports whether the result of the first is given to the second.
func (w *function) handsOver(e, x *op) bool {
	cw, first, second := w.handedSteps(e, x)
	if cw == nil {
		return false
	}
	for v := range cw.f.SliceOf(true, withoutContext(second.Call.Args)...).Values {
		if r, ok := v.(*ssa.Extract); ok && r.Tuple == ssa.Value(first) && !flow.IsError(r.Type()) {
			return true
		}
	}
	return false
}
