package summary

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// burntClaims finds claims that are won and then left behind: a later step fails, and its error is returned on a way on which
// nothing is given back and no answer is stored.
func (w *function) burntClaims() {
	for i := range w.ops {
		c := &w.ops[i]
		if !w.burns(c) || w.settled(c) || w.releasedAbove(c) {
			continue
		}
		w.burntBy(&leaving{w: w, c: c})
	}
}

// burns reports whether an operation takes something that stays taken when the function fails.
func (w *function) burns(c *op) bool {
	if c.Isolated || c.Many || c.Owner || w.rolledBack(c) || c.Class == model.ProcessStore && shortLived(c) {
		return false
	}
	switch c.Class {
	case model.SQLStore, model.KVStore, model.DocStore, model.ItemStore, model.FileStore, model.ProcessStore:
	default:
		return false
	}
	switch c.Do {
	case model.DoClaim:
		return c.keepsOut()
	case model.DoSeen:
		return w.lockedSet(c)
	case model.DoInsert:
		return c.Handled || w.handled(c, 0)
	case model.DoUpdate:
		return c.steps()
	case model.DoRelative:
		return c.setsAside()
	}
	return false
}

// shortLived reports whether what is in memory is a parameter or a variable of the function: its life may be that of one call.
func shortLived(c *op) bool {
	return !c.Lasts && !slices.ContainsFunc(c.in, func(l flow.Local) bool { return l.Kind == flow.Free || l.Kind == flow.Param && l.In.Sel != "" })
}

// keepsOut reports whether a claim that was taken keeps all others out, whenever they come. The condition on an item may let in
// those who come late enough.
func (o *op) keepsOut() bool { return o.Class != model.ItemStore || o.Once }

// rolledBack reports whether an operation may be part of a transaction that an error ends: it is done through one, through a
// handle that the caller hands over, or where a transaction's function is run. What is written with the work, and stays when a
// later step fails, is a record of the work.
func (w *function) rolledBack(c *op) bool {
	if c.Enclosed {
		return true
	}
	if c.Class == model.SQLStore {
		switch c.Handle {
		case model.PoolHandle, model.ConnHandle:
		case model.EitherHandle:
			if !fromField(c) {
				return true
			}
		default:
			return true
		}
	}
	return c.Class != model.ProcessStore && w.underTransaction(maxCallers)
}

// fromField reports whether a handle is read from a field, which outlives a transaction.
func fromField(c *op) bool {
	return len(c.in) > 0 && !slices.ContainsFunc(c.in, func(l flow.Local) bool { return l.Kind != flow.Param || l.In.Sel == "" })
}

// underTransaction reports whether the function is, or is called by, one that a transaction is handed to.
func (w *function) underTransaction(depth int) bool {
	for _, fr := range w.b.frames[w.fn] {
		if fr.tx >= 0 || fr.isolated {
			return true
		}
	}
	if depth == 0 {
		return false
	}
	for _, c := range w.b.callersOf(w.fn) {
		if c.w != w && c.w.underTransaction(depth-1) {
			return true
		}
	}
	return false
}

// lockedSet reports whether a set in memory is shared by what runs at the same time: it is under a lock. Others are a
// function's own, of what it has visited.
func (w *function) lockedSet(c *op) bool {
	for i := range w.ops {
		l := &w.ops[i]
		if l.Do == model.DoLock && l.Class == model.ProcessStore && (l.site == c.site || w.before(l.site, c.site)) {
			return true
		}
	}
	return false
}

// steps reports whether an update goes from one state to another and has no effect a second time: a column that is set had
// to have another value. With more in the condition, a later attempt may take over.
func (o *op) steps() bool {
	if o.Open {
		return false
	}
	for _, k := range o.cols {
		for _, s := range o.sets {
			if k.name != s.name {
				continue
			}
			was, known := k.constant()
			if will, fixed := s.constant(); known && (!fixed || was != will) {
				return true
			}
		}
	}
	return false
}

// constant is the constant that a column is compared with or set to.
func (c opCol) constant() (text string, ok bool) {
	if c.literal != "" {
		return c.literal, true
	}
	if text := constText(c.values); text != "" {
		return "=" + text, true
	}
	return "=", len(c.values) > 0 && emptyValues(c.values)
}

// setsAside reports whether an amount is taken where enough is left.
func (o *op) setsAside() bool {
	return slices.ContainsFunc(o.sets, func(s opCol) bool { return slices.Contains(o.Ranges, s.name) })
}

// settled reports whether the callee that claims also finishes or gives back.
func (w *function) settled(c *op) bool {
	for _, x := range w.opsAt(c.site) {
		if x != c && x.settles(c) {
			return true
		}
	}
	return false
}

// settles reports whether an operation may give a claim back or store what became of it. Any write to the same table or key
// counts: what it says is not looked at.
func (o *op) settles(c *op) bool {
	switch o.Do {
	case model.DoDelete, model.DoUpdate, model.DoPut, model.DoUpsert, model.DoRelative:
	default:
		return false
	}
	return !o.elsewhere(c)
}

// elsewhere reports whether two operations are known to work on different things: in different stores or tables, or under keys
// without a part in common.
func (o *op) elsewhere(c *op) bool {
	switch {
	case o.Class != c.Class || o.Store != c.Store || o.Class == model.ProcessStore && overlap(o.in, c.in) == no:
		return true
	case o.Table != "" && c.Table != "":
		return o.Table != c.Table
	case len(o.tableIn) > 0 && len(c.tableIn) > 0:
		return overlap(o.tableIn, c.tableIn) == no
	}
	return len(o.key) > 0 && len(c.key) > 0 && overlap(o.key, c.key) == no
}

// releasedAbove reports whether a caller gives the claim back, or may do so.
func (w *function) releasedAbove(c *op) bool {
	for _, site := range w.b.callersOf(w.fn) {
		if site.w == w {
			continue
		}
		for _, moved := range site.w.opsAt(site.call) {
			if moved.At != c.At || moved.Do != c.Do {
				continue
			}
			l := &leaving{w: site.w, c: moved}
			for _, blk := range site.w.fn.Blocks {
				for _, in := range blk.Instrs {
					if call, ok := in.(ssa.CallInstruction); ok && call != site.call && l.gives(call) {
						return true
					}
				}
			}
		}
	}
	return false
}

// burntBy records the first step that fails while the claim stays.
func (w *function) burntBy(l *leaving) {
	for _, blk := range w.fn.Blocks {
		if w.sideOf(l.c, blk) != good || l.afterFailure(blk) {
			continue
		}
		for _, in := range blk.Instrs {
			f, ok := in.(*ssa.Call)
			if !ok || !w.before(l.c.site, f) {
				continue
			}
			step := l.step(f)
			if step == nil || l.gives(f) || l.givenBefore(f) || l.resumes(step) {
				continue
			}
			if end := l.returns(f); end != nil {
				p := effect.Pair{Kind: effect.BurntClaim, Ends: w.place(end), Released: l.releases()}
				w.pair(p, l.c, step)
				return
			}
		}
	}
}

// resumes reports whether whoever finds the claim taken does the step as well: it is no claim that keeps others out of it.
func (l *leaving) resumes(step *op) bool {
	for _, blk := range l.w.fn.Blocks {
		if blk == step.at || l.w.sideOf(l.c, blk) != bad {
			continue
		}
		for _, in := range blk.Instrs {
			call, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if step.Do == "" && step.Effect == "" && nameOf(call.Common()) == step.Name { // nothing else is known of it
				return true
			}
			for _, x := range l.w.opsAt(call) {
				if x.At == step.At || x.Name == step.Name && x.Effect == step.Effect && x.Do == step.Do && !x.elsewhere(step) {
					return true
				}
			}
		}
	}
	return false
}

// step is what a call does that may fail after a claim, or nil: something outside, something in another place of a store, or
// a call that nothing is known of and that is given a context.
func (l *leaving) step(f *ssa.Call) *op {
	w := l.w
	var found *op
	for _, x := range w.opsAt(f) {
		switch {
		case x.Effect != "":
			return x
		case x.Class == model.ProcessStore, !x.elsewhere(l.c):
		case x.Writes(), x.Do == model.DoRead:
			if found == nil || x.Writes() && !found.Writes() {
				found = x
			}
		}
	}
	if found == nil && len(w.env.targets(f)) == 0 && fallible(f) && w.unreadable(&f.Call) {
		found = &op{Op: effect.Op{Name: nameOf(&f.Call), At: w.place(f), Func: w.name()}, site: f, at: f.Block()}
	}
	return found
}

// unreadable reports whether a call of which nothing is known may do work that fails: it is given a context, and its function is
// not of the standard library.
func (w *function) unreadable(c *ssa.CallCommon) bool {
	if !takesContext(c) {
		return false
	}
	if c.IsInvoke() {
		return !w.standard(c.Method.Pkg())
	}
	if fn := c.StaticCallee(); fn != nil {
		return fn.Pkg == nil || !w.standard(fn.Pkg.Pkg)
	}
	_, builtin := c.Value.(*ssa.Builtin)
	return !builtin
}

func takesContext(c *ssa.CallCommon) bool {
	for _, a := range c.Args {
		if isContext(a.Type()) {
			return true
		}
	}
	return false
}

func isContext(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Context" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context"
}

// nameOf is the name of what a call reaches that is known by its name alone: a method, a function, a field or variable.
func nameOf(c *ssa.CallCommon) string {
	if c.IsInvoke() {
		return c.Method.Name()
	}
	if fn := c.StaticCallee(); fn != nil {
		return fn.Name()
	}
	v := c.Value
	if load, ok := v.(*ssa.UnOp); ok {
		v = load.X
	}
	if field, ok := v.(*ssa.FieldAddr); ok {
		if f := fieldVar(field); f != nil {
			return f.Name()
		}
	}
	return v.Name()
}
