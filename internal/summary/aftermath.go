package summary

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// aftermath follows the ways that control can take after an operation has failed, up to where that is taken care of: it is
// done again, put aside, told to somebody, or the error turned out to be one that is known. A condition that says nothing of the
// failure may be a decision of the program; what comes behind it is not judged.
type aftermath struct {
	trail
	sees func(in ssa.Instruction, s *trailState) (ends bool)
}

// newAftermath begins with an operation; nil where its failure cannot be followed.
func (w *function) newAftermath(o *op, sees func(ssa.Instruction, *trailState) bool) *aftermath {
	if _, ok := o.site.(*ssa.Call); !ok || o.literal && o.moved && !w.calledHere(o) {
		return nil
	}
	return &aftermath{trail: trail{w: w, o: o, budget: maxTrail}, sees: sees}
}

// calledHere reports whether an operation of a function literal is done by a call of the literal, or whoever is given it returns its error.
func (w *function) calledHere(o *op) bool { return o.Returned || o.Hushed }

// run follows all ways. Where nobody is told of the failure, it is known from the start.
func (a *aftermath) run() {
	s := trailState{}
	if a.o.Hushed {
		s.fate = hasFailed
	}
	a.follow(a.o.site.Block(), a.o.site, s)
}

func (a *aftermath) follow(b *ssa.BasicBlock, after ssa.Instruction, s trailState) {
	if a.budget--; a.budget <= 0 {
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
			if ssa.Instruction(in) == a.o.site {
				a.sees(in, &s)
				return
			}
			delete(s.vals, in)
		}
		if s.fate == hasFailed && (a.sees(in, &s) || a.tended(in, &s)) {
			return
		}
		switch in := in.(type) {
		case *ssa.If:
			a.split(in, &s)
			return
		case *ssa.Jump:
			a.pass(b, b.Succs[0], s)
		}
	}
}

func (a *aftermath) pass(from, to *ssa.BasicBlock, s trailState) {
	a.follow(to, nil, *s.chosen(from, to))
}

// chosen is what is known in the next block, whose variables are chosen by where control comes from.
func (s *trailState) chosen(from, to *ssa.BasicBlock) *trailState {
	next := s.clone()
	for i, p := range to.Preds {
		if p != from {
			continue
		}
		for _, in := range to.Instrs {
			if phi, ok := in.(*ssa.Phi); ok {
				next.vals[phi] = s.of(phi.Edges[i])
			}
		}
		break
	}
	return &next
}

// split follows both sides of a branch, as far as what is known allows.
func (a *aftermath) split(in *ssa.If, s *trailState) {
	sides, about := a.told(in.Cond, s)
	if !about && sides == [2]fate{} && a.behind(in.Block(), s) && !a.w.heads(in.Block()) {
		if _, _, isNil := flow.NilTest(plainCond(in.Cond)); !isNil {
			return
		}
	}
	for i, side := range sides {
		if side == noWay || side == unsure || side == hasWorked {
			continue
		}
		next := *s
		if side == hasFailed {
			next.fate = side
			if about {
				next.told, next.edge = in, i
			}
		}
		a.pass(in.Block(), in.Block().Succs[i], next)
	}
}

// behind reports whether a block is only reached because the operation failed.
func (a *aftermath) behind(b *ssa.BasicBlock, s *trailState) bool {
	if s.told == nil {
		return false
	}
	first := s.told.Block().Succs[s.edge]
	return len(first.Preds) == 1 && first.Dominates(b)
}

// heads reports whether a block decides about another turn of a loop.
func (w *function) heads(b *ssa.BasicBlock) bool {
	for _, l := range w.all {
		if l.Header == b {
			return true
		}
	}
	return false
}

// told says what each side of a branch tells of the operation; about is set when it asks for how that ended.
func (a *aftermath) told(cond ssa.Value, s *trailState) (sides [2]fate, about bool) {
	cond = s.of(cond)
	flip := 0
	for {
		not, ok := cond.(*ssa.UnOp)
		if !ok || not.Op != token.NOT {
			break
		}
		cond, flip = s.of(not.X), 1-flip
	}
	sides, about = a.toldPlain(cond, s)
	if flip == 1 {
		sides[0], sides[1] = sides[1], sides[0]
	}
	return sides, about
}

func (a *aftermath) toldPlain(cond ssa.Value, s *trailState) (sides [2]fate, about bool) {
	if c, ok := cond.(*ssa.Const); ok && c.Value != nil {
		if c.Value.String() == "true" {
			return [2]fate{s.fate, noWay}, false
		}
		return [2]fate{noWay, s.fate}, false
	}
	if v, nilOn, ok := flow.NilTest(cond); ok {
		return a.toldByNil(s.of(v), nilOn, s)
	}
	if err, name, kind, on, ok := a.w.errorTest(cond); ok && err != nil && a.errFrom(s.of(err), s) {
		if sides[on] = unsure; kind == model.TryAgain || kind == model.Transient || name == "context.DeadlineExceeded" || a.asksAgain(cond) {
			sides[on] = hasFailed
		}
		return sides, true
	}
	if b, ok := cond.(*ssa.BinOp); ok {
		if x, on := a.w.comparedText(b); x != nil && a.errFrom(s.of(x), s) {
			sides[on] = unsure
			return sides, true
		}
	}
	if a.answersBy(cond) {
		return [2]fate{hasWorked, hasFailed}, true
	}
	return sides, false
}

func (a *aftermath) toldByNil(v ssa.Value, nilOn int, s *trailState) (sides [2]fate, about bool) {
	if c, ok := v.(*ssa.Const); ok && c.Value == nil {
		sides[1-nilOn] = noWay
		return sides, false
	}
	if !a.errFrom(v, s) {
		if certainError(v) {
			sides[nilOn] = noWay
		}
		return sides, false
	}
	if sides[nilOn] = hasWorked; s.fate == hasFailed {
		sides[nilOn] = noWay
	}
	sides[1-nilOn] = hasFailed
	return sides, true
}

// asksAgain reports whether a condition is a question whether something can be tried again, which an error may be for which the answer is no.
func (a *aftermath) asksAgain(cond ssa.Value) bool {
	c, ok := cond.(*ssa.Call)
	return ok && model.NameHint(model.AgainHint, callName(c))
}

// answersBy reports whether a condition is a result that is false when the operation has failed.
func (a *aftermath) answersBy(cond ssa.Value) bool {
	if !isBool(cond) {
		return false
	}
	c, result := madeBy(cond)
	if c == nil || ssa.Instruction(c) != a.o.site {
		return false
	}
	for _, e := range a.o.Errs {
		if e == result {
			return true
		}
	}
	return false
}

// tended reports whether an instruction on the way takes care of the failure, or may.
func (a *aftermath) tended(in ssa.Instruction, s *trailState) bool {
	here := a.behind(in.Block(), s)
	switch in := in.(type) {
	case *ssa.Call:
		return a.tendedBy(in, s, here)
	case *ssa.Send, *ssa.MapUpdate, *ssa.Go, *ssa.Defer, *ssa.Panic, *ssa.Select:
		return here
	case *ssa.BinOp:
		return here && in.Op == token.ADD && isNumber(in.Type())
	case *ssa.Store:
		if l := a.w.f.Locate(in.Addr); here {
			cell, local := l.Root.(*ssa.Alloc)
			return !local || cell.Comment != "varargs" && in.Addr != ssa.Value(cell)
		}
	}
	return false
}

func (a *aftermath) tendedBy(c *ssa.Call, s *trailState, here bool) bool {
	for _, x := range a.w.opsAt(c) {
		if x.Settle == model.GivenBack || x.Settle == model.Discarded || x.Effect != "" || x.lasting() {
			return true
		}
	}
	name := callName(c)
	switch {
	case model.NameHint(model.ParkHint, name), model.NameHint(model.NackHint, name):
		return true
	case !here:
		return false
	}
	if b, ok := c.Call.Value.(*ssa.Builtin); ok {
		return b.Name() == "append"
	}
	if model.NameHint(model.LogHint, name) || len(wrappedErrors(a.w.f, c)) > 0 || fallible(c) && len(a.w.env.targets(c)) > 0 {
		return false
	}
	if len(a.w.env.targets(c)) == 0 && (takesContext(c.Common()) || c.Call.StaticCallee() == nil && !c.Call.IsInvoke()) {
		return true // may be anything
	}
	for _, v := range flow.Inputs(c.Common()) {
		if flow.IsError(v.Type()) && a.errFrom(s.of(v), s) {
			return c.Call.Signature().Results().Len() == 0
		}
	}
	return false
}

// lasting reports whether an operation writes something that stays, in a place that other processes see.
func (o *op) lasting() bool {
	if o.Settle != "" || o.Effect != "" || !o.Writes() || o.Class == model.ProcessStore || o.Class == model.LockService {
		return false
	}
	if o.Class == model.KVStore {
		return o.Do != model.DoDelete && o.Do != model.DoRelative && o.Life != effect.Limited && len(o.ttl) == 0
	}
	return true
}
