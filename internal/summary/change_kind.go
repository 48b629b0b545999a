package summary

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// relative says in which way a value is computed from what a place held, if it is one that comes to something else when it is done
// twice. Trimmed, sorted and bounded values come to the same.
func (w *function) relative(v ssa.Value, l flow.Loc, seen map[ssa.Value]bool) effect.Change {
	if seen[v] || len(seen) > maxSteps {
		return 0
	}
	if seen == nil {
		seen = map[ssa.Value]bool{}
	}
	seen[v] = true
	switch x := v.(type) {
	case *ssa.BinOp:
		if computes(x.Op) && (w.adds(x.X, l, seen) || w.adds(x.Y, l, seen)) {
			return effect.Counted
		}
	case *ssa.UnOp:
		if (x.Op == token.NOT || x.Op == token.SUB || x.Op == token.XOR) && w.wasIn(x.X, l) {
			return effect.Turned
		}
	case *ssa.Slice:
		if w.wasIn(x.X, l) && !emptied(x) && (x.Low != nil && !zeroIndex(x.Low) || x.High != nil) {
			return effect.Taken
		}
	case *ssa.Phi:
		for _, e := range x.Edges {
			if how := w.relative(e, l, seen); how != 0 {
				return how
			}
		}
	case *ssa.ChangeType:
		return w.relative(x.X, l, seen)
	case *ssa.Convert:
		return w.relative(x.X, l, seen)
	case *ssa.Call:
		return w.relativeCall(x, l, seen)
	}
	return 0
}

func (w *function) relativeCall(c *ssa.Call, l flow.Loc, seen map[ssa.Value]bool) effect.Change {
	args := flow.Inputs(c.Common())
	if b, ok := c.Call.Value.(*ssa.Builtin); ok {
		if b.Name() != "append" || len(args) < 2 {
			return 0
		}
		if w.wasIn(args[0], l) || w.wasIn(args[1], l) || w.relative(args[0], l, seen) == effect.Appended {
			return effect.Appended
		}
		if phi, ok := args[0].(*ssa.Phi); ok && w.mayHold(phi, l, seen) {
			return effect.Appended
		}
		return 0
	}
	if len(args) < 2 || !model.NameHint(model.SumHint, callName(c)) || !w.wasIn(args[0], l) || !types.Identical(args[0].Type(), c.Type()) {
		return 0
	}
	return effect.Counted
}

// mayHold reports whether one of the values that come together is what a place held.
func (w *function) mayHold(phi *ssa.Phi, l flow.Loc, seen map[ssa.Value]bool) bool {
	for _, e := range phi.Edges {
		if w.wasIn(e, l) || w.relative(e, l, seen) == effect.Appended {
			return true
		}
	}
	return false
}

func computes(op token.Token) bool {
	switch op {
	case token.ADD, token.SUB, token.MUL, token.QUO, token.SHL, token.SHR, token.XOR:
		return true
	}
	return false
}

// adds reports whether an operand is what a place held, or that with something else.
func (w *function) adds(v ssa.Value, l flow.Loc, seen map[ssa.Value]bool) bool {
	if w.wasIn(v, l) || w.relative(v, l, seen) == effect.Counted {
		return true
	}
	if phi, ok := v.(*ssa.Phi); ok {
		for _, e := range phi.Edges {
			if w.wasIn(e, l) {
				return true
			}
		}
	}
	return false
}

// wasIn reports whether a value was read from a place as it is.
func (w *function) wasIn(v ssa.Value, l flow.Loc) bool {
	for range maxVia {
		switch x := v.(type) {
		case *ssa.ChangeType:
			v = x.X
		case *ssa.Convert:
			v = x.X
		default:
		}
	}
	switch x := v.(type) {
	case *ssa.UnOp:
		return x.Op == token.MUL && w.f.Locate(x) == l
	case *ssa.Lookup:
		return w.f.Locate(x) == l
	case *ssa.Extract:
		_, found := x.Tuple.(*ssa.Lookup)
		return found && x.Index == 0 && w.f.Locate(x) == l
	}
	return false
}

// emptied reports whether a slice of a list has nothing in it: list[:0].
func emptied(s *ssa.Slice) bool { return s.High != nil && zeroIndex(s.High) }

func zeroIndex(v ssa.Value) bool { return isZero(v) }

// reset is something that gives a place a value of its own.
type reset struct {
	to  flow.Loc
	key ssa.Value
	val ssa.Value // what it is given, where that is known
	at  ssa.Instruction
	// first says that it is a first value: nothing, zero, something new.
	first bool
}

// resetBefore reports whether a place is set anew in each run before an instruction, or may be: by a call that is given a pointer to
// it and of which nothing is known.
func (w *function) resetBefore(l flow.Loc, key ssa.Value, at ssa.Instruction) bool {
	for i := range w.resets() {
		r := &w.cleared[i]
		if r.at == at || !w.before(r.at, at) || !r.covers(l, key) {
			continue
		}
		if r.val == nil || w.relative(r.val, r.to, nil) == 0 && !w.f.SliceOf(false, r.val).Touches(l) {
			return true
		}
	}
	return false
}

// covers reports whether setting a place sets another one. Of two elements, those with the same key are one.
func (r *reset) covers(l flow.Loc, key ssa.Value) bool {
	if r.to.Root != l.Root || !under(l.Sel, r.to.Sel) {
		return false
	}
	return r.key == nil || r.key == key
}

// under reports whether a selector is another, or continues it.
func under(sel, base string) bool {
	return len(sel) >= len(base) && sel[:len(base)] == base && (len(sel) == len(base) || sel[len(base)] == '.' || sel[len(base)] == '[')
}

// resets lists what the function sets anew.
func (w *function) resets() []reset {
	if w.cleared != nil {
		return w.cleared
	}
	w.cleared = []reset{}
	for _, blk := range w.fn.Blocks {
		for _, in := range blk.Instrs {
			switch in := in.(type) {
			case *ssa.Store:
				w.cleared = append(w.cleared, reset{w.f.Locate(in.Addr), indexOf(in.Addr), in.Val, in, w.firstValue(in.Val)})
			case *ssa.MapUpdate:
				w.cleared = append(w.cleared, reset{w.elementOf(in.Map), in.Key, in.Value, in, false})
			case *ssa.Call:
				w.callResets(in)
			}
		}
	}
	return w.cleared
}

// callResets adds what a call sets anew: what it is known to, and what an unknown one may be.
func (w *function) callResets(c *ssa.Call) {
	add := func(l flow.Loc, first bool) { w.cleared = append(w.cleared, reset{to: l, at: c, first: first}) }
	if b, ok := c.Call.Value.(*ssa.Builtin); ok {
		if b.Name() == "clear" {
			add(w.f.Locate(c.Call.Args[0]), true)
		}
		return
	}
	targets := w.env.targets(c)
	for i := range targets {
		t := &targets[i]
		callee := t.callee()
		for _, in := range t.sum.Resets {
			if l, ok := w.input(&callee, in); ok {
				add(l, true)
			}
		}
		if len(t.rows) == 0 || adding(t) {
			continue
		}
		for _, wr := range t.sum.Writes {
			if l, ok := w.input(&callee, wr.To); ok {
				add(l, len(wr.From) == 1 && wr.From[0].Kind == flow.Const)
			}
		}
	}
	if len(targets) == 0 || len(targets[0].rows) > 0 && !adding(&targets[0]) {
		for _, a := range flow.Inputs(c.Common()) {
			if pointer(a) {
				add(w.f.Locate(a), false)
			}
		}
	}
}

func adding(t *target) bool {
	for _, e := range t.rows {
		if len(e.Adds) > 0 {
			return true
		}
	}
	return false
}

// pointer reports whether who is given a value can set what it points to.
func pointer(v ssa.Value) bool {
	if m, ok := v.(*ssa.MakeInterface); ok {
		v = m.X
	}
	_, ok := v.Type().Underlying().(*types.Pointer)
	return ok
}

// firstValue reports whether a value is nothing, zero, or something made here.
func (w *function) firstValue(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.Const, *ssa.MakeMap, *ssa.MakeSlice, *ssa.Alloc:
		return true
	case *ssa.Slice:
		return emptied(x)
	case *ssa.UnOp: // of a literal that is built in place
		a, ok := x.X.(*ssa.Alloc)
		return ok && x.Op == token.MUL && !a.Heap
	}
	return false
}

// exportResets says what the function sets to a first value whenever it returns, and does not change after that.
func (w *function) exportResets() {
	for i := range w.resets() {
		r := &w.cleared[i]
		in, ok := w.f.Input(r.to)
		if !ok || !r.first || r.key != nil || len(w.sum.Resets) == maxChanges || !w.always(r.at.Block()) {
			continue
		}
		changed := false
		for j := range w.changes {
			changed = changed || w.changes[j].to.Overlaps(r.to)
		}
		if !changed {
			w.sum.Resets = append(w.sum.Resets, in)
		}
	}
}

// always reports whether the function does not return without coming to a block.
func (w *function) always(b *ssa.BasicBlock) bool {
	for _, x := range w.fn.Blocks {
		if _, ok := x.Instrs[len(x.Instrs)-1].(*ssa.Return); ok && x != b && !b.Dominates(x) {
			return false
		}
	}
	return true
}
