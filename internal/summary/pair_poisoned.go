package summary

import (
	"go/constant"
	"go/types"
	"regexp"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// poison looks at what goes into a write.
type poison struct {
	w      *function
	o      *op
	stored flow.Slice
}

// find says what of the moment is stored, and which instruction it comes from, or 0.
func (p *poison) find() (effect.Poison, ssa.Instruction) {
	for _, v := range p.ordered() {
		if recorded(v) {
			if p.w.statusAsked(p.o.at) {
				return 0, nil
			}
			return effect.Recorded, v.(ssa.Instruction)
		}
	}
	for _, v := range p.ordered() {
		c := p.w.failing(v)
		if c == nil || !p.w.open(p.o.at, c) {
			continue
		}
		return effect.ErrorStored, c
	}
	if c := p.failedState(); c != nil {
		return effect.FailedState, c
	}
	if p.badStatus() {
		return effect.BadStatus, p.o.site
	}
	return 0, nil
}

// ordered lists the values of the slice that the function computes before it writes, in its order.
func (p *poison) ordered() []ssa.Value {
	var list []ssa.Value
	for _, b := range p.w.fn.Blocks {
		for _, in := range b.Instrs {
			if v, ok := in.(ssa.Value); ok && p.stored.Values[v] && leadsTo(in, p.o.site) {
				list = append(list, v)
			}
		}
	}
	return list
}

// leadsTo reports whether control can go from one instruction to another.
func leadsTo(a, b ssa.Instruction) bool {
	if a.Block() != b.Block() {
		return reachableBut(a.Block(), b.Block(), nil, nil)
	}
	for _, in := range a.Block().Instrs {
		if in == a || in == b {
			return in == a
		}
	}
	return false
}

// failing is the call whose error a value is, if that may fail for a moment: it asks somebody else.
func (w *function) failing(v ssa.Value) *ssa.Call {
	if !flow.IsError(v.Type()) {
		return nil
	}
	var c *ssa.Call
	switch v := v.(type) {
	case *ssa.Call:
		c = v
	case *ssa.Extract:
		c, _ = v.Tuple.(*ssa.Call)
	}
	if c == nil || !w.elsewhere(c) {
		return nil
	}
	return c
}

// elsewhere reports whether a call asks somebody else: it does something outside or to a store, it runs a function that the
// function was given, or nothing is known of it but that it is given a context.
func (w *function) elsewhere(c *ssa.Call) bool {
	for _, x := range w.opsAt(c) {
		if x.Effect != "" || x.Class != model.ProcessStore {
			return true
		}
	}
	if len(w.env.targets(c)) > 0 {
		return false
	}
	_, builtin := c.Call.Value.(*ssa.Builtin)
	return w.unreadable(&c.Call) || !builtin && !c.Call.IsInvoke() && c.Call.StaticCallee() == nil
}

// open reports whether a block is reached when a call failed for a moment: no branch on the way knows that it worked, or tells
// what kind of error it was.
func (w *function) open(b *ssa.BasicBlock, c *ssa.Call) bool {
	for _, t := range w.f.Tests(b) {
		if w.sorts(t, c) {
			return false
		}
	}
	return true
}

func (w *function) sorts(t flow.Test, c *ssa.Call) bool {
	if err, nilOn, isNil := flow.NilTest(t.If.Cond); isNil {
		return nilOn == t.On && w.cameFrom(err, c)
	}
	if _, name, kind, on, ok := w.errorTest(t.If.Cond); ok && on != t.On && name != "" && kind != model.Transient && kind != model.TryAgain && !model.NameHint(model.TransientHint, unqualified(name)) {
		return false // not that refusal: anything else may have happened
	}
	for v := range w.f.SliceOf(true, t.If.Cond).Values {
		if w.failing(v) == c && leadsTo(c, t.If) {
			return true
		}
	}
	return false
}

// failedBy is the call on whose failing side a block lies, with nothing known of the error.
func (w *function) failedBy(b *ssa.BasicBlock) *ssa.Call {
	for _, t := range w.f.Tests(b) {
		err, nilOn, isNil := flow.NilTest(t.If.Cond)
		if !isNil || nilOn == t.On {
			continue
		}
		for _, told := range w.toldBy(err) {
			if c, ok := told.site.(*ssa.Call); ok && w.elsewhere(c) && w.open(b, c) {
				return c
			}
		}
	}
	return nil
}

// failedState is the call because of whose error a state that means failure is stored: chosen where the call failed, or written
// there.
func (p *poison) failedState() *ssa.Call {
	for _, v := range p.ordered() {
		phi, ok := v.(*ssa.Phi)
		if !ok {
			continue
		}
		for i, e := range phi.Edges {
			if !failedText(e) {
				continue
			}
			if c := p.w.failedBy(phi.Block().Preds[i]); c != nil && p.w.open(p.o.at, c) {
				return c
			}
		}
	}
	for _, s := range p.o.sets {
		if model.NameHint(model.FailedHint, s.literal) || model.NameHint(model.FailedHint, constText(s.values)) {
			return p.w.failedBy(p.o.at)
		}
	}
	return nil
}

func failedText(v ssa.Value) bool {
	text, ok := flow.ConstString(v)
	return ok && model.NameHint(model.FailedHint, text)
}

// badStatus reports whether one of the numbers that are stored for a status says that it is not to last, with nothing that
// looks at the number on the way.
func (p *poison) badStatus() bool {
	for _, s := range p.o.sets {
		if !model.NameHint(model.StatusHint, s.name) {
			continue
		}
		for _, l := range s.values {
			if n, err := strconv.Atoi(l.Text); err == nil && l.Kind == flow.Const && passing(n) {
				return p.unasked()
			}
		}
	}
	return false
}

// passing reports whether a status of HTTP says nothing about the request (RFC 9110, 15.5.9 and 15.6; RFC 6585, 4).
func passing(status int) bool { return status == 408 || status == 429 || status >= 500 && status < 600 }

// unasked reports whether no branch on the way to the write looks at a number that is stored.
func (p *poison) unasked() bool {
	for _, t := range p.w.f.Tests(p.o.at) {
		for v := range p.w.f.CondSlice(t.If.Cond).Values {
			if phi, ok := v.(*ssa.Phi); ok && p.stored.Values[phi] && isInt(phi.Type()) {
				return false
			}
		}
	}
	return true
}

func isInt(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// takenOver reports whether some statement goes over what is stored, by its state: the next attempt is not answered from it.
func (w *function) takenOver(o *op) bool {
	for _, s := range o.sets {
		ranges := regexp.MustCompile(`(?i)\b` + regexp.QuoteMeta(s.name) + `\s*(>|<|!=|IN\b|NOT\s+IN\b)`)
		if w.b.anyOp(func(x *function, y *op) bool {
			if y.Class != o.Class || y.Table == "" || y.Table != o.Table {
				return false
			}
			for _, c := range y.cols {
				if c.name == s.name && model.NameHint(model.FailedHint, c.literal) {
					return true
				}
			}
			return !y.moved && x.mentions(y, ranges)
		}) {
			return true
		}
	}
	return false
}

// mentions reports whether a text that a call is given matches.
func (w *function) mentions(o *op, what *regexp.Regexp) bool {
	call, ok := o.site.(ssa.CallInstruction)
	if !ok {
		return false
	}
	for v := range w.f.SliceOf(true, flow.Inputs(call.Common())...).Values {
		if c, ok := v.(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.String && what.MatchString(constant.StringVal(c.Value)) {
			return true
		}
	}
	return false
}
