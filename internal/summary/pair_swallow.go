package summary

import (
	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/source"
)

// forgiven finds statements whose error is forgiven inside a transaction of PostgreSQL, which goes on although the database
// has ended it.
func (w *function) forgiven() {
	for i := range w.ops {
		o := &w.ops[i]
		if !o.statement() || !w.inTx(o) || !w.postgres(o) || w.saved(o) {
			continue
		}
		t := newTrail(w, o)
		t.walk(o.site.Block(), o.site, trailState{})
		if t.budget <= 0 {
			continue
		}
		for _, h := range t.hits {
			then := h.then
			if then == nil {
				then = o
			}
			w.pair(effect.Pair{Kind: effect.Swallowed, Swallow: h.at}, o, then)
		}
	}
}

// statement reports whether an operation is a statement that fails by itself.
func (o *op) statement() bool {
	if o.Class != model.SQLStore || o.Effect != "" || o.handle == nil {
		return false
	}
	switch o.Do {
	case model.DoRead, model.DoLock, model.DoTryLock:
		return true
	}
	return o.Writes()
}

// inTx reports whether an operation is done in a transaction that the function knows. An operation of a literal that is
// handed to somebody is judged in the literal: what the call makes of its error is not known here.
func (w *function) inTx(o *op) bool {
	if o.moved && !o.Returned && len(o.Fails) == 0 || !w.isTx(o.handle, maxCallers, true) {
		return false
	}
	if c, ok := o.site.(*ssa.Call); ok && o.literal {
		_, direct := c.Call.Value.(*ssa.MakeClosure)
		return direct
	}
	_, isCall := o.site.(*ssa.Call)
	return isCall
}

// postgres reports whether the database is known to be PostgreSQL: by the statement, by the type of the handle, or by what
// the package imports.
func (w *function) postgres(o *op) bool {
	found := map[string]bool{}
	for _, p := range w.b.pkg.Types.Imports() {
		if db := model.Database(p.Path()); db != "" {
			found[db] = true
		}
	}
	only := found["postgres"] && len(found) == 1
	switch {
	case o.Dialect != "":
		return o.Dialect == "postgres" && (only || len(found) == 0 || found["postgres"])
	case w.handleDatabase(o) != "":
		return w.handleDatabase(o) == "postgres"
	}
	return only
}

// handleDatabase is the database that the type of a handle belongs to.
func (w *function) handleDatabase(o *op) string {
	if n := namedType(o.handle.Type()); n != nil && n.Obj().Pkg() != nil {
		return model.Database(n.Obj().Pkg().Path())
	}
	return ""
}

// saved reports whether a savepoint stands before an operation: in the function, in the call that does it, as what made its
// handle, or in a caller.
func (w *function) saved(o *op) bool {
	return w.savedAt(o.site, o.handle, 2)
}

func (w *function) savedAt(site ssa.Instruction, handle ssa.Value, depth int) bool {
	for i := range w.ops {
		s := &w.ops[i]
		if s.Do == model.DoSave && (s.site == site || w.before(s.site, site)) {
			return true
		}
	}
	at, l, ok := w.rootHandle(handle)
	if !ok {
		return true
	}
	if c, _ := madeBy(l.Root); c != nil {
		for _, s := range at.opsAt(c) {
			if s.Do == model.DoSave {
				return true
			}
		}
	}
	if depth == 0 {
		return false
	}
	for _, c := range w.b.callersOf(w.fn) {
		if c.w == w || !c.reaches(w.fn) {
			continue
		}
		for i := range c.w.ops {
			s := &c.w.ops[i]
			if s.Do == model.DoSave && c.w.before(s.site, c.call) {
				return true
			}
		}
	}
	return false
}

// goesOn reports whether a transaction goes on when the function returns without an error: it came from outside, or is
// committed in something deferred. One that was begun here and is not committed is rolled back, or forgotten.
func (t *trail) goesOn() bool {
	_, l, ok := t.w.rootHandle(t.o.handle)
	if !ok {
		return false
	}
	if c, _ := madeBy(l.Root); c == nil {
		return !t.undone()
	}
	for i := range t.w.ops {
		if x := &t.w.ops[i]; x.Do == model.DoCommit && isDefer(x.site) && t.sameTx(x) {
			return true
		}
	}
	return false
}

// undone reports whether a caller rolls back because of another result than the error.
func (t *trail) undone() bool {
	for _, c := range t.w.b.callersOf(t.w.fn) {
		if !c.reaches(t.w.fn) {
			continue
		}
		for i := range c.w.ops {
			x := &c.w.ops[i]
			if x.Do != model.DoRollback || isDefer(x.site) || !c.w.before(c.call, x.site) {
				continue
			}
			for _, test := range c.w.f.Tests(x.at) {
				if c.w.cameFrom(test.If.Cond, c.call) {
					return true
				}
			}
		}
	}
	return false
}

// hit is a place where an error is forgiven, and the operation that goes on; nil where the function returns.
type hit struct {
	at   source.Place
	then *op
}
