package summary

import (
	"go/constant"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// failsOpenly reports whether a block runs because an effect failed, by a way on which nothing tells a refusal from silence.
func (w *function) failsOpenly(b *ssa.BasicBlock, e *op, c *ssa.Call) bool {
	seen := map[*ssa.BasicBlock]bool{}
	for range maxSteps {
		if seen[b] {
			return false
		}
		seen[b] = true
		if w.openFor(b, e, c) {
			return true
		}
		if len(b.Preds) > 1 { // a case with several values
			return slices.ContainsFunc(b.Preds, func(p *ssa.BasicBlock) bool { return w.silentEdge(p, b, e, c) })
		}
		if len(b.Preds) == 0 {
			return false
		}
		b = b.Preds[0]
		if _, jumps := b.Instrs[len(b.Instrs)-1].(*ssa.Jump); !jumps {
			return false
		}
	}
	return false
}

// openFor reports whether the branches above a block say that an effect failed, and none says how.
func (w *function) openFor(b *ssa.BasicBlock, e *op, c *ssa.Call) bool {
	failed := false
	for _, t := range w.f.Tests(b) {
		if !leadsTo(c, t.If) {
			continue
		}
		if w.asksAgain(t, c) {
			return false
		}
		switch w.saysOf(t, e, c) {
		case saysNothing:
		case saysFailed:
			failed = true
		default:
			return false
		}
	}
	return failed
}

// asksAgain reports whether a branch goes by a later call of somebody outside: a look-up, a cancellation. What is only stored
// after an effect tells nothing about it.
func (w *function) asksAgain(t flow.Test, c *ssa.Call) bool {
	v, _, isNil := flow.NilTest(t.If.Cond)
	if !isNil {
		v = t.If.Cond
	}
	for _, told := range w.toldBy(v) {
		d, ok := told.site.(*ssa.Call)
		if !ok || d == c || !leadsTo(c, d) || !fallible(d) {
			continue
		}
		if ops := w.opsAt(d); len(ops) == 0 && takesContext(d.Common()) || slices.ContainsFunc(ops, func(x *op) bool { return x.Effect != "" }) {
			return true
		}
	}
	return false
}

// silentEdge reports whether an edge between blocks is taken on an error that leaves an effect unknown.
func (w *function) silentEdge(from, to *ssa.BasicBlock, e *op, c *ssa.Call) bool {
	cond, ok := from.Instrs[len(from.Instrs)-1].(*ssa.If)
	if !ok || !leadsTo(c, cond) {
		return false
	}
	for on, next := range from.Succs {
		if next == to && w.saysOf(flow.Test{If: cond, On: on}, e, c) == saysFailed {
			return true
		}
	}
	return false
}

// said is what a branch says of an effect.
type said uint8

const (
	saysNothing said = iota
	saysFailed       // it failed, or may have
	saysMore         // it worked, or was refused
)

// saysOf reads a branch after an effect.
func (w *function) saysOf(t flow.Test, e *op, c *ssa.Call) said {
	if err, nilOn, isNil := flow.NilTest(t.If.Cond); isNil {
		switch {
		case !w.cameFrom(err, c):
			return saysNothing
		case nilOn == t.On: // it was answered: what it was answered is another question
			return saysNothing
		}
		return saysFailed
	}
	if err, name, kind, on, ok := w.errorTest(t.If.Cond); ok && w.cameFrom(err, c) {
		silent := kind == model.Transient || kind == model.TryAgain || name != "" && (silence(name) || slices.Contains(e.Fails, name))
		switch {
		case on == t.On && silent:
			return saysFailed
		case on == t.On:
			return saysMore
		}
		return saysNothing // not that error: anything else may have happened
	}
	if broken, ok := w.brokenStatus(t, c); ok {
		if broken {
			return saysFailed
		}
		return saysMore
	}
	for v := range w.f.SliceOf(true, t.If.Cond).Values {
		if flow.IsError(v.Type()) && (v == ssa.Value(c) || isResultOf(v, c)) {
			return saysMore // something looks at the error
		}
	}
	return saysNothing
}

func isResultOf(v ssa.Value, c *ssa.Call) bool {
	x, ok := v.(*ssa.Extract)
	return ok && x.Tuple == ssa.Value(c)
}

// silence reports whether an error means that there was no answer: that of a context, a deadline, a connection.
func silence(name string) bool {
	return name == "context.DeadlineExceeded" || name == "context.Canceled" || model.NameHint(model.TransientHint, unqualified(name))
}

// brokenStatus reads a branch on how an HTTP request was answered, and reports whether a broken server is on this side of it.
func (w *function) brokenStatus(t flow.Test, c *ssa.Call) (broken, ok bool) {
	switch cond := t.If.Cond.(type) {
	case *ssa.Call: // resp.IsError() of 4xx and 5xx
		if r := receiver(cond); r == nil || !w.cameFrom(r, c) || !isBool(cond) || !model.NameHint(model.BrokenHint, callName(cond)) {
			return false, false
		}
		return t.On == 0, true
	case *ssa.BinOp:
		k, isConst := cond.Y.(*ssa.Const)
		if !isConst || k.Value == nil || k.Value.Kind() != constant.Int || !w.statusOf(cond.X, c) {
			return false, false
		}
		n, _ := constant.Int64Val(k.Value)
		return holdsFor(cond.Op, 503, n) == (t.On == 0), true
	}
	return false, false
}

// statusOf reports whether a number is the status in what a call returned.
func (w *function) statusOf(v ssa.Value, c *ssa.Call) bool {
	field, _ := w.fieldRead(v)
	if field == "" || !model.NameHint(model.StatusHint, field) {
		return false
	}
	for x := range w.f.SliceOf(true, v).Values {
		if x == ssa.Value(c) {
			return true
		}
	}
	return false
}

// holdsFor evaluates a comparison of two numbers.
func holdsFor(op token.Token, x, y int64) bool {
	return constant.Compare(constant.MakeInt64(x), op, constant.MakeInt64(y))
}
