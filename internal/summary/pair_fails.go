package summary

import (
	"go/constant"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/source"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

// failures finds operations of code that runs again which, when they have been done before, make it fail: again and again.
func (w *function) failures() {
	for i := range w.ops {
		o := &w.ops[i]
		why, ok := w.repeatedBy(o.site)
		if !ok || !w.doneBefore(o) || o.Behind || w.askedBefore(o) {
			continue
		}
		l := w.whenLost(o)
		if o.Settled || l.looksAgain() {
			continue
		}
		at, how := l.fails(why.regime)
		if how == "" {
			continue
		}
		p := effect.Pair{Kind: effect.FailsAgain, Ends: at, How: how, Again: why.cause.Text, AgainAt: why.cause.At}
		w.pair(p, o, o)
	}
}

// repeatedBy says why code around an instruction is run again for the same work, by somebody who goes by how it ended.
func (w *function) repeatedBy(at ssa.Instruction) (replay, bool) {
	for _, r := range w.replays(at) {
		switch r.regime {
		case model.Redelivered, model.Replayed, model.Resend, model.Keyed:
			if r.drops || r.regime == model.Redelivered && w.drops() {
				continue
			}
			return r, true
		}
	}
	return replay{}, false
}

// doneBefore reports whether an operation turns out badly because an earlier run has done it: a row under the identity of the
// work, a state that was left, something that was deleted. What is unlocked or runs out is no mark of work that was done.
func (w *function) doneBefore(o *op) bool {
	if o.Effect != "" || o.Isolated || renewed(o.key) || o.Class == model.ProcessStore || o.Class == model.LockService {
		return false
	}
	if model.NameHint(model.TurnHint, o.Table) || w.givenBack(o) {
		return false
	}
	if o.Class == model.ClusterStore && !o.hasName() {
		return false
	}
	switch o.Do {
	case model.DoInsert:
		if o.Class == model.KVStore { // a task under a name of its own
			return o.Named && !o.Handled
		}
		return (o.Class == model.SQLStore || o.Class == model.DocStore) && !o.Handled && w.ownIdentity(o) && !w.drawnAbove(o, maxCallers) && !w.updatedInstead(o)
	case model.DoClaim:
		if o.Life == effect.Limited || len(o.ttl) > 0 || o.Class == model.ItemStore && !o.Once {
			return false
		}
		return !slices.ContainsFunc(o.cols, func(c opCol) bool { return renewed(c.values) && model.OwnIdentity(c.name) })
	case model.DoUpdate, model.DoRelative:
		return o.selfDefeating() && !o.Open && o.names()
	case model.DoDelete:
		return o.names() || len(o.key) > 0 || o.Class == model.ClusterStore
	}
	return false
}

// updatedInstead reports whether, under another condition, the record is updated in place of being inserted: a second run finds it and
// comes to that.
func (w *function) updatedInstead(o *op) bool {
	return slices.ContainsFunc(w.ops, func(x op) bool {
		return (x.Do == model.DoUpdate || x.Do == model.DoUpsert) && x.Class == o.Class && x.Table == o.Table && (x.site != o.site || x.moved) &&
			!w.before(x.site, o.site) && !w.before(o.site, x.site)
	})
}

// askedBefore reports whether a second run does not come to an operation: a claim before it was won, or a look before it found
// nothing, or what was found was looked at.
func (w *function) askedBefore(o *op) bool {
	for i := range w.ops {
		x := &w.ops[i]
		if x.site == o.site || x.Effect != "" || !w.before(x.site, o.site) {
			continue
		}
		s := w.sideOf(x, o.at)
		switch {
		case x.Do == model.DoRead:
			if l := w.innermost(o.at); l != nil && l == w.innermost(x.at) || l == nil { // not the read that a sweep goes over
				if s == bad || s == badWeak && w.same(x, o) || w.same(x, o) && w.whenLost(x).gated(o.at) {
					return true
				}
			}
		case x.Claims(), x.selfDefeating(), x.Do == model.DoInsert:
			if l := w.whenLost(x); s == good && (x.Do != model.DoDelete && x.Do != model.DoInsert || l.asked) {
				if _, how := l.fails(model.Redelivered); how == "" {
					return true
				}
			}
		}
	}
	return false
}

// givenBack reports whether what an operation writes is deleted in the same function: it marks a time, not what was done.
func (w *function) givenBack(o *op) bool {
	if o.Do != model.DoClaim && o.Do != model.DoInsert {
		return false
	}
	for i := range w.ops {
		x := &w.ops[i]
		if (x.Do == model.DoDelete || x.Do == model.DoUnlock || x.Do == model.DoExpire) && w.same(o, x) {
			return true
		}
	}
	return false
}

// ownIdentity reports whether an insert holds what tells this piece of work from others, so that the store may refuse it in a
// second run: a declared key, a column that is named like one, a key that the caller sent.
func (w *function) ownIdentity(o *op) bool {
	if w.mintsFor(o) {
		return false
	}
	if len(o.Keys) > 0 {
		return slices.ContainsFunc(o.Keys, func(k []string) bool { return o.holds(k) })
	}
	for _, c := range o.cols {
		if c.literal != "" || renewed(c.values) || len(c.values) == 0 || c.unset() {
			continue
		}
		if model.OwnIdentity(c.name) || sentKey(c.values) {
			return true
		}
	}
	return false
}

// drawnAbove reports whether all who call the function leave empty what would be the identity: the database draws it then.
func (w *function) drawnAbove(o *op, depth int) bool {
	if depth == 0 || !slices.ContainsFunc(o.cols, func(c opCol) bool { return fromInput(c.values) }) {
		return false
	}
	some := false
	for _, site := range w.b.callersOf(w.fn) {
		if site.w == w {
			continue
		}
		for _, up := range site.w.opsAt(site.call) {
			if up.At != o.At || up.Do != o.Do {
				continue
			}
			if some = true; site.w.ownIdentity(up) && !site.w.drawnAbove(up, depth-1) {
				return false
			}
		}
	}
	return some
}

// holds reports whether an insert sets all columns of a key, and none anew. What is left empty is drawn by the database.
func (o *op) holds(key []string) bool {
	for _, k := range key {
		if !slices.ContainsFunc(o.cols, func(c opCol) bool { return c.name == k && !renewed(c.values) && !c.unset() }) {
			return false
		}
	}
	return len(key) > 0
}

// sentKey reports whether a value is an idempotency key that somebody sent.
func sentKey(values []flow.Local) bool {
	for _, v := range values {
		if v.Kind == flow.Inbound {
			if _, named := identity(v.Text); named {
				return true
			}
		}
	}
	return false
}

// mintsFor reports whether what an operation is given comes from a function that is called after the making of ids.
func (w *function) mintsFor(o *op) bool {
	c, ok := o.site.(*ssa.Call)
	if !ok {
		return true
	}
	for v := range w.f.SliceOf(true, flow.Inputs(c.Common())...).Values {
		call, ok := v.(*ssa.Call)
		if !ok || ssa.Instruction(call) == o.site {
			continue
		}
		if model.NameHint(model.MintHint, callName(call)) && isString(call.Type()) {
			return true
		}
	}
	return false
}

// givenFresh reports whether a part of what a call is given is made anew in each run.
func (w *function) givenFresh(c ssa.CallInstruction) bool {
	for v := range w.f.SliceOf(true, flow.Inputs(c.Common())...).Values {
		if call, ok := v.(*ssa.Call); ok && isString(call.Type()) && renewed(w.f.Trace(call, "")) {
			return true
		}
	}
	return false
}

// fails is where the function fails because of the bad outcome, and how; nothing if it need not.
func (l *lost) fails(as model.Regime) (at source.Place, how string) {
	w := l.w
	for _, b := range w.fn.Blocks {
		for _, in := range b.Instrs {
			c, ok := in.(*ssa.Call)
			if ok && l.because(b) && !l.gated(b) {
				if how := w.givesUp(c, as); how != "" {
					return w.place(c), how
				}
			}
		}
	}
	for _, b := range w.fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || l.gated(b) {
			continue
		}
		for _, e := range w.returnEdges(ret) {
			for _, v := range e.vals {
				if flow.IsError(v.Type()) && l.failsWith(e, v) {
					return w.place(ret), "returned as an error here"
				}
			}
		}
	}
	return source.Place{}, ""
}

// failsWith reports whether an error is returned because of the bad outcome.
func (l *lost) failsWith(e returnEdge, v ssa.Value) bool {
	w, o := l.w, l.o
	if !l.reaches(e.block) || e.test != nil && l.excluded(e.test, e.on) || w.maps(v, o) || nilValue(v) {
		return false
	}
	strictly := l.because(e.block)
	if e.test != nil {
		if s, ok := l.sides[e.test.Block()]; ok && (s[e.on] == bad || s[e.on] == badWeak) {
			strictly = true
		}
	}
	if strictly && w.refusal(v) || w.judged(v, o) {
		return true
	}
	_, tells := w.tellsOf(v, o)
	return tells && o.byError()
}

// judged reports whether an error comes from a function that was given the outcome and makes an error of a bad one.
func (w *function) judged(v ssa.Value, o *op) bool {
	c, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	for _, t := range w.env.targets(c) {
		for _, p := range t.sum.Judges {
			if p < len(t.inputs) {
				if _, tells := w.tellsOf(t.inputs[p], o); tells {
					return true
				}
			}
		}
	}
	return false
}

// givesUp says how a call tells that the work failed: it gives a message back, or answers a request as a failure of the server.
func (w *function) givesUp(c *ssa.Call, as model.Regime) string {
	name := callName(c)
	if as == model.Redelivered && model.NameHint(model.NackHint, name) {
		return name + " gives the message back here"
	}
	for _, a := range flow.Inputs(c.Common()) {
		k, ok := a.(*ssa.Const)
		if ok && k.Value != nil && k.Value.Kind() == constant.Int && w.answersHTTP(c) {
			if n, _ := constant.Int64Val(k.Value); n >= 500 && n < 600 {
				return "answered as a failure here"
			}
		}
	}
	return ""
}

// answersHTTP reports whether a call is given the writer of an HTTP answer.
func (w *function) answersHTTP(c *ssa.Call) bool {
	for _, a := range flow.Inputs(c.Common()) {
		if n := ssapkg.Named(a.Type()); n != nil && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "net/http" && n.Obj().Name() == "ResponseWriter" {
			return true
		}
	}
	return false
}

// judges notes the inputs of which the function makes an error when they say that nothing was changed.
func (w *function) judges() {
	if !w.returnsError() {
		return
	}
	for i, p := range w.fn.Params {
		if flow.IsError(p.Type()) || !w.makesError(p) {
			continue
		}
		w.sum.Judges = append(w.sum.Judges, i)
	}
}

func (w *function) returnsError() bool {
	res := w.fn.Signature.Results()
	return res.Len() > 0 && flow.IsError(res.At(res.Len()-1).Type())
}

// makesError reports whether the function returns an error of its own when a count, or the count that a parameter has, is 0.
func (w *function) makesError(p *ssa.Parameter) bool {
	for _, b := range w.fn.Blocks {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		v, on, isZero := zeroTest(cond.Cond)
		if !isZero || !isNumber(v.Type()) || !w.countOf(v, p) {
			continue
		}
		if w.refusesAt(b.Succs[on]) {
			return true
		}
	}
	return false
}

// countOf reports whether a number is a parameter, or was read from it by a method.
func (w *function) countOf(v ssa.Value, p *ssa.Parameter) bool {
	if v == ssa.Value(p) {
		return true
	}
	for _, t := range w.toldBy(v) {
		if c, ok := t.site.(*ssa.Call); ok && receiver(c) == ssa.Value(p) {
			return true
		}
	}
	return false
}

// hasName reports whether the name of an object is known and the same each time.
func (o *op) hasName() bool {
	for _, k := range o.key {
		if k.Kind == flow.Unknown || k.Kind == flow.Fresh || k.Kind == flow.Zero {
			return false
		}
	}
	return len(o.key) > 0
}
