package summary

import (
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// unknowns finds writes that take a call that may have been done for one that was refused: they record a state that means
// failure, or undo what was done for the call, where it failed and nothing tells how.
func (w *function) unknowns() {
	for i := range w.ops {
		o := &w.ops[i]
		if o.Effect != "" || !o.Writes() || o.Class == model.ProcessStore {
			continue
		}
		fails := w.recordsFailure(o)
		if !fails && !w.givesBack(o) {
			continue
		}
		e := w.unknownBefore(o)
		if e == nil || !fails && !w.compensates(o, e) || fails && w.resumed(o) {
			continue
		}
		p := effect.Pair{Kind: effect.UnknownAsFailed, Refuses: fails}
		if w.statesHere(o) {
			p.Ends = w.place(o.site)
		}
		w.pair(p, e, o)
	}
}

// recordsFailure reports whether a write sets a state that means failure.
func (w *function) recordsFailure(o *op) bool {
	for _, s := range o.sets {
		if model.NameHint(model.FailureHint, s.literal) || failureIn(s.values) && !slices.ContainsFunc(s.values, chosen) {
			return true
		}
	}
	return o.Class == model.KVStore && failureIn(o.value)
}

func failureIn(values []flow.Local) bool {
	return slices.ContainsFunc(values, func(l flow.Local) bool { return l.Kind == flow.Const && model.NameHint(model.FailureHint, l.Text) })
}

// chosen tells a value beside which a failure is but one of several: somebody has looked at the error.
func chosen(l flow.Local) bool {
	return l.Kind == flow.Const && !model.NameHint(model.FailureHint, l.Text)
}

// resumed reports whether a statement goes over what is recorded as failed, or over all states but some: what failed is tried
// again.
func (w *function) resumed(o *op) bool {
	for _, s := range o.sets {
		ranges := regexp.MustCompile(`(?i)\b` + regexp.QuoteMeta(s.name) + `\s*(>|<|!=|NOT\s+IN\b|IN\s*\([^)]*(fail|reject|declin))`)
		asks := func(x *function, y *op) bool {
			if y.Class != o.Class || y.Table == "" || y.Table != o.Table {
				return false
			}
			for _, c := range y.cols {
				if c.name == s.name && (model.NameHint(model.FailureHint, c.literal) || failureIn(c.values)) {
					return true
				}
			}
			return !y.moved && x.mentions(y, ranges)
		}
		if w.b.anyOp(asks) {
			return true
		}
	}
	return false
}

// statesHere reports whether the state that an operation of a callee writes is one that the function hands it.
func (w *function) statesHere(o *op) bool {
	c, ok := o.site.(ssa.CallInstruction)
	if !ok || !o.moved || !w.recordsFailure(o) {
		return false
	}
	for _, t := range w.env.targets(c) {
		for i := range t.sum.Ops {
			src := &t.sum.Ops[i]
			if src.At != o.At || src.Do != o.Do {
				continue
			}
			for _, s := range src.Sets {
				if s.Literal == "" && slices.ContainsFunc(s.Value, func(v flow.Origin) bool { return v.Kind == flow.Param }) {
					return true
				}
			}
		}
	}
	return false
}

// givesBack reports whether a write may be a compensation, by the name of the function that makes it or is called for it.
func (w *function) givesBack(o *op) bool {
	c, ok := o.site.(ssa.CallInstruction)
	return ok && o.moved && model.NameHint(model.ReleaseHint, nameOf(c.Common()))
}

// compensates reports whether a write takes back what the function wrote before an effect: rows of the same table. A claim that is
// given back lets the next attempt in, under the same key.
func (w *function) compensates(o, e *op) bool {
	takesBack := false
	for i := range w.ops {
		x := &w.ops[i]
		if x.site == o.site || !x.Writes() || x.Class != o.Class || !w.before(x.site, e.site) || x.Table == "" || x.Table != o.Table {
			continue
		}
		if x.Claims() || x.Conflict != nil && x.Conflict.Where {
			return false
		}
		takesBack = takesBack || x.Do == model.DoRelative && o.Do == model.DoRelative || o.Do == model.DoDelete && x.Do != model.DoDelete || x.Do == model.DoUpdate && o.Do == model.DoUpdate
	}
	return takesBack
}

// unknownBefore is the effect of which a write follows the failure, whatever that was, or nil.
func (w *function) unknownBefore(o *op) *op {
	for i := range w.ops {
		e := &w.ops[i]
		if !takesSides(e.Effect) || e.site == o.site {
			continue
		}
		c, ok := e.site.(*ssa.Call)
		switch {
		case ok && leadsTo(c, o.site) && w.failsOpenly(o.at, e, c), w.deferredAfter(o, e), w.raced(o, e):
			return e
		}
	}
	return nil
}

// takesSides reports whether it matters to somebody outside that an effect may have happened.
func takesSides(k model.EffectKind) bool {
	return personal(k) || k == model.HTTPPost || k == model.Workflow
}

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

// deferredAfter reports whether a write lies in a deferred literal that asks whether the function failed, and the error of an
// effect after it is one with which it does.
func (w *function) deferredAfter(o, e *op) bool {
	d, ok := o.site.(*ssa.Defer)
	if !ok || !o.moved || !w.before(d, e.site) || !w.returnsErrorOf(e.site) {
		return false
	}
	for _, t := range w.env.targets(d) {
		cw := w.b.done[t.fn]
		if cw == nil {
			continue
		}
		for i := range cw.ops {
			x := &cw.ops[i]
			if x.At == o.At && x.Do == o.Do && cw.onAnyError(x.at) {
				return true
			}
		}
	}
	return false
}

// onAnyError reports whether a block runs when an error of the function around is set, whichever it is.
func (w *function) onAnyError(b *ssa.BasicBlock) bool {
	some := false
	for _, t := range w.f.Tests(b) {
		err, nilOn, isNil := flow.NilTest(t.If.Cond)
		if isNil && nilOn != t.On {
			if load, ok := err.(*ssa.UnOp); ok {
				if _, free := load.X.(*ssa.FreeVar); free {
					some = true
					continue
				}
			}
		}
		return false
	}
	return some
}

// raced reports whether a write happens because a clock was faster than a goroutine with an effect.
func (w *function) raced(o, e *op) bool {
	g, ok := e.site.(*ssa.Go)
	if !ok {
		return false
	}
	for _, t := range w.f.Tests(o.at) {
		cond, ok := t.If.Cond.(*ssa.BinOp)
		if !ok || cond.Op != token.EQL || t.On != 0 {
			continue
		}
		x, isIndex := cond.X.(*ssa.Extract)
		k, isConst := cond.Y.(*ssa.Const)
		if !isIndex || !isConst || x.Index != 0 || !w.before(g, t.If) {
			continue
		}
		if sel, ok := x.Tuple.(*ssa.Select); ok && w.clock(sel, int(k.Int64())) && w.answersIn(sel, g) {
			return true
		}
	}
	return false
}

// clock reports whether a case of a select receives from a timer, or from a context that is done.
func (w *function) clock(sel *ssa.Select, i int) bool {
	if i < 0 || i >= len(sel.States) || sel.States[i].Dir != types.RecvOnly {
		return false
	}
	switch c := sel.States[i].Chan.(type) {
	case *ssa.Call:
		if c.Call.IsInvoke() {
			return isContext(c.Call.Value.Type()) && c.Call.Method.Name() == "Done"
		}
		fn := c.Call.StaticCallee()
		return fn != nil && fn.String() == "time.After"
	case *ssa.UnOp: // the channel of a timer
		field, owner := w.fieldRead(c)
		return field == "C" && owner != nil && owner.Obj().Pkg() != nil && owner.Obj().Pkg().Path() == "time"
	}
	return false
}

// answersIn reports whether a select receives from a channel that a goroutine was given.
func (w *function) answersIn(sel *ssa.Select, g *ssa.Go) bool {
	given := map[ssa.Value]bool{}
	for _, v := range g.Call.Args {
		given[w.f.Locate(v).Root] = true
	}
	if mc, ok := g.Call.Value.(*ssa.MakeClosure); ok {
		for _, v := range mc.Bindings {
			given[w.f.Locate(v).Root] = true
			for _, s := range w.f.Stores(w.f.Locate(v).Root) {
				if s.Val != nil {
					given[w.f.Locate(s.Val).Root] = true
				}
			}
		}
	}
	return slices.ContainsFunc(sel.States, func(s *ssa.SelectState) bool { return s.Dir == types.RecvOnly && given[w.f.Locate(s.Chan).Root] })
}
