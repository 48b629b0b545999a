package summary

import (
	"go/constant"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// opsAt lists the operations at a call.
func (w *function) opsAt(site ssa.Instruction) []*op {
	if w.bySite == nil {
		w.bySite = map[ssa.Instruction][]*op{}
		for i := range w.ops {
			o := &w.ops[i]
			w.bySite[o.site] = append(w.bySite[o.site], o)
		}
	}
	return w.bySite[site]
}

// tells reports whether a value tells of an operation's outcome, and through which result.
func (w *function) tellsOf(v ssa.Value, o *op) (result int, ok bool) {
	for _, t := range w.toldBy(v) {
		if t.site == o.site {
			if t.memory {
				return effect.Anywhere, true
			}
			return t.result, true
		}
	}
	return 0, false
}

// has reports whether an operation's bad outcome shows in a form at a result.
func (o *op) has(result int, form effect.Form) bool {
	for _, a := range o.Answers {
		if a.Form == form && (a.Result == result || a.Result == effect.Anywhere || result == effect.Anywhere) {
			return true
		}
	}
	return false
}

// weakly reports whether emptiness of a result has other reasons too.
func (o *op) weakly(result int) bool {
	return slices.ContainsFunc(o.Answers, func(a effect.Answer) bool { return a.Form == effect.Zero && a.Result == result && a.Weak })
}

// exactly is has for answers about that very result.
func (o *op) exactly(result int, form effect.Form) bool {
	for _, a := range o.Answers {
		if a.Form == form && a.Result == result {
			return true
		}
	}
	return false
}

func (o *op) named(result int, name string) bool {
	for _, a := range o.Answers {
		if a.Form == effect.Named && (a.Result == result || a.Result == effect.Anywhere) && sameError(a.Name, name) {
			return true
		}
	}
	return false
}

// sameError compares names of errors. A name without a package is one that this package declares.
func sameError(a, b string) bool {
	return a == b || strings.HasSuffix(a, "."+b) || strings.HasSuffix(b, "."+a)
}

// badOn says on which branch of a condition an operation turned out badly: a read found nothing, a claim was lost. weak is
// set when that is one of several reasons to take the branch.
func (w *function) badOn(cond ssa.Value, o *op) (on int, weak, ok bool) {
	flip := 0
	for {
		not, isNot := cond.(*ssa.UnOp)
		if !isNot || not.Op != token.NOT {
			break
		}
		cond, flip = not.X, 1-flip
	}
	on, weak, ok = w.badOnPlain(cond, o)
	return (on + flip) % 2, weak, ok
}

func (w *function) badOnPlain(cond ssa.Value, o *op) (on int, weak, ok bool) {
	if o.lookup != nil {
		on, ok = thereOn(cond, o.lookup)
		return on, false, ok
	}
	if err, nilOn, isNil := flow.NilTest(cond); isNil {
		r, tells := w.tellsOf(err, o)
		switch {
		case !tells:
			return 0, false, false
		case o.exactly(r, effect.Zero):
			return nilOn, false, true
		case o.has(r, effect.AnyErr), o.anyNamed(r):
			return 1 - nilOn, true, true
		}
		return 0, false, false
	}
	if err, name, kind, trueOn, isTest := w.errorTest(cond); isTest {
		r, tells := w.tellsOf(err, o)
		if !tells {
			return 0, false, false
		}
		if name != "" && o.named(r, name) || kind != "" && o.expects(kind) && (o.anyNamed(r) || o.has(r, effect.AnyErr)) {
			return trueOn, false, true
		}
		return 0, false, false
	}
	if on, isOwn := w.ownOn(cond, o); isOwn {
		return on, true, true
	}
	if v, zeroOn, isEmpty := zeroTest(cond); isEmpty {
		if r, tells := w.tellsOf(v, o); tells && o.has(r, effect.Zero) && !(flow.IsError(v.Type()) && !o.exactly(r, effect.Zero)) {
			return zeroOn, o.weakly(r), true
		}
		return 0, false, false
	}
	if isBool(cond) {
		if r, tells := w.tellsOf(cond, o); tells {
			switch {
			case o.exactly(r, effect.True):
				return 0, false, true
			case o.has(r, effect.Zero):
				return 1, o.weakly(r), true
			}
		}
	}
	return 0, false, false
}

// ownOn says on which branch of a condition what was read is the asker's own: whoever finds himself there goes on as if
// there were nothing.
func (w *function) ownOn(cond ssa.Value, o *op) (on int, ok bool) {
	b, isBin := cond.(*ssa.BinOp)
	if !isBin || o.Do != model.DoRead || b.Op != token.EQL && b.Op != token.NEQ || !isString(b.X.Type()) {
		return 0, false
	}
	_, x := w.tellsOf(b.X, o)
	_, y := w.tellsOf(b.Y, o)
	_, cx := b.X.(*ssa.Const)
	_, cy := b.Y.(*ssa.Const)
	if x == y || cx || cy {
		return 0, false
	}
	if b.Op == token.NEQ {
		on = 1
	}
	return on, true
}

func (o *op) anyNamed(result int) bool {
	for _, a := range o.Answers {
		if a.Form == effect.Named && (a.Result == result || a.Result == effect.Anywhere) {
			return true
		}
	}
	return false
}

// expects reports whether an error of that kind is the bad outcome of the operation.
func (o *op) expects(kind model.ErrorKind) bool {
	if o.Do == model.DoRead || o.Do == model.DoCreate {
		return kind == model.Missing
	}
	return kind == model.Exists || kind == model.Conflict || kind == model.Missing && o.Do != model.DoInsert
}

func isBool(v ssa.Value) bool { return isBoolType(v.Type()) }

// zeroTest reads a condition that asks whether something is empty: flow.EmptyTest, and numbers compared with 0 or 1.
func zeroTest(cond ssa.Value) (v ssa.Value, zeroOn int, ok bool) {
	if v, on, ok := flow.EmptyTest(cond); ok {
		return v, on, true
	}
	b, isBin := cond.(*ssa.BinOp)
	if !isBin {
		return nil, 0, false
	}
	c, isConst := b.Y.(*ssa.Const)
	if !isConst || c.Value == nil || c.Value.Kind() != constant.Int {
		return nil, 0, false
	}
	n, exact := constant.Int64Val(c.Value)
	switch {
	case !exact:
	case b.Op == token.EQL && n == 0, b.Op == token.LSS && n == 1, b.Op == token.LEQ && n == 0, b.Op == token.NEQ && n == 1:
		return b.X, 0, true
	case b.Op == token.NEQ && n == 0, b.Op == token.GTR && n == 0, b.Op == token.GEQ && n == 1, b.Op == token.EQL && n == 1:
		return b.X, 1, true
	}
	return nil, 0, false
}
