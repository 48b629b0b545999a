package summary

import (
	"maps"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/source"
)

// trail follows the ways that control can take after a statement in a transaction, and remembers on each whether the
// statement is known to have failed. Asking which branches lead to a block would not do, since one variable holds the errors
// of several calls.
type trail struct {
	w      *function
	o      *op
	root   flow.Loc // of the transaction
	budget int
	hits   []hit
}

// maxTrail bounds the blocks that are visited for one statement. Of one that needs more, nothing is said.
const maxTrail = 4000

func newTrail(w *function, o *op) *trail {
	_, root, _ := w.rootHandle(o.handle)
	return &trail{w: w, o: o, root: root, budget: maxTrail}
}

// fate is what is known of the statement on one way.
type fate uint8

const (
	untold fate = iota
	hasFailed
	hasWorked
	noWay  // control cannot go there
	unsure // what was asked says nothing
)

// trailState is what is known on one way: the statement's fate, the branch that told it last, what variables hold.
type trailState struct {
	fate   fate
	told   *ssa.If
	edge   int
	vals   map[ssa.Value]ssa.Value
	visits map[*ssa.BasicBlock]int
	// fetched says that something new was received on the way.
	fetched bool
}

func (s trailState) clone() trailState {
	s.vals, s.visits = maps.Clone(s.vals), maps.Clone(s.visits)
	if s.vals == nil {
		s.vals, s.visits = map[ssa.Value]ssa.Value{}, map[*ssa.BasicBlock]int{}
	}
	return s
}

// of is what a value is on this way.
func (s *trailState) of(v ssa.Value) ssa.Value {
	for range 8 {
		x, ok := s.vals[v]
		if !ok {
			return v
		}
		v = x
	}
	return v
}

// walk follows control from behind an instruction of a block, or from its beginning.
func (t *trail) walk(b *ssa.BasicBlock, after ssa.Instruction, s trailState) {
	if t.budget--; t.budget <= 0 {
		return
	}
	s = s.clone()
	if s.visits[b]++; s.visits[b] > 2 {
		return
	}
	skip := after != nil
	for _, in := range b.Instrs {
		if skip {
			skip = in != after
			continue
		}
		switch in := in.(type) {
		case *ssa.Store:
			if cell, ok := in.Addr.(*ssa.Alloc); ok {
				s.vals[cell] = s.of(in.Val)
			}
		case *ssa.UnOp:
			if v, ok := s.vals[in.X]; ok {
				s.vals[in] = v
			}
		case *ssa.Call:
			if t.passes(in, &s) {
				return
			}
		case *ssa.Return:
			if s.fate == hasFailed && t.forgives(in, &s) && t.goesOn() {
				t.hit(&s, nil)
			}
		case *ssa.If:
			t.branch(in, &s)
			return
		case *ssa.Jump:
			t.enter(b, b.Succs[0], s)
		}
	}
}

// enter goes on in the next block, whose variables are chosen by where control comes from.
func (t *trail) enter(from, to *ssa.BasicBlock, s trailState) {
	s = s.clone()
	for i, p := range to.Preds {
		if p != from {
			continue
		}
		chosen := map[ssa.Value]ssa.Value{}
		for _, in := range to.Instrs {
			if phi, ok := in.(*ssa.Phi); ok {
				chosen[phi] = s.of(phi.Edges[i])
			}
		}
		maps.Copy(s.vals, chosen)
		break
	}
	t.walk(to, nil, s)
}

// passes looks at a call on the way, and reports whether the way ends there.
func (t *trail) passes(c *ssa.Call, s *trailState) bool {
	if ssa.Instruction(c) == t.o.site {
		if s.fate == hasFailed {
			t.hit(s, t.o)
			return true
		}
		s.fate, s.told = untold, nil
		return false
	}
	delete(s.vals, c)
	touched := false
	for _, x := range t.w.opsAt(c) {
		if x.handle == nil || !t.sameTx(x) {
			continue
		}
		switch {
		case x.Do == model.DoRollback:
			return true
		case s.fate == hasFailed && x.Do != model.DoBegin:
			t.hit(s, x)
			return true
		}
		touched = true
	}
	return s.fate == hasFailed && !touched && t.given(c)
}

// sameTx reports whether an operation is done in the transaction.
func (t *trail) sameTx(x *op) bool {
	if x.handle == nil {
		return false
	}
	_, l, ok := t.w.rootHandle(x.handle)
	return ok && l.Overlaps(t.root) // a transaction that is embedded in another type
}

// given reports whether a call of which nothing is known is given the transaction: it may roll back.
func (t *trail) given(c *ssa.Call) bool {
	for _, target := range t.w.env.targets(c) {
		if len(target.rows) > 0 {
			return false
		}
	}
	for _, a := range flow.Inputs(c.Common()) {
		if _, l, ok := t.w.rootHandle(a); ok && l.Root == t.root.Root && l.Root == t.w.f.Object(a).Root {
			return true
		}
	}
	return false
}

// forgives reports whether a return says that all is well.
func (t *trail) forgives(ret *ssa.Return, s *trailState) bool {
	errs := 0
	for _, v := range ret.Results {
		if !flow.IsError(v.Type()) {
			continue
		}
		errs++
		if c, ok := s.of(v).(*ssa.Const); !ok || c.Value != nil {
			return false
		}
	}
	return errs > 0 || len(ret.Results) == 0
}

// hit records where the failure was last told.
func (t *trail) hit(s *trailState, then *op) {
	if s.told == nil {
		return
	}
	at := t.place(s.told, s.edge)
	for _, h := range t.hits {
		if h.at == at {
			return
		}
	}
	t.hits = append(t.hits, hit{at, then})
}

// place is where a branch begins: its first statement, or the test where there is none that is reached by failure alone.
func (t *trail) place(in *ssa.If, edge int) source.Place {
	pkg := t.w.b.pkg
	pos := in.Cond.Pos()
	at, beyond, ok := pkg.Branch(pos, edge == 0)
	if ok && !beyond {
		return at
	}
	b := in.Block().Succs[edge]
	if len(b.Preds) == 1 {
		for _, x := range b.Instrs {
			if x.Pos().IsValid() {
				return pkg.PlaceOf(x.Pos())
			}
		}
	}
	if ok {
		return at
	}
	return pkg.PlaceOf(pos)
}
