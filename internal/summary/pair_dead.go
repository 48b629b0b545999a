package summary

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// deadReleases finds locks that are given back with a context that has ended by then, so that they are not given back.
func (w *function) deadReleases() {
	for i := range w.ops {
		o := &w.ops[i]
		call, ok := o.site.(ssa.CallInstruction)
		if !ok || o.moved || !w.releases(o) {
			continue
		}
		ctx := contextArg(call.Common())
		if ctx == nil {
			continue
		}
		end, at, site := w.dead(ctx, o.site, maxCallers)
		if end == nil {
			continue
		}
		then, first := *o, *o
		if site != o.site {
			then.At, then.Via = at.place(site), nil
		}
		first.Name, first.At, first.Via = endName(end), at.place(end), nil
		at.pair(effect.Pair{Kind: effect.DeadContext}, &first, &then)
	}
}

// releases reports whether an operation gives a lock or claim back that others wait for.
func (w *function) releases(o *op) bool {
	switch {
	case o.Class == model.ProcessStore:
		return false
	case o.Do == model.DoUnlock:
		return true
	case o.Do != model.DoDelete || o.Class != model.KVStore:
		return false
	}
	for i := range w.ops {
		if c := &w.ops[i]; c.Claims() && c.Class == o.Class && c.Store == o.Store && w.sameKey(c, o) {
			return true
		}
	}
	return false
}

// contextArg is the context that a call is given, or nil.
func contextArg(c *ssa.CallCommon) ssa.Value {
	for _, a := range c.Args {
		if isContext(a.Type()) {
			return a
		}
	}
	return nil
}

// dead finds what has ended a context before an instruction runs, in the function, in the one around a literal, or in a
// caller; at and site are where the context is last handed on.
func (w *function) dead(ctx ssa.Value, use ssa.Instruction, depth int) (end ssa.Instruction, at *function, site ssa.Instruction) {
	line := w.lineage(ctx)
	if len(line) == 0 {
		return nil, nil, nil
	}
	if e := w.endedBefore(line, use); e != nil {
		return e, w, use
	}
	root := line[len(line)-1]
	if outer, bound := w.binding(root); bound != nil {
		if run := w.runBy(); run != nil {
			if e, at, _ := outer.dead(bound, run, depth); e != nil {
				return e, at, use // the literal stands where it runs
			}
		}
		return nil, nil, nil
	}
	p, ok := root.(*ssa.Parameter)
	if !ok || depth == 0 {
		return nil, nil, nil
	}
	for _, c := range w.b.callersOf(w.fn) {
		args := flow.Inputs(c.call.Common())
		for i, q := range w.fn.Params {
			if q == p && i < len(args) && c.w != w && c.reaches(w.fn) {
				if e, at, site := c.w.dead(args[i], c.call, depth-1); e != nil {
					return e, at, site
				}
			}
		}
	}
	return nil, nil, nil
}

// runBy is the instruction that runs a literal in the function around it, where that is the only use of the literal.
func (w *function) runBy() ssa.Instruction {
	mc := w.b.closures[w.fn]
	if mc == nil || len(*mc.Referrers()) != 1 {
		return nil
	}
	switch in := (*mc.Referrers())[0].(type) {
	case *ssa.Defer:
		if in.Call.Value == ssa.Value(mc) {
			return in
		}
	case *ssa.Call:
		if in.Call.Value == ssa.Value(mc) {
			return in
		}
	}
	return nil
}

// lineage lists a context and those that it was derived from: where one of them ends, so does the context. What has no end
// of its parent's (context.WithoutCancel) is a beginning.
func (w *function) lineage(ctx ssa.Value) []ssa.Value {
	var list []ssa.Value
	for range maxSteps {
		l := w.f.Object(ctx)
		if _, isCell := l.Root.(*ssa.Alloc); isCell || l.Sel != "" {
			return nil
		}
		list = append(list, l.Root)
		c, _ := madeBy(l.Root)
		if c == nil {
			return list
		}
		fn := c.Call.StaticCallee()
		if fn == nil || pkgPath(fn) != "context" || len(c.Call.Args) == 0 || fn.Signature.Results().Len() == 1 && len(c.Call.Args) == 1 {
			return list
		}
		ctx = c.Call.Args[0]
	}
	return list
}

// endedBefore is the instruction that tells of, or makes, the end of one of the contexts before another runs. What is
// deferred runs when the function returns, last things first.
func (w *function) endedBefore(line []ssa.Value, use ssa.Instruction) ssa.Instruction {
	deferred := isDefer(use)
	for _, blk := range w.fn.Blocks {
		for _, in := range blk.Instrs {
			switch in := in.(type) {
			case *ssa.UnOp:
				if in.Op == token.ARROW && w.doneOf(in.X, line) && (w.before(in, use) || deferred && w.between(in.Block(), use)) {
					return in
				}
			case *ssa.Select:
				if b := w.chosen(in, line); b != nil && (b.Dominates(use.Block()) || deferred && w.between(b, use)) {
					return in
				}
			case *ssa.Call:
				if w.cancels(in.Common(), line) && (w.before(in, use) || deferred && w.before(use, in)) {
					return in
				}
			case *ssa.Defer:
				if deferred && w.cancels(in.Common(), line) && w.before(use, in) {
					return in
				}
			}
		}
	}
	return nil
}

// between reports whether a block runs after something was deferred, and leads to no more than the function's end.
func (w *function) between(b *ssa.BasicBlock, use ssa.Instruction) bool {
	if !use.Block().Dominates(b) {
		return false
	}
	for range maxSteps {
		switch in := b.Instrs[len(b.Instrs)-1].(type) {
		case *ssa.Return:
			return true
		case *ssa.Jump:
			b = in.Block().Succs[0]
		default:
			return false
		}
	}
	return false
}

// doneOf reports whether a channel is the one that one of the contexts closes when it ends.
func (w *function) doneOf(ch ssa.Value, line []ssa.Value) bool {
	c, ok := w.f.Object(ch).Root.(*ssa.Call)
	if !ok || !c.Call.IsInvoke() || !isContext(c.Call.Value.Type()) || c.Call.Method.Name() != "Done" {
		return false
	}
	root := w.f.Object(c.Call.Value)
	return root.Sel == "" && contains(line, root.Root)
}

func contains(list []ssa.Value, v ssa.Value) bool {
	for _, x := range list {
		if x == v {
			return true
		}
	}
	return false
}

// chosen is the block that runs when a select has received from the channel of one of the contexts.
func (w *function) chosen(s *ssa.Select, line []ssa.Value) *ssa.BasicBlock {
	for n, st := range s.States {
		if st.Dir != types.RecvOnly || !w.doneOf(st.Chan, line) {
			continue
		}
		for _, r := range *s.Referrers() {
			x, ok := r.(*ssa.Extract)
			if !ok || x.Index != 0 {
				continue
			}
			for _, u := range *x.Referrers() {
				if b := takenOn(u, int64(n)); b != nil {
					return b
				}
			}
		}
	}
	return nil
}

// takenOn is the block that a comparison with a number leads to when they are equal.
func takenOn(in ssa.Instruction, n int64) *ssa.BasicBlock {
	cmp, ok := in.(*ssa.BinOp)
	if !ok || cmp.Op != token.EQL {
		return nil
	}
	c, ok := cmp.Y.(*ssa.Const)
	if !ok || c.Int64() != n {
		return nil
	}
	for _, r := range *cmp.Referrers() {
		if branch, ok := r.(*ssa.If); ok && len(branch.Block().Succs[0].Preds) == 1 {
			return branch.Block().Succs[0]
		}
	}
	return nil
}

// cancels reports whether a call ends one of the contexts: it calls the function that was made with it.
func (w *function) cancels(c *ssa.CallCommon, line []ssa.Value) bool {
	if c.IsInvoke() || c.StaticCallee() != nil {
		return false
	}
	cancel, ok := w.f.Object(c.Value).Root.(*ssa.Extract)
	if !ok {
		return false
	}
	for _, v := range line {
		if x, ok := v.(*ssa.Extract); ok && x.Tuple == cancel.Tuple && x != cancel && isContext(x.Type()) {
			return true
		}
	}
	return false
}

// endName says what ends a context, for the reader.
func endName(end ssa.Instruction) string {
	switch end.(type) {
	case *ssa.Call, *ssa.Defer:
		return "cancel"
	}
	return "Done"
}
