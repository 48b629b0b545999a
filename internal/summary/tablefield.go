package summary

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
)

// tableName is the table of an operation, for the reader: where it is the name of a collection that a field holds, and the
// package puts one collection there, that one's.
func (w *function) tableName(o *op) string {
	if o.Table != "" || len(o.tableIn) != 1 {
		return o.Table
	}
	in, from := o.tableIn[0].In, types.Type(nil)
	switch {
	case o.tableIn[0].Kind == flow.Param && in.Index < len(w.fn.Params):
		from = w.fn.Params[in.Index].Type()
	case o.tableIn[0].Kind == flow.Free && in.Index < len(w.fn.FreeVars):
		from = elemType(w.fn.FreeVars[in.Index].Type())
	default:
		return ""
	}
	field, rest := fieldBelow(from, in.Sel)
	if field == nil {
		return ""
	}
	name := ""
	for _, fn := range w.b.pkg.Funcs {
		g := w.b.done[fn]
		if g == nil {
			continue
		}
		for _, v := range g.putInto(field) {
			text := constText(g.f.Trace(v, rest))
			if text == "" || name != "" && name != text {
				return ""
			}
			name = text
		}
	}
	return strings.ToLower(name)
}

// fieldBelow follows a selector of fields to the last but one, and returns the rest.
func fieldBelow(t types.Type, sel string) (field *types.Var, rest string) {
	for {
		name := firstField(sel)
		st, ok := structType(t)
		if !ok || name == "" || name == strings.TrimPrefix(sel, ".") {
			return field, sel
		}
		found := false
		for i := range st.NumFields() {
			if f := st.Field(i); f.Name() == name {
				field, t, found = f.Origin(), f.Type(), true
			}
		}
		if !found {
			return nil, ""
		}
		sel = sel[len(name)+1:]
	}
}

// putInto lists what the function stores in a field.
func (w *function) putInto(field *types.Var) (list []ssa.Value) {
	for _, b := range w.fn.Blocks {
		for _, in := range b.Instrs {
			if s, ok := in.(*ssa.Store); ok {
				if a, ok := s.Addr.(*ssa.FieldAddr); ok && fieldVar(a) == field {
					list = append(list, s.Val)
				}
			}
		}
	}
	return list
}
