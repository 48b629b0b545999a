package summary

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
)

// side says how an operation turned out where a block runs.
type side uint8

const (
	either side = iota
	good
	bad
	badWeak // or it failed in another way
)

// sideOf says how an operation turned out when a block is reached: badly, when each way from it to there takes a branch
// that says so. Asking which branches lead to the block would not do: `if err != nil && !isMissing(err) { return err }` asks,
// and goes on either way.
func (w *function) sideOf(o *op, b *ssa.BasicBlock) side {
	from := o.learnt()
	if from == b {
		return either
	}
	var sides map[*ssa.BasicBlock][2]side
	for _, x := range w.fn.Blocks {
		cond, ok := x.Instrs[len(x.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		if s := [2]side{w.testSide(o, cond.Cond, 0), w.testSide(o, cond.Cond, 1)}; s != [2]side{} {
			if sides == nil {
				sides = map[*ssa.BasicBlock][2]side{}
			}
			sides[x] = s
		}
	}
	if sides == nil || !reachableBut(from, b, nil, nil) {
		return either
	}
	for _, want := range [][]side{{bad}, {good}, {bad, badWeak}} {
		if !reachableBut(from, b, sides, want) {
			return want[len(want)-1]
		}
	}
	return either
}

// learnt is where it is first known how an operation turned out: a set in memory is asked before something is added to it.
func (o *op) learnt() *ssa.BasicBlock {
	if o.lookup != nil {
		return o.lookup.Block()
	}
	return o.at
}

// reachableBut reports whether control can go from one block to another without a branch of certain sides.
func reachableBut(from, to *ssa.BasicBlock, sides map[*ssa.BasicBlock][2]side, not []side) bool {
	seen := map[*ssa.BasicBlock]bool{from: true}
	todo := []*ssa.BasicBlock{from}
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		s, tested := sides[b]
		for i, next := range b.Succs {
			if tested && slices.Contains(not, s[i]) {
				continue
			}
			if next == to {
				return true
			}
			if !seen[next] {
				seen[next] = true
				todo = append(todo, next)
			}
		}
	}
	return false
}

func (w *function) testSide(o *op, cond ssa.Value, branch int) side {
	on, weak, ok := w.badOn(cond, o)
	switch {
	case !ok:
		return either
	case on != branch && weak:
		if o.tellsByValue() && w.valueTested(o) && isNilTest(cond) {
			return either // no error: but the answer may be that there is nothing
		}
		return good
	case on != branch:
		if _, _, _, _, isErr := w.errorTest(plainCond(cond)); isErr {
			return either // not that error: another one, or none
		}
		return good
	case weak:
		return badWeak
	}
	return bad
}

func isNilTest(cond ssa.Value) bool {
	_, _, ok := flow.NilTest(plainCond(cond))
	return ok
}

// tellsByValue reports whether the bad outcome may show in something else than an error.
func (o *op) tellsByValue() bool {
	return slices.ContainsFunc(o.Answers, func(a effect.Answer) bool { return a.Form == effect.Zero || a.Form == effect.True })
}

// valueTested reports whether the function asks for the outcome in another way than by an error.
func (w *function) valueTested(o *op) bool {
	for _, b := range w.fn.Blocks {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		c := plainCond(cond.Cond)
		if _, _, isNil := flow.NilTest(c); isNil {
			continue
		}
		if _, _, _, _, isErr := w.errorTest(c); isErr {
			continue
		}
		if _, _, asks := w.badOn(c, o); asks {
			return true
		}
	}
	return false
}

func plainCond(cond ssa.Value) ssa.Value {
	for {
		not, ok := cond.(*ssa.UnOp)
		if !ok {
			return cond
		}
		cond = not.X
	}
}
