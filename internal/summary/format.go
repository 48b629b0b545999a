package summary

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// format marks the result of a formatting call that writes out an address. fmt prints a pointer to a struct, slice or
// map as its content, but only at the top level: below it, and for all other pointers, channels and functions, it prints
// the address. Maps are printed in the order of their keys.
func (m *modelled) format(e *model.Entry, c *arguments) {
	if e.Format == nil || c == nil {
		return
	}
	in := m.input(e.Format.Args)
	if in.Index >= len(c.inputs) {
		return
	}
	text, ok := c.text(m, e.Format.Text)
	if !ok && e.Format.Text != nil {
		return
	}
	list := c.f.Locate(c.inputs[in.Index])
	verbs := formatVerbs(text)
	for _, s := range c.f.Stores(list.Root) {
		i, ok := elementIndex(s.To.Sel)
		if s.Val == nil || !ok || e.Format.Text != nil && i >= len(verbs) {
			continue
		}
		verb := byte('v')
		if e.Format.Text != nil {
			verb = verbs[i]
		}
		v := s.Val
		if mi, ok := v.(*ssa.MakeInterface); ok {
			v = mi.X
		}
		if printsAddress(v.Type(), verb) {
			for _, fl := range e.Flow {
				m.write(fl.To, flow.Origin{Kind: flow.Fresh, Fresh: model.Unstable, Source: "%" + string(verb) + " of a pointer"})
			}
			return
		}
	}
}

func elementIndex(sel string) (int, bool) {
	n, ok := 0, false
	for _, r := range strings.TrimSuffix(strings.TrimPrefix(sel, "["), "]") {
		if r < '0' || r > '9' || n > 99 {
			return 0, false
		}
		n, ok = n*10+int(r-'0'), true
	}
	return n, ok
}

// formatVerbs lists the verbs of a format in order. One with explicit indices or stars has none that are worth the trouble.
func formatVerbs(text string) []byte {
	var verbs []byte
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			continue
		}
		i++
		for i < len(text) && strings.IndexByte("+-# 0123456789.", text[i]) >= 0 {
			i++
		}
		switch {
		case i >= len(text):
		case text[i] == '[' || text[i] == '*':
			return nil
		case text[i] != '%':
			verbs = append(verbs, text[i])
		}
	}
	return verbs
}

func printsAddress(t types.Type, verb byte) bool {
	switch verb {
	case 'p':
		return true
	case 'v', 's', 'd', 'x':
	default:
		return false
	}
	if formatsItself(t) {
		return false
	}
	if p, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
		switch p.Elem().Underlying().(type) {
		case *types.Struct, *types.Array, *types.Slice, *types.Map:
			return holdsPointer(p.Elem(), 0)
		}
		return true
	}
	return holdsPointer(t, 0)
}

// maxNested bounds how deep a type is looked into.
const maxNested = 3

// holdsPointer reports whether the printed content of a type has an address in it.
func holdsPointer(t types.Type, depth int) bool {
	if depth > 0 && formatsItself(t) || depth > maxNested {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Chan, *types.Signature:
		return true
	case *types.Struct:
		for i := range u.NumFields() {
			f := u.Field(i)
			if holdsPointer(f.Type(), depth+1) && !(isPtrStringer(f)) {
				return true
			}
		}
	case *types.Slice:
		return holdsPointer(u.Elem(), depth+1)
	case *types.Array:
		return holdsPointer(u.Elem(), depth+1)
	}
	return false
}

// isPtrStringer reports whether fmt can call String on a field: an exported one.
func isPtrStringer(f *types.Var) bool { return f.Exported() && formatsItself(f.Type()) }

func formatsItself(t types.Type) bool {
	for _, name := range []string{"String", "Error", "Format", "GoString"} {
		if obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name); obj != nil {
			if _, ok := obj.(*types.Func); ok {
				return true
			}
		}
	}
	return false
}
