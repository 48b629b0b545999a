package summary

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// intents relates what happens outside and cannot be taken back to the record that is written of it afterwards, where nothing
// lasting says before it that it is wanted. What a sweep over stored rows sends is wanted by those rows.
func (w *function) intents() {
	for i := range w.ops {
		e := &w.ops[i]
		if !e.leavesTraces() || w.bestEffort(e) || w.driven(e.site, maxCallers) || w.insideTx(e.site) != nil || w.recordedBefore(e, maxCallers) {
			continue
		}
		if r, how := w.recordOf(e); r != nil {
			again, _ := w.runAgain(e.site, maxCallers)
			w.pair(effect.Pair{Kind: effect.EffectThenRecord, Record: how, Again: again.cause.Text, AgainAt: again.cause.At}, e, r)
		}
	}
}

// leavesTraces reports whether an operation is one of which somebody has to know whether it was done: the receiver does not
// recognise a repeat, or only under a key that nobody remembers. What is published is another matter.
func (o *op) leavesTraces() bool {
	if o.Effect == "" || o.Effect == model.Publish || o.Keyed && !o.Minted {
		return false
	}
	return o.Effect != model.HTTPPost || !readsOnly(o.Func)
}

// readsOnly reports whether a function asks for something, by its name: a POST in it is a question.
func readsOnly(fn string) bool {
	name := fn[strings.LastIndexByte(fn, '.')+1:]
	return slices.ContainsFunc(camelWords(name), func(word string) bool { return model.NameHint(model.ReadHint, word) })
}

// camelWords are the words of an identifier.
func camelWords(name string) []string {
	var list []string
	start := 0
	for i, r := range name {
		if i > start && (unicode.IsUpper(r) || r == '_') {
			list, start = append(list, name[start:i]), i
		}
	}
	return append(list, name[start:])
}

// bestEffort reports whether nobody in the function waits for an effect, or asks whether it worked.
func (w *function) bestEffort(e *op) bool {
	_, waits := e.site.(*ssa.Call)
	return !waits || e.Dropped || unheeded(e) || w.later(e.site)
}

// later reports whether a call is given functions that are run some time after it, by somebody else: handlers, jobs.
func (w *function) later(at ssa.Instruction) bool {
	call, ok := at.(ssa.CallInstruction)
	if !ok {
		return false
	}
	for _, t := range w.env.targets(call) {
		for _, c := range t.sum.Calls {
			switch c.Regime {
			case model.Redelivered, model.Replayed, model.Scheduled, model.Keyed, model.AttemptHook:
				return true
			}
		}
	}
	return false
}

// driven reports whether an instruction runs for rows that are stored and not known to be done.
func (w *function) driven(at ssa.Instruction, depth int) bool {
	if slices.ContainsFunc(w.replays(at), func(r replay) bool { return r.regime == model.Resend }) {
		return true
	}
	if depth == 0 {
		return false
	}
	return slices.ContainsFunc(w.b.callersOf(origin(w.fn)), func(c callSite) bool { return c.w != w && c.w.driven(c.call, depth-1) })
}

func (w *function) anyOp(yes func(*op) bool) bool {
	for i := range w.ops {
		if yes(&w.ops[i]) {
			return true
		}
	}
	return false
}

// durable reports whether an operation writes something that outlives the process and tells of the work. A counter tells of
// none, and a copy in a cache of other work.
func (o *op) durable() bool {
	switch o.Class {
	case model.SQLStore, model.DocStore, model.ItemStore, model.ObjectStore, model.FileStore, model.ClusterStore:
		return o.Writes()
	case model.KVStore:
		return o.Writes() && o.Do != model.DoRelative && !o.Loaded
	}
	return false
}

// recordedBefore reports whether something lasting may be written before an effect, by the function or by whoever calls it. Of two
// steps of one callee, the order is not known here.
func (w *function) recordedBefore(e *op, depth int) bool {
	if w.anyOp(func(x *op) bool {
		if !x.durable() || x == e {
			return false
		}
		return x.site == e.site && !w.inOrder(e, x) || x.site != e.site && w.onward(x.site, e.site) && !w.later(x.site)
	}) {
		return true
	}
	return w.recordedAbove(depth)
}

func (w *function) recordedAbove(depth int) bool {
	if depth == 0 {
		return false
	}
	for _, c := range w.b.callersOf(origin(w.fn)) {
		if c.w == w {
			continue
		}
		if c.w.anyOp(func(x *op) bool {
			return x.durable() && x.site != c.call && c.w.onward(x.site, c.call) && !c.w.later(x.site)
		}) || c.w.recordedAbove(depth-1) {
			return true
		}
	}
	return false
}

// onward reports whether control can come from one instruction to another in one turn of the loops around them.
func (w *function) onward(a, b ssa.Instruction) bool {
	if _, deferred := a.(*ssa.Defer); deferred {
		return false
	}
	if a.Block() == b.Block() {
		return w.before(a, b)
	}
	seen := map[*ssa.BasicBlock]bool{a.Block(): true}
	todo := []*ssa.BasicBlock{a.Block()}
	for len(todo) > 0 {
		x := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, next := range x.Succs {
			if next == b.Block() {
				return true
			}
			if !seen[next] && !next.Dominates(x) {
				seen[next] = true
				todo = append(todo, next)
			}
		}
	}
	return false
}

// recordOf finds what is written of an effect after it, and why it is taken for its record.
func (w *function) recordOf(e *op) (r *op, how effect.Record) {
	for i := range w.ops {
		x := &w.ops[i]
		if !x.durable() || x.Do == model.DoDelete || w.later(x.site) || !(x.site != e.site && w.before(e.site, x.site) || w.inOrder(e, x)) || w.failed(e, x.at) {
			continue
		}
		if h := w.records(x, e); h > how {
			r, how = x, h
		}
	}
	return r, how
}

// records says why a write is taken for the record of an effect.
func (w *function) records(x, e *op) effect.Record {
	if x.site == e.site {
		if w.handsOver(e, x) {
			return effect.HoldsResult
		}
		return 0
	}
	fed := w.writtenFrom(x)
	switch {
	case w.hasResult(fed, e):
		return effect.HoldsResult
	case !w.heeded(e):
		return 0
	case personal(e.Effect) && (x.Do == model.DoInsert || x.Do == model.DoClaim) && w.shareSubject(fed, e):
		return effect.SameSubject
	case x.setsDone() && w.repeatedWork(e.site, maxCallers):
		return effect.SetsDone
	}
	return 0
}

// writtenFrom lists the values that go into what an operation writes. Where a call runs a function literal, what that captures does.
func (w *function) writtenFrom(x *op) map[ssa.Value]bool {
	list := w.feeds(x, maxCallers)
	if c, ok := x.site.(ssa.CallInstruction); ok && len(list) == 0 {
		list = withoutContext(flow.Inputs(c.Common()))
	}
	return w.f.SliceOf(true, list...).Values
}

// heeded reports whether a failure of an effect is one of the work.
func (w *function) heeded(e *op) bool { return !e.moved || e.Returned }

// hasResult reports whether a part of what an effect answered is among some values.
func (w *function) hasResult(values map[ssa.Value]bool, e *op) bool {
	c, ok := e.site.(*ssa.Call)
	if !ok {
		return false
	}
	if c.Call.Signature().Results().Len() == 1 {
		return values[c] && !flow.IsError(c.Type()) && w.answerOf(c, 0, e)
	}
	for v := range values {
		if x, ok := v.(*ssa.Extract); ok && x.Tuple == ssa.Value(c) && !flow.IsError(x.Type()) && w.answerOf(c, x.Index, e) {
			return true
		}
	}
	return false
}

// answerOf reports whether a result of a call comes from an effect in the callee. Of a callee in another package that is taken
// for granted.
func (w *function) answerOf(c *ssa.Call, result int, e *op) bool {
	if !e.moved {
		return true
	}
	for _, t := range w.env.targets(c) {
		cw := w.b.done[t.fn]
		if cw == nil {
			return true
		}
		for i := range cw.ops {
			src := &cw.ops[i]
			if src.At != e.At || src.Effect != e.Effect {
				continue
			}
			for _, b := range cw.fn.Blocks {
				ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
				if ok && result < len(ret.Results) && cw.hasResult(cw.f.SliceOf(true, ret.Results[result]).Values, src) {
					return true
				}
			}
		}
	}
	return false
}

// shareSubject reports whether some values and what an effect is given come from one thing: a parameter, a record, a row that was read.
func (w *function) shareSubject(values map[ssa.Value]bool, e *op) bool {
	call, ok := e.site.(ssa.CallInstruction)
	if !ok {
		return false
	}
	for v := range w.f.SliceOf(true, withoutContext(flow.Inputs(call.Common()))...).Values {
		if !values[v] || isContext(v.Type()) {
			continue
		}
		switch v := v.(type) {
		case *ssa.Parameter:
			if w.fn.Signature.Recv() == nil || v != w.fn.Params[0] {
				return true
			}
		case *ssa.Alloc, *ssa.Extract, *ssa.Call:
			return true
		}
	}
	return false
}

// setsDone reports whether an update says that something is done.
func (o *op) setsDone() bool {
	if o.Do == model.DoInsert || o.Do == model.DoClaim {
		return true
	}
	return slices.ContainsFunc(o.sets, func(c opCol) bool {
		text, _ := c.constant()
		return model.DoneState(c.name) || model.DoneState(strings.Trim(text, "='"))
	})
}

// repeatedWork reports whether an instruction is run again for the same work after a failure.
func (w *function) repeatedWork(at ssa.Instruction, depth int) bool {
	if _, ok := w.repeatedBy(at); ok {
		return true
	}
	if depth == 0 {
		return false
	}
	return slices.ContainsFunc(w.b.callersOf(origin(w.fn)), func(c callSite) bool { return c.w != w && c.w.repeatedWork(c.call, depth-1) })
}
