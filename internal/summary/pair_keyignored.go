package summary

import (
	"slices"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// unreadKeys finds requests with a key that nobody reads, for which something is made.
func (s *served) unreadKeys() {
	w := s.w
	if s.keyed {
		return
	}
	o := s.firstMade()
	if o == nil {
		return
	}
	for _, f := range w.decodedKeys() {
		if !w.b.usesField(f) {
			s.unread(f, o)
			return
		}
	}
}

// unread records a key that nobody reads, and what is made for the request.
func (s *served) unread(f keyField, o *op) {
	name := f.field.Name()
	_, named := identity(name)
	plain := named && o.Effect == "" && (s.w.mintsID(o) || s.w.drawsID(o))
	s.pair(effect.Pair{Kind: effect.UnreadKey, Field: name, FieldAt: s.w.b.fieldPlace(f.field), Plain: plain}, o, o)
}

// firstMade is the first operation that a repeat of the request does once more, or nil.
func (s *served) firstMade() *op {
	for i := range s.w.ops {
		if o := &s.w.ops[i]; s.covers(o.at) && s.w.madeAgain(o) {
			return o
		}
	}
	return nil
}

// madeAgain is makesAnew for an operation of this function.
func (w *function) madeAgain(o *op) bool {
	return makesAnew(&o.Op) && !o.Isolated && (o.Effect != "" || !w.askedBefore(o) && !w.handled(o, maxCallers))
}

// unenforcedKeys finds records that hold the caller's key beside other columns, inserted with no look for it. Whether the store
// refuses a second one is for the schema to tell.
func (s *served) unenforcedKeys() {
	w := s.w
	if s.keyed {
		return
	}
	for i := range w.ops {
		o := &w.ops[i]
		if o.Do != model.DoInsert || o.Table == "" || !s.covers(o.at) || !w.madeAgain(o) {
			continue
		}
		for j, c := range o.cols {
			if sent(c.values) && (model.PromisedName(c.name) || w.b.promised(o, j)) && !w.looksFor(o, c.name) {
				s.pair(effect.Pair{Kind: effect.UnenforcedKey, Field: c.name}, o, o)
				break
			}
		}
	}
}

// sent reports whether a value is, or is made of, what the caller sent.
func sent(values []flow.Local) bool {
	return slices.ContainsFunc(values, func(l flow.Local) bool { return l.Kind == flow.Inbound })
}

// promised reports whether the function in which a record is put together takes a column from a field or parameter whose name
// promises that a repeat is recognised.
func (b *builder) promised(o *op, col int) bool {
	for _, fn := range b.pkg.Funcs {
		w := b.done[fn]
		if w == nil {
			continue
		}
		for i := range w.ops {
			own := &w.ops[i]
			if own.moved || own.At != o.At || own.Do != o.Do || col >= len(own.cols) || own.cols[col].name != o.cols[col].name {
				continue
			}
			for _, l := range own.cols[col].values {
				if l.Kind == flow.Param && model.PromisedName(flow.LastName(l.In.Sel)) || l.Kind == flow.Inbound && model.PromisedName(l.Text) {
					return true
				}
			}
		}
	}
	return false
}

// looksFor reports whether the function reads from the table of a record by one of its columns.
func (w *function) looksFor(o *op, column string) bool {
	return slices.ContainsFunc(w.ops, func(r op) bool {
		return r.Do == model.DoRead && sameTable(&r, o) && slices.ContainsFunc(r.cols, func(c opCol) bool { return c.name == column })
	})
}

// messageKeys is unreadKeys for the methods of gRPC services.
func (b *builder) messageKeys() {
	for _, fn := range b.pkg.Funcs {
		w := b.done[fn]
		if w == nil || len(w.ops) == 0 || len(w.ops) > maxOps || len(fn.Params) < 3 || !servesMessage(fn.Params[2]) || w.sum.TakesKey {
			continue
		}
		w.bySite = nil
		s := &served{w: w, method: fn.Name(), at: b.declPlace(fn)}
		o := s.firstMade()
		if o == nil {
			continue
		}
		for _, f := range promisedFields(fn.Params[2].Type()) {
			if !b.usesField(f) {
				s.unread(f, o)
				break
			}
		}
	}
}
