package ssapkg

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/astutil"

	"github.com/idemvet/idemvet/internal/source"
)

// Branch says where an if statement or a case leads when an expression in its condition, the last one that is asked, is true
// or not: the first statement of the branch, or the test itself where there is none. beyond is set where control goes on behind it.
func (p *Package) Branch(expr token.Pos, yes bool) (at source.Place, beyond, ok bool) {
	f := p.file(expr)
	if f == nil {
		return source.Place{}, false, false
	}
	path, _ := astutil.PathEnclosingInterval(f, expr, expr)
	for i, n := range path {
		switch n := n.(type) {
		case *ast.UnaryExpr:
			if n.Op == token.NOT {
				yes = !yes
			}
		case *ast.IfStmt:
			if i == 0 || path[i-1] != ast.Node(n.Cond) {
				return source.Place{}, false, false
			}
			if body := taken(n, yes); body != nil {
				return p.first(body, n), false, true
			}
			return p.Place(n.Pos(), n.Cond.End()), true, true
		case *ast.CaseClause:
			if yes {
				return p.first(n.Body, n), false, true
			}
			return p.Place(n.Pos(), n.Colon), true, true
		case ast.Stmt, ast.Decl, *ast.FuncLit:
			return source.Place{}, false, false
		}
	}
	return source.Place{}, false, false
}

// taken lists the statements of the branch of an if statement that is taken; nil where there is no such branch.
func taken(n *ast.IfStmt, yes bool) []ast.Stmt {
	if yes {
		return append([]ast.Stmt{}, n.Body.List...)
	}
	switch e := n.Else.(type) {
	case *ast.BlockStmt:
		return append([]ast.Stmt{}, e.List...)
	case *ast.IfStmt:
		return []ast.Stmt{e}
	}
	return nil
}

// first is the place of the first of some statements, or of the line of the test before them.
func (p *Package) first(body []ast.Stmt, test ast.Node) source.Place {
	if len(body) > 0 {
		return p.Place(body[0].Pos(), body[0].End())
	}
	return p.Place(test.Pos(), token.NoPos)
}
