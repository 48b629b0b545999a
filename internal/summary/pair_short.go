package summary

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/region"
	"github.com/idemvet/idemvet/internal/source"
)

// window is a time in which a repeat is recognised.
type window struct {
	stated
	o    *op     // the operation that remembers for so long, or that ends what others remember
	s    *script // that remembers
	ends bool    // o ends records; those that remember are other operations on the same table
}

// shortWindows relates memories that end to what the program says about how late a repeat can come.
func (b *builder) shortWindows() {
	given, horizons := b.spans()
	for _, win := range b.windows(given) {
		var best *stated
		for i := range horizons {
			h := &horizons[i]
			if h.Lasts > win.Lasts && (best == nil || h.Lasts > best.Lasts) && !b.shorter(horizons, h) && b.outlasts(&win, h) {
				best = h
			}
		}
		if best != nil {
			b.shortPair(&win, best.Span)
		} else if span, ok := b.contract(&win); ok {
			b.shortPair(&win, span)
		}
	}
}

// contract looks for a horizon by its name, for a claim that others make use of; what the user says of repeats comes last, since the
// program knows better.
func (b *builder) contract(win *window) (effect.Span, bool) {
	if win.o == nil || win.ends || win.o.moved || win.o.Do != model.DoClaim && win.o.Do != model.DoUpsert || win.o.Class == model.KVStore {
		return effect.Span{}, false
	}
	if span, ok := b.declaredHorizon(win.Lasts); ok {
		return span, true
	}
	h := b.known.Horizon
	return effect.Span{Lasts: h, Of: model.OfRetries, Name: effect.GivenHorizon, At: win.At}, h > win.Lasts
}

// shorter reports whether another statement in the same function ends the same attempts earlier.
func (b *builder) shorter(horizons []stated, h *stated) bool {
	return h.Of == model.OfRetries && slices.ContainsFunc(horizons, func(x stated) bool {
		return x.Of == model.OfRetries && x.w == h.w && x.Lasts < h.Lasts
	})
}

func (b *builder) shortPair(win *window, h effect.Span) {
	p := effect.Pair{Kind: effect.ShortWindow, Func: win.w.name(), Window: win.Span, Horizon: h}
	if win.o != nil {
		p.First = win.w.out(win.o)
		p.First.Table = win.w.tableName(win.o)
	} else {
		p.First = effect.Op{Name: win.Name, At: win.At, Func: win.w.name()}
	}
	p.Then = p.First
	b.pairs = append(b.pairs, p)
}

// windows lists the memories of the package that end after a known time.
func (b *builder) windows(given []stated) (list []window) {
	seen := map[source.Place]bool{}
	add := func(x window) {
		if !seen[x.At] {
			seen[x.At] = true
			list = append(list, x)
		}
	}
	for _, s := range given {
		x := window{stated: s}
		if s.Of == model.OfRecords {
			if x.o = s.w.indexed(); x.o == nil {
				continue
			}
			x.ends = true
		}
		add(x)
	}
	b.anyOp(func(w *function, o *op) bool {
		if d, name, ok := w.lastsFor(o); ok && !w.paced(o) {
			if ends := o.Do == model.DoDelete; ends || w.recalls(o) {
				add(window{stated: stated{effect.Span{Lasts: d, Name: name, At: w.opPlace(o)}, w, o.site, ""}, o: o, ends: ends})
			}
		}
		return false
	})
	b.scripts(func(s *script) {
		n := s.lasts
		if s.ttl != nil {
			n, _ = s.w.number(s.ttl, maxNumber)
		}
		if d, ok := length(n, s.unit); ok && s.adds {
			add(window{stated: stated{effect.Span{Lasts: d, Name: s.name, At: s.w.place(s.call)}, s.w, s.call, ""}, s: s})
		}
	})
	return list
}

// scripts calls yield for each script that marks something.
func (b *builder) scripts(yield func(*script)) {
	for _, fn := range b.pkg.Funcs {
		w := b.done[fn]
		if w == nil {
			continue
		}
		for _, blk := range fn.Blocks {
			for _, in := range blk.Instrs {
				if c, ok := in.(ssa.CallInstruction); ok {
					if s := w.scriptAt(c); s != nil {
						yield(s)
					}
				}
			}
		}
	}
}

// opPlace is where the reader of this package finds an operation.
func (w *function) opPlace(o *op) source.Place {
	if o.At.Pkg == w.b.pkg.Path {
		return o.At
	}
	return w.place(o.site)
}

// indexed is the operation of the function that creates an index, if there is but one: how long records stay is said of that.
func (w *function) indexed() *op {
	var found *op
	for _, blk := range w.fn.Blocks {
		for _, in := range blk.Instrs {
			c, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			for _, t := range w.env.targets(c) {
				for _, e := range t.rows {
					for i := range e.Store {
						if e.Store[i].Do != model.DoIndex || t.obj == nil {
							continue
						}
						if found != nil && found.site != ssa.Instruction(c) {
							return nil
						}
						r := &rowCallOps{w: w, call: c, t: &t, m: &modelled{method: t.obj.Signature().Recv() != nil}}
						o := r.base(&e.Store[i])
						if v, sel, ok := r.place(e.Store[i].Table); ok {
							w.setTable(&o, v, sel)
						}
						found = &o
					}
				}
			}
		}
	}
	return found
}

// outlasts reports whether a repeat can come as late as a horizon says to a memory of a shorter time.
func (b *builder) outlasts(win *window, h *stated) bool {
	if win.Of == model.OfSends {
		return b.sendsWithin(win, h)
	}
	if !win.ends {
		return win.w.comesLate(win.site, h, win, maxLate)
	}
	return b.anyOp(func(w *function, o *op) bool {
		return !o.moved && o.site != win.site && w.sameRecords(o, win) && w.recalls(o) && !w.paced(o) && w.comesLate(o.site, h, win, maxLate)
	})
}

// maxLate bounds the calls between code that comes late and the memory that it asks.
const maxLate = 4

// sameRecords reports whether an operation works on the records that a broom or an index ends.
func (w *function) sameRecords(o *op, win *window) bool {
	if o.Class != win.o.Class {
		return false
	}
	a, b := w.tableName(o), win.w.tableName(win.o)
	if a != "" || b != "" {
		return a == b
	}
	return w.kept(o) != "" && w.kept(o) == win.w.kept(win.o)
}

// comesLate reports whether an instruction runs again as late as a horizon says, and whether something happens there a second time
// when the memory has ended.
func (w *function) comesLate(at ssa.Instruction, h *stated, win *window, depth int) bool {
	if w.settledAt(win) {
		return false
	}
	harm := win.s != nil && win.s.adds || w.harmAt(win)
	return w.lateFrom(at, h, win, harm, depth)
}

func (w *function) lateFrom(at ssa.Instruction, h *stated, win *window, harm bool, depth int) bool {
	if harm && w.meets(at, h) {
		return true
	}
	if depth == 0 {
		return false
	}
	for _, c := range w.b.callersOf(w.fn) {
		if c.w != w && !c.w.settledAt(win) && c.w.lateFrom(c.call, h, win, harm || c.w.harmAt(win), depth-1) {
			return true
		}
	}
	return false
}

// meets reports whether code runs again for the reason that a horizon is about.
func (w *function) meets(at ssa.Instruction, h *stated) bool {
	for _, r := range w.replays(at) {
		switch {
		case h.Of == model.OfRetries && r.regime == model.Retry && h.w.triesAt(r.cause.At):
			return true
		case h.Of == model.OfDelivery && r.regime == model.Redelivered && w.deals(h.lib):
			return true
		case h.Of == model.OfJob && r.regime == model.Replayed && w.deals(h.lib):
			return true
		}
	}
	if h.Of != model.OfRetries || w != h.w {
		return false
	}
	return slices.ContainsFunc(w.all, func(l *region.Loop) bool {
		return slices.Contains(w.loops, l) && l.Blocks[at.Block()] && !l.Blocks[h.site.Block()]
	})
}

// triesAt reports whether a place is a call by which something is tried again for as long as the function says: in it, or of it.
func (w *function) triesAt(place source.Place) bool {
	for _, blk := range w.fn.Blocks {
		for _, in := range blk.Instrs {
			if c, ok := in.(ssa.CallInstruction); ok && w.place(c) == place {
				return true
			}
		}
	}
	retries := func(c Call) bool { return c.Regime == model.Retry }
	if !slices.ContainsFunc(w.sum.Calls, retries) {
		return false
	}
	return slices.ContainsFunc(w.b.callersOf(w.fn), func(c callSite) bool { return c.w.place(c.call) == place })
}

// sendsWithin reports whether what a library's receiver remembers by is sent again as late as a horizon says.
func (b *builder) sendsWithin(win *window, h *stated) bool {
	if h.Of == model.OfJob {
		return win.w == h.w && kin(win.lib, h.lib)
	}
	if h.Of != model.OfRetries {
		return false
	}
	return b.anyOp(func(w *function, o *op) bool {
		c, ok := o.site.(ssa.CallInstruction)
		if !ok || o.moved || !w.calls(c, win.lib) || o.Effect == "" && !o.Writes() {
			return false
		}
		return w.tried(c, h, maxLate)
	})
}

// tried reports whether an instruction is tried again for as long as a horizon says.
func (w *function) tried(at ssa.Instruction, h *stated, depth int) bool {
	if w.meets(at, h) {
		return true
	}
	if depth == 0 {
		return false
	}
	return slices.ContainsFunc(w.b.callersOf(w.fn), func(c callSite) bool { return c.w != w && c.w.tried(c.call, h, depth-1) })
}

// harmAt reports whether the function does something that it must not do twice, besides remembering.
func (w *function) harmAt(win *window) bool {
	for i := range w.ops {
		o := &w.ops[i]
		if win.is(o) || win.ends && w.sameRecords(o, win) {
			continue
		}
		switch {
		case o.Effect != "":
			if !o.Keyed {
				return true
			}
		case o.Class == model.ProcessStore:
		case o.Do == model.DoRelative, o.Do == model.DoInsert && o.Conflict == nil && !w.handled(o, 0), o.Do == model.DoPut && !o.Loaded && o.Life != effect.Limited:
			return true
		}
	}
	return false
}

// is reports whether an operation is the one that remembers, wherever it was moved.
func (win *window) is(o *op) bool {
	if win.o == nil {
		return o.At == win.At
	}
	return o.At == win.o.At && o.Do == win.o.Do && o.Table == win.o.Table
}

// settledAt reports whether the function asks something that lasts as well: the memory that ends only spares it work.
func (w *function) settledAt(win *window) bool {
	for i := range w.ops {
		o := &w.ops[i]
		if win.is(o) || o.Class != model.SQLStore && o.Class != model.DocStore && o.Class != model.ItemStore {
			continue
		}
		if (o.Do == model.DoClaim || o.Do == model.DoInsert && w.handled(o, 0)) && !(win.o != nil && w.sameRecords(o, win)) {
			return true
		}
	}
	return false
}

// paced reports whether an operation is one of a limit, a lock or a schedule, by what things are called.
func (w *function) paced(o *op) bool {
	return w.limits(o) || slices.ContainsFunc(w.calledBy(o), func(n string) bool {
		return model.NameHint(model.TurnHint, strings.ReplaceAll(strings.ToLower(n), "ticket", ""))
	})
}

// limits reports whether an operation is one of a limit, by what things are called.
func (w *function) limits(o *op) bool {
	return slices.ContainsFunc(w.calledBy(o), func(n string) bool { return model.NameHint(model.PaceHint, n) })
}

// calledBy lists what an operation, and what it works on, are called.
func (w *function) calledBy(o *op) []string {
	return append([]string{o.Table, w.name(), o.Func}, constTexts(o.key)...)
}

// constTexts lists the constant parts of a value.
func constTexts(values []flow.Local) (list []string) {
	for _, l := range values {
		if l.Kind == flow.Const {
			list = append(list, strings.ToLower(l.Text))
		}
	}
	return list
}
