package ssapkg

import (
	"go/ast"
	"go/types"
	"slices"
)

// withoutC leaves out the bodies and initial values that use package C. Such a file is checked without cgo, so that what comes from
// C has no type, and SSA cannot be made of it. A function without a body is one of which nothing is known.
func withoutC(files []*ast.File, info *types.Info) ([]*ast.File, *types.Info) {
	if !slices.ContainsFunc(files, importsC) {
		return files, info
	}
	out := make([]*ast.File, len(files))
	for i, f := range files {
		bare := *f
		bare.Decls = slices.Clone(f.Decls)
		for j, d := range bare.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil && untyped(fn, info) {
				c := *fn
				c.Body = nil
				bare.Decls[j] = &c
			}
		}
		out[i] = &bare
	}
	rest := *info
	rest.InitOrder = slices.DeleteFunc(slices.Clone(info.InitOrder), func(x *types.Initializer) bool { return untyped(x.Rhs, info) })
	return out, &rest
}

func importsC(f *ast.File) bool {
	return slices.ContainsFunc(f.Imports, func(x *ast.ImportSpec) bool { return x.Path.Value == `"C"` })
}

// untyped reports whether something in a node has no type.
func untyped(n ast.Node, info *types.Info) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			switch obj := info.ObjectOf(n).(type) { // packages, labels and functions of the language have no type anyway
			case *types.PkgName:
				found = found || obj.Imported().Path() == "C"
			case *types.Var, *types.Const, *types.TypeName, *types.Func:
				found = found || invalid(obj.Type())
			}
		case *ast.CallExpr:
			found = found || invalidExpr(n, info)
		case *ast.SelectorExpr:
			found = found || invalidExpr(n, info)
		case *ast.IndexExpr:
			found = found || invalidExpr(n, info)
		case *ast.StarExpr:
			found = found || invalidExpr(n, info)
		}
		return !found
	})
	return found
}

func invalidExpr(x ast.Expr, info *types.Info) bool {
	t := info.TypeOf(x)
	return t != nil && invalid(t)
}

// invalid reports whether a type, or what it points to or consists of, is none.
func invalid(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return t.Kind() == types.Invalid
	case *types.Pointer:
		return invalid(t.Elem())
	case *types.Slice:
		return invalid(t.Elem())
	case *types.Array:
		return invalid(t.Elem())
	case *types.Chan:
		return invalid(t.Elem())
	case *types.Map:
		return invalid(t.Key()) || invalid(t.Elem())
	case *types.Tuple:
		for v := range t.Variables() {
			if invalid(v.Type()) {
				return true
			}
		}
	case *types.Signature:
		return invalid(t.Params()) || invalid(t.Results())
	}
	return false
}
