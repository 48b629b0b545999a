package summary

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

// brackets finds claims that the function itself gives back on its normal way out: locks. One without an end stays when the
// holder dies; the deletion of one with an end may hit the lock of somebody else.
func (w *function) brackets() {
	releases := slices.Concat(w.ops, w.handedOut())
	for i := range w.ops {
		c := &w.ops[i]
		if !w.takes(c) {
			continue
		}
		for j := range releases {
			d := &releases[j]
			if d.site == c.site || !w.undoes(d, c) || !w.normally(c, d) {
				continue
			}
			switch {
			case c.ends():
				if d.Do == model.DoDelete && c.Class == model.KVStore && !d.Owner && !d.Isolated && !w.readAgain(c, d) {
					w.pair(effect.Pair{Kind: effect.BlindRelease}, c, d)
				}
			case c.stays():
				w.pair(effect.Pair{Kind: effect.StuckClaim}, c, d)
			}
		}
	}
}

// takes reports whether an operation takes something that others want too.
func (w *function) takes(c *op) bool {
	if c.Isolated || c.Many || c.Class == model.SQLStore && c.Handle == model.TxHandle {
		return false
	}
	switch c.Class {
	case model.SQLStore, model.KVStore, model.DocStore, model.ItemStore:
	default:
		return false
	}
	switch c.Do {
	case model.DoClaim:
		return c.keepsOut()
	case model.DoInsert:
		return c.Handled || w.handled(c, 0)
	case model.DoUpdate:
		return c.steps()
	}
	return false
}

// stays reports whether nothing is known that ends a claim. Columns may do so; that is for the rule to tell by their names.
func (o *op) stays() bool {
	if o.Class == model.KVStore {
		return o.Life == effect.Forever
	}
	return len(o.cols) > 0 && !o.Open
}

// ends reports whether a claim has a lifetime, known or not.
func (o *op) ends() bool {
	return o.Life == effect.Limited || o.Life == effect.LifeUnknown && len(o.ttl) > 0
}

// undoes reports whether an operation takes back what a claim did: it deletes the same, or sets the column back that the
// claim has set.
func (w *function) undoes(d, c *op) bool {
	if c.Do == model.DoUpdate {
		return d.Do == model.DoUpdate && w.same(d, c) && setsBack(d, c)
	}
	return d.Do == model.DoDelete && w.same(d, c)
}

// setsBack reports whether an update sets a column to what it was before another.
func setsBack(d, c *op) bool {
	for _, k := range c.cols {
		was, known := k.constant()
		for _, s := range d.sets {
			if will, ok := s.constant(); known && ok && s.name == k.name && was == will {
				return slices.ContainsFunc(c.sets, func(x opCol) bool { return x.name == k.name })
			}
		}
	}
	return false
}

// normally reports whether a release happens after the claim on the normal way out, not only when something failed: a mark
// that is given back on errors alone is meant to stay.
func (w *function) normally(c, d *op) bool {
	if d.moved && !d.Certain {
		return false
	}
	switch d.site.(type) {
	case *ssa.Go:
		return false
	case *ssa.Defer, *ssa.MakeClosure:
		return w.before(c.site, d.site)
	}
	if w.sideOf(c, d.at) != good {
		return false
	}
	for _, t := range w.f.Tests(d.at) {
		if w.testSide(c, t.If.Cond, t.On) == good || t.If.Block().Dominates(c.at) && t.If.Block() != c.at {
			continue
		}
		if _, nilOn, ok := flow.NilTest(t.If.Cond); !ok || nilOn != t.On {
			return false
		}
	}
	return true
}

// readAgain reports whether what the claim wrote is read again before it is deleted.
func (w *function) readAgain(c, d *op) bool {
	for i := range w.ops {
		r := &w.ops[i]
		if r.Do == model.DoRead && r.Class == c.Class && r.site != c.site && !w.before(r.site, c.site) && overlap(r.key, d.key) != no {
			return true
		}
	}
	return false
}

// handedOut lists the operations of function literals that the function returns: whoever gets one calls it at the end.
func (w *function) handedOut() []op {
	var list []op
	for _, blk := range w.fn.Blocks {
		ret, ok := blk.Instrs[len(blk.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		for _, v := range ret.Results {
			if mc, ok := v.(*ssa.MakeClosure); ok && w.b.sums[mc.Fn.(*ssa.Function)] != nil {
				list = append(list, w.literalOps(mc)...)
			}
		}
	}
	return list
}

func (w *function) literalOps(mc *ssa.MakeClosure) []op {
	sum := w.b.sums[mc.Fn.(*ssa.Function)]
	callee := flow.Callee{Effect: &sum.Effect, Free: mc.Bindings}
	inst := func(set []flow.Origin) (out []flow.Local) {
		for _, o := range set {
			out = append(out, w.f.Instantiate(o, &callee, mc)...)
		}
		return out
	}
	var list []op
	for i := range sum.Ops {
		src := &sum.Ops[i]
		o := op{Op: *src, site: mc, at: mc.Block(), moved: true}
		o.key, o.value, o.in, o.tableIn = inst(src.Key), inst(src.Value), inst(src.In), inst(src.TableIn)
		o.cols, o.sets = w.moveCols(src.Cols, inst), w.moveCols(src.Sets, inst)
		list = append(list, o)
	}
	return list
}

// lateExpiries finds expiries that are set by a step of their own: of claims that have none, and of what is added up without
// a look at the sum, which would tell that a period begins.
func (w *function) lateExpiries() {
	for i := range w.ops {
		e := &w.ops[i]
		if e.Do != model.DoExpire || e.Isolated {
			continue
		}
		for j := range w.ops {
			c := &w.ops[j]
			if c.moved || c.Isolated || c.Class != e.Class || c.Store != e.Store || !w.before(c.site, e.site) || overlap(c.in, e.in) == no {
				continue
			}
			if !(c.Do == model.DoClaim && c.Life == effect.Forever || c.Do == model.DoRelative && !w.looked(c)) || !within(e.key, c.key) {
				continue
			}
			w.pair(effect.Pair{Kind: effect.LateExpiry}, c, e)
		}
	}
}

// within reports whether a value is made of parts of another, all of them known: a hash and its field belong to one key.
func within(a, b []flow.Local) bool {
	x, xk := atoms(a)
	y, yk := atoms(b)
	if !xk || !yk || len(x) == 0 {
		return false
	}
	for k := range x {
		if !y[k] {
			return false
		}
	}
	return true
}

// counterparts finds claims without an end that a method of the same type gives back, where nothing of this package does
// both. That they are a pair, and no thing that is made and unmade, is told by what they do and by their names: one does
// nothing but claim and answers whether it did, the other nothing but delete.
func (b *builder) counterparts() {
	for _, fn := range b.pkg.Funcs {
		w := b.done[fn]
		if w == nil || len(w.ops) != 1 || w.ops[0].moved || fn.Signature.Recv() == nil {
			continue
		}
		c := &w.ops[0]
		if c.Class != model.KVStore || !w.takes(c) || !c.stays() || len(w.answersOf(c)) == 0 {
			continue
		}
		for _, g := range b.pkg.Funcs {
			v := b.done[g]
			if v == nil || v == w || len(v.ops) != 1 || v.ops[0].moved || g.Signature.Recv() == nil || !sameType(fn, g) || !opposite(fn.Name(), g.Name()) {
				continue
			}
			if d := &v.ops[0]; d.Do == model.DoDelete && d.Class == c.Class && d.Store == c.Store && sameShape(c.key, d.key) {
				w.pair(effect.Pair{Kind: effect.StuckClaim, Apart: true}, c, d)
			}
		}
	}
}

func sameType(f, g *ssa.Function) bool {
	n, m := ssapkg.Named(f.Signature.Recv().Type()), ssapkg.Named(g.Signature.Recv().Type())
	return n != nil && m != nil && types.Identical(n, m)
}

// opposite reports whether two names say that what one takes the other gives back. That one undoes the other does not say
// so by itself: pause and unpause, block and unblock set a state that nobody holds.
func opposite(take, free string) bool {
	return model.NameHint(model.TakeHint, take) && (model.NameHint(model.FreeHint, free) || model.Undoes(take, free))
}

// sameShape reports whether two keys are put together alike: the same constants, and as many parts that vary.
func sameShape(a, b []flow.Local) bool {
	x, xk := atoms(a)
	y, yk := atoms(b)
	if !xk || !yk || len(x) != len(y) || len(x) == 0 {
		return false
	}
	for k := range x {
		if k.kind == flow.Const && !y[k] {
			return false
		}
	}
	return true
}
