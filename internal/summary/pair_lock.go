package summary

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// poolLocks finds locks that protect nothing: taken through a pool, asked for in vain, or left with a connection that goes
// back to its pool.
func (w *function) poolLocks() {
	for i := range w.ops {
		o := &w.ops[i]
		switch {
		case o.Heedless && !o.moved:
			w.pair(effect.Pair{Kind: effect.HeedlessLock}, o, o)
		case w.lostLock(o):
			w.pair(effect.Pair{Kind: effect.PoolLock, Unused: w.unusedLock(o)}, o, o)
		case !o.moved && o.Do == model.DoUnlock:
			w.strayUnlock(o)
		case !o.moved && o.sessionLock():
			w.leftLock(o)
		}
	}
}

// takesLock reports whether an operation takes a lock of a database.
func (o *op) takesLock() bool {
	return o.Class == model.SQLStore && (o.Do == model.DoRead && o.Lock != "" || o.Do == model.DoLock || o.Do == model.DoTryLock)
}

// sessionLock reports whether an operation takes a lock that belongs to a session, not to a transaction.
func (o *op) sessionLock() bool {
	return o.Advisory != "" && !o.Owner && (o.Do == model.DoLock || o.Do == model.DoTryLock)
}

// lostLock reports whether an operation takes a lock through a pool, here or in a function that is given the pool here. A
// call that writes as well is a transaction by itself.
func (w *function) lostLock(o *op) bool {
	if !o.takesLock() || o.moved && (o.literal || !w.madePool(o)) || !w.throughPool(o) {
		return false
	}
	for _, x := range w.opsAt(o.site) {
		if x.Writes() && x.At == o.At {
			return false
		}
	}
	return true
}

// unusedLock reports whether a row is locked by a helper that is given the pool, and nothing is written after it here. Whoever skips
// what others have locked shares out work, and relies on the lock without writing.
func (w *function) unusedLock(o *op) bool {
	return o.moved && o.Do == model.DoRead && !o.Skips && !slices.ContainsFunc(w.ops, func(x op) bool {
		return x.Writes() && x.Class == o.Class && passes(o.site, x.site, nil)
	})
}

// madePool reports whether the function called does not know that the handle it is given is a pool.
func (w *function) madePool(o *op) bool {
	call, ok := o.site.(ssa.CallInstruction)
	if !ok || o.Handle != model.PoolHandle {
		return false
	}
	for _, t := range w.env.targets(call) {
		for i := range t.sum.Ops {
			if x := &t.sum.Ops[i]; x.At == o.At && x.Do == o.Do && x.Handle == model.PoolHandle {
				return false
			}
		}
	}
	return true
}

// throughPool reports whether an operation is known to be done outside of any transaction and connection. A handle that may
// be either is a pool where a transaction is begun on the very same one. That does not hold for interfaces, which a switch
// on what they hold may have narrowed.
func (w *function) throughPool(o *op) bool {
	if o.Handle == model.PoolHandle {
		return true
	}
	if o.Handle != model.EitherHandle || o.handle == nil || o.moved {
		return false
	}
	at, l, ok := w.rootHandle(o.handle)
	if !ok || types.IsInterface(o.handle.Type()) {
		return false
	}
	for i := range at.ops {
		if x := &at.ops[i]; x.Do == model.DoBegin && !x.moved && x.handle != nil {
			if xw, m, ok := at.rootHandle(x.handle); ok && xw == at && m == l {
				return true
			}
		}
	}
	return at.b.poolField(at.fieldOf(l))
}

// strayUnlock records an unlock that reaches another session than the lock: through a pool, or through another connection. It
// is silent where the lock itself is taken through a pool, which is the same mistake.
func (w *function) strayUnlock(u *op) {
	if u.Class != model.SQLStore || u.Advisory == "" || len(u.key) == 0 {
		return
	}
	if u.Handle == model.PoolHandle {
		if !w.b.poolLocked(u) {
			w.pair(effect.Pair{Kind: effect.StrayUnlock}, u, u)
		}
		return
	}
	for i := range w.ops {
		l := &w.ops[i]
		if l.sessionLock() && !l.moved && equalSets(l.key, u.key) && w.before(l.site, u.site) && w.twoConns(l, u) {
			w.pair(effect.Pair{Kind: effect.StrayUnlock}, l, u)
		}
	}
}

// twoConns reports whether two operations are done through two connections that were taken here.
func (w *function) twoConns(l, u *op) bool {
	if l.Handle != model.ConnHandle || u.Handle != model.ConnHandle || l.handle == nil || u.handle == nil {
		return false
	}
	a, b := w.f.Object(l.handle), w.f.Object(u.handle)
	return a != b && w.givenHandle(l.handle) == model.ConnHandle && w.givenHandle(u.handle) == model.ConnHandle
}

// poolLocked reports whether the package takes a session's lock through a pool that an unlock may be meant for.
func (b *builder) poolLocked(u *op) bool {
	for _, fn := range b.pkg.Funcs {
		w := b.done[fn]
		if w == nil {
			continue
		}
		for i := range w.ops {
			l := &w.ops[i]
			if l.sessionLock() && l.Handle == model.PoolHandle && (overlap(l.key, u.key) != no || inputs(l.key) || inputs(u.key)) {
				return true
			}
		}
	}
	return false
}

// inputs reports whether a value depends on what a function is given, so that it says nothing in another function.
func inputs(set []flow.Local) bool {
	for _, l := range set {
		if l.Kind == flow.Param || l.Kind == flow.Free {
			return true
		}
	}
	return false
}

// leftLock records a lock of a session that goes back to its pool without an unlock. It is silent where the connection is
// given to somebody else, who may unlock or close it.
func (w *function) leftLock(l *op) {
	if l.Handle != model.ConnHandle || l.handle == nil || w.givenHandle(l.handle) != model.ConnHandle || w.sharesHandle(l.handle) {
		return
	}
	root := w.f.Object(l.handle)
	var back *op
	for i := range w.ops {
		o := &w.ops[i]
		switch {
		case o.Do == model.DoUnlock && (o.moved || o.handle == nil || w.f.Object(o.handle) == root):
			return
		case o.Do == model.DoGiveBack && o.handle != nil && w.f.Object(o.handle) == root && (back == nil || isDefer(o.site)):
			back = o
		}
	}
	if back != nil && isDefer(back.site) {
		w.pair(effect.Pair{Kind: effect.LeftLock}, l, back)
	}
}

func isDefer(in ssa.Instruction) bool { _, ok := in.(*ssa.Defer); return ok }

// sharesHandle reports whether a handle made here gets anywhere but to calls whose rows tell what they do with it.
func (w *function) sharesHandle(v ssa.Value) bool {
	root := w.f.Object(v).Root
	if root.Referrers() == nil {
		return true
	}
	for _, r := range *root.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef:
		case ssa.CallInstruction:
			if len(w.opsAt(r)) == 0 {
				return true
			}
		default:
			return true
		}
	}
	return false
}
