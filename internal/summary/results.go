package summary

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
)

// interesting reports whether a set says anything that a caller could use.
func interesting(set []flow.Origin) bool {
	for _, o := range set {
		switch o.Kind {
		case flow.Fresh, flow.Param, flow.Free, flow.Inbound, flow.Shared, flow.Repeats:
			return true
		case flow.Stored:
			if o.Text == flow.Pending {
				return true
			}
		case flow.Const: // the method of a request that is built here
			if Writes(o.Text) {
				return true
			}
		}
	}
	return false
}

// fixed reports whether a value is always one of a few texts.
func fixed(set []flow.Origin) bool {
	for _, o := range set {
		if o.Kind != flow.Const && !(o.Kind == flow.Zero && o.Text != "") {
			return false
		}
	}
	return len(set) > 0 && len(set) <= 3
}

// maxParts bounds the places under one result that are described.
const maxParts = 12

func (w *function) results() {
	type key struct {
		index int
		sel   string
	}
	sets := map[key][]flow.Origin{}
	for _, blk := range w.fn.Blocks {
		ret, ok := blk.Instrs[len(blk.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		for i, v := range ret.Results {
			if _, isFunc := v.Type().Underlying().(*types.Signature); isFunc {
				continue
			}
			if flow.IsError(v.Type()) {
				continue
			}
			sets[key{i, ""}] = append(sets[key{i, ""}], w.export(w.f.Trace(v, ""))...)
			for _, sel := range w.parts(v) {
				k := key{i, sel}
				sets[k] = append(sets[k], w.export(w.f.Trace(v, sel))...)
			}
		}
	}
	for k, set := range sets { // sorted by normalize
		if set = flow.Normalize(set); interesting(set) || k.sel == "" && fixed(set) {
			w.sum.Results = append(w.sum.Results, flow.Write{To: flow.Input{Kind: flow.Result, Index: k.index, Sel: k.sel}, From: set})
		}
	}
	w.keyedResults()
	if lit := returnedLiteral(w.fn); lit != nil {
		if s := w.b.sums[origin(lit)]; s != nil && !s.empty() {
			w.sum.Returned = append(w.sum.Returned, Returned{Result: 0, Func: closed(s)})
		}
	}
}

// keyedResults notes the inputs and results on which an identity was set.
func (w *function) keyedResults() {
	for _, k := range w.keyed {
		if in, ok := w.f.Input(k); ok {
			w.sum.Keyed = append(w.sum.Keyed, in)
		}
	}
	for _, blk := range w.fn.Blocks {
		ret, ok := blk.Instrs[len(blk.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		for i, v := range ret.Results {
			root := w.f.Locate(v).Root
			for _, k := range w.keyed {
				if k.Root == root {
					w.sum.Keyed = append(w.sum.Keyed, flow.Input{Kind: flow.Result, Index: i})
				}
			}
		}
	}
}

// parts lists the selectors that are stored to under an object.
func (w *function) parts(v ssa.Value) []string {
	l := w.f.Locate(v)
	switch l.Root.(type) {
	case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice, *ssa.Call, *ssa.Extract:
	default:
		return nil
	}
	var list []string
	seen := map[string]bool{}
	add := func(sel string) {
		if len(sel) > len(l.Sel) && sel[:len(l.Sel)] == l.Sel && !seen[sel] && len(list) < maxParts {
			seen[sel] = true
			list = append(list, sel[len(l.Sel):])
		}
	}
	if c, index := madeBy(l.Root); c != nil {
		for _, t := range w.env.targets(c) {
			for _, r := range t.sum.Results {
				if r.To.Index == index {
					add(r.To.Sel)
				}
			}
		}
	}
	for _, s := range w.f.Stores(l.Root) {
		add(s.To.Sel)
		if in, ok := w.pointee(s.Val); ok {
			for _, part := range w.f.Stores(in.Root) {
				if rest, below := strings.CutPrefix(part.To.Sel, in.Sel); below {
					add(s.To.Sel + rest)
				}
			}
		}
	}
	return list
}

// pointee is the object made here that a value points to, behind an interface: an element of a map of attributes.
func (w *function) pointee(v ssa.Value) (flow.Loc, bool) {
	m, ok := v.(*ssa.MakeInterface)
	if !ok {
		return flow.Loc{}, false
	}
	l := w.f.Locate(m.X)
	_, made := l.Root.(*ssa.Alloc)
	return l, made
}

// closed drops what a function literal takes from the frame that made it.
func closed(s *Function) *Function {
	c := &Function{Retries: s.Retries}
	for _, e := range s.Events {
		if !onFree(e.Conds) {
			c.Events = append(c.Events, e)
		}
	}
	for _, call := range s.Calls {
		if call.In.Kind == flow.Param {
			c.Calls = append(c.Calls, call)
		}
	}
	return c
}

func onFree(conds []flow.Cond) bool {
	for _, c := range conds {
		if c.On.Kind == flow.Free {
			return true
		}
	}
	return false
}

// writes describes what the function leaves in memory that its inputs reach.
func (w *function) writes() {
	sets := map[flow.Input][]flow.Origin{}
	w.f.AllStores(func(s *flow.Store) {
		to, ok := w.f.Input(s.To)
		if !ok || to.Kind == flow.Param && to.Sel == "" && s.Val != nil {
			return // an assignment to a parameter itself is local
		}
		var locals []flow.Local
		if s.Callee == nil {
			locals = w.f.Trace(s.Val, "")
		} else {
			locals = w.f.Substituted(s)
		}
		for i := range locals {
			locals[i].Cells = append(locals[i].Cells, flow.Cell{To: s.To, At: s.At})
		}
		sets[to] = append(sets[to], w.export(locals)...)
		if s.Val != nil {
			w.partWrites(s, to, sets)
		}
	})
	for to, set := range sets { // sorted by normalize
		if set = flow.Normalize(set); interesting(set) {
			w.sum.Writes = append(w.sum.Writes, flow.Write{To: to, From: set})
		}
	}
}

// partWrites describes the parts of an object that is stored as a whole.
func (w *function) partWrites(s *flow.Store, to flow.Input, sets map[flow.Input][]flow.Origin) {
	for _, sel := range w.parts(s.Val) {
		locals := w.f.Trace(s.Val, sel)
		for i := range locals {
			locals[i].Cells = append(locals[i].Cells, flow.Cell{To: s.To, At: s.At})
		}
		part := flow.Input{Kind: to.Kind, Index: to.Index, Sel: to.Sel + sel}
		sets[part] = append(sets[part], w.export(locals)...)
	}
}

func (w *function) exportEvent(e *event) {
	out := e.Event
	out.Value = w.export(e.values)
	switch e.Class {
	case Send:
		out.ErrTo = w.errTo(e.site)
	case Drain: // an error of building a request says nothing about the attempt
		if call, ok := e.site.(ssa.CallInstruction); ok && (e.moved || w.sends(call)) {
			out.ErrTo = w.errTo(e.site)
		}
	}
	switch e.Class {
	case Send:
		out.Repeats, out.Unseen = w.export(e.repeats), w.unseen(e)
		if !mayWrite(e.values) || w.recognisable(e.carriers) || e.keeps && !w.ownRequest(e) {
			return
		}
	case Drain:
		if _, ok := w.f.Input(e.carriers[0]); !ok || w.whole().Changes(e.carriers[0]) {
			return
		}
	case Drift:
		w.exportParts(e, &out)
		if len(out.Parts) == 0 {
			return
		}
	default:
		if !interesting(out.Value) {
			return
		}
	}
	var ok bool
	if out.Conds, ok = w.inputs(e.site, e.given); !ok || w.whole().AfterOutcome(e.site, e.carriers) {
		return
	}
	out.Carriers = nil
	for _, l := range e.carriers {
		if in, ok := w.f.Input(l); ok {
			out.Carriers = append(out.Carriers, in)
		}
	}
	w.sum.Events = append(w.sum.Events, out)
}

// ownRequest reports whether the function makes the request itself, anew each time it runs.
func (w *function) ownRequest(e *event) bool {
	return !slices.ContainsFunc(e.carriers, func(l flow.Loc) bool { return isInput(l.Root) })
}

// exportParts expresses what changes beside a key in the function's inputs.
func (w *function) exportParts(e *event, out *Event) {
	out.Parts = nil
	for _, p := range e.parts {
		if o := w.export([]flow.Local{p.mint})[0]; o.Kind == flow.Fresh {
			out.Parts = append(out.Parts, Part{Name: p.name, At: w.place(p.at), Mint: o})
		}
	}
	if e.moved {
		out.Parts = e.Parts
	}
}
