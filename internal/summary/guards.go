package summary

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// callSite is a call of a function of this package.
type callSite struct {
	w    *function
	call ssa.CallInstruction
}

// frameOf is where a function literal is called under a transaction or a lock.
type frameOf struct {
	at       callSite
	tx       int // the parameter that holds the transaction, or -1
	isolated bool
}

// inTransaction notes where a function literal is called, and what a row says of the transaction around it.
func (w *function) inTransaction(call ssa.CallInstruction, fv funcVal, row *rowCall) {
	if fv.fn == nil {
		return
	}
	fr := frameOf{at: callSite{w, call}, tx: -1}
	if row != nil {
		fr.isolated = row.isolated
		if row.tx != nil {
			fr.tx = row.tx.Index
		}
	}
	w.b.frames[origin(fv.fn)] = append(w.b.frames[origin(fv.fn)], fr)
}

// callers lists the calls of a function in this package, those of a literal included.
func (b *builder) callersOf(fn *ssa.Function) []callSite {
	if b.callers == nil {
		b.callers = map[*ssa.Function][]callSite{}
		for _, f := range b.pkg.Funcs {
			w := b.done[f]
			if w == nil {
				continue
			}
			for _, blk := range f.Blocks {
				for _, in := range blk.Instrs {
					if c, ok := in.(ssa.CallInstruction); ok {
						for _, t := range w.env.targets(c) {
							if t.fn != nil {
								b.callers[t.fn] = append(b.callers[t.fn], callSite{w, c})
							}
						}
					}
				}
			}
		}
	}
	list := b.callers[fn]
	for _, fr := range b.frames[fn] {
		list = append(list, fr.at)
	}
	return list
}

// maxCallers bounds how far up a lock or a handled error is looked for.
const maxCallers = 3

// guarded reports whether two runs cannot meet between two operations, or what stands between them that does not suffice.
func (w *function) guarded(first, then *op) (g effect.Guard, safe bool) {
	if first.Isolated && then.Isolated && !(first != then && (first.literal || then.literal)) || w.isolated(then) || w.isolated(first) {
		return 0, true
	}
	if first.Lock != "" && first.Dialect != "postgres" && then.Class == model.SQLStore {
		return 0, true
	}
	if w.claimed(first, then) {
		return 0, true
	}
	return w.lockedAt(first.site, then.site, then, maxCallers)
}

// claimed reports whether only the winner of a claim on the same thing gets as far as the second operation: a claim that the
// function makes, or that the same callee made beside the first.
func (w *function) claimed(first, then *op) bool {
	for i := range w.ops {
		c := &w.ops[i]
		if c.Do != model.DoClaim || c == then || overlap(c.found(), then.found()) != yes {
			continue
		}
		if c.site == first.site && c != first || w.before(c.site, then.site) && w.sideOf(c, then.at) == good {
			return true
		}
	}
	return false
}

// found is by what an operation finds its record.
func (o *op) found() []flow.Local {
	list := slices.Clone(o.key)
	for _, c := range o.cols {
		list = append(list, c.values...)
	}
	return slices.DeleteFunc(list, func(l flow.Local) bool { return l.Kind == flow.Const })
}

// lockedAt looks for locks that are held from one instruction to another: in the function, or by all of its callers.
func (w *function) lockedAt(from, to ssa.Instruction, o *op, depth int) (g effect.Guard, safe bool) {
	for i := range w.ops {
		l := &w.ops[i]
		if !w.holds(l, from, to) {
			continue
		}
		switch {
		case l.Class != model.ProcessStore, o.Class == model.ProcessStore:
			return 0, true
		default:
			g = effect.Mutex
		}
	}
	if depth == 0 {
		return g, false
	}
	for _, fr := range w.b.frames[w.fn] {
		if fr.isolated {
			return 0, true
		}
		for _, x := range fr.at.w.opsAt(fr.at.call) {
			if x.Do == model.DoBegin && x.Isolated || x.Do == model.DoLock && x.Class != model.ProcessStore {
				return 0, true
			}
			if x.Do == model.DoLock {
				if o.Class == model.ProcessStore {
					return 0, true
				}
				g = effect.Mutex
			}
		}
	}
	callers := w.b.callersOf(w.fn)
	if len(callers) == 0 {
		return g, false
	}
	all := true
	for _, c := range callers {
		if c.w == w {
			continue
		}
		cg, ok := c.w.lockedAt(c.call, c.call, o, depth-1)
		all = all && ok
		g = max(g, cg)
	}
	return g, all
}

// holds reports whether an operation takes a lock that is held from one instruction to another.
func (w *function) holds(l *op, from, to ssa.Instruction) bool {
	together := l.moved && l.site == from && l.Do == model.DoLock // one callee takes the lock and looks
	if !together && !w.before(l.site, from) || l.moved && !l.Certain {
		return false
	}
	switch {
	case l.Do == model.DoLock:
	case l.Do == model.DoTryLock && w.sideOf(l, to.Block()) == good:
	case l.Do == model.DoRead && l.Lock != "" && l.site != from:
		return true
	default:
		return false
	}
	for i := range w.ops {
		u := &w.ops[i]
		if u.Do != model.DoUnlock || u.Class != l.Class || overlap(u.in, l.in) == no {
			continue
		}
		if _, deferred := u.site.(*ssa.Defer); !deferred && w.before(l.site, u.site) && w.before(u.site, to) {
			return false
		}
	}
	return true
}

// isolated reports whether the transaction of an operation is stopped by conflicts.
func (w *function) isolated(o *op) bool {
	if o.handle == nil {
		return false
	}
	if c, _ := madeBy(w.f.Object(o.handle).Root); c != nil {
		for _, b := range w.opsAt(c) {
			if b.Do == model.DoBegin && b.Isolated {
				return true
			}
		}
	}
	return false
}

// handled reports whether somebody asks whether the error of a write means that something was there already: the function,
// or whoever it returns the error to.
func (w *function) handled(o *op, depth int) bool {
	return o.Handled || w.asksExists(o.site, depth)
}

func (w *function) asksExists(site ssa.Instruction, depth int) bool {
	for _, blk := range w.fn.Blocks {
		for _, in := range blk.Instrs {
			switch in := in.(type) {
			case *ssa.Call:
				if w.mapsExists(in, site) {
					return true
				}
			case *ssa.BinOp, *ssa.Extract:
			default:
				continue
			}
			err, _, kind, _, ok := w.errorTest(in.(ssa.Value))
			if ok && (kind == model.Exists || kind == model.Conflict || kind == model.TryAgain) && w.cameFrom(err, site) {
				return true
			}
		}
	}
	if depth >= maxCallers || !w.returnsErrorOf(site) {
		return false
	}
	for _, c := range w.b.callersOf(w.fn) {
		if c.w != w && c.w.asksExists(c.call, depth+1) {
			return true
		}
	}
	return false
}

// mapsExists reports whether a call is given the error of another and tells there that something exists.
func (w *function) mapsExists(c *ssa.Call, site ssa.Instruction) bool {
	if ssa.Instruction(c) == site {
		return false
	}
	for _, t := range w.env.targets(c) {
		for _, a := range t.sum.Asks {
			if (a.Kind == model.Exists || a.Kind == model.Conflict) && a.In < len(t.inputs) && w.cameFrom(t.inputs[a.In], site) {
				return true
			}
		}
	}
	return false
}

func (w *function) cameFrom(v ssa.Value, site ssa.Instruction) bool {
	for _, t := range w.toldBy(v) {
		if t.site == site {
			return true
		}
	}
	return false
}

// returnsErrorOf reports whether the function returns the error of a call.
func (w *function) returnsErrorOf(site ssa.Instruction) bool {
	for _, b := range w.fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		for _, v := range ret.Results {
			if flow.IsError(v.Type()) && w.cameFrom(v, site) {
				return true
			}
		}
	}
	return false
}

// looksAgain reports whether, when the write fails, the same thing is read once more: the loser finds what the winner wrote.
func (w *function) looksAgain(r, o *op) bool {
	for i := range w.ops {
		x := &w.ops[i]
		if x.Do == model.DoRead && x.site != r.site && w.before(o.site, x.site) && w.same(x, o) && w.failed(o, x.at) {
			return true
		}
	}
	return false
}

// failed reports whether a block runs when a call failed.
func (w *function) failed(o *op, b *ssa.BasicBlock) bool {
	for _, t := range w.f.Tests(b) {
		if err, nilOn, ok := flow.NilTest(t.If.Cond); ok && nilOn != t.On && w.cameFrom(err, o.site) {
			return true
		}
	}
	return false
}
