package summary

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// asked reports whether an operation happens because of what somebody was asked that may know of earlier runs: a store that
// lasts, or a call of which nothing is known. That a row is there, or a request was understood, is no such answer.
func (w *function) asked(o *op) bool {
	return slices.ContainsFunc(w.f.Tests(o.at), func(t flow.Test) bool {
		cond, branch := t.If.Cond, t.On
		for {
			not, ok := cond.(*ssa.UnOp)
			if !ok || not.Op != token.NOT {
				break
			}
			cond, branch = not.X, 1-branch
		}
		return w.remembers(cond, branch, o)
	})
}

// remembers reports whether a condition asks for an earlier run on a branch.
func (w *function) remembers(cond ssa.Value, branch int, o *op) bool {
	if err, nilOn, ok := flow.NilTest(cond); ok && flow.IsError(err.Type()) {
		return w.toldUnknown(err, o, branch == nilOn) // goes on because there was an error: nothing was found
	}
	if err, name, kind, yes, ok := w.errorTest(cond); ok {
		refused := kind == model.Exists || kind == model.Conflict || model.NameHint(model.DedupHint, unqualified(name))
		return w.toldUnknown(err, o, branch != yes && !refused)
	}
	if v, emptyOn, ok := zeroTest(cond); ok && !isNumber(v.Type()) {
		return branch == emptyOn && w.toldUnknown(v, o, false)
	}
	switch c := cond.(type) {
	case *ssa.BinOp:
		return w.toldStored(c.X, o) || w.toldStored(c.Y, o) || w.toldUnknown(c.X, o, false) || w.toldUnknown(c.Y, o, false)
	}
	return w.toldStored(cond, o) || w.toldUnknown(cond, o, false)
}

// toldStored reports whether a value was read from a store that lasts, by something that came before an operation.
func (w *function) toldStored(v ssa.Value, o *op) bool {
	if flow.IsError(v.Type()) {
		return false
	}
	for _, t := range w.toldBy(v) {
		if t.site == o.site {
			continue
		}
		for _, x := range w.opsAt(t.site) {
			lasting := x.Class != model.ProcessStore && x.Class != model.LockService && x.Effect == ""
			if lasting && (x.Do == model.DoRead || x.Writes()) && !(w.existence(v, t) && x.Do == model.DoRead) {
				return true
			}
		}
	}
	return false
}

// existence reports whether a value says no more than that something was found.
func (w *function) existence(v ssa.Value, t told) bool {
	e, ok := v.(*ssa.Extract)
	return ok && isBool(v) && e.Index == t.result && e.Tuple == t.site.(ssa.Value)
}

// toldUnknown reports whether a value comes from a call that may have asked a store and of which nothing is known: it says by its
// name that it knows what was seen or, where its answer is more than that it worked, was given a context.
func (w *function) toldUnknown(v ssa.Value, o *op, worked bool) bool {
	for _, t := range w.toldBy(v) {
		c, ok := t.site.(*ssa.Call)
		if !ok || t.site == o.site || len(w.opsAt(c)) > 0 {
			continue
		}
		if as, _ := w.marks(c); as != "" {
			continue // the message itself
		}
		if as, _ := w.b.received(c.Type()); as != "" {
			continue
		}
		targets := w.env.targets(c)
		if slices.ContainsFunc(targets, func(t target) bool { return len(t.rows) > 0 }) {
			continue
		}
		if model.NameHint(model.DedupHint, callName(c)) || !worked && takesContext(c.Common()) && !w.readsNothing(targets) {
			return true
		}
	}
	return false
}

// readsNothing reports whether all that a call can reach is known and asks nobody.
func (w *function) readsNothing(targets []target) bool {
	if len(targets) == 0 {
		return false
	}
	return !slices.ContainsFunc(targets, func(t target) bool { return t.fn == nil || w.b.asksOthers(t.fn, maxCallers) })
}

// asksOthers reports whether a function calls something with a context of which nothing is known.
func (b *builder) asksOthers(fn *ssa.Function, depth int) bool {
	w := b.done[fn]
	if w == nil || depth == 0 {
		return true
	}
	for _, blk := range fn.Blocks {
		for _, in := range blk.Instrs {
			c, ok := in.(*ssa.Call)
			if !ok || !takesContext(c.Common()) {
				continue
			}
			targets := w.env.targets(c)
			if len(targets) == 0 {
				return true
			}
			for _, t := range targets {
				if len(t.rows) == 0 && (t.fn == nil || t.fn != fn && b.asksOthers(t.fn, depth-1)) {
					return true
				}
			}
		}
	}
	return false
}
