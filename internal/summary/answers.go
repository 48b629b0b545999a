package summary

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// answersOf says how an operation's bad outcome shows in what the function returns.
func (w *function) answersOf(o *op) []effect.Answer {
	var list []effect.Answer
	add := func(a effect.Answer) {
		if !slices.Contains(list, a) && !(a.Weak && o.Do != model.DoRead) {
			list = append(list, a)
		}
	}
	var l *lost
	if o.Do != model.DoRead {
		l = w.whenLost(o)
	}
	for i, ways := range w.returns(o) {
		w.contrast(i, w.but(ways, o), add)
		for _, r := range ways {
			if l != nil && r.side != good && w.judged(r.v, o) {
				add(effect.Answer{Result: i, Form: effect.AnyErr})
			}
			if l != nil && (!l.reaches(r.block) || r.test != nil && l.excluded(r.test, r.on) || w.maps(r.v, o)) {
				continue
			}
			if r.side == either || r.side == badWeak {
				w.passedOn(i, r.v, o, add)
			}
		}
		if l != nil && len(list) == 0 && slices.ContainsFunc(ways, func(r returned) bool { return r.side == bad && w.refusal(r.v) }) && !w.forgives(ways) {
			add(effect.Answer{Result: i, Form: effect.AnyErr})
		}
	}
	if w.fn.Parent() != nil {
		w.leaves(o, add)
	}
	slices.SortFunc(list, effect.Answer.Compare)
	return list
}

// forgives reports whether, of the ways on which an operation turned out badly, one returns no error: the caller goes on then.
func (w *function) forgives(ways []returned) bool {
	return slices.ContainsFunc(ways, func(r returned) bool {
		k, _ := w.classOf(r.v)
		return r.side == bad && k == zeroValue && flow.IsError(r.v.Type())
	})
}

// but leaves out the ways on which an operation's own error is returned as it is after a bad outcome, where there are others on which the
// outcome has an error of its own: what they have in common is that the caller can ask.
func (w *function) but(ways []returned, o *op) []returned {
	named := func(r returned) bool { c, _ := w.classOf(r.v); return r.side == bad && c == namedError }
	if !o.byError() || !slices.ContainsFunc(ways, named) {
		return ways
	}
	return slices.DeleteFunc(slices.Clone(ways), func(r returned) bool { return r.side == bad && !named(r) && w.cameFrom(r.v, o.site) })
}

// contrast compares what a result is after a bad outcome with what it is otherwise. That an error is nil then, as it is
// after some good ones, tells nothing.
func (w *function) contrast(i int, ways []returned, add func(effect.Answer)) {
	var bads, goods []class
	names := map[string]bool{}
	certain := slices.ContainsFunc(ways, func(r returned) bool { return r.side == bad })
	for _, r := range ways {
		if certain && r.side == badWeak {
			continue // another failure
		}
		c, name := w.classOf(r.v)
		if c == otherValue && flow.IsError(r.v.Type()) {
			c = zeroValue // it may be nil
		}
		if r.side == bad || r.side == badWeak {
			bads = append(bads, c)
			if c == namedError {
				names[name] = true
			}
		} else if !r.errs {
			goods = append(goods, c)
		}
	}
	all := func(list []class, c class) bool {
		return len(list) > 0 && !slices.ContainsFunc(list, func(x class) bool { return x != c })
	}
	switch {
	case all(bads, zeroValue) && len(goods) > 0 && !slices.Contains(goods, zeroValue):
		add(effect.Answer{Result: i, Form: effect.Zero})
	case all(bads, zeroValue) && !all(goods, zeroValue) && len(goods) > 0 && !flow.IsError(ways[0].v.Type()):
		add(effect.Answer{Result: i, Form: effect.Zero, Weak: true})
	case all(bads, trueValue) && !slices.Contains(goods, trueValue):
		add(effect.Answer{Result: i, Form: effect.True})
	case all(bads, namedError):
		for _, name := range sortedNames(names) {
			add(effect.Answer{Result: i, Form: effect.Named, Name: name})
		}
	case all(bads, someError) && all(goods, zeroValue):
		add(effect.Answer{Result: i, Form: effect.AnyErr})
	}
}

func sortedNames(m map[string]bool) []string {
	var list []string
	for k := range m {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}

// passedOn reads a result that itself tells the outcome: a bool that compares it, the error, the value that was read.
func (w *function) passedOn(i int, v ssa.Value, o *op, add func(effect.Answer)) {
	if isBool(v) {
		if on, _, ok := w.badOn(v, o); ok {
			if on == 0 {
				add(effect.Answer{Result: i, Form: effect.True})
			} else {
				add(effect.Answer{Result: i, Form: effect.Zero})
			}
		}
		return
	}
	r, ok := w.tellsOf(v, o)
	if !ok {
		return
	}
	if flow.IsError(v.Type()) {
		for _, a := range o.Answers {
			if a.Form == effect.Named && (a.Result == r || a.Result == effect.Anywhere) || a.Form == effect.AnyErr && (a.Result == r || a.Result == effect.Anywhere) {
				add(effect.Answer{Result: i, Form: a.Form, Name: a.Name})
			}
			if a.Form == effect.Zero && a.Result == r && r >= 0 {
				add(effect.Answer{Result: i, Form: effect.Zero})
			}
		}
		return
	}
	if o.has(r, effect.Zero) && tellsByZero(v.Type()) {
		add(effect.Answer{Result: i, Form: effect.Zero})
	}
}

// tellsByZero reports whether a value of that type is empty when nothing was found.
func tellsByZero(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Interface:
		return true
	case *types.Basic:
		return u.Info()&(types.IsString|types.IsInteger) != 0
	}
	return false
}
