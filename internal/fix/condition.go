package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/rule"
)

// onlyNew makes the write that follows a look-up one which the store does only where nothing is there.
//
// What that takes is known from the model: a field of the request that bears a condition, or another method with the same
// arguments and results. It asks for a request that stands at the call without a condition, and for an error that is kept: by that
// the second of two runs learns that it came too late.
func onlyNew(s *site) (rule.Fix, bool) {
	call, path := s.callAt(s.step(rule.Sink))
	if s.finding.Mend != rule.MendOnlyNew || call == nil || !s.keepsError(path) {
		return rule.Fix{}, false
	}
	x := rule.Fix{Message: "write only where nothing is there; the error of the second run then means that", Applicability: rule.UnsafeFix}
	for _, o := range s.ops(call) {
		if o.Do == model.DoPut && o.OnlyNew != nil {
			x.Edits = s.conditioned(call, path, &o)
			return x, len(x.Edits) > 0
		}
	}
	if name := s.creating(call); name != "" {
		sel := call.Fun.(*ast.SelectorExpr).Sel
		x.Edits = []rule.Edit{s.replace(sel.Pos(), sel.End(), name)}
	}
	return x, len(x.Edits) > 0
}

// keepsError reports whether the error that a call ends with, or a chain behind it, is returned or put into a variable.
func (s *site) keepsError(path []ast.Node) bool {
	for i := 1; i < len(path); i++ {
		switch n := path[i].(type) {
		case *ast.ParenExpr, *ast.SelectorExpr:
		case *ast.CallExpr:
			if n.Fun != path[i-1] {
				return false
			}
		case *ast.AssignStmt:
			return len(n.Rhs) == 1 && s.errorOf(n) != nil
		case *ast.ReturnStmt:
			t := s.Info.TypeOf(path[i-1].(ast.Expr))
			if list, ok := t.(*types.Tuple); ok && list.Len() > 0 {
				t = list.At(list.Len() - 1).Type()
			}
			return t != nil && types.TypeString(t, nil) == "error"
		default:
			return false
		}
	}
	return false
}

// conditioned is the edit that adds the condition to the request of a call.
func (s *site) conditioned(call *ast.CallExpr, path []ast.Node, o *model.Op) []rule.Edit {
	lit := s.request(call, o.OnlyNew.At)
	if lit == nil || s.holdsAny(lit, o.Unless) {
		return nil
	}
	value := s.textAs(s.fieldType(lit, o.OnlyNew.At), o.OnlyNew.Text, call, path)
	if value == "" {
		return nil
	}
	fields := []string{field(o.OnlyNew.At) + ": " + value}
	if names := o.OnlyNew.Names; names != nil {
		name := s.keyName()
		t, ok := types.Unalias(s.fieldType(lit, *names)).(*types.Map)
		if name == "" || !ok || s.holdsAny(lit, []model.Place{*names}) {
			return nil
		}
		value := s.textAs(t.Elem(), name, call, path)
		if value == "" {
			return nil
		}
		fields = append(fields, field(*names)+": "+types.TypeString(t, nil)+`{"`+model.KeyMark+`": `+value+"}")
	}
	return []rule.Edit{s.added(lit, fields)}
}

// request is the literal of a struct with field names in it that is the argument in which a place lies, nil if there is none.
func (s *site) request(call *ast.CallExpr, at model.Place) *ast.CompositeLit {
	if at.Root != model.Arg || at.Index >= len(call.Args) || field(at) == "" {
		return nil
	}
	x := ast.Unparen(call.Args[at.Index])
	if ref, ok := x.(*ast.UnaryExpr); ok && ref.Op == token.AND {
		x = ref.X
	}
	lit, ok := x.(*ast.CompositeLit)
	if !ok || slices.ContainsFunc(lit.Elts, func(e ast.Expr) bool { _, keyed := e.(*ast.KeyValueExpr); return !keyed }) {
		return nil
	}
	return lit
}

// field is the field of an argument that a place stands for, "" if it stands for the argument or for something in a field.
func field(at model.Place) string {
	name, ok := strings.CutPrefix(at.Sel, ".")
	if !ok || !token.IsIdentifier(name) {
		return ""
	}
	return name
}

// element is what a literal gives to a field, nil where that is nothing.
func element(lit *ast.CompositeLit, name string) *ast.KeyValueExpr {
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok && id.Name == name {
				return kv
			}
		}
	}
	return nil
}

func (s *site) holdsAny(lit *ast.CompositeLit, places []model.Place) bool {
	return slices.ContainsFunc(places, func(p model.Place) bool { return element(lit, field(p)) != nil })
}

// fieldType is the type of the field that a place stands for, nil if the literal has no such field.
func (s *site) fieldType(lit *ast.CompositeLit, at model.Place) types.Type {
	st, ok := s.Info.TypeOf(lit).Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for f := range st.Fields() {
		if f.Name() == field(at) && f.Exported() {
			return f.Type()
		}
	}
	return nil
}

// textAs is a text as a value of a type: a string, or a pointer to one. It is "" where that cannot be written.
func (s *site) textAs(t types.Type, text string, call *ast.CallExpr, path []ast.Node) string {
	switch {
	case t == nil:
		return ""
	case isString(t):
		return strconv.Quote(text)
	case types.TypeString(t, nil) == "*string":
		if f := s.pointing(call, path); f != "" {
			return f + "(" + strconv.Quote(text) + ")"
		}
	}
	return ""
}

// added is the edit that adds fields to a literal: on lines of their own where the literal has such.
func (s *site) added(lit *ast.CompositeLit, fields []string) rule.Edit {
	if len(lit.Elts) == 0 {
		return s.replace(lit.Rbrace, lit.Rbrace, strings.Join(fields, ", "))
	}
	last := lit.Elts[len(lit.Elts)-1]
	if tf := s.Fset.File(lit.Pos()); tf.Line(last.End()) != tf.Line(lit.Rbrace) {
		return s.replace(lit.Rbrace, lit.Rbrace, "\t"+strings.Join(fields, ",\n\t")+",\n")
	}
	return s.replace(last.End(), last.End(), ", "+strings.Join(fields, ", "))
}
