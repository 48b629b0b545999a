package summary

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// lost follows one operation that turned out badly through a function: a claim that somebody else has, a write that changed
// nothing, a row that is there. Its branches are those at which the code asks; where it does not ask, both ways are open.
type lost struct {
	w       *function
	o       *op
	sides   map[*ssa.BasicBlock][2]side // good: not taken after a bad outcome
	asked   bool                        // a branch asks for this very outcome
	unknown []*ssa.BasicBlock           // branches that hang on the operation in a way that is not understood
}

func (w *function) whenLost(o *op) *lost {
	l := &lost{w: w, o: o, sides: map[*ssa.BasicBlock][2]side{}}
	for _, b := range w.fn.Blocks {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || b != o.at && !reachableBut(o.at, b, nil, nil) {
			continue
		}
		on, weak, ok := w.badOn(cond.Cond, o)
		if !ok {
			if l.hangsOn(cond.Cond) {
				l.unknown = append(l.unknown, b)
				l.sides[b] = [2]side{good, good} // what comes behind is not known to follow from the outcome
			}
			continue
		}
		l.asked = l.asked || !weak
		var s [2]side
		if s[on] = bad; weak {
			s[on] = badWeak
		}
		if !weak || o.byError() {
			s[1-on] = good
		}
		l.sides[b] = s
	}
	return l
}

// byError reports whether an operation's bad outcome shows as an error.
func (o *op) byError() bool {
	for _, a := range o.Answers {
		if a.Form == effect.Named || a.Form == effect.AnyErr {
			return true
		}
	}
	return false
}

// hangsOn reports whether a condition depends on what the operation returned. That an error is nil does not count for an
// operation that tells in another way.
func (l *lost) hangsOn(cond ssa.Value) bool {
	v, ok := l.o.site.(ssa.Value)
	if !ok {
		return false
	}
	if err, _, isNil := flow.NilTest(cond); isNil && flow.IsError(err.Type()) {
		if _, tells := l.w.tellsOf(err, l.o); tells {
			return false
		}
	}
	values := l.w.f.SliceOf(true, cond).Values
	if values[v] {
		return true
	}
	for x := range values {
		if cell, ok := x.(*ssa.Alloc); ok { // what errors.As filled in
			if err := l.w.asInto(cell); err != nil {
				if _, tells := l.w.tellsOf(err, l.o); tells {
					return true
				}
			}
		}
	}
	return false
}

// reaches reports whether control can come to a block though the outcome was bad.
func (l *lost) reaches(b *ssa.BasicBlock) bool {
	return b == l.o.at || reachableBut(l.o.at, b, l.sides, []side{good})
}

// because reports whether a block runs only when the outcome was bad, or when the operation failed in another way.
func (l *lost) because(b *ssa.BasicBlock) bool {
	if !l.reaches(b) || b == l.o.at {
		return false
	}
	return !reachableBut(l.o.at, b, l.sides, []side{bad, badWeak})
}

// gated reports whether it depends on a branch that is not understood whether a block runs.
func (l *lost) gated(b *ssa.BasicBlock) bool {
	for _, x := range l.unknown {
		if x.Dominates(b) && x != b {
			return true
		}
	}
	return false
}

// looksAgain reports whether, after the bad outcome, the same thing is read: what is done then depends on what is there.
func (l *lost) looksAgain() bool {
	for i := range l.w.ops {
		x := &l.w.ops[i]
		if x.Do == model.DoRead && x.site != l.o.site && l.because(x.at) && l.w.same(x, l.o) {
			return true
		}
	}
	return false
}

// maps reports whether an error went through a function that tells the bad outcome from others, so that what comes out of it
// is not known to be an error.
func (w *function) maps(v ssa.Value, o *op) bool {
	for range 4 {
		c, ok := v.(*ssa.Call)
		if !ok || ssa.Instruction(c) == o.site {
			return false
		}
		for _, t := range w.env.targets(c) {
			for _, a := range t.sum.Asks {
				if o.expects(a.Kind) {
					return true
				}
			}
		}
		if o.expects(model.ErrorName(callName(c))) {
			return true
		}
		inner := errorArg(flow.Inputs(c.Common()))
		if inner == nil {
			return false
		}
		v = inner
	}
	return false
}

// selfDefeating reports whether a write makes its own condition false, so that it has no effect when it is run again: a
// state is compared and set to another one, a row is deleted.
func (o *op) selfDefeating() bool {
	switch o.Do {
	case model.DoDelete:
		return true
	case model.DoUpdate, model.DoRelative:
		for _, c := range o.cols {
			for _, s := range o.sets {
				if c.name == s.name && differ(&c, &s) {
					return true
				}
			}
		}
	}
	return false
}

// differ reports whether a column is compared with something else than what it is set to. A version that is counted up, or
// compared with what was read, is an optimistic lock and no state.
func differ(c, s *opCol) bool {
	from, to := c.text(), s.text()
	switch {
	case from != "" && to != "":
		return from != to
	case to == "=": // set to nothing
		return true
	case from != "":
		return len(s.values) > 0 && overlap(c.values, s.values) != yes
	}
	return false
}

// text is the value that stands in the code, after a "=".
func (c *opCol) text() string {
	text := c.literal
	for _, v := range c.values {
		switch {
		case c.literal != "" || v.Kind == flow.Zero:
		case v.Kind != flow.Const || text != "" && text != "="+v.Text:
			return ""
		default:
			text = "=" + v.Text
		}
	}
	return text
}

// fixed reports whether a column is compared with, or set to, a value that stands in the code.
func (c *opCol) fixed() bool {
	return c.text() != ""
}

// renewed reports whether one of some values is made anew in each run, or may be.
func renewed(values []flow.Local) bool {
	for _, v := range values {
		if v.Kind == flow.Fresh || v.Kind == flow.Unknown && v.Text == flow.PerhapsNew {
			return true
		}
	}
	return false
}

// excluded reports whether a branch is not taken after a bad outcome.
func (l *lost) excluded(test *ssa.If, on int) bool {
	s, ok := l.sides[test.Block()]
	return ok && s[on] == good
}

// refusal reports whether a returned value is an error that is made for the purpose, and not the error of an operation.
func (w *function) refusal(v ssa.Value) bool {
	if !flow.IsError(v.Type()) {
		return false
	}
	if certainError(v) {
		return true
	}
	c, ok := v.(*ssa.Call)
	return ok && len(w.opsAt(c)) == 0 && c.Call.Signature().Results().Len() == 1
}

// swallows reports whether a function reports success when an operation turned out badly, so that its callers cannot tell. Where
// something happens only when it turned out well, nothing is left for them to ask.
func (w *function) swallows(o *op, answers []effect.Answer) bool {
	if len(answers) > 0 || !o.decides() {
		return false
	}
	l := w.whenLost(o)
	for i := range w.ops {
		if x := &w.ops[i]; x.site != o.site && (w.sideOf(o, x.at) == good || l.gated(x.at)) {
			return false
		}
	}
	if o.moved {
		return len(o.Answers) > 0 && !l.asked && len(l.unknown) == 0 && !o.byError() && !w.passed(o)
	}
	for i, ways := range w.returns(o) {
		if !flow.IsError(w.fn.Signature.Results().At(i).Type()) {
			continue
		}
		if w.forgives(ways) {
			return !slices.ContainsFunc(ways, func(r returned) bool { return r.side == bad && w.refusal(r.v) }) // what is there was looked at
		}
	}
	return false
}

// refusesAt reports whether a branch does nothing but return an error that is made for the purpose.
func (w *function) refusesAt(b *ssa.BasicBlock) bool {
	ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
	return ok && len(ret.Results) > 0 && w.refusal(w.loaded(ret.Results[len(ret.Results)-1]))
}
