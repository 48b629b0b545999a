package summary

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// splitMarks finds marks of what is done that do not become lasting together with the effect that they are for. Only code
// that runs again asks for its marks, so other code is left alone.
func (w *function) splitMarks() {
	for i := range w.ops {
		m := &w.ops[i]
		if !m.marks() || m.Many {
			continue
		}
		r, again := w.runAgain(m.site, maxCallers)
		if !again || r.regime == model.TxRetry {
			continue
		}
		w.markedAfter(m, r)
		if (r.regime == model.Redelivered || r.regime == model.Replayed) && w.dropsRepeats(m) {
			w.markedBefore(m, r)
		}
	}
}

// marks reports whether an operation writes what a later run can ask for.
func (o *op) marks() bool {
	switch o.Class {
	case model.SQLStore, model.KVStore, model.DocStore, model.ItemStore, model.FileStore, model.ObjectStore:
	default:
		return false
	}
	switch o.Do {
	case model.DoClaim, model.DoInsert, model.DoPut, model.DoUpsert:
		return true
	case model.DoUpdate: // of what was not found: it is an upsert
		return o.Conflict != nil || o.Class == model.DocStore
	}
	return false
}

// markedAfter finds an effect that happens because a mark is not there, and that a second run would repeat; the mark is
// written when the effect is done.
func (w *function) markedAfter(m *op, r replay) {
	for i := range w.ops {
		look := &w.ops[i]
		if look.Do != model.DoRead || look.site == m.site || !w.before(look.site, m.site) || !w.same(look, m) || m.Do == model.DoPut && w.filled(look, m) {
			continue
		}
		for j := range w.ops {
			e := &w.ops[j]
			if e.site != look.site && e.worksOn() && w.twice(e, m) && w.before(look.site, e.site) && w.before(e.site, m.site) &&
				w.decides(look, e, m) && w.apart(m, e) && !w.durably(e, m) {
				w.split(effect.EffectThenMark, e, m, r)
				return
			}
		}
	}
}

// worksOn reports whether an operation is work that marks are kept for. Counters, lists and copies in a store of keys are
// mostly statistics and caches.
func (o *op) worksOn() bool {
	if o.Effect != "" {
		return true
	}
	return o.Writes() && (o.Class == model.SQLStore || o.Class == model.DocStore || o.Class == model.ItemStore)
}

// twice reports whether an effect happens once more when it is run a second time. An insert that has the mark's key in a
// column is taken to be refused.
func (w *function) twice(e, m *op) bool {
	switch {
	case e.Effect != "":
		return !e.Keyed
	case e.Do == model.DoRelative:
		return !e.Open && !e.Owner && len(e.Ranges) == 0 && len(e.cols) < 3
	case e.Do == model.DoInsert:
		return e.Conflict == nil && len(e.cols) > 0 && !e.Open && !w.handled(e, 0) && !w.holdsKey(e, m)
	}
	return false
}

// holdsKey reports whether a record holds the key of a mark, or something that nothing is known of.
func (w *function) holdsKey(e, m *op) bool {
	key := slices.Clone(m.key)
	for _, c := range m.cols {
		key = append(key, c.values...)
	}
	for _, c := range e.cols {
		if c.literal == "" && len(c.values) > 0 && overlap(c.values, key) != no {
			return true
		}
	}
	return false
}

// decides reports whether a look for a mark decides that both an effect and the mark come about: it found nothing, or what
// it found is compared with something else.
func (w *function) decides(look, e, m *op) bool {
	if s := w.sideOf(look, e.at); s == bad || s == badWeak {
		return w.sideOf(look, m.at) == s
	}
	for _, t := range w.f.Tests(e.at) {
		b, ok := t.If.Cond.(*ssa.BinOp)
		if !ok || !t.If.Block().Dominates(m.at) || flow.IsError(b.X.Type()) {
			continue
		}
		x, y := w.cameFrom(b.X, look.site), w.cameFrom(b.Y, look.site)
		if x != y && w.ownValue(m, look) {
			return true
		}
	}
	return false
}

// ownValue reports whether what a mark says does not come from the look for it.
func (w *function) ownValue(m, look *op) bool {
	if m.val != nil {
		return !w.cameFrom(m.val, look.site)
	}
	return !slices.ContainsFunc(m.value, func(l flow.Local) bool { return l.Kind == flow.Unknown || l.Kind == flow.Stored })
}

// durably reports whether something lasting, the mark aside, already decides who does an effect.
func (w *function) durably(e, not *op) bool { return w.ownedAt(e.site, e, not, maxCallers) }

func (w *function) ownedAt(site ssa.Instruction, e, not *op, depth int) bool {
	for i := range w.ops {
		x := &w.ops[i]
		if x == e || x == not || x.Class == model.ProcessStore || x.Class == model.LockService || !w.owns(x) {
			continue
		}
		if x.site == site && x.moved && e != nil {
			return true // both lie in the callee
		}
		if x.site != site && w.before(x.site, site) && (w.sideOf(x, site.Block()) == good || x.Do == model.DoInsert) {
			return true
		}
	}
	if depth == 0 {
		return false
	}
	for _, c := range w.b.callersOf(w.fn) {
		if c.w != w && c.w.ownedAt(c.call, nil, nil, depth-1) {
			return true
		}
	}
	return false
}

// owns reports whether an operation can decide who does something.
func (w *function) owns(x *op) bool {
	switch x.Do {
	case model.DoClaim:
		return !x.Ignored
	case model.DoInsert:
		return w.handled(x, 0)
	case model.DoUpsert:
		return x.Conflict != nil && x.Conflict.Where
	case model.DoUpdate, model.DoDelete, model.DoRelative:
		return len(x.cols) > 1 || x.Open || x.Owner || len(x.Ranges) > 0
	}
	return false
}

// markedBefore finds work that a claim lets one run do, and that a crash after the claim leaves undone for ever.
func (w *function) markedBefore(m *op, r replay) {
	if w.isLock(m) || w.answered(m) || !m.bare() || w.besideWork(m) {
		return
	}
	for i := range w.ops {
		e := &w.ops[i]
		if e.site == m.site || !e.worksOn() || !w.before(m.site, e.site) || w.sideOf(m, e.at) != good || !w.apart(m, e) || w.durably(e, m) || unheeded(e) {
			continue
		}
		kind := effect.MarkThenEffect
		if u, known := w.unitOf(m); known && u.open {
			done := w.commits(u)
			if done == nil {
				return
			}
			if !w.before(done, e.site) {
				v, _ := w.unitOf(e)
				last := w.commits(v)
				if last == nil || !w.twice(e, m) || !w.before(last, done) {
					continue
				}
				kind = effect.TwoCommits
			}
		}
		w.split(kind, m, e, r)
		return
	}
}

// dropsRepeats reports whether a run that loses a claim, or finds the mark, ends as if all were done.
func (w *function) dropsRepeats(m *op) bool {
	if m.Do != model.DoClaim && (m.Do != model.DoInsert || !w.handled(m, 0)) || m.Ignored {
		return false
	}
	for _, b := range w.fn.Blocks {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		for on, next := range b.Succs {
			if w.testSide(m, cond.Cond, on) == bad && w.endsWell(m, b, next) {
				return true
			}
		}
	}
	return false
}

// endsWell reports whether from a branch on the function returns no error of its own, and does nothing more: what reads or
// writes there may go on with what an earlier run began.
func (w *function) endsWell(m *op, from, b *ssa.BasicBlock) bool {
	for range maxSteps {
		for i := range w.ops {
			if x := &w.ops[i]; x.site.Block() == b && (x.Do == model.DoRead || x.Writes() || x.Effect != "") {
				return false
			}
		}
		switch last := b.Instrs[len(b.Instrs)-1].(type) {
		case *ssa.Jump:
			from, b = b, b.Succs[0]
		case *ssa.Return:
			return w.noError(m, last, from)
		default:
			return false
		}
	}
	return false
}

// noError reports whether a return gives nil for the error when it is reached from a block after a claim went through: nil
// itself, or the claim's error, which was nil.
func (w *function) noError(m *op, ret *ssa.Return, from *ssa.BasicBlock) bool {
	for _, v := range ret.Results {
		if !flow.IsError(v.Type()) {
			continue
		}
		v = w.loaded(v)
		if phi, ok := v.(*ssa.Phi); ok && phi.Block() == ret.Block() {
			v = phi.Edges[slices.Index(ret.Block().Preds, from)]
		}
		if c, ok := v.(*ssa.Const); ok && c.Value == nil {
			return true
		}
		return w.cameFrom(v, m.site) || w.tellsAfter(v, m)
	}
	return false
}

// tellsAfter reports whether an error is that of a call on a claim's result: res.RowsAffected().
func (w *function) tellsAfter(v ssa.Value, m *op) bool {
	c, _ := madeBy(v)
	return c != nil && receiver(c) != nil && w.cameFrom(receiver(c), m.site)
}

// bare reports whether a claim's record says nothing but that it is there. A record with more in it is what the work is
// about, and what follows it is another matter.
func (o *op) bare() bool {
	if o.Class == model.KVStore || o.Class == model.FileStore || o.Class == model.ObjectStore {
		return true
	}
	varying := 0
	for _, c := range o.cols {
		if c.literal == "" && slices.ContainsFunc(c.values, func(l flow.Local) bool { return l.Kind != flow.Const && l.Kind != flow.Zero && l.Kind != flow.Fresh }) {
			varying++
		}
	}
	return varying == 1 && !o.Open
}

// isLock reports whether a claim is given back however the work ends: it is a lock.
func (w *function) isLock(m *op) bool {
	if constText(m.key) == "" && slices.ContainsFunc(m.key, func(l flow.Local) bool { return l.Kind == flow.Const && model.NameHint(model.TurnHint, l.Text) }) {
		return true
	}
	for i := range w.ops {
		x := &w.ops[i]
		if x.Do != model.DoDelete && x.Do != model.DoUnlock || x.Class != m.Class || x.site == m.site || overlap(x.key, m.key) == no {
			continue
		}
		_, deferred := x.site.(*ssa.Defer)
		if deferred && (!x.moved || x.Certain) {
			return true
		}
		if !deferred && w.before(m.site, x.site) && w.onSuccess(m, x) {
			return true
		}
	}
	return w.handsBack(m)
}

// onSuccess reports whether an operation after a claim does not follow a failure.
func (w *function) onSuccess(m, x *op) bool {
	for i := range w.ops {
		if e := &w.ops[i]; e.site != m.site && e.site != x.site && w.failed(e, x.at) {
			return false
		}
	}
	return true
}

// handsBack reports whether something that nothing is known of is deferred with a claim's key, or with its result.
func (w *function) handsBack(m *op) bool {
	for _, b := range w.fn.Blocks {
		for _, in := range b.Instrs {
			d, ok := in.(*ssa.Defer)
			if !ok || len(w.opsAt(d)) > 0 {
				continue
			}
			for _, a := range d.Call.Args {
				if isString(a.Type()) && overlap(w.f.Trace(a, ""), m.key) == yes || w.cameFrom(a, m.site) {
					return true
				}
			}
		}
	}
	return false
}

// answered reports whether the record of a claim is written once more after it: it has states, and says how the work ended.
func (w *function) answered(m *op) bool {
	for i := range w.ops {
		x := &w.ops[i]
		if x.site == m.site || !x.Writes() || x.Do == model.DoDelete || x.Class != m.Class || !w.before(m.site, x.site) {
			continue
		}
		if m.Table != "" && x.Table == m.Table || m.Table == "" && len(m.key) > 0 && equalSets(x.key, m.key) {
			return true
		}
	}
	return false
}

// unheeded reports whether nobody asks for an effect's error: it is done if that is possible.
func unheeded(e *op) bool {
	c, ok := e.site.(*ssa.Call)
	return ok && fallible(c) && (c.Referrers() == nil || len(*c.Referrers()) == 0)
}

// runAgain says why an instruction is run again for the same work: here, or because of a caller.
func (w *function) runAgain(at ssa.Instruction, depth int) (r replay, ok bool) {
	if list := w.replays(at); len(list) > 0 {
		return list[0], true
	}
	if depth == 0 {
		return replay{}, false
	}
	for _, c := range w.b.callersOf(origin(w.fn)) {
		if c.w == w {
			continue
		}
		if r, ok := c.w.runAgain(c.call, depth-1); ok {
			return r, true
		}
	}
	return replay{}, false
}

func (w *function) split(kind effect.Kind, first, then *op, r replay) {
	w.pair(effect.Pair{Kind: kind, Again: r.cause.Text, AgainAt: r.cause.At}, first, then)
}
