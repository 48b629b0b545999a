package summary

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
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
			parts = append(parts, w.beside(l, e.site)...)
		}
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
			add(name, s.At, w.f.Substituted(&s))
		}
	}
	if c, _ := madeBy(key.Root); c != nil {
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
