package summary

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// branch follows both sides of a branch, as far as what is known allows.
func (t *trail) branch(in *ssa.If, s *trailState) {
	sides, about := t.test(in.Cond, s)
	for i, side := range sides {
		next := *s
		switch side {
		case noWay, unsure:
			continue
		case hasFailed, hasWorked:
			next.fate = side
		}
		if about && next.fate == hasFailed {
			next.told, next.edge = in, i
		}
		t.enter(in.Block(), in.Block().Succs[i], next)
	}
}

// test says what each side of a branch tells of the statement; about is set when it asks for the statement's error.
func (t *trail) test(cond ssa.Value, s *trailState) (sides [2]fate, about bool) {
	cond = s.of(cond)
	flip := 0
	for {
		not, ok := cond.(*ssa.UnOp)
		if !ok || not.Op != token.NOT {
			break
		}
		cond, flip = s.of(not.X), 1-flip
	}
	sides, about = t.plainTest(cond, s)
	if flip == 1 {
		sides[0], sides[1] = sides[1], sides[0]
	}
	return sides, about
}

func (t *trail) plainTest(cond ssa.Value, s *trailState) (sides [2]fate, about bool) {
	if c, ok := cond.(*ssa.Const); ok && c.Value != nil {
		sides[0] = noWay
		if c.Value.String() == "true" {
			sides = [2]fate{untold, noWay}
		}
		return sides, false
	}
	if v, nilOn, ok := flow.NilTest(cond); ok {
		return t.nilTest(s.of(v), nilOn, s)
	}
	err, on, what := t.asked(cond, s)
	if err == nil || !t.errFrom(err, s) {
		return sides, false
	}
	switch {
	case what == hasFailed && s.fate == hasWorked:
		sides[on] = noWay
	case what == hasFailed:
		sides[on] = hasFailed
	default:
		sides[on] = unsure
	}
	return sides, true
}

func (t *trail) nilTest(v ssa.Value, nilOn int, s *trailState) (sides [2]fate, about bool) {
	if c, ok := v.(*ssa.Const); ok && c.Value == nil {
		sides[1-nilOn] = noWay
		return sides, false
	}
	if !t.errFrom(v, s) {
		if certainError(v) {
			sides[nilOn] = noWay
		}
		return sides, false
	}
	sides[nilOn] = hasWorked
	if s.fate == hasFailed {
		sides[nilOn] = noWay
	}
	switch {
	case s.fate == hasWorked:
		sides[1-nilOn] = noWay
	case t.o.alwaysFails():
		sides[1-nilOn] = hasFailed
	}
	return sides, true
}

// alwaysFails reports whether any error of a statement means that it has failed: none says that there was no row.
func (o *op) alwaysFails() bool {
	switch o.Do {
	case model.DoInsert:
		return true
	case model.DoRead, model.DoLock, model.DoTryLock:
		return false
	}
	return !o.moved && !o.anyNamed(0)
}
