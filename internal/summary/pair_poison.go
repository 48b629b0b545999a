package summary

import (
	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// poisons finds outcomes of the moment that are stored, or told, as final: what a handler answered or failed with, whatever
// that was, under the caller's key; a step that says it failed when it does not know.
func (w *function) poisons() {
	for i := range w.ops {
		o := &w.ops[i]
		switch {
		case o.Effect != "":
			w.failedReply(o)
		case o.answers() && !(o.moved && !o.Certain):
			w.poisonedWrite(o)
		}
	}
	w.finalErrors()
}

// answers reports whether an operation may store an answer under a key.
func (o *op) answers() bool {
	switch o.Do {
	case model.DoPut, model.DoInsert, model.DoUpsert, model.DoUpdate, model.DoSeen, model.DoClaim:
		return true
	}
	return false
}

// poisonedWrite looks at what a write stores: what was recorded of an answer, an error, a state or status chosen because of one.
func (w *function) poisonedWrite(o *op) {
	keyed := w.underKey(o, maxCallers) && w.b.readBack(o)
	step := !keyed && w.ofSaga(o) && w.rerun(o.site, maxCallers)
	if !keyed && !step {
		return
	}
	p := &poison{w: w, o: o, stored: w.f.SliceOf(true, w.feeds(o, maxCallers)...)}
	found, from := p.find()
	if found == 0 || step && (found != effect.FailedState || w.returnsAfter(o, from)) || w.takenOver(o) {
		return
	}
	w.poisoned(found, from, o)
}

func (w *function) poisoned(what effect.Poison, from ssa.Instruction, o *op) {
	first := &op{Op: effect.Op{At: w.place(from), Func: w.name()}, site: from, at: from.Block()}
	if c, ok := from.(*ssa.Call); ok {
		first.Name = nameOf(&c.Call)
	}
	w.pair(effect.Pair{Kind: effect.PoisonedKey, Poison: what}, first, o)
}

// feeds lists the values of the function that go into what an operation writes: what the call is given, or, for an operation of
// a callee, those arguments that go into it there.
func (w *function) feeds(o *op, depth int) []ssa.Value {
	if u, ok := o.site.(*ssa.MapUpdate); ok {
		return []ssa.Value{u.Value}
	}
	call, ok := o.site.(ssa.CallInstruction)
	if !ok {
		return nil
	}
	if !o.moved {
		return withoutContext(flow.Inputs(call.Common()))
	}
	if depth == 0 {
		return nil
	}
	var list []ssa.Value
	for _, t := range w.env.targets(call) {
		c := t.callee()
		for _, in := range w.b.fedBy(&t, o, depth-1) {
			if v := inputOf(&c, in); v != nil {
				list = append(list, v)
			}
		}
	}
	return withoutContext(list)
}

// fedBy lists the inputs of a callee that go into what one of its operations writes.
func (b *builder) fedBy(t *target, o *op, depth int) []flow.Input {
	var list []flow.Input
	if cw := b.done[t.fn]; cw != nil {
		for i := range cw.ops {
			if src := &cw.ops[i]; src.At == o.At && src.Do == o.Do {
				for v := range cw.f.SliceOf(true, cw.feeds(src, depth)...).Values {
					if in, ok := cw.f.Input(flow.Loc{Root: v}); ok {
						list = append(list, in)
					}
				}
			}
		}
		return list
	}
	for i := range t.sum.Ops {
		src := &t.sum.Ops[i]
		if src.At != o.At || src.Do != o.Do {
			continue
		}
		sets := [][]flow.Origin{src.Value}
		for _, c := range append(src.Sets[:len(src.Sets):len(src.Sets)], src.Cols...) {
			sets = append(sets, c.Value)
		}
		for _, set := range sets {
			for _, from := range set {
				if from.Kind == flow.Param || from.Kind == flow.Free {
					list = append(list, from.In)
				}
			}
		}
	}
	return list
}

func withoutContext(list []ssa.Value) []ssa.Value {
	var out []ssa.Value
	for _, v := range list {
		if !isContext(v.Type()) {
			out = append(out, v)
		}
	}
	return out
}

// underKey reports whether a record is found by the key that a caller of the program sent, here or as the function's callers
// have it.
func (w *function) underKey(o *op, depth int) bool {
	sets := [][]flow.Local{o.key}
	for _, c := range o.cols {
		sets = append(sets, c.values)
	}
	for _, set := range sets {
		for _, l := range set {
			if k, ok := model.IdentityName(l.Text); ok && l.Kind == flow.Inbound && k.Identity() {
				return true
			}
		}
	}
	if depth == 0 {
		return false
	}
	for _, c := range w.b.callersOf(w.fn) {
		for _, x := range c.w.opsAt(c.call) {
			if c.w != w && x.At == o.At && x.Do == o.Do && c.w.underKey(x, depth-1) {
				return true
			}
		}
	}
	return false
}

// readBack reports whether the program asks for what is stored there. A log or a history is of no concern to later attempts.
func (b *builder) readBack(o *op) bool {
	return b.anyOp(func(_ *function, x *op) bool {
		switch x.Do {
		case model.DoRead, model.DoClaim, model.DoSeen, model.DoCreate:
			return x.At != o.At && x.Class == o.Class && x.Store == o.Store && (x.Table == o.Table || x.Table == "")
		}
		return false
	})
}

func (b *builder) anyOp(yes func(*function, *op) bool) bool {
	for _, fn := range b.pkg.Funcs {
		w := b.done[fn]
		if w == nil || len(w.ops) > maxOps {
			continue
		}
		for i := range w.ops {
			if yes(w, &w.ops[i]) {
				return true
			}
		}
	}
	return false
}

// rerun reports whether an instruction runs again for the same work, here or where the function is called.
func (w *function) rerun(at ssa.Instruction, depth int) bool {
	if len(w.replays(at)) > 0 {
		return true
	}
	if depth == 0 {
		return false
	}
	for _, c := range w.b.callersOf(w.fn) {
		if c.w != w && c.w.rerun(c.call, depth-1) {
			return true
		}
	}
	return false
}

// returnsAfter reports whether the function may return the error of a call once an operation is done: then the work is tried
// again, and what was written is no last word.
func (w *function) returnsAfter(o *op, from ssa.Instruction) bool {
	for _, b := range w.fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || b != o.at && !reachableBut(o.at, b, nil, nil) {
			continue
		}
		for _, v := range ret.Results {
			if flow.IsError(v.Type()) && w.cameFrom(v, from) {
				return true
			}
		}
	}
	return false
}
