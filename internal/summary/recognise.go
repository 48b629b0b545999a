package summary

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

// copied follows a copy of a request back to what it was made of: the copies share one body.
func (w *function) copied(l flow.Loc) flow.Loc {
	for range maxVia {
		c, index := madeBy(l.Root)
		if c == nil {
			return l
		}
		targets := w.env.targets(c)
		if len(targets) != 1 {
			return l
		}
		callee := targets[0].callee()
		next := l
		for _, r := range targets[0].sum.Results {
			if r.To.Index == index && r.To.Sel == "" && len(r.From) == 1 && r.From[0].Kind == flow.Param && !r.From[0].Digest {
				if v := inputOf(&callee, r.From[0].In); v != nil && types.Identical(v.Type(), c.Type()) {
					next = w.f.Locate(v)
					next.Sel += r.From[0].In.Sel + l.Sel
				}
			}
		}
		if next == l {
			return l
		}
		l = next
	}
	return l
}

// recognisable reports whether a request bears something by which its receiver may tell a repeat, or may bear it as far
// as this function can see. What the caller hands over is left to the caller.
func (w *function) recognisable(carriers []flow.Loc) bool {
	for _, l := range carriers {
		if w.bears(l, 0) || w.identifies(l.Root) {
			return true
		}
	}
	return false
}

// maxBuilders bounds a chain of builder calls.
const maxBuilders = 40

func (w *function) bears(l flow.Loc, depth int) bool {
	if depth > maxBuilders {
		return true
	}
	for _, k := range w.keyed {
		if k.Root == l.Root {
			return true
		}
	}
	for _, s := range w.f.Stores(l.Root) {
		if rest, ok := strings.CutPrefix(s.To.Sel, l.Sel); ok && recognised(rest) && !(s.Val != nil && empty(w.f.Trace(s.Val, ""))) {
			return true
		}
		if w.putIn(s, l, depth) || w.within(s, l, depth) {
			return true
		}
	}
	if by, unknown := w.f.Handed(l.Root); unknown || len(by) > 0 {
		return true
	}
	switch v := l.Root.(type) {
	case *ssa.Parameter, *ssa.FreeVar, *ssa.Const, *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice:
		return false
	case *ssa.Global, *ssa.Function, *ssa.MakeClosure:
		return depth == 0
	case *ssa.Phi:
		for _, e := range v.Edges {
			if m := w.f.Locate(e); m.Root != l.Root && w.bears(flow.Loc{Root: m.Root, Sel: m.Sel + l.Sel}, depth+1) {
				return true
			}
		}
		return false
	}
	c, index := madeBy(l.Root)
	if c == nil {
		return depth == 0
	}
	return w.made(c, index, depth)
}

// putIn reports whether an object that was put into another bears an identity: a map of headers, embedded parameters.
func (w *function) putIn(s flow.Store, l flow.Loc, depth int) bool {
	vals := []ssa.Value{s.Val}
	if s.Callee != nil {
		vals = nil
		for _, o := range s.From {
			if o.Kind == flow.Param || o.Kind == flow.Free {
				vals = append(vals, inputOf(s.Callee, o.In))
			}
		}
	}
	for _, v := range vals {
		if v == nil {
			continue
		}
		switch m := w.f.Locate(v); m.Root.(type) {
		case *ssa.MakeMap, *ssa.Alloc:
			if m.Root != l.Root && w.bears(m, depth+1) {
				return true
			}
		case *ssa.Parameter, *ssa.FreeVar:
			if _, isMap := v.Type().Underlying().(*types.Map); isMap {
				return true // headers that somebody else fills in
			}
		}
	}
	return false
}

// within reports whether a place lies in an object that was stored around it, and there bears an identity or is not known.
func (w *function) within(s flow.Store, l flow.Loc, depth int) bool {
	rest, ok := strings.CutPrefix(l.Sel, s.To.Sel)
	if !ok || rest == "" || s.To.Sel == "" || s.Val == nil {
		return false
	}
	m := w.f.Object(s.Val)
	switch m.Root.(type) {
	case *ssa.Alloc, *ssa.Const:
		return w.bears(flow.Loc{Root: m.Root, Sel: m.Sel + rest}, depth+1)
	}
	return true
}

// made reports whether a call yields an object that bears an identity, or of which nothing is known.
func (w *function) made(c *ssa.Call, index, depth int) bool {
	targets := w.env.targets(c)
	for i := range targets {
		t := &targets[i]
		if slices.ContainsFunc(t.sum.Keyed, func(in flow.Input) bool { return in.Kind == flow.Result && in.Index == index }) {
			return true
		}
		callee := t.callee()
		if slices.ContainsFunc(t.inputs, w.carriesValue) {
			return true
		}
		for _, r := range t.sum.Results {
			if r.To.Index != index {
				continue
			}
			if recognised(r.To.Sel) {
				return true
			}
			for _, o := range r.From {
				if v := inputOf(&callee, o.In); o.Kind == flow.Param && r.To.Sel == "" && v != nil {
					m := w.f.Locate(v)
					if w.bears(flow.Loc{Root: m.Root, Sel: m.Sel + o.In.Sel}, depth+1) {
						return true
					}
				}
			}
		}
	}
	return len(targets) == 0 && !constructs(c)
}

// constructs reports whether a function without a row only makes an empty client or request: it is called New…, and belongs
// to a library that is known otherwise.
func constructs(c *ssa.Call) bool {
	fn := c.Call.StaticCallee()
	if fn == nil || fn.Pkg == nil || !strings.HasPrefix(origin(fn).Name(), "New") || fn.Signature.Recv() != nil {
		return false
	}
	n := ssapkg.Named(c.Type())
	return n != nil && n.Obj().Pkg() == fn.Pkg.Pkg && model.For(fn.Pkg.Pkg.Path()) != nil
}

// carriesValue reports whether a context was given a value in this function, which a transport may write into the request.
func (w *function) carriesValue(v ssa.Value) bool {
	n := ssapkg.Named(v.Type())
	if n == nil || n.Obj().Name() != "Context" {
		return false
	}
	for x := range w.f.SliceOf(false, v).Values {
		c, ok := x.(*ssa.Call)
		if !ok {
			continue
		}
		for _, t := range w.env.targets(c) {
			for _, row := range t.rows {
				if slices.ContainsFunc(row.Keys, func(k model.KeyUse) bool { return k.Kind == model.Carried }) {
					return true
				}
			}
		}
	}
	return false
}

func recognised(sel string) bool {
	name := flow.LastName(sel)
	return name != "" && model.RecognisedName(name, false)
}

// identifies reports whether a value is encoded from a struct or map with a field that tells a repeat.
func (w *function) identifies(v ssa.Value) bool {
	if w.identified(flow.Loc{Root: v}, v.Type()) {
		return true
	}
	slice := w.f.SliceOf(true, v)
	for _, k := range w.keyed {
		if slice.Values[k.Root] {
			return true
		}
	}
	for x := range slice.Values {
		if text, ok := flow.ConstString(x); ok && model.MentionsIdentity(text) {
			return true
		}
		m, ok := x.(*ssa.MakeInterface)
		if !ok {
			continue
		}
		if w.identified(w.f.Locate(m.X), m.X.Type()) {
			return true
		}
	}
	return false
}

func (w *function) identified(l flow.Loc, t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	switch u := t.Underlying().(type) {
	case *types.Map:
		for _, s := range w.f.Stores(l.Root) {
			if name := flow.LastName(s.To.Sel); name != "" && model.RecognisedName(name, true) && !w.minted(l, s.To.Sel) {
				return true
			}
		}
	case *types.Struct:
		_, local := l.Root.(*ssa.Alloc)
		for i := range u.NumFields() {
			f := u.Field(i)
			if !model.RecognisedName(f.Name(), true) || !textual(f.Type()) {
				continue
			}
			if !local || w.stores(l, "."+f.Name()) && !w.minted(l, "."+f.Name()) {
				return true
			}
		}
	}
	return false
}

// minted reports whether what is in a place is made anew: it tells nobody of a repeat.
func (w *function) minted(l flow.Loc, sel string) bool {
	for _, o := range w.f.Trace(l.Root, l.Sel+sel) {
		if o.Kind == flow.Fresh {
			return true
		}
	}
	return false
}

// stores reports whether the function sets a field of an object, or the object as a whole.
func (w *function) stores(l flow.Loc, field string) bool {
	for _, s := range w.f.Stores(l.Root) {
		if s.To.Sel == l.Sel || s.To.Sel == l.Sel+field {
			return true
		}
	}
	return false
}
