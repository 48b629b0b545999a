package summary

import (
	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// ignoredClaims finds claims after which something happens that must not happen twice, whoever won the claim.
func (w *function) ignoredClaims() {
	for i := range w.ops {
		c := &w.ops[i]
		if !c.decides() || c.moved && !c.Certain || c.Settled || w.entity(c) {
			continue
		}
		l := w.whenLost(c)
		if !l.dropped() {
			continue
		}
		if e := w.behind(c, l); e != nil {
			w.pair(effect.Pair{Kind: effect.IgnoredClaim}, c, e)
		}
	}
}

// decides reports whether an operation, by its outcome, says which of two runs goes on: an insert that stops at what is
// there, a state that is compared and set. What is done in memory or to objects of a cluster decides nothing here.
func (o *op) decides() bool {
	switch o.Class {
	case model.SQLStore, model.DocStore, model.KVStore, model.ItemStore, model.ObjectStore:
	default:
		return false
	}
	switch o.Do {
	case model.DoClaim:
		return !o.Many && o.Effect == ""
	case model.DoInsert:
		return (o.Class == model.SQLStore || o.Class == model.DocStore) && !o.Many
	case model.DoUpdate:
		return o.onlyFirst() || o.selfDefeating() && o.names() && o.state()
	}
	return false
}

// onlyFirst reports whether an update of a document writes only when it makes the document.
func (o *op) onlyFirst() bool {
	found := false
	for _, c := range o.sets {
		if c.name == onInsert {
			found = true
		} else if c.name != "" && c.name[0] == '$' {
			return false
		}
	}
	return found && o.Class == model.DocStore
}

const onInsert = "$setoninsert"

// names reports whether a condition names one thing, and not all those in a state.
func (o *op) names() bool {
	for _, c := range o.cols {
		if !c.fixed() && len(c.values) > 0 {
			return true
		}
	}
	return false
}

// state reports whether a condition compares with what stands in the code.
func (o *op) state() bool {
	for i := range o.cols {
		if o.cols[i].fixed() {
			return true
		}
	}
	return false
}

// entity reports whether a claim only makes sure of a row that other things belong to.
func (w *function) entity(c *op) bool {
	return c.Do != model.DoUpdate && c.Table != "" && model.NameHint(model.EntityHint, c.Table)
}

// dropped reports whether nobody has the outcome: no branch asks, or the branch that asks leads on in any case, and no
// other function is told.
func (l *lost) dropped() bool {
	o := l.o
	switch {
	case o.Do == model.DoInsert:
		return o.Ignored || !o.moved && l.asked || o.moved && l.asked
	case o.moved:
		return o.Ignored || len(o.Answers) > 0 && !l.w.passed(o)
	case o.byError():
		return true // whether what follows is reached is asked for each
	}
	return !l.w.passed(o)
}

// passed reports whether the outcome is handed to somebody who may look at it. Whoever returns nothing does not: it writes a log.
func (w *function) passed(o *op) bool {
	v, ok := o.site.(ssa.Value)
	if !ok {
		return false
	}
	seen := map[ssa.Value]bool{}
	todo := []ssa.Value{v}
	for len(todo) > 0 && len(seen) < maxTold {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[v] || v.Referrers() == nil {
			continue
		}
		seen[v] = true
		for _, r := range *v.Referrers() {
			next, away := useOf(v, r)
			if away {
				return true
			}
			todo = append(todo, next...)
		}
	}
	return false
}

// useOf follows one use of an outcome: values that hold it too, or away when somebody else gets it.
func useOf(v ssa.Value, r ssa.Instruction) (next []ssa.Value, away bool) {
	switch r := r.(type) {
	case *ssa.MapUpdate, *ssa.Send:
		return nil, true
	case *ssa.Store:
		if r.Val != v {
			return nil, false
		}
		if a, ok := r.Addr.(*ssa.IndexAddr); ok { // of a list of arguments
			return []ssa.Value{a.X}, false
		}
		if a, ok := r.Addr.(*ssa.Alloc); ok {
			return []ssa.Value{a}, false
		}
		return nil, true
	case *ssa.Call:
		if recv := receiver(r); recv == v {
			if fills(r) {
				return nil, true
			}
			if flow.IsError(r.Type()) {
				return nil, false
			}
			return []ssa.Value{r}, false
		}
		return nil, r.Call.Signature().Results().Len() > 0
	case *ssa.Defer, *ssa.Go:
		return nil, true
	case ssa.Value:
		if flow.IsError(r.Type()) {
			return nil, false
		}
		return []ssa.Value{r}, false
	}
	return nil, false
}

// behind is the first operation that runs whether or not a claim was won and that must not run twice, unless something else
// stands before it: another claim that was looked at, or a look at who won.
func (w *function) behind(c *op, l *lost) *op {
	for i := range w.ops {
		e := &w.ops[i]
		if e.site == c.site || !w.before(c.site, e.site) || e.moved && !e.Certain || !e.once() || w.samePlace(c, e) {
			continue
		}
		if e.Do == model.DoInsert && c.Do != model.DoUpdate && !w.deeper(c.at, e.at) {
			continue // c makes sure of the row that e belongs to; lines of a head come in a loop
		}
		if s := w.sideOf(c, e.at); !l.reaches(e.at) || l.gated(e.at) || s == good || s == bad || w.otherwiseGuarded(c, e) { // what only losers do was asked for
			continue
		}
		return e
	}
	return nil
}

// once reports whether an operation must not be repeated: it adds, or happens outside where the receiver does not know it again.
func (o *op) once() bool {
	switch {
	case o.Effect != "":
		return !o.Keyed
	case o.Do == model.DoRelative:
		return o.Class != model.ProcessStore && !o.selfDefeating()
	case o.Do == model.DoInsert:
		return o.Class == model.SQLStore || o.Class == model.DocStore
	}
	return false
}

// samePlace reports whether an operation works on the very row that a claim made sure of.
func (w *function) samePlace(c, e *op) bool {
	return e.Effect == "" && c.Do != model.DoUpdate && c.Table != "" && sameTable(c, e)
}

// otherwiseGuarded reports whether, between a claim and an effect, something else decides: a claim whose outcome is asked, or
// a read of what was claimed.
func (w *function) otherwiseGuarded(c, e *op) bool {
	for i := range w.ops {
		x := &w.ops[i]
		if x.site == c.site || x.site == e.site || x.Effect != "" {
			continue
		}
		if x.Do == model.DoRead && w.before(c.site, x.site) && w.before(x.site, e.site) && w.same(c, x) {
			return true
		}
		if (x.Claims() || x.decides() || x.Do == model.DoDelete) && x.Do != model.DoInsert && w.sideOf(x, e.at) == good {
			return true
		}
	}
	return false
}
