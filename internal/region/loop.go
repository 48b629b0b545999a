// Package region finds the code of a function that can run again for one intent, and judges what happens in it.
package region

import (
	"go/constant"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
)

// Loop is a natural loop that repeats a call which failed.
//
// A loop over new work is no retry: each turn of it is a new intent. The two are told apart by shape. In a retry loop
// there is a call (the pivot) whose failure can lead back to the header, whose success leads out of the loop, and whose
// arguments do not change from turn to turn.
type Loop struct {
	Header *ssa.BasicBlock
	Blocks map[*ssa.BasicBlock]bool
	Pivots []*ssa.Call

	f      *flow.Func
	slices map[*ssa.Call]flow.Slice
}

// Loops returns the retry loops of a function, in block order of their headers.
func Loops(f *flow.Func) []*Loop {
	return slices.DeleteFunc(All(f), func(l *Loop) bool { l.findPivots(); return len(l.Pivots) == 0 })
}

// All returns the loops of a function, whatever they are for, in block order of their headers. They have no pivots.
func All(f *flow.Func) []*Loop {
	byHeader := map[*ssa.BasicBlock]*Loop{}
	var loops []*Loop
	for _, b := range f.Fn.Blocks {
		for _, s := range b.Succs {
			if !s.Dominates(b) {
				continue
			}
			l := byHeader[s]
			if l == nil {
				l = &Loop{Header: s, Blocks: map[*ssa.BasicBlock]bool{s: true}, f: f, slices: map[*ssa.Call]flow.Slice{}}
				byHeader[s] = l
				loops = append(loops, l)
			}
			l.fill(b)
		}
	}
	slices.SortFunc(loops, func(a, b *Loop) int { return a.Header.Index - b.Header.Index })
	return loops
}

func (l *Loop) fill(latch *ssa.BasicBlock) {
	todo := []*ssa.BasicBlock{latch}
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !l.Blocks[b] {
			l.Blocks[b] = true
			todo = append(todo, b.Preds...)
		}
	}
}

// Pos is a position inside the loop's statement, for looking up its syntax.
func (l *Loop) Pos() token.Pos {
	for _, p := range l.Pivots {
		if p.Pos().IsValid() {
			return p.Pos()
		}
	}
	for _, b := range l.f.Fn.Blocks {
		for _, in := range b.Instrs {
			if l.Blocks[b] && b != l.Header && in.Pos().IsValid() {
				return in.Pos()
			}
		}
	}
	return token.NoPos
}

// LeavesOnSuccess reports whether the loop, whatever it is over, goes on only while a call in it fails: failing over from
// one to the next.
func (l *Loop) LeavesOnSuccess() bool {
	found := false
	l.tested(func(b *ssa.BasicBlock, o outcome) { found = found || l.repeatsOn(b, o) })
	return found
}

// tested calls yield for each call of the loop whose outcome a branch of the loop asks for.
func (l *Loop) tested(yield func(*ssa.BasicBlock, outcome)) {
	for _, b := range l.f.Fn.Blocks {
		if !l.Blocks[b] || len(b.Instrs) == 0 {
			continue
		}
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		for _, o := range l.outcomes(cond.Cond) {
			if l.Blocks[o.call.Block()] {
				yield(b, o)
			}
		}
	}
}

func (l *Loop) findPivots() {
	seen := map[*ssa.Call]bool{}
	l.tested(func(b *ssa.BasicBlock, o outcome) {
		if !seen[o.call] && l.repeatsOn(b, o) && !l.varies(o.call) {
			seen[o.call] = true
			l.Pivots = append(l.Pivots, o.call)
		}
	})
}

// repeatsOn reports whether failure leads back to the header and success does not, but leads out.
func (l *Loop) repeatsOn(b *ssa.BasicBlock, o outcome) bool {
	good, bad := b.Succs[o.goodOn], b.Succs[1-o.goodOn]
	back, _ := l.walk(bad, func(cond ssa.Value, on int) bool { return !l.definite(cond, on) }, nil)
	if !back {
		return false
	}
	again, out := l.walk(good, nil, func(cond ssa.Value) bool {
		return l.f.SliceOf(true, cond).Values[o.call]
	})
	return out && !again
}

// walk follows the edges of one turn from a block: back says that the header is reached, out that the loop is left. An
// edge that take refuses is not followed; behind a branch that stop accepts only leaving counts.
func (l *Loop) walk(from *ssa.BasicBlock, take func(cond ssa.Value, on int) bool, stop func(cond ssa.Value) bool) (back, out bool) {
	seen := map[place]bool{}
	todo := []place{{b: from}}
	for len(todo) > 0 {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		switch {
		case p.b == l.Header:
			if l.exits(p) {
				out = true
			} else {
				back = back || !p.stopped
			}
			continue
		case !l.Blocks[p.b]:
			out = true
			continue
		case seen[p]:
			continue
		}
		seen[p] = true
		var cond ssa.Value
		if i, ok := p.b.Instrs[len(p.b.Instrs)-1].(*ssa.If); ok {
			cond = i.Cond
		}
		p.stopped = p.stopped || cond != nil && stop != nil && stop(cond)
		for i, s := range p.b.Succs {
			if cond == nil || take == nil || take(cond, i) {
				todo = append(todo, p.step(s))
			}
		}
	}
	return back, out
}

// place is where a walk is: a block, the one before, and a flag (sent, done) that was set on the way.
type place struct {
	b, pred *ssa.BasicBlock
	stopped bool
	flag    *ssa.Phi
	set     bool
}

// step goes on to a successor. Of the flags that come together there, it remembers one that is set on this way.
func (p place) step(to *ssa.BasicBlock) place {
	next := place{b: to, pred: p.b, stopped: p.stopped, flag: p.flag, set: p.set}
	i := slices.Index(to.Preds, p.b)
	for _, in := range to.Instrs {
		phi, ok := in.(*ssa.Phi)
		if !ok || i < 0 {
			break
		}
		if v, known := p.value(phi.Edges[i]); known && isBool(phi.Type()) {
			next.flag, next.set = phi, v
		}
	}
	return next
}

// value is what a flag is known to be.
func (p place) value(v ssa.Value) (set, known bool) {
	if phi, ok := v.(*ssa.Phi); ok && phi == p.flag {
		return p.set, true
	}
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Bool {
		return false, false
	}
	return constant.BoolVal(c.Value), true
}

// maxTests bounds the tests at the top of a loop that are followed.
const maxTests = 3

// exits reports whether the loop ends when its header is reached from a block that set a flag which is tested there:
// for !sent, and for try := 0; try < 3 && !sent; try++.
func (l *Loop) exits(p place) bool {
	if !slices.Contains(l.Header.Preds, p.pred) {
		return false
	}
	b := l.Header
	for range maxTests {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			return false
		}
		next := b
		if taken, known := l.flag(cond.Cond, p); known {
			next = b.Succs[taken]
		} else if l.Blocks[b.Succs[0]] != l.Blocks[b.Succs[1]] { // whether the loop is exhausted
			next = b.Succs[0]
			if !l.Blocks[next] {
				next = b.Succs[1]
			}
		}
		if next == b {
			return false
		}
		if !l.Blocks[next] {
			return true
		}
		b = next
	}
	return false
}

// flag is the branch that is taken when a condition is a flag that was set on the way to the header.
func (l *Loop) flag(v ssa.Value, p place) (taken int, known bool) {
	if not, isNot := v.(*ssa.UnOp); isNot && not.Op == token.NOT {
		v, taken = not.X, 1
	}
	phi, ok := v.(*ssa.Phi)
	if !ok || phi.Block() != l.Header || phi != p.flag {
		return 0, false
	}
	if !p.set {
		taken = 1 - taken
	}
	return taken, true
}

// Repeats reports whether what happens at an instruction of the loop is part of the request that the loop repeats: it is
// the pivot, or the pivot uses its result or memory that it writes to.
func (l *Loop) Repeats(site ssa.Instruction, carriers []flow.Loc) bool {
	if !l.Blocks[site.Block()] {
		return false
	}
	for _, p := range l.Pivots {
		if ssa.Instruction(p) == site {
			return true
		}
		s := l.argSlice(p)
		if v, ok := site.(ssa.Value); ok && s.Values[v] {
			return true
		}
		for _, c := range carriers {
			if s.Touches(c) {
				return true
			}
		}
	}
	return false
}

func (l *Loop) argSlice(c *ssa.Call) flow.Slice {
	s, ok := l.slices[c]
	if !ok {
		s = l.f.SliceOf(true, flow.Inputs(c.Common())...)
		l.slices[c] = s
	}
	return s
}
