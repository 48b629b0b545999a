package summary

import (
	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// stops finds branches for work that was done before which end, although the first run had more to do after what they know
// was done. A run that ended in between is never finished then.
func (w *function) stops() {
	for i := range w.ops {
		m := &w.ops[i]
		if !w.knows(m) {
			continue
		}
		r, again := w.runAgain(m.site, maxCallers)
		if !again || r.regime != model.Redelivered && r.regime != model.Replayed && r.regime != model.Keyed {
			continue
		}
		e := w.leftOut(m)
		if e == nil {
			continue
		}
		if ret := w.stopsAt(m); ret != nil {
			w.pair(effect.Pair{Kind: effect.StopsShort, Ends: w.place(ret), Again: r.cause.Text, AgainAt: r.cause.At, Refuses: w.returnsErrorOf(e.site)}, m, e)
			return
		}
	}
}

// knows reports whether an operation tells that the work, or this step of it, was done before, and is lasting with the work:
// a claim beside it, a record of it, a state that was left. A bare claim that is committed alone is another matter.
func (w *function) knows(m *op) bool {
	if m.Effect != "" || m.Settle != "" || m.Class == model.ProcessStore || m.Many || m.Ignored || w.isLock(m) || w.underTransaction(maxCallers) {
		return false
	}
	switch m.Do {
	case model.DoClaim:
		if m.Life == effect.Limited || len(m.ttl) > 0 {
			return false
		}
		return !m.bare() || w.besideWork(m)
	case model.DoInsert:
		return m.Class == model.SQLStore && w.handled(m, 0) || m.Class == model.DocStore && !m.Open || w.besideWork(m)
	case model.DoUpdate:
		return m.selfDefeating() && m.names() && !w.answered(m)
	}
	return false
}

// besideWork reports whether the call that makes a claim does more, as the work that the claim is for.
func (w *function) besideWork(m *op) bool {
	for _, x := range w.opsAt(m.site) {
		if x != m && x.Writes() && x.Do != model.DoDelete && x.Class == m.Class && x.At != m.At {
			return true
		}
	}
	if u, known := w.unitOf(m); known && u.open {
		for i := range w.ops {
			x := &w.ops[i]
			if v, also := w.unitOf(x); x.site != m.site && x.Writes() && also && v.at == u.at {
				return true
			}
		}
	}
	return false
}

// leftOut is a step that only the run takes which was the first, after what it did was lasting.
func (w *function) leftOut(m *op) *op {
	done := m.site
	if m.Class == model.SQLStore {
		u, known := w.unitOf(m)
		if !known {
			return nil
		}
		if u.open {
			if done = w.commits(u); done == nil {
				return nil
			}
		}
	}
	for i := range w.ops {
		e := &w.ops[i]
		if e.site == m.site || !w.before(m.site, e.site) || done != e.site && !w.before(done, e.site) || !e.needed() || unheeded(e) || e.Many {
			continue
		}
		if w.sideOf(m, e.at) == good && w.apart(m, e) && !w.same(m, e) {
			return e
		}
	}
	return nil
}

// needed reports whether an operation is a step that others wait for. What is only dropped or runs out is a cache.
func (o *op) needed() bool {
	switch {
	case o.Effect != "":
		return true
	case o.Class == model.ProcessStore, o.Class == model.LockService, o.Do == model.DoDelete:
		return false
	case o.Class == model.KVStore:
		return o.Writes() && o.Do != model.DoClaim && o.Do != model.DoRelative && o.Life != effect.Limited && len(o.ttl) == 0
	}
	return o.Writes()
}

// stopsAt is where the function ends, as if all were done, when an operation tells that it was done before.
func (w *function) stopsAt(m *op) *ssa.Return {
	for _, b := range w.fn.Blocks {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		for on, next := range b.Succs {
			if w.testSide(m, cond.Cond, on) != bad {
				continue
			}
			if ret := w.endOf(m, b, next); ret != nil {
				return ret
			}
		}
	}
	return nil
}

// endOf is the return to which a way leads on which nothing is done to stores or outside, and nothing is told but success.
func (w *function) endOf(m *op, from, b *ssa.BasicBlock) *ssa.Return {
	for range maxSteps {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Call:
				if w.doesWork(in) || w.givesUp(in, model.Redelivered) != "" {
					return nil
				}
			case *ssa.Go, *ssa.Send, *ssa.Defer, *ssa.MapUpdate:
				return nil
			}
		}
		switch last := b.Instrs[len(b.Instrs)-1].(type) {
		case *ssa.Jump:
			from, b = b, b.Succs[0]
		case *ssa.Return:
			if w.noError(m, last, from) || !w.hasError() {
				return last
			}
			return nil
		default:
			return nil
		}
	}
	return nil
}

// doesWork reports whether a call does something to a store or outside, or may: what an interface stands for is not known.
func (w *function) doesWork(c *ssa.Call) bool {
	for _, x := range w.opsAt(c) {
		if x.Settle == "" {
			return true
		}
	}
	return c.Call.IsInvoke() && len(w.env.targets(c)) == 0 && takesContext(c.Common())
}

// hasError reports whether the function returns an error at all.
func (w *function) hasError() bool {
	res := w.fn.Signature.Results()
	return res.Len() > 0 && flow.IsError(res.At(res.Len()-1).Type())
}
