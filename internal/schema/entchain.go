package schema

import (
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"
)

// timeMixin reports whether an element is one of the mixins that come with ent, none of which has a key.
func timeMixin(e ast.Expr) bool {
	lit, ok := e.(*ast.CompositeLit)
	if !ok {
		return false
	}
	sel, ok := lit.Type.(*ast.SelectorExpr)
	return ok && typeName(sel.X) == "mixin" && strings.HasSuffix(sel.Sel.Name, "Time")
}

// elements lists the elements of the slice that a method returns, and reports whether that is all of them.
func elements(body *ast.BlockStmt) ([]ast.Expr, bool) {
	if len(body.List) != 1 {
		return nil, false
	}
	ret, ok := body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return nil, false
	}
	switch e := ret.Results[0].(type) {
	case *ast.CompositeLit:
		return e.Elts, true
	case *ast.Ident:
		return nil, e.Name == "nil"
	}
	return nil, false
}

// A chain is a builder expression: field.String("ref").Unique().
type chain struct {
	root  string // "field.String"
	args  []ast.Expr
	calls []call
	at    ast.Node
}

type call struct {
	name string
	args []ast.Expr
}

func chainOf(e ast.Expr) chain {
	c := chain{at: e}
	for {
		ce, ok := e.(*ast.CallExpr)
		if !ok {
			return c
		}
		sel, ok := ce.Fun.(*ast.SelectorExpr)
		if !ok {
			return c
		}
		if x, ok := sel.X.(*ast.Ident); ok {
			c.root, c.args = x.Name+"."+sel.Sel.Name, ce.Args
			slices.Reverse(c.calls)
			return c
		}
		c.calls = append(c.calls, call{sel.Sel.Name, ce.Args})
		e = sel.X
	}
}

func (c chain) call(name string) ([]ast.Expr, bool) {
	for _, x := range c.calls {
		if x.name == name {
			return x.args, true
		}
	}
	return nil, false
}

func (c chain) line(fset *token.FileSet) int { return fset.Position(c.at.Pos()).Line }

// texts are the string literals of the arguments; false when one of them is something else.
func texts(args []ast.Expr) ([]string, bool) {
	var out []string
	for _, a := range args {
		lit, ok := a.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			return out, false
		}
		s, err := strconv.Unquote(lit.Value)
		if err != nil {
			return out, false
		}
		out = append(out, strings.ToLower(s))
	}
	return out, true
}
