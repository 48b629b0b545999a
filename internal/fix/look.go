package fix

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/idemvet/idemvet/internal/rule"
)

// sent is the call that a place stands for, also where the place is that of the defer or go statement around it, and the nodes
// around the call.
func (s *site) sent(place rule.Place) (*ast.CallExpr, []ast.Node) {
	from, _ := s.span(place)
	if !from.IsValid() {
		return nil, nil
	}
	path := s.at(place)
	for i, n := range path {
		switch n := n.(type) {
		case *ast.DeferStmt:
			if n.Pos() == from {
				return n.Call, append([]ast.Node{n.Call}, path[i:]...)
			}
		case *ast.GoStmt:
			if n.Pos() == from {
				return n.Call, append([]ast.Node{n.Call}, path[i:]...)
			}
		}
	}
	return s.callAt(place)
}

// means is the object that a name stands for at a position; the nodes around the position are given.
func (s *site) means(name string, pos token.Pos, path []ast.Node) types.Object {
	for _, n := range path {
		switch f := n.(type) {
		case *ast.FuncDecl:
			n = f.Type
		case *ast.FuncLit:
			n = f.Type
		}
		if scope := s.Info.Scopes[n]; scope != nil {
			_, obj := scope.LookupParent(name, pos)
			return obj
		}
	}
	return nil
}

// same reports whether all names in an expression mean at a position what they mean where it stands.
func (s *site) same(x ast.Node, pos token.Pos, path []ast.Node) bool {
	ok := true
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			ok = false
		case *ast.SelectorExpr:
			ok = ok && s.same(n.X, pos, path)
			return false
		case *ast.Ident:
			if obj := s.Info.Uses[n]; obj != nil && s.means(n.Name, pos, path) != obj {
				if v, field := obj.(*types.Var); !field || !v.IsField() {
					ok = false
				}
			}
		}
		return ok
	})
	return ok
}

// receiver is what a chain of method calls begins with, nil where that is a package or no expression that can be named.
func (s *site) receiver(call *ast.CallExpr) (x ast.Expr, method string) {
	for {
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok || s.Info.Selections[sel] == nil {
			return nil, ""
		}
		inner, ok := ast.Unparen(sel.X).(*ast.CallExpr)
		if !ok {
			return sel.X, sel.Sel.Name
		}
		call = inner
	}
}

// parameter is the type of the parameter that an argument is for, nil for those that a variadic parameter gathers.
func (s *site) parameter(call *ast.CallExpr, i int) types.Type {
	sig, ok := types.Unalias(s.Info.TypeOf(call.Fun)).(*types.Signature)
	if !ok || i >= sig.Params().Len() || sig.Variadic() && i >= sig.Params().Len()-1 {
		return nil
	}
	return sig.Params().At(i).Type()
}

// does reports whether a value of a type has a method of that name and signature.
func does(t types.Type, method string, like types.Object) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, like.Pkg(), method)
	f, ok := obj.(*types.Func)
	return ok && types.Identical(f.Type(), like.Type())
}

// methodOf is the method of a type, nil if it has none of that name.
func methodOf(t types.Type, name string) *types.Func {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	f, _ := obj.(*types.Func)
	return f
}

// isContext reports whether a type is context.Context.
func isContext(t types.Type) bool { return t != nil && types.TypeString(t, nil) == "context.Context" }

// isString reports whether a type is a kind of string.
func isString(t types.Type) bool {
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// isDuration reports whether a type is time.Duration.
func isDuration(t types.Type) bool { return t != nil && types.TypeString(t, nil) == "time.Duration" }

// variables are those of a list of parameters.
func (s *site) variables(fields *ast.FieldList) []*types.Var {
	var list []*types.Var
	if fields == nil {
		return nil
	}
	for _, f := range fields.List {
		for _, id := range f.Names {
			if v, ok := s.Info.Defs[id].(*types.Var); ok && id.Name != "_" {
				list = append(list, v)
			}
		}
	}
	return list
}

// only is the one element of a list, nil if there are several or none.
func only[T any](list []*T) *T {
	if len(list) != 1 {
		return nil
	}
	return list[0]
}
