package summary

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/region"
	"github.com/idemvet/idemvet/internal/source"
)

// repetition is why an operation is done again for the same piece of work, and what stands before it that looks like a guard
// and is none.
type repetition struct {
	why  replay
	lack effect.Lack
	by   *op // what lacks it; nil where nothing looks like a guard
}

// doneAgain reports whether an operation is done once more when the function is run again: nothing that lasts tells the second
// run from the first. What the operation itself is, and whether it matters, is for the caller to ask.
func (w *function) doneAgain(o *op) (repetition, bool) {
	if o.Kept {
		return repetition{}, false
	}
	why, ok := w.whyAgain(o)
	if !ok || why.regime == model.Redelivered && w.settledBefore(o) {
		return repetition{}, false
	}
	g := w.standing(o)
	if g.kept || w.keptAbove(o, maxCallers) {
		return repetition{}, false
	}
	r := repetition{why: why, lack: g.lack, by: g.by}
	if g.by == nil && o.Lack != effect.NoGuardSeen {
		r.lack, r.by = o.Lack, w.opAt(o.LackAt)
	}
	return r, true
}

// settledBefore reports whether the message was acknowledged by the time that an operation is done: it does not come again. That
// the work can get lost then is another matter.
func (w *function) settledBefore(o *op) bool {
	return w.anyOp(func(x *op) bool {
		return x.finishes() && x.When != model.OnNext && (x.Certain || !x.moved) && w.before(x.site, o.site)
	})
}

// againOrder is which of several reasons is told: the one that is best known first. At each tick of a clock there is new work.
var againOrder = []model.Regime{model.Redelivered, model.Replayed, model.Keyed, model.Retry, model.TxRetry, model.Resend, model.Scheduled}

// whyAgain says why an operation is done again, as far as the code around it goes.
func (w *function) whyAgain(o *op) (replay, bool) {
	list := slices.DeleteFunc(w.replays(o.site), func(r replay) bool { return r.through })
	for _, l := range w.loops {
		if w.retriedIn(o, l) {
			list = append(list, replay{fn: w.fn, loop: l, regime: model.Retry, cause: Cause{Text: "in a retry loop", At: w.b.pkg.LoopPlace(l.Pos())}})
		}
	}
	for _, l := range w.all {
		if w.failsOver(o, l) {
			list = append(list, replay{fn: w.fn, loop: l, regime: model.Retry, over: true, cause: Cause{Text: "in a loop that goes on to the next after a failure", At: w.b.pkg.LoopPlace(l.Pos())}})
		}
	}
	for _, as := range againOrder {
		for _, r := range list {
			if r.regime == as && !w.undone(o, r) && !r.onlyRefused(w, o) {
				return r, true
			}
		}
	}
	return replay{}, false
}

// retriedIn reports whether an operation of a retry loop is a part of what is tried again: the call itself, or a step on the way
// to it. What comes after the call has worked.
func (w *function) retriedIn(o *op, l *region.Loop) bool {
	if !l.Blocks[o.at] {
		return false
	}
	if c, ok := o.site.(*ssa.Call); ok && o.Wired && !fallible(c) { // a loop is no retry of what cannot fail
		return false
	}
	return slices.ContainsFunc(l.Pivots, func(p *ssa.Call) bool { return ssa.Instruction(p) == o.site || w.before(o.site, p) })
}

// failsOver reports whether an operation is done in each turn of a loop, on one thing after the other, until it works.
func (w *function) failsOver(o *op, l *region.Loop) bool {
	c, ok := o.site.(*ssa.Call)
	return ok && w.innermost(o.at) == l && fallible(c) && l.LeavesOnSuccess()
}

// undone reports whether the store takes back what an operation did before the code is run again: it was done through the
// transaction that is run anew.
func (w *function) undone(o *op, r replay) bool {
	if r.regime != model.TxRetry || o.Effect != "" {
		return false
	}
	return o.Enclosed || o.Class == model.SQLStore || o.Class == model.ProcessStore || !ofField(o.in)
}

// keptAbove reports whether each function that calls this one does so behind something that keeps a second run away.
func (w *function) keptAbove(o *op, depth int) bool {
	if depth == 0 {
		return false
	}
	some := false
	for _, c := range w.b.callersOf(origin(w.fn)) {
		if c.w == w {
			continue
		}
		for _, up := range c.w.opsAt(c.call) {
			if up.At != o.At || up.Do != o.Do || up.Effect != o.Effect {
				continue
			}
			some = true
			if !up.Kept && !c.w.standing(up).kept && !c.w.keptAbove(up, depth-1) {
				return false
			}
			break
		}
	}
	return some
}

// guardian is what stands before an operation.
type guardian struct {
	kept bool // a second run does not come to it, or its work is rolled back
	lack effect.Lack
	by   *op
}

// standing looks for what keeps a second run of the function from an operation: a claim that was won, a row that says whose
// work this is, a state that was left, an answer to the question whether it was done. Locks are none of them, since they are
// given back before the second run begins.
func (w *function) standing(o *op) (g guardian) {
	if w.asked(o) {
		return guardian{kept: true}
	}
	for i := range w.ops {
		x := &w.ops[i]
		if x == o || x.Effect != "" || x.Class == model.LockService {
			continue
		}
		switch lack, kept := w.keeps(x, o); {
		case kept:
			return guardian{kept: true}
		case lack != effect.NoGuardSeen && g.by == nil:
			g.lack, g.by = lack, x
		}
	}
	return g
}

// keeps reports whether one operation keeps a second run from another, or what it lacks for that.
func (w *function) keeps(x, o *op) (lack effect.Lack, kept bool) {
	if x.site == o.site {
		// One call does both: of a transaction that is sent as a whole, the claim decides for all of it.
		return 0, x.At == o.At && x.Claims()
	}
	if !w.before(x.site, o.site) {
		return 0, w.commitsWith(x, o)
	}
	s := w.sideOf(x, o.at)
	switch {
	case x.Do == model.DoRead:
		if s != bad && s != badWeak {
			return 0, false
		}
	case x.Claims(), x.selfDefeating(), x.onlyFirst(), x.Do == model.DoInsert && w.namesWork(x):
		if s != good && !w.whenLost(x).gated(o.at) {
			if x.Do == model.DoClaim && x.Class != model.ProcessStore && !w.entity(x) && s == either && (!x.moved || x.Ignored) {
				return effect.OutcomeUnread, false
			}
			return 0, false
		}
		if x.Do == model.DoTryLock || x.Class != model.ProcessStore && w.isLock(x) {
			return 0, false
		}
	default:
		return 0, false
	}
	switch {
	case x.Class == model.ProcessStore:
		return effect.InMemory, false
	case perDelivery(x.found()):
		return effect.ByDelivery, false
	}
	return 0, !madeAnew(x)
}

// commitsWith reports whether an operation that comes later makes the whole fail when it was done before: a row under the
// identity of the work, or a state that was left, in one transaction with what came first.
func (w *function) commitsWith(x, o *op) bool {
	if !w.before(o.site, x.site) || x.Class != o.Class || x.Class != model.SQLStore && x.Class != model.DocStore {
		return false
	}
	if u, known := w.unitOf(x); known && !u.open || w.apart(x, o) {
		return false
	}
	switch x.Do {
	case model.DoInsert, model.DoClaim:
		return w.namesWork(x)
	case model.DoUpdate:
		return x.selfDefeating() && w.looked(x)
	}
	return false
}

// namesWork reports whether an insert may be refused the second time: somebody asks for that, or the row holds what may name the
// piece of work. Whether a unique key makes it so is another matter.
func (w *function) namesWork(x *op) bool {
	if w.handled(x, maxCallers) || w.ownIdentity(x) {
		return true
	}
	return slices.ContainsFunc(x.cols, func(c opCol) bool { return c.identifies() && !renewed(c.values) && !c.unset() })
}

// perDelivery reports whether a value is an identity of one delivery.
func perDelivery(values []flow.Local) bool {
	return slices.ContainsFunc(values, func(l flow.Local) bool { return l.Kind == flow.Fresh && l.Fresh == model.Delivery })
}

// madeAnew reports whether what a claim is known by is made in each run, so that it is won each time.
func madeAnew(x *op) bool {
	if len(x.key) > 0 {
		return renewed(x.key)
	}
	named := false
	for _, c := range x.cols {
		if model.OwnIdentity(c.name) && c.literal == "" {
			if !renewed(c.values) {
				return false
			}
			named = true
		}
	}
	return named
}

// opAt is the operation that stands at a place, or nil.
func (w *function) opAt(at source.Place) *op {
	for i := range w.ops {
		if w.ops[i].At == at {
			return &w.ops[i]
		}
	}
	return nil
}

// keptHere says for callers whether an operation is kept from a second run, and what a guard before it lacks.
func (w *function) keptHere(o *op) (kept bool, lack effect.Lack, at source.Place) {
	if o.Kept || !o.Writes() && o.Effect == "" {
		return o.Kept, 0, source.Place{}
	}
	g := w.standing(o)
	switch {
	case g.kept:
		return true, 0, source.Place{}
	case g.by != nil:
		return false, g.lack, g.by.At
	}
	return false, o.Lack, o.LackAt
}

// onlyRefused reports whether the code is run again only after an error that says that nothing was done.
func (r *replay) onlyRefused(w *function, o *op) bool {
	if r.regime != model.Retry || r.row == nil {
		return false
	}
	return r.definite || !r.row.again(w.errTo(o.site))
}
