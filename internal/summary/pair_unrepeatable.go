package summary

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/source"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

// requestPairs relates what is done for a request to what the request's method, route and type promise.
func (b *builder) requestPairs() {
	routes := b.routes()
	for _, s := range b.served(routes) {
		s.pairs()
	}
	b.messageKeys()
	b.unwrappedRoutes(routes)
	b.servesOthers()
	for _, r := range routes {
		b.servedElsewhere(&r)
	}
}

func (s *served) pairs() {
	if len(s.w.ops) == 0 || len(s.w.ops) > maxOps {
		return
	}
	s.w.bySite = nil
	switch s.method {
	case "PUT":
		s.putInserts()
	case "DELETE":
		s.goneAnswers()
	case "POST":
		s.unreadKeys()
		s.unenforcedKeys()
	}
}

// maxServes bounds what is carried to importers of one function.
const maxServes = 4

// servesOthers notes what would be wrong if exported functions that answer requests served those of a method: a router in
// another package may be told so.
func (b *builder) servesOthers() {
	found := b.pairs
	for _, fn := range b.pkg.Funcs {
		w := b.done[fn]
		if obj := fn.Object(); w == nil || obj == nil || !obj.Exported() || !w.answersRequests() || w.tellsVerbs() {
			continue
		}
		b.pairs = nil
		for _, m := range verbs {
			(&served{w: w, method: m, keyed: w.sum.TakesKey}).pairs()
		}
		b.sums[fn].Serves = b.pairs[:min(len(b.pairs), maxServes)]
	}
	b.pairs = found
}

// servedElsewhere records what is wrong with functions of other packages that serve requests of a route.
func (b *builder) servedElsewhere(r *route) {
	for _, x := range r.serves {
		for _, p := range x.sum.Serves {
			if x.w != nil || !slices.Contains(r.methods, p.Route) || r.keyed && p.Kind != effect.GoneAnswer {
				continue
			}
			p.Route, p.RouteAt, p.Func = p.Route+" "+r.path, r.at, r.w.name()
			b.pairs = append(b.pairs, p)
		}
	}
}

// pair records what is done for requests of a route.
func (s *served) pair(p effect.Pair, first, then *op) {
	p.Route, p.RouteAt = s.method, s.at
	if s.path != "" {
		p.Route += " " + s.path
	}
	s.w.pair(p, first, then)
}

// putInserts finds what a PUT adds under an identity that is made for it. A handler that changes what is there as well does not
// count: what it adds is mostly a trail of that.
func (s *served) putInserts() {
	w := s.w
	if s.keyed || w.readsPrecondition() || w.alsoChanges(s) {
		return
	}
	for i := range w.ops {
		o := &w.ops[i]
		if !s.covers(o.at) || !w.addsNew(o) || model.NameHint(model.TrailHint, o.Table) || o.Behind || w.askedBefore(o) || w.handled(o, 0) || w.takesPlace(o) {
			continue
		}
		s.pair(effect.Pair{Kind: effect.PutInserts}, o, o)
	}
}

// alsoChanges reports whether the handler changes what is there.
func (w *function) alsoChanges(s *served) bool {
	return slices.ContainsFunc(w.ops, func(o op) bool {
		return s.covers(o.at) && (o.Do == model.DoUpdate || o.Do == model.DoUpsert || o.Do == model.DoRelative) && o.Class != model.ProcessStore
	})
}

// takesPlace reports whether what is added takes the place of what is deleted from the same table.
func (w *function) takesPlace(o *op) bool {
	return slices.ContainsFunc(w.ops, func(d op) bool { return d.Do == model.DoDelete && d.Class == o.Class && o.tabled() && sameTable(&d, o) })
}

// addsNew reports whether an operation adds something under an identity that is new each time: drawn here, by the library or
// by the store.
func (w *function) addsNew(o *op) bool {
	switch o.Class {
	case model.SQLStore, model.DocStore:
		return o.Do == model.DoInsert && o.Conflict == nil && (w.mintsID(o) || w.drawsID(o))
	case model.KVStore, model.ItemStore, model.ObjectStore:
		return (o.Do == model.DoPut || o.Do == model.DoInsert) && (renewed(o.key) || o.Class == model.ItemStore && w.mintsID(o))
	}
	return false
}

// mintsID reports whether the identity of a record is made in the program.
func (w *function) mintsID(o *op) bool {
	return slices.ContainsFunc(o.cols, func(c opCol) bool { return w.isID(c.name) && random(c.values) })
}

// drawsID reports whether the store draws the identity of a record: it is left empty, or not among the columns, and somebody reads it.
func (w *function) drawsID(o *op) bool {
	if len(o.cols) == 0 {
		return false
	}
	for _, c := range o.cols {
		if w.isID(c.name) {
			return c.unset() && c.literal == ""
		}
	}
	return !o.Open && w.drawn(o)
}

func (w *function) isID(column string) bool {
	return column == "_id" || model.OwnIdentity(column)
}

// drawn reports whether the store draws a number for a record that is inserted: somebody reads it, or the type of the record
// has a place for it.
func (w *function) drawn(o *op) bool {
	return o.Drawn || o.Do == model.DoInsert && !o.moved && (w.looked(o) || w.readsBack(o) || numbered(o))
}

// readsBack reports whether what an insert returns is read into variables.
func (w *function) readsBack(o *op) bool {
	v, ok := o.site.(ssa.Value)
	if !ok || v.Referrers() == nil {
		return false
	}
	return slices.ContainsFunc(*v.Referrers(), func(in ssa.Instruction) bool {
		c, ok := in.(*ssa.Call)
		return ok && receiver(c) == v && len(flow.Inputs(c.Common())) > 1
	})
}

// numbered reports whether the type of a record has a number of its own, which its library leaves to the store.
func numbered(o *op) bool {
	if o.Record == "" || o.val == nil {
		return false
	}
	n := ssapkg.Named(plainFunc(o.val).Type())
	if n == nil {
		return false
	}
	f, _, _ := types.LookupFieldOrMethod(n, true, n.Obj().Pkg(), "ID")
	id, ok := f.(*types.Var)
	return ok && isNumber(id.Type())
}

// random reports whether a value is made anew in each run, and is no time.
func random(values []flow.Local) bool {
	return slices.ContainsFunc(values, func(l flow.Local) bool { return l.Kind == flow.Fresh && l.Fresh == model.Random })
}

// readsPrecondition reports whether the function reads a header by which the caller makes the request conditional.
func (w *function) readsPrecondition() bool {
	for _, b := range w.fn.Blocks {
		for _, in := range b.Instrs {
			c, ok := in.(*ssa.Call)
			if !ok {
				continue
			}
			for _, a := range c.Call.Args {
				if name, ok := flow.ConstString(a); ok && model.Precondition(name) {
					return true
				}
			}
		}
	}
	return false
}

// goneAnswers finds deletions after which a repeat is answered with 404.
func (s *served) goneAnswers() {
	w := s.w
	for i := range w.ops {
		d := &w.ops[i]
		if !s.covers(d.at) || !w.removes(d) {
			continue
		}
		if at, ok := s.gone(d); ok {
			s.pair(effect.Pair{Kind: effect.GoneAnswer, Ends: at}, d, d)
			continue
		}
		for j := range w.ops {
			r := &w.ops[j]
			if r.Do != model.DoRead || r.site == d.site || !s.covers(r.at) || !w.before(r.site, d.site) || !w.same(r, d) {
				continue
			}
			if at, ok := s.gone(r); ok {
				s.pair(effect.Pair{Kind: effect.GoneAnswer, Ends: at}, r, d)
				break
			}
		}
	}
}

// removes reports whether after an operation a look for the same finds nothing.
func (w *function) removes(d *op) bool {
	switch d.Class {
	case model.ProcessStore, model.LockService, model.ClusterStore:
		return false
	}
	return d.Do == model.DoDelete || d.Do == model.DoUpdate && d.selfDefeating()
}

// gone is where a request is answered with 404 because an operation found or changed nothing.
func (s *served) gone(o *op) (source.Place, bool) {
	w := s.w
	for _, a := range w.answersWith(404) {
		if s.covers(a.block) && w.sideOf(o, a.block) == bad {
			return a.at, true
		}
	}
	for _, b := range w.fn.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(*ssa.Call); ok && in != o.site {
				if at, ok := w.goneIn(c, o); ok {
					return at, true
				}
			}
		}
	}
	return source.Place{}, false
}

// goneIn is where a helper of this package that is given the error of an operation answers with 404 for it.
func (w *function) goneIn(c *ssa.Call, o *op) (source.Place, bool) {
	for _, t := range w.env.targets(c) {
		g := w.b.done[t.fn]
		if t.fn == nil || g == nil {
			continue
		}
		for i, v := range t.inputs {
			if !flow.IsError(v.Type()) || i >= len(t.fn.Params) {
				continue
			}
			r, tells := w.tellsOf(v, o)
			if !tells {
				continue
			}
			for _, a := range g.answersWith(404) {
				if g.onError(a.block, t.fn.Params[i], o, r) {
					return a.at, true
				}
			}
		}
	}
	return source.Place{}, false
}

// onError reports whether a block is run because an error that is handed in is the one by which an operation tells that it
// turned out badly.
func (w *function) onError(b *ssa.BasicBlock, param *ssa.Parameter, o *op, result int) bool {
	for _, t := range w.f.Tests(b) {
		err, name, kind, on, ok := w.errorTest(t.If.Cond)
		if !ok || on != t.On || w.f.Locate(err).Root != ssa.Value(param) {
			continue
		}
		if name != "" && o.named(result, name) || kind != "" && o.expects(kind) && o.anyNamed(result) {
			return true
		}
	}
	return false
}
