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

// drifts finds what changes beside a key in the same request: a receiver that compares the two refuses the repeat.
// Dedup ids, message ids and the like stand for their content, so nobody compares it.
func (w *function) drifts() {
	n := len(w.events)
	for i := range n {
		e := &w.events[i]
		if e.Class != Keyed || e.moved || e.Key != model.IdempotencyKey && e.Key != model.ClientToken {
			continue
		}
		var parts []part
		for _, l := range e.carriers {
			for _, m := range w.around(l) {
				parts = append(parts, w.beside(m, e.site)...)
			}
		}
		parts = append(parts, w.arguments(e)...)
		if len(parts) == 0 {
			continue
		}
		d := *e
		d.Class, d.parts, d.names = Drift, parts, nil
		w.events = append(w.events, d)
	}
}

// part is a Part in values of the function.
type part struct {
	name string
	at   ssa.Instruction
	mint flow.Local
}

// maxAround bounds the objects that a key lies in.
const maxAround = 3

// around lists an object and those that it was put into: a struct that is embedded or pointed to, a map of headers.
func (w *function) around(l flow.Loc) []flow.Loc {
	list := []flow.Loc{l}
	for i := 0; i < len(list) && len(list) < maxAround; i++ {
		w.f.AllStores(func(s *flow.Store) {
			if s.Val == nil || s.To.Root == list[i].Root || s.To.Sel == "" || len(list) >= maxAround {
				return
			}
			if in := w.f.Locate(s.Val); in.Root == list[i].Root && in.Sel == "" {
				list = append(list, flow.Loc{Root: s.To.Root, Sel: s.To.Sel})
			}
		})
	}
	return list
}

// arguments lists the fresh content among the other arguments of a call that is given the key, where the call sends: a row
// says so, or the parameter's name is all that tells of the key.
func (w *function) arguments(e *event) []part {
	call, ok := e.site.(ssa.CallInstruction)
	if !ok {
		call, ok = w.sentBy(e)
	} else if !e.Convention && !w.sends(call) {
		return nil
	}
	if !ok {
		return nil
	}
	var list []part
	for _, a := range call.Common().Args {
		if !carriesContent(a.Type()) || !ok || slices.ContainsFunc(e.carriers, func(l flow.Loc) bool { return l.Root == w.f.Locate(a).Root }) {
			continue
		}
		for _, v := range w.f.TraceAll(a, "") {
			if v.Kind == flow.Fresh && !w.isKey(e, v) {
				list = append(list, part{"an argument of " + callName(call), call, v})
				break
			}
		}
	}
	return list
}

// sentBy is the call that sends what a key was put into beside other arguments: options with a key, and a request.
func (w *function) sentBy(e *event) (ssa.CallInstruction, bool) {
	for _, blk := range w.fn.Blocks {
		for _, in := range blk.Instrs {
			call, ok := in.(ssa.CallInstruction)
			if !ok || !w.sends(call) {
				continue
			}
			for _, a := range call.Common().Args {
				root := w.f.Locate(a).Root
				if slices.ContainsFunc(e.carriers, func(l flow.Loc) bool { return l.Root == root }) {
					return call, true
				}
			}
		}
	}
	return nil, false
}

// isKey reports whether a fresh value is the key itself.
func (w *function) isKey(e *event, v flow.Local) bool {
	return slices.ContainsFunc(e.values, func(k flow.Local) bool { return k.Kind == flow.Fresh && k.At == v.At })
}

func (w *function) sends(call ssa.CallInstruction) bool {
	for _, t := range w.env.targets(call) {
		if slices.ContainsFunc(t.rows, func(r *model.Entry) bool { return r.Sends != nil }) {
			return true
		}
	}
	return false
}

func callName(call ssa.CallInstruction) string {
	c := call.Common()
	if c.IsInvoke() {
		return c.Method.Name()
	}
	if fn := c.StaticCallee(); fn != nil {
		return origin(fn).Name()
	}
	return "the call"
}

// carriesContent reports whether an argument can be the content of a request: text, bytes, a struct, a map, a list.
func carriesContent(t types.Type) bool {
	if n := ssapkg.Named(t); n != nil && (n.Obj().Name() == "Context" || n.Obj().Name() == "Client") {
		return false
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0
	case *types.Struct, *types.Map, *types.Slice, *types.Array:
		return true
	}
	return false
}

// beside lists the fresh and unstable content of the request that a key was set on.
func (w *function) beside(key flow.Loc, at ssa.Instruction) []part {
	var list []part
	add := func(name string, at ssa.Instruction, values []flow.Local) {
		for _, v := range values {
			if v.Kind == flow.Fresh && !(v.Source == flow.MapOrder && unordered(name)) {
				list = append(list, part{name, at, v})
				return
			}
		}
	}
	for _, s := range w.f.Stores(key.Root) {
		name := flow.LastName(s.To.Sel)
		if name == "" || !content(s.To.Sel) || strings.HasPrefix(s.To.Sel, key.Sel) && key.Sel != "" || s.At == at {
			continue
		}
		if s.Val != nil {
			add(name, s.At, w.f.TraceAll(s.Val, ""))
		} else {
			add(name, s.At, w.f.SubstitutedAll(&s))
		}
	}
	if c, _ := madeBy(key.Root); c != nil && !slices.ContainsFunc(list, func(p part) bool { return p.name == "Body" }) {
		add("Body", c, w.f.TraceAll(key.Root, ".Body"))
	}
	return list
}

// unordered reports whether a part of a request is a set, written as a list: tags and labels.
func unordered(name string) bool {
	name = strings.ToLower(name)
	return strings.Contains(name, "tag") || strings.Contains(name, "label") || strings.Contains(name, "attribute")
}

// content reports whether a place of a request is part of what its receiver compares. Headers, the context and what only
// steers the client are not, nor is a second identity.
func content(sel string) bool {
	for _, part := range strings.FieldsFunc(sel, func(r rune) bool { return strings.ContainsRune(".[]", r) }) {
		switch strings.ToLower(part) {
		case "header", "headers", "context", "ctx", "#repeat", "trailer":
			return false
		}
	}
	_, named := identity(flow.LastName(sel))
	return !named
}

// contentKeys finds messages that are deduplicated by their content because they bear a group and no key.
func (w *function) contentKeys(a *ssa.FieldAddr) {
	n, f := ssapkg.Named(a.X.Type()), fieldVar(a)
	if n == nil || f == nil || n.Obj().Pkg() == nil {
		return
	}
	rows := w.b.rows(n.Obj().Pkg().Path())
	for _, row := range rows.Field(n.Obj().Name(), f.Name()) {
		if row.ContentKeyUnless == "" {
			continue
		}
		l := w.f.Locate(a.X)
		if w.stores(l, "."+row.ContentKeyUnless) || !w.visible(l.Root) {
			continue
		}
		for _, st := range w.f.Stores(l.Root) {
			name := flow.LastName(st.To.Sel)
			if st.Val == nil || !slices.ContainsFunc(rows.Field(n.Obj().Name(), name), func(e *model.Entry) bool { return e.IsContent }) {
				continue
			}
			w.events = append(w.events, event{
				Event: Event{Class: Content, Key: model.DedupID, Sink: name, At: w.place(st.At), Func: w.name()},
				site:  st.At, values: w.f.TraceAll(st.Val, ""), carriers: []flow.Loc{l},
			})
		}
	}
}
