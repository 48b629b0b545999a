package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/rule"
)

// carried puts the identity of the message or row that is handled in the place of a fresh value.
//
// It asks for the value to be made in the function or loop that is run again for each message or row, at the place where it is
// used, for one such message or row, with one field that says which one it is, of the very type, for no loop in between, since
// all its turns would get the same value, and for no second value of the kind in the function: two requests need two keys.
func carried(s *site) (rule.Fix, bool) {
	switch s.finding.Regime {
	case model.Redelivered, model.Resend, model.Replayed:
	default:
		return rule.Fix{}, false
	}
	mint, path := s.callAt(s.step(rule.Mint))
	decl := declared(path)
	if mint == nil || decl == nil || s.several(decl) || s.fallback(mint, path) {
		return rule.Fix{}, false
	}
	var found []*types.Var
	for _, v := range s.handled(path) {
		if s.means(v.Name(), mint.Pos(), path) == types.Object(v) && len(fields(v.Type())) > 0 {
			found = append(found, v)
		}
	}
	v := only(found)
	if v == nil || len(fields(v.Type())) != 1 {
		return rule.Fix{}, false
	}
	field := fields(v.Type())[0]
	for _, n := range path {
		x, ok := n.(ast.Expr)
		if !ok {
			break
		}
		if _, isFunc := x.(*ast.FuncLit); isFunc {
			break
		}
		if s.stands(x, mint) && types.Identical(s.Info.TypeOf(x), field.Type()) {
			return rule.Fix{
				Message:       "use the identity of what is handled",
				Applicability: rule.UnsafeFix,
				Edits:         []rule.Edit{s.replace(x.Pos(), x.End(), v.Name()+"."+field.Name())},
			}, true
		}
	}
	return rule.Fix{}, false
}

// lasting puts the identity of a message in the place of the identity of its delivery, where the message has one field for that, of
// the same type.
func lasting(s *site) (rule.Fix, bool) {
	var found []*ast.SelectorExpr
	for _, n := range s.at(s.step(rule.Mint)) {
		if stmt, ok := n.(ast.Stmt); ok {
			ast.Inspect(stmt, func(n ast.Node) bool {
				sel, ok := n.(*ast.SelectorExpr)
				if ok && s.Info.Selections[sel] != nil && strings.HasSuffix(s.finding.Subject, "."+sel.Sel.Name) {
					found = append(found, sel)
				}
				_, body := n.(*ast.BlockStmt)
				return !body
			})
			break
		}
	}
	sel := only(found)
	if sel == nil {
		return rule.Fix{}, false
	}
	list := fields(s.Info.TypeOf(sel.X))
	if len(list) != 1 || !types.Identical(list[0].Type(), s.Info.TypeOf(sel)) {
		return rule.Fix{}, false
	}
	return rule.Fix{
		Message: "use the identity of the message, which all its deliveries share", Applicability: rule.UnsafeFix,
		Edits: []rule.Edit{s.replace(sel.Sel.Pos(), sel.Sel.End(), list[0].Name())},
	}, true
}

// stands reports whether an expression is the fresh value in another form and nothing else: the call, a method without arguments
// of its result, or a function of that alone.
func (s *site) stands(x ast.Expr, mint *ast.CallExpr) bool {
	for x = ast.Unparen(x); x != ast.Expr(mint); {
		call, ok := x.(*ast.CallExpr)
		if !ok {
			return false
		}
		sel, method := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		method = method && s.Info.Selections[sel] != nil
		switch {
		case method && len(call.Args) == 0:
			x = ast.Unparen(sel.X)
		case !method && len(call.Args) == 1:
			x = ast.Unparen(call.Args[0])
		default:
			return false
		}
	}
	return true
}

// several reports whether a function has more findings of the rule.
func (s *site) several(decl *ast.FuncDecl) bool {
	n := 0
	for i := range s.all {
		f := &s.all[i]
		if f.Rule != s.finding.Rule {
			continue
		}
		other := &site{Package: s.Package, finding: f}
		if declared(s.at(other.step(rule.Mint))) == decl {
			n++
		}
	}
	return n != 1
}

// fallback reports whether a value is made only where something else is missing, or goes into a variable that has another value
// on other ways: what is missing there would be put in its place.
func (s *site) fallback(mint *ast.CallExpr, path []ast.Node) bool {
	for i, n := range path {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for k, x := range n.Lhs {
				id, ok := x.(*ast.Ident)
				if !ok || len(n.Rhs) != len(n.Lhs) || !s.stands(n.Rhs[k], mint) {
					continue
				}
				if n.Tok != token.DEFINE || s.assigned(path[len(path)-1])[s.Info.Defs[id]] {
					return true
				}
			}
		case *ast.IfStmt:
			if i > 0 && (path[i-1] == ast.Node(n.Body) || path[i-1] == ast.Node(n.Else)) && comparesEmpty(n.Cond) {
				return true
			}
		case *ast.FuncDecl, *ast.FuncLit:
			return false
		}
	}
	return false
}

// comparesEmpty reports whether a condition asks whether a text is empty, or a pointer nil.
func comparesEmpty(cond ast.Expr) bool {
	found := false
	ast.Inspect(cond, func(n ast.Node) bool {
		if x, ok := n.(*ast.BinaryExpr); ok && (x.Op == token.EQL || x.Op == token.NEQ) {
			lit, text := ast.Unparen(x.Y).(*ast.BasicLit)
			found = found || text && lit.Value == `""` || isNil(x.Y)
		}
		return !found
	})
	return found
}

// handled are the variables that may hold the message or row, in the innermost loop or function around a value: those of the loop,
// or the parameters. There are none unless that is, or lies in, what is run again.
func (s *site) handled(path []ast.Node) []*types.Var {
	region, _ := s.span(s.step(rule.Region))
	decl := declared(path)
	if !region.IsValid() || !holds(decl, region) {
		return nil
	}
	for i, n := range path {
		switch n := n.(type) {
		case *ast.ForStmt:
			return nil
		case *ast.RangeStmt:
			if i == 0 || path[i-1] != ast.Node(n.Body) || n.Tok != token.DEFINE {
				return nil
			}
			var list []*types.Var
			for _, x := range []ast.Expr{n.Key, n.Value} {
				if id, ok := x.(*ast.Ident); ok {
					if v, ok := s.Info.Defs[id].(*types.Var); ok {
						list = append(list, v)
					}
				}
			}
			return list
		case *ast.FuncLit:
			return s.variables(n.Type.Params)
		case *ast.FuncDecl:
			return s.variables(n.Type.Params)
		}
	}
	return nil
}

// fields are those of a struct, or of what a pointer leads to, that say which one it is.
func fields(t types.Type) []*types.Var {
	if p, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	var list []*types.Var
	for f := range st.Fields() {
		if f.Exported() && model.MessageIdentity(f.Name()) {
			list = append(list, f)
		}
	}
	return list
}
