package summary

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// heir is one thing that a value is made from: what a call returned or filled in, or an input of the function. In contrast to
// flow.Trace, it says which call, and whether the value was only handed on.
type heir struct {
	site    ssa.Instruction // nil for an input
	result  int
	memory  bool // the call filled it in
	in      flow.Input
	sel     string // below the result, or what was filled in
	to      string // below the place that was asked for: where it arrives
	changed bool   // on the way a number was added to it, or a list made longer or shorter
}

// heirs lists what the content of some places is made from.
func (w *function) heirs(spots []spot) []heir {
	k := &ancestry{w: w, seen: map[step]bool{}}
	for _, s := range spots {
		k.walk(step{s, ""})
	}
	return k.out
}

// maxHeirs bounds the places that one question walks over.
const maxHeirs = 400

// step is a place on the way, and where its content arrives.
type step struct {
	spot
	to string
}

type ancestry struct {
	w    *function
	seen map[step]bool
	out  []heir
	// parts says that something was put into a part of what a place holds.
	parts bool
}

// walk follows a place. What lies above it and what lies below both count: a record is made from what was put in its fields.
func (k *ancestry) walk(at step) {
	if at.v == nil || len(k.seen) > maxHeirs {
		return
	}
	l := k.w.f.Locate(at.v)
	at.v, at.sel = l.Root, l.Sel+strings.TrimSuffix(at.sel, ".*")
	if k.seen[at] || strings.Count(at.sel, ".") > maxSteps {
		return
	}
	k.seen[at] = true
	k.memory(at)
	switch v := at.v.(type) {
	case *ssa.Parameter, *ssa.FreeVar:
		if in, ok := k.w.f.Input(flow.Loc{Root: v, Sel: at.sel}); ok {
			k.out = append(k.out, heir{in: in, sel: at.sel, to: at.to, changed: at.changed})
		}
	case *ssa.Phi:
		for _, e := range v.Edges {
			k.walk(at.from(e, at.sel))
		}
	case *ssa.BinOp:
		k.arithmetic(v, at)
	case *ssa.UnOp:
		if v.Op != token.ARROW {
			k.walk(at.from(v.X, ""))
		}
	case *ssa.Call:
		k.call(v, 0, at)
	case *ssa.Extract:
		switch t := v.Tuple.(type) {
		case *ssa.Call:
			k.call(t, v.Index, at)
		case *ssa.TypeAssert:
			k.walk(at.from(t.X, at.sel))
		case *ssa.Next:
			if r, ok := t.Iter.(*ssa.Range); ok && v.Index == 2 {
				k.walk(at.from(r.X, "[*]"+at.sel))
			}
		}
	case *ssa.TypeAssert:
		k.walk(at.from(v.X, at.sel))
	}
}

// from is the same step for another place.
func (at step) from(v ssa.Value, sel string) step {
	at.v, at.sel = v, sel
	return at
}

// more is the same step for a place whose content is changed on the way, if a condition holds.
func (at step) more(changed bool) step {
	at.changed = at.changed || changed
	return at
}

// arithmetic follows both sides of a sum. Texts that are put together are no sum: a part of a name is no change of it.
func (k *ancestry) arithmetic(v *ssa.BinOp, at step) {
	switch v.Op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return
	}
	at = at.more(!isString(v.Type()))
	k.walk(at.from(v.X, ""))
	k.walk(at.from(v.Y, ""))
}

// memory follows what is stored at a place, above it or below.
func (k *ancestry) memory(at step) {
	for _, s := range k.w.f.Stores(at.v) {
		if !flow.Overlap(s.To.Sel, at.sel) {
			continue
		}
		next, part := at, restOf(s.To.Sel, at.sel)
		next.to += part
		k.parts = k.parts || part != "" && s.Val != nil && !isList(at.v)
		next.sel = restOf(at.sel, s.To.Sel)
		if s.Val != nil {
			k.walk(next.from(s.Val, next.sel))
			continue
		}
		k.filled(&s, next)
	}
	for i := range k.w.ops {
		o := &k.w.ops[i]
		for _, l := range o.into {
			if l.Root == at.v && flow.Overlap(l.Sel, at.sel) {
				k.out = append(k.out, heir{site: o.site, memory: true, sel: restOf(at.sel, l.Sel), to: at.to + restOf(l.Sel, at.sel), changed: at.changed})
			}
		}
	}
}

// filled follows what a call puts into memory: from what it was given, and from what it is called on, as the row that is scanned.
func (k *ancestry) filled(s *flow.Store, at step) {
	k.out = append(k.out, heir{site: s.At, memory: true, sel: at.sel, to: at.to, changed: at.changed})
	for _, o := range s.From {
		if o.Kind != flow.Param && o.Kind != flow.Free || o.Digest {
			continue
		}
		if v := inputOf(s.Callee, o.In); v != nil {
			l := k.w.f.Locate(v)
			self := l.Root == s.To.Root && l.Sel+o.In.Sel == s.To.Sel
			k.walk(at.more(self && k.w.raises(s, o)).from(v, o.In.Sel+at.sel))
		}
	}
	if c, ok := s.At.(*ssa.Call); ok && len(s.From) > 0 {
		if r := receiver(c); r != nil && k.w.f.Locate(r).Root != s.To.Root {
			k.walk(at.from(r, ""))
		}
	}
}

// isList reports whether a value is the memory of a list, as that of the arguments of a call.
func isList(v ssa.Value) bool {
	p, ok := v.Type().Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	_, ok = p.Elem().Underlying().(*types.Array)
	return ok
}

// restOf is what of a selector lies below another, or nothing where it lies above.
func restOf(sel, base string) string {
	if len(sel) > len(base) {
		return sel[len(base):]
	}
	return ""
}

// raises reports whether a callee that writes to a number what was there adds to it. That a list has more in it afterwards says
// nothing: it may have been empty.
func (w *function) raises(s *flow.Store, o flow.Origin) bool {
	t := w.typeAt(s.To)
	return t != nil && o.Joined && isBasic(t) && !isString(t)
}

func (k *ancestry) call(c *ssa.Call, result int, at step) {
	if b, ok := c.Call.Value.(*ssa.Builtin); ok {
		k.builtin(b.Name(), c, at)
		return
	}
	k.out = append(k.out, heir{site: c, result: result, sel: at.sel, to: at.to, changed: at.changed})
	for _, t := range k.w.env.targets(c) {
		for _, r := range t.sum.Results {
			if r.To.Index != result || !flow.Overlap(r.To.Sel, at.sel) {
				continue
			}
			next := at
			next.to += restOf(r.To.Sel, at.sel)
			for _, o := range r.From {
				if o.Kind != flow.Param || o.In.Index >= len(t.inputs) || o.Digest {
					continue
				}
				v := t.inputs[o.In.Index]
				changed := o.Joined && !isString(c.Type()) && isBasic(c.Type()) || at.sel == "" && edits(c, v)
				k.walk(next.more(changed).from(v, o.In.Sel+restOf(at.sel, r.To.Sel)))
			}
		}
	}
}

// builtin follows a call of append, min or max. To append to a list changes the list, not what is in it.
func (k *ancestry) builtin(name string, c *ssa.Call, at step) {
	switch name {
	case "append":
		k.walk(at.more(at.sel == "" && len(c.Call.Args) > 1 && growing(c.Call.Args[0])).from(c.Call.Args[0], at.sel))
		if at.sel == "" {
			at.changed = false // in a loop, what was appended in the turn before is part of the list
		}
		for _, a := range c.Call.Args[1:] {
			k.walk(at.from(a, at.sel))
		}
	case "min", "max":
		for _, a := range c.Call.Args {
			k.walk(at.from(a, ""))
		}
	}
}

// growing reports whether a list is more than one that is begun here.
func growing(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return !ok || c.Value != nil
}

// edits reports whether a call makes a list of a list and of something else: it adds to it, or takes out.
func edits(c *ssa.Call, from ssa.Value) bool {
	_, isList := c.Type().Underlying().(*types.Slice)
	return isList && types.Identical(c.Type(), from.Type()) && len(flow.Inputs(c.Common())) > 1
}

func isBasic(t types.Type) bool { _, ok := t.Underlying().(*types.Basic); return ok }

// fills notes what a read fills in: the record that its table is known by, where that is no more than a name.
func (o *op) fills(w *function, v ssa.Value, sel string) {
	if m, ok := v.(*ssa.MakeInterface); ok {
		v = m.X
	}
	if _, isPtr := v.Type().Underlying().(*types.Pointer); o.Do != model.DoRead || !isPtr || sel != "" {
		return
	}
	if l := w.f.Locate(v); !slices.Contains(o.into, l) {
		o.into = append(o.into, l)
	}
}

// given reports whether a thing is what a read found, and whether it was changed on the way.
func (o *op) given(h heir) (ok, changed bool) {
	if h.site == nil || h.site != o.site {
		return false, false
	}
	if !o.moved {
		return true, h.changed
	}
	for _, g := range o.Gives {
		if g.In.Kind == flow.Result && !h.memory && g.In.Index == h.result || g.In.Kind != flow.Result && h.memory {
			ok, changed = true, changed || g.Changed && strings.HasPrefix(h.sel, g.In.Sel) || h.changed
		}
	}
	return ok, changed
}

// maxMade bounds what is kept of what a written value is made from.
const maxMade = 8

// madeOf expresses what some places are made from in the function's inputs.
func (w *function) madeOf(spots []spot) []effect.Heir {
	var list []effect.Heir
	for _, h := range w.heirs(spots) {
		if h.site == nil {
			list = append(list, effect.Heir{In: h.in, Changed: h.changed})
		}
	}
	return sortedHeirs(list)
}

func sortedHeirs(list []effect.Heir) []effect.Heir {
	slices.SortFunc(list, effect.Heir.Compare)
	list = slices.Compact(list)
	if len(list) > maxMade {
		list = list[:maxMade]
	}
	return list
}

// exportHeirs says what a write is made from, and where what a read found arrives.
func (w *function) exportHeirs(o *op, out *effect.Op) {
	if o.Do != model.DoRead {
		out.Made = w.madeOf(o.made)
		return
	}
	var list []effect.Heir
	for _, b := range w.fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		for i, v := range ret.Results {
			if !flow.IsError(v.Type()) {
				list = append(list, w.arrives(o, v, flow.Input{Kind: flow.Result, Index: i})...)
			}
		}
	}
	for i, p := range w.fn.Params {
		if _, isPtr := p.Type().Underlying().(*types.Pointer); isPtr && (i > 0 || w.fn.Signature.Recv() == nil) || types.IsInterface(p.Type()) {
			list = append(list, w.arrives(o, p, flow.Input{Kind: flow.Param, Index: i})...)
		}
	}
	for i, p := range w.fn.FreeVars {
		list = append(list, w.arrives(o, p, flow.Input{Kind: flow.Free, Index: i})...)
	}
	out.Gives = sortedHeirs(list)
}

// arrives reports whether what a read found is in a value.
func (w *function) arrives(o *op, v ssa.Value, in flow.Input) (list []effect.Heir) {
	for _, h := range w.heirs([]spot{{v: v}}) {
		if ok, changed := o.given(h); ok {
			to := in
			if changed || in.Kind == flow.Free {
				to.Sel = h.to
			}
			list = append(list, effect.Heir{In: to, Changed: changed})
		}
	}
	return list
}

// spotsOf are the places at a call that a callee's writes are made from, or its reads arrive in.
func spotsOf(c *flow.Callee, list []effect.Heir) []spot {
	var out []spot
	for _, h := range list {
		if h.In.Kind != flow.Param && h.In.Kind != flow.Free {
			continue
		}
		if v := inputOf(c, h.In); v != nil {
			out = append(out, spot{v, h.In.Sel, h.Changed})
		}
	}
	return out
}

// hold marks columns as those of the record that is written.
func hold(cols []opCol) {
	for i := range cols {
		cols[i].held = true
	}
}

func movedSpots(cols []opCol, from []effect.Col, c *flow.Callee) {
	for i := range cols {
		cols[i].made, cols[i].held = spotsOf(c, from[i].Made), from[i].Held
	}
}

func (w *function) placesOf(list []spot) []flow.Loc {
	var out []flow.Loc
	for _, s := range list {
		l := w.f.Locate(s.v)
		out = append(out, flow.Loc{Root: l.Root, Sel: l.Sel + s.sel})
	}
	return out
}
