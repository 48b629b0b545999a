package summary

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// insertions finds rows and objects that are written once more each time that the code is run again for the same piece of work.
func (w *function) insertions() {
	for i := range w.ops {
		o := &w.ops[i]
		if !o.addsOne() || o.Handled || o.Settled || o.ofRuns() || w.runsOnFailure(o.at) || w.staging(o) || w.handled(o, 0) {
			continue
		}
		r, ok := w.doneAgain(o)
		if !ok || r.why.regime == model.Scheduled && !o.bySelect() {
			continue
		}
		p := effect.Pair{Kind: effect.InsertsAgain}
		if o.Do == model.DoPut {
			if !w.anew(o, &r.why) {
				continue
			}
		} else {
			p.Stable, p.Identified = w.stableColumns(o, &r.why)
			p.Identified = p.Identified || w.ownIdentity(o)
		}
		if !w.toldBefore(effect.InsertsAgain, o) {
			w.again(p, o, &r)
		}
	}
}

// addsOne reports whether an operation adds a record beside those that are there.
func (o *op) addsOne() bool {
	if o.Effect != "" || o.Conflict != nil {
		return false
	}
	switch o.Class {
	case model.SQLStore, model.DocStore:
		return o.Do == model.DoInsert && !o.Open && (o.Table != "" || o.Class == model.DocStore)
	case model.KVStore, model.ObjectStore, model.ItemStore:
		return o.Do == model.DoPut
	}
	return false
}

// ofRuns reports whether a record says that something was tried or happened to a run, by the name of its table or of a column.
func (o *op) ofRuns() bool {
	return model.NameHint(model.RunHint, o.Table) || slices.ContainsFunc(o.cols, func(c opCol) bool { return model.NameHint(model.AttemptHint, c.name) })
}

// runsOnFailure reports whether a block runs only where something has failed: what is written there stands for the failure.
func (w *function) runsOnFailure(b *ssa.BasicBlock) bool {
	return slices.ContainsFunc(w.f.Tests(b), func(t flow.Test) bool {
		err, nilOn, ok := flow.NilTest(t.If.Cond)
		return ok && nilOn != t.On && flow.IsError(err.Type()) && t.If.Block().Dominates(b)
	})
}

// staging reports whether rows are written to where the same function takes them from, to add only those that are new.
func (w *function) staging(o *op) bool {
	return slices.ContainsFunc(w.ops, func(x op) bool {
		return x.bySelect() && (x.Do == model.DoClaim || x.Do == model.DoUpsert) && (o.site == x.site || w.before(o.site, x.site)) && !sameTable(o, &x)
	})
}

// bySelect reports whether rows are inserted that the statement itself selects.
func (o *op) bySelect() bool {
	return o.Many && o.Class == model.SQLStore && !slices.ContainsFunc(o.cols, func(c opCol) bool { return len(c.values) > 0 })
}

// anew reports whether a record is put under a key that is made anew in each run. Which attributes of an item are its key is not
// known: one of them differs each time, and none of the others names the work.
func (w *function) anew(o *op, r *replay) bool {
	if o.Class != model.ItemStore {
		return w.renewedIn(o.key, r) && !namesWork(o.key)
	}
	return !o.Open && slices.ContainsFunc(o.cols, func(c opCol) bool { return w.renewedIn(c.values, r) }) &&
		!slices.ContainsFunc(o.cols, func(c opCol) bool { return !w.renewedIn(c.values, r) && c.identifies() })
}

// stableColumns lists the columns that hold the same in a second run, and says whether one of them may say which piece of work the
// row stands for.
func (w *function) stableColumns(o *op, r *replay) (list []string, identified bool) {
	for i := range o.cols {
		c := &o.cols[i]
		if w.renewedIn(c.values, r) || c.unset() {
			continue
		}
		list = append(list, c.name)
		identified = identified || c.identifies()
	}
	return list, identified
}

// identifies reports whether a column may say which piece of work a row stands for, by its name or by that of its value.
func (c *opCol) identifies() bool {
	return c.literal == "" && (model.RowIdentity(c.name) || namesWork(c.values))
}

func namesWork(values []flow.Local) bool {
	return slices.ContainsFunc(values, func(l flow.Local) bool {
		return model.RowIdentity(flow.LastName(l.In.Sel)) || l.Kind == flow.Inbound && model.RowIdentity(l.Text)
	})
}

// renewedIn reports whether a value is made anew each time that the code is run again: not before the loop that does so.
func (w *function) renewedIn(values []flow.Local, r *replay) bool {
	return slices.ContainsFunc(values, func(l flow.Local) bool {
		if r.loop != nil && l.Kind == flow.Fresh && l.Site != nil && l.Site.Parent() == w.fn {
			return r.covers(l.Site)
		}
		return l.Kind == flow.Fresh || l.Kind == flow.Unknown && l.Text == flow.PerhapsNew
	})
}

// toldBefore reports whether the same is said of an operation that comes before: what is done for one piece of work needs one guard.
func (w *function) toldBefore(kind effect.Kind, o *op) bool {
	return slices.ContainsFunc(w.doneTwice[kind], func(x *op) bool { return x.site == o.site || w.before(x.site, o.site) })
}
