package summary

import (
	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// ofSaga reports whether a write is about a step of a saga, by the names of its table and columns.
func (w *function) ofSaga(o *op) bool {
	if model.NameHint(model.SagaHint, o.Table) {
		return true
	}
	for _, c := range o.cols {
		if model.NameHint(model.SagaHint, c.name) {
			return true
		}
	}
	return false
}

// failedReply finds a reply that says it failed, to somebody who does not ask again, where a call failed and nothing is known
// of how.
func (w *function) failedReply(o *op) {
	call, ok := o.site.(*ssa.Call)
	if !ok || o.moved || o.Effect != model.Publish || !w.rerun(o.site, maxCallers) {
		return
	}
	c := w.failedBy(o.at)
	if c == nil || w.returnsAfter(o, c) {
		return
	}
	failed, reply := false, false
	for v := range w.f.SliceOf(true, withoutContext(flow.Inputs(call.Common()))...).Values {
		failed = failed || failedText(v)
		if f, ok := v.(*ssa.FieldAddr); ok {
			if field := fieldVar(f); field != nil {
				reply = reply || model.NameHint(model.ReplyHint, field.Name())
			}
		}
	}
	if failed && reply {
		w.poisoned(effect.FailedReply, c, o)
	}
}

// finalErrors finds errors that say it is of no use to run the work again, where a call failed and nothing is known of how.
func (w *function) finalErrors() {
	for _, b := range w.fn.Blocks {
		for _, in := range b.Instrs {
			call, ok := in.(*ssa.Call)
			if !ok || !flow.IsError(call.Type()) || !model.NameHint(model.FinalHint, callName(call)) || len(w.env.targets(call)) > 0 {
				continue
			}
			c := w.failedBy(b)
			if c == nil || !w.jobs(call) {
				continue
			}
			o := &op{Op: effect.Op{Name: callName(call), At: w.place(call), Func: w.name()}, site: call, at: b}
			w.poisoned(effect.FinalError, c, o)
		}
	}
}

// jobs reports whether an instruction belongs to a job or step that is run again when it fails.
func (w *function) jobs(at ssa.Instruction) bool {
	for _, r := range w.replays(at) {
		if r.regime == model.Replayed {
			return true
		}
	}
	return false
}
