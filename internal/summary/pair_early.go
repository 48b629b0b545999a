package summary

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// earlyAcks finds messages that their sender is told to forget while what they ask for can still get lost.
func (w *function) earlyAcks() {
	for i := range w.ops {
		switch s := &w.ops[i]; {
		case s.finishes() && s.When != model.OnNext:
			w.ackedFirst(s)
		case s.Do == model.DoDelete && w.popped(s):
			w.ackedFirst(s)
		}
	}
	for i := range w.ops {
		if e := &w.ops[i]; e.losable() {
			w.ackedThough(e)
		}
	}
	w.leftBehind()
	w.answeredFirst()
}

// finishes reports whether an operation tells the sender that a message is done with.
func (o *op) finishes() bool { return o.Settle == model.Acked || o.Settle == model.Committed }

// losable reports whether an operation is work that a message is sent for. A chat message, a counter or a copy with an end is not.
func (o *op) losable() bool {
	if o.Settle != "" || o.Effect == model.Chat {
		return false
	}
	return o.worksOn() || o.lasting() && (o.Class == model.ObjectStore || o.Class == model.KVStore && o.Named)
}

// popped reports whether a statement takes the next row out of a table that serves as a queue: which one is not the caller's choice, and what was in it
// is read.
func (w *function) popped(o *op) bool {
	if o.Class != model.SQLStore || !strings.Contains(o.Name, "Query") || w.underTransaction(maxCallers) || len(o.cols) == 0 {
		return false
	}
	for _, c := range o.cols {
		if len(c.values) > 0 || c.literal != "" {
			return false
		}
	}
	if model.NameHint(model.TurnHint, o.Table) || w.worksWithin(o) {
		return false
	}
	_, known := w.unitOf(o)
	return known
}

// worksWithin reports whether the statement that deletes writes something else too: what was taken out is worked on there.
func (w *function) worksWithin(o *op) bool {
	return slices.ContainsFunc(w.ops, func(x op) bool { return x.At == o.At && x.Do != o.Do && x.Writes() })
}

// ackedFirst finds the work that comes after a message was acknowledged, and that is the first thing done for it.
func (w *function) ackedFirst(s *op) {
	if _, plain := s.site.(*ssa.Call); !plain || s.moved && !s.Certain && s.When == "" && s.Settle != "" || w.givesBackAt(s.site) || s.When == "" && w.doneBy(s) {
		return
	}
	for i := range w.ops {
		e := &w.ops[i]
		if e.site == s.site || !e.losable() || !w.before(s.site, e.site) || s.Settle == "" && (!w.apart(s, e) || w.sideOf(s, e.at) == bad || e.Table == s.Table && e.Do == s.Do) {
			continue
		}
		if s.When == "" && s.Settle != "" && !w.inLoopOf(s, e) {
			continue
		}
		w.pair(effect.Pair{Kind: effect.EarlyAck, Ack: effect.AckFirst}, s, e)
		return
	}
}

// inLoopOf reports whether an operation lies in the innermost loop around another.
func (w *function) inLoopOf(s, e *op) bool {
	l := w.innermost(s.at)
	return l == nil || l.Blocks[e.at]
}

// doneBy reports whether something lasting was done for a message before it was acknowledged.
func (w *function) doneBy(s *op) bool {
	for i := range w.ops {
		d := &w.ops[i]
		if (d.lasting() || d.Effect != "") && d.site != s.site && w.before(d.site, s.site) && w.innermost(d.at) == w.innermost(s.at) {
			return true
		}
	}
	return false
}

// givesBackAt reports whether a call may also give the message back: it decides by what it is told.
func (w *function) givesBackAt(site ssa.Instruction) bool {
	for _, x := range w.opsAt(site) {
		if x.Settle == model.GivenBack || x.Settle == model.Discarded {
			return true
		}
	}
	return false
}

// ackedThough finds the acknowledgement of a message for which something has failed.
func (w *function) ackedThough(e *op) {
	found := map[*op]bool{}
	var list []*op
	hit := func(s *op) {
		if !found[s] {
			found[s] = true
			list = append(list, s)
		}
	}
	a := w.newAftermath(e, func(in ssa.Instruction, s *trailState) bool {
		if in == e.site {
			if s.fate == hasFailed && s.fetched {
				if c := w.coveredBy(e); c != nil {
					hit(c)
				}
			}
			return true
		}
		switch in := in.(type) {
		case *ssa.UnOp:
			s.fetched = s.fetched || isReceive(in)
		case *ssa.RunDefers:
			if d := w.deferredAck(); d != nil {
				hit(d)
			}
		case *ssa.Call:
			s.fetched = s.fetched || w.env.Input(in)
			for _, x := range w.opsAt(in) {
				if x.finishes() && x.When != model.OnReceipt && (x.Certain || !x.moved) && !w.givesBackAt(in) {
					hit(x)
					return true
				}
			}
		}
		return false
	})
	if a == nil {
		return
	}
	if a.run(); a.budget <= 0 {
		return
	}
	for _, s := range list {
		w.pair(effect.Pair{Kind: effect.EarlyAck, Ack: effect.AckThough, Guard: w.secondary(e)}, s, e)
	}
}

// secondary says that something lasting was done for the message before, so that what failed may be the lesser part.
func (w *function) secondary(e *op) effect.Guard {
	if w.doneBy(e) {
		return effect.Mutex
	}
	return effect.NoGuard
}

// coveredBy is the commit of a later message, which covers the one whose work has failed.
func (w *function) coveredBy(e *op) *op {
	l := w.innermost(e.at)
	for i := range w.ops {
		c := &w.ops[i]
		if c.Settle == model.Committed && c.When == "" && l != nil && l.Blocks[c.at] && w.before(e.site, c.site) {
			return c
		}
	}
	return nil
}

// deferredAck is an acknowledgement that happens whenever the function returns.
func (w *function) deferredAck() *op {
	for i := range w.ops {
		s := &w.ops[i]
		if _, deferred := s.site.(*ssa.Defer); deferred && s.finishes() && (!s.moved || s.Certain) && !w.givesBackAt(s.site) {
			return s
		}
	}
	return nil
}

// leftBehind finds work that is left to a goroutine, or to whoever reads a channel, when the sender is told that it is done.
func (w *function) leftBehind() {
	if w.keepsFirst() {
		return
	}
	for _, b := range w.fn.Blocks {
		for _, in := range b.Instrs {
			e := w.leftTo(in)
			if e == nil || w.waitsAfter(in) {
				continue
			}
			if s := w.toldAfter(in); s != nil && (e.Effect == "" || len(w.opsAt(s.site)) > 0) {
				w.pair(effect.Pair{Kind: effect.EarlyAck, Ack: effect.AckBehind}, s, e)
			} else if _, isGo := in.(*ssa.Go); isGo {
				if cause, ok := w.b.decidedBy(w.fn); ok {
					start := *e
					start.Op.At = w.place(in)
					w.pair(effect.Pair{Kind: effect.EarlyAck, Ack: effect.AckReturn, Again: cause.Text, AgainAt: cause.At}, &start, e)
				}
			}
		}
	}
}

// keepsFirst reports whether the function itself does something lasting: what a goroutine does beside that may be the lesser part.
func (w *function) keepsFirst() bool {
	for i := range w.ops {
		o := &w.ops[i]
		if _, plain := o.site.(*ssa.Call); plain && !o.literal && (o.lasting() || o.Effect != "") {
			return true
		}
	}
	return false
}

// leftTo is work that an instruction leaves to somebody else: a goroutine that does not acknowledge by itself, or who reads the channel that
// is kept in a field.
func (w *function) leftTo(in ssa.Instruction) *op {
	switch in := in.(type) {
	case *ssa.Go:
		var e *op
		for _, x := range w.opsAt(in) {
			if x.Settle != "" {
				return nil
			}
			if e == nil && x.losable() {
				e = x
			}
		}
		return e
	case *ssa.Send:
		return w.b.readerOf(in.Chan, in.X)
	case *ssa.Select:
		for _, s := range in.States {
			if s.Send != nil {
				return w.b.readerOf(s.Chan, s.Send)
			}
		}
	}
	return nil
}

// readerOf is work that a function of this package does with what it reads from the channel in a field.
func (b *builder) readerOf(ch, sent ssa.Value) *op {
	load, ok := ch.(*ssa.UnOp)
	if !ok {
		return nil
	}
	a, ok := load.X.(*ssa.FieldAddr)
	if !ok || fieldVar(a) == nil || !tellsMuch(sent) {
		return nil
	}
	for _, fn := range b.pkg.Funcs {
		w := b.done[fn]
		if w == nil || !w.readsField(fieldVar(a)) {
			continue
		}
		settled := false
		var e *op
		for i := range w.ops {
			settled = settled || w.ops[i].Settle != ""
			if e == nil && w.ops[i].losable() {
				e = &w.ops[i]
			}
		}
		if e != nil && !settled {
			return e
		}
	}
	return nil
}

// tellsMuch reports whether a value says more than that there is something to do.
func tellsMuch(v ssa.Value) bool {
	if isBool(v) || isNumber(v.Type()) {
		return false
	}
	st, ok := structType(v.Type())
	return !ok || st.NumFields() > 0
}

// toldAfter is where, after an instruction, a message is acknowledged, or a request is answered as accepted or made.
func (w *function) toldAfter(in ssa.Instruction) *op {
	for i := range w.ops {
		s := &w.ops[i]
		if s.finishes() && s.When == "" && w.before(in, s.site) && !w.givesBackAt(s.site) {
			if _, plain := s.site.(*ssa.Call); plain {
				return s
			}
		}
	}
	for _, b := range w.fn.Blocks {
		for _, x := range b.Instrs {
			if c, ok := x.(*ssa.Call); ok && w.before(in, c) && answersWith(c, 201, 202) {
				return w.answer(c)
			}
		}
	}
	return nil
}

// answer is the answer to a request as an operation.
func (w *function) answer(c *ssa.Call) *op {
	return &op{Op: effect.Op{Settle: model.Acked, Name: callName(c), At: w.place(c), Func: w.name()}, site: c, at: c.Block()}
}

// answersWith reports whether a call answers a request with one of some statuses.
func answersWith(c *ssa.Call, statuses ...int64) bool {
	if !model.NameHint(model.StatusesHint, callName(c)) {
		return false
	}
	for _, a := range flow.Inputs(c.Common()) {
		k, ok := a.(*ssa.Const)
		if !ok || k.Value == nil || !isNumber(k.Type()) {
			continue
		}
		for _, n := range statuses {
			if k.Int64() == n {
				return true
			}
		}
	}
	return false
}

// waitsAfter reports whether the function waits for something after an instruction: a channel, a group.
func (w *function) waitsAfter(in ssa.Instruction) bool {
	for _, b := range w.fn.Blocks {
		if b != in.Block() && !reachableBut(in.Block(), b, nil, nil) {
			continue
		}
		for _, x := range b.Instrs {
			switch x := x.(type) {
			case *ssa.UnOp:
				if isReceive(x) && !w.heads(b) && w.innermost(b) == w.innermost(in.Block()) {
					return true
				}
			case *ssa.Select:
				if x != in && x.Blocking {
					return true
				}
			case ssa.CallInstruction:
				if callName(x) == "Wait" {
					return true
				}
			}
		}
	}
	return false
}

// answeredFirst finds work that a webhook does after it has told its sender that the call was taken.
func (w *function) answeredFirst() {
	if !w.calledBySender() {
		return
	}
	for _, b := range w.fn.Blocks {
		for _, in := range b.Instrs {
			c, ok := in.(*ssa.Call)
			if !ok || !answersWith(c, 200, 201, 202, 204) {
				continue
			}
			s := w.answer(c)
			for i := range w.ops {
				e := &w.ops[i]
				if _, plain := e.site.(*ssa.Call); plain && e.losable() && w.before(c, e.site) && !w.doneBy(s) {
					w.pair(effect.Pair{Kind: effect.EarlyAck, Ack: effect.AckFirst}, s, e)
					return
				}
			}
		}
	}
}

// calledBySender reports whether the function serves the calls of somebody who repeats them until they are taken: it checks a signature.
func (w *function) calledBySender() bool {
	as, _ := w.marked()
	if as == model.Redelivered {
		return true
	}
	for _, b := range w.fn.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(*ssa.Call); ok && c.Call.StaticCallee() != nil && pkgPath(c.Call.StaticCallee()) == "crypto/hmac" && callName(c) == "Equal" {
				return true
			}
		}
	}
	return false
}
