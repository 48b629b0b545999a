package summary

import (
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/model"
)

// dualWrites relates a change of a database and the message that tells others of it, where neither comes with the other and nothing
// makes up for a crash between the two.
func (w *function) dualWrites() {
	for i := range w.ops {
		e := &w.ops[i]
		if !e.tells() || e.aside() || w.later(e.site) || w.driven(e.site, maxCallers) || w.b.swept(e) || w.insideTx(e.site) != nil {
			continue
		}
		if s := w.storedBefore(e); s != nil {
			w.event(effect.LostEvent, s, e, e)
		} else if s, at := w.storedAfter(e); s != nil {
			w.event(effect.EarlyEvent, e, at, e)
		}
	}
}

func (w *function) event(kind effect.Kind, first, then, e *op) {
	again, _ := w.runAgain(e.site, maxCallers)
	heeded := (!e.moved || e.Returned) && w.goesWrong(e.site)
	w.pair(effect.Pair{Kind: kind, Refuses: heeded, Again: again.cause.Text, AgainAt: again.cause.At}, first, then)
}

// tells reports whether an operation tells others what has happened, or sets off what has to follow.
func (o *op) tells() bool { return o.Effect == model.Publish || o.Effect == model.Workflow }

// storedBefore finds a change that is committed before a message is sent, is not made again by whoever repeats the work, and
// says nowhere that a message is to follow.
func (w *function) storedBefore(e *op) *op {
	var found *op
	for i := range w.ops {
		s := &w.ops[i]
		if !s.alters() || !w.follows(s, e) || w.failed(s, e.at) || !w.committedBefore(s, e) || w.repeatable(s, e) || !w.about(s, e) {
			continue
		}
		if w.noted(s, e) {
			return nil
		}
		if found == nil {
			found = s
		}
	}
	return found
}

// follows reports whether an operation comes after another, whenever it comes.
func (w *function) follows(s, e *op) bool {
	return s.site != e.site && w.before(s.site, e.site) && !w.later(s.site) || w.inOrder(s, e)
}

// alters reports whether an operation changes what a database holds, other than a history that nothing depends on.
func (o *op) alters() bool {
	switch o.Class {
	case model.SQLStore, model.DocStore, model.ItemStore:
		return o.Writes() && !history(o.Table)
	}
	return false
}

// committedBefore reports whether a change is lasting when a message is sent.
func (w *function) committedBefore(s, e *op) bool {
	if s.Class == model.DocStore {
		return true
	}
	u, known := w.unitOf(s)
	if !known || u.weak {
		return known
	}
	if !u.open {
		return true
	}
	done := w.commits(u)
	return done != nil && w.before(done, e.site)
}

// repeatable reports whether a second run makes a change again, to the same end, and comes to the message.
func (w *function) repeatable(s, e *op) bool {
	gates := w.sideOf(s, e.at) == good && !s.Ignored && !w.toldAnyway(s, e)
	switch s.Do {
	case model.DoInsert:
		if w.comesAgain(e) {
			return !gates || !w.dropsRepeats(s) && !s.tellsByValue()
		}
		return !gates && w.handled(s, 0)
	case model.DoClaim:
		return !gates
	case model.DoUpdate, model.DoDelete:
		return !gates || !s.selfDefeating() && !(s.Do == model.DoDelete)
	}
	return true
}

// toldAnyway reports whether, where a change was there already, the same message is sent.
func (w *function) toldAnyway(s, e *op) bool {
	return w.anyOp(func(x *op) bool {
		if x == e || x.Effect != e.Effect || x.Name != e.Name {
			return false
		}
		at := w.sideOf(s, x.at)
		return at == bad || at == badWeak
	})
}

// comesAgain reports whether the work is done once more until it ends without an error.
func (w *function) comesAgain(e *op) bool {
	_, ok := w.runAgain(e.site, maxCallers)
	return ok
}

// about reports whether a change and a message are about one thing.
func (w *function) about(s, e *op) bool {
	if s.site == e.site {
		return true
	}
	fed := maps.Clone(w.writtenFrom(s))
	if v, ok := s.site.(ssa.Value); ok {
		fed[v] = true
	}
	return w.shareSubject(fed, e)
}

// noted reports whether something in the database says that a message is to be sent, or has been: an outbox, a state that is written
// when it is, the table itself; or what was stored is taken back.
func (w *function) noted(s, e *op) bool {
	if model.NameHint(model.OutboxHint, w.tableName(s)) {
		return true
	}
	return w.anyOp(func(x *op) bool {
		if x == s || !x.alters() {
			return false
		}
		if w.tableName(x) != "" && model.NameHint(model.OutboxHint, w.tableName(x)) && !w.onward(e.site, x.site) {
			return true
		}
		return (x.site == e.site || w.onward(e.site, x.site)) && x.Class == s.Class && sameTable(s, x)
	}) || w.b.sweeps(s)
}

// storedAfter finds a new record that is stored after a message about it was sent, and where that is lasting.
func (w *function) storedAfter(e *op) (s, at *op) {
	if e.Effect != model.Publish || w.comesAgain(e) || w.recordedBefore(e, maxCallers) {
		return nil, nil
	}
	for i := range w.ops {
		s := &w.ops[i]
		if s.Do != model.DoInsert || !s.alters() || !w.follows(e, s) || w.failed(e, s.at) || model.NameHint(model.OutboxHint, w.tableName(s)) || !w.about(s, e) {
			continue
		}
		if u, known := w.unitOf(s); known && u.open {
			if done := w.commits(u); done != nil {
				for _, x := range w.opsAt(done) {
					if x.Do == model.DoCommit {
						return s, x
					}
				}
			}
			continue
		}
		return s, s
	}
	return nil, nil
}

// swept reports whether a message is also sent by what goes over stored rows.
func (b *builder) swept(e *op) bool {
	return b.anyOp(func(w *function, x *op) bool {
		return x.At == e.At && x.Effect == e.Effect && slices.ContainsFunc(w.replays(x.site), func(r replay) bool {
			return r.regime == model.Resend || r.regime == model.Scheduled
		})
	})
}

// sweeps reports whether something goes over rows of a table that are not known to be done.
func (b *builder) sweeps(s *op) bool {
	for _, r := range b.again {
		w := b.done[r.fn]
		if r.regime != model.Resend || w == nil {
			continue
		}
		if w.anyOp(func(x *op) bool { return x.Do == model.DoRead && x.Class == s.Class && sameTable(s, x) }) {
			return true
		}
	}
	return false
}
