package summary

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/source"
)

// calledAt notes where the calls of function values are made that were recorded last.
func (w *function) calledAt(site ssa.Instruction, from int) {
	for i := from; i < len(w.sum.Calls); i++ {
		w.sum.Calls[i].site = site
	}
}

// handing says of the function values that are called here whether that is done for each message, and whether something keeps a
// second run from it: a loop of a program's own for all of its consumers often holds their inbox as well.
func (w *function) handing() {
	for i := range w.sum.Calls {
		c := &w.sum.Calls[i]
		if c.site == nil {
			continue
		}
		o := &op{Op: effect.Op{Do: model.DoUpdate}, site: c.site, at: c.site.Block()}
		c.Kept = c.Kept || w.standing(o).kept
		for _, r := range w.replays(c.site) {
			if r.loop != nil && (r.regime == model.Redelivered || r.regime == model.Replayed) && !c.Kept {
				c.Turn = r.regime
			}
		}
	}
}

// handedOn says of a function value, and of what it does, what its callee makes of it: it is called for each message, or kept
// from a second run.
func (w *function) handedOn(call ssa.CallInstruction, t *target, v ssa.Value, c *Call, from int) {
	if c.Kept {
		for i := from; i < len(w.ops); i++ {
			w.ops[i].Kept = true
		}
	}
	if v == nil || c.Kept {
		return
	}
	for _, fv := range w.env.values(v) {
		h, ok := w.b.function(fv)
		if !ok || h.fn == nil {
			continue
		}
		if c.Turn != "" {
			w.b.runsAgain(h.fn, nil, c.Turn, Cause{Text: "run for each message by " + calleeName(t.obj), At: w.place(call)}, nil)
		}
		if c.Regime == model.Retry && w.onlyDefinite(call) {
			w.b.definitely(h.fn, w.place(call))
		}
	}
}

// definitely notes of a function that is tried again by a call that this happens only after errors that say that nothing was done.
func (b *builder) definitely(fn *ssa.Function, at source.Place) {
	for i := range b.again {
		if r := &b.again[i]; r.fn == origin(fn) && r.regime == model.Retry && r.cause.At == at {
			r.definite = true
		}
	}
}

// onlyDefinite reports whether a call is given a predicate on errors that accepts none but those that say that the store has
// refused, or rolled back, what was written.
func (w *function) onlyDefinite(call ssa.CallInstruction) bool {
	found := false
	for v := range w.f.SliceOf(true, flow.Inputs(call.Common())...).Values {
		sig, ok := v.Type().Underlying().(*types.Signature)
		if !ok || sig.Params().Len() != 1 || !flow.IsError(sig.Params().At(0).Type()) || sig.Results().Len() != 1 || !isBoolType(sig.Results().At(0).Type()) {
			continue
		}
		for _, fv := range w.env.values(v) {
			t, ok := w.b.function(fv)
			if !ok || len(t.sum.Asks) == 0 || slices.ContainsFunc(t.sum.Asks, func(a Ask) bool {
				return a.Kind != model.TryAgain && a.Kind != model.Conflict && a.Kind != model.Exists
			}) {
				return false
			}
			found = true
		}
	}
	return found
}

func isBoolType(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}
