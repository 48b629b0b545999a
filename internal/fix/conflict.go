package fix

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/sqlshape"
)

// doNothing adds ON CONFLICT DO NOTHING to an insert whose unique violation is forgiven in a transaction of PostgreSQL, which then
// goes on.
//
// It asks for the statement to stand in a literal at the call, without a conflict clause and without RETURNING, for a result that
// is only the error, and for code behind it that goes on in the same way whether the row was there or not: where the two ways
// differ, the number of rows would have to be asked for.
func doNothing(s *site) (rule.Fix, bool) {
	call, path := s.callAt(s.step(rule.Mint))
	if call == nil || declared(path) != declared(s.at(s.finding.At)) {
		return rule.Fix{}, false
	}
	lit := s.statement(call)
	if lit == nil || !s.alike(call, path) {
		return rule.Fix{}, false
	}
	at := lit.End() - 1 - token.Pos(len(trailing(lit.Value)))
	return rule.Fix{
		Message: "insert with ON CONFLICT DO NOTHING", Applicability: rule.UnsafeFix,
		Edits: []rule.Edit{s.replace(at, at, " ON CONFLICT DO NOTHING")},
	}, true
}

// trailing is what follows the statement inside of a literal: white space, and a semicolon.
func trailing(literal string) string {
	text := literal[:len(literal)-1]
	return text[len(strings.TrimRight(text, "; \t\r\n")):]
}

// statement is the literal among the arguments of a call that is one plain insert.
func (s *site) statement(call *ast.CallExpr) *ast.BasicLit {
	var found *ast.BasicLit
	for _, arg := range call.Args {
		lit, ok := ast.Unparen(arg).(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			continue
		}
		list := sqlshape.Parse(constant.StringVal(s.Info.Types[lit].Value))
		if len(list) == 0 {
			continue
		}
		st := list[0]
		plain := len(list) == 1 && st.Verb == sqlshape.Insert && st.Conflict == nil && !st.HasReturning && !st.Partial && len(st.CTEs) == 0
		if !plain || found != nil {
			return nil
		}
		found = lit
	}
	if found == nil {
		return nil
	}
	cut := len(found.Value) - 1 - len(trailing(found.Value))
	text := found.Value[1:cut] + " ON CONFLICT DO NOTHING"
	after := sqlshape.Parse(text)
	if len(after) != 1 || after[0].Conflict == nil || after[0].Conflict.Action != "nothing" {
		return nil
	}
	return found
}

// alike reports whether code goes on in the same way after a violation that is forgiven as after a success. The call's error
// is put into a variable and nothing else is kept of its outcome.
func (s *site) alike(call *ast.CallExpr, path []ast.Node) bool {
	var set *ast.AssignStmt
	for i, n := range path {
		switch n := n.(type) {
		case *ast.AssignStmt:
			set = n
		case *ast.IfStmt:
			return set != nil && n.Init == ast.Stmt(set) && s.onlyError(set) && n.Else == nil && s.forgives(n, nil, s.errorOf(set))
		}
		if list := statements(n); list != nil {
			if set == nil || i == 0 || path[i-1] != ast.Node(set) || !s.onlyError(set) {
				return false
			}
			return s.goesOn(list, set)
		}
	}
	return false
}

// goesOn looks at the statements after the one that sets the error.
func (s *site) goesOn(list []ast.Stmt, set *ast.AssignStmt) bool {
	err := s.errorOf(set)
	for i, stmt := range list {
		if stmt != ast.Stmt(set) {
			continue
		}
		rest := list[i+1:]
		for len(rest) > 0 && bare(rest[0]) {
			rest = rest[1:]
		}
		if len(rest) == 0 {
			return false
		}
		switch next := rest[0].(type) {
		case *ast.IfStmt:
			return next.Init == nil && next.Else == nil && s.forgives(next, rest[1:], err)
		case *ast.SwitchStmt:
			return next.Init == nil && next.Tag == nil && s.passes(next, err)
		}
	}
	return false
}

// bare reports whether a statement declares a variable and does nothing else.
func bare(stmt ast.Stmt) bool {
	d, ok := stmt.(*ast.DeclStmt)
	if !ok {
		return false
	}
	g, ok := d.Decl.(*ast.GenDecl)
	if !ok || g.Tok != token.VAR {
		return false
	}
	for _, spec := range g.Specs {
		if v, ok := spec.(*ast.ValueSpec); !ok || len(v.Values) > 0 {
			return false
		}
	}
	return true
}

// forgives reports whether a branch tells a violation from other errors, and what is done about it is what is done after a success:
// all other errors leave ("if err != nil && !known(err) { return err }"), the error is dropped ("if known(err) { err = nil }"),
// or both return the same ("if known(err) { return nil }; return err").
func (s *site) forgives(branch *ast.IfStmt, rest []ast.Stmt, err types.Object) bool {
	if len(branch.Body.List) != 1 {
		return false
	}
	if and, ok := ast.Unparen(branch.Cond).(*ast.BinaryExpr); ok && and.Op == token.LAND && s.failed(and.X, err) {
		if not, ok := ast.Unparen(and.Y).(*ast.UnaryExpr); ok && not.Op == token.NOT {
			_, leaves := branch.Body.List[0].(*ast.ReturnStmt)
			return leaves
		}
	}
	if s.failed(branch.Cond, err) {
		inner, ok := branch.Body.List[0].(*ast.IfStmt)
		if !ok || inner.Init != nil || inner.Else != nil || len(inner.Body.List) != 1 {
			return false
		}
		not, ok := ast.Unparen(inner.Cond).(*ast.UnaryExpr)
		_, leaves := inner.Body.List[0].(*ast.ReturnStmt)
		return ok && not.Op == token.NOT && leaves
	}
	switch does := branch.Body.List[0].(type) {
	case *ast.AssignStmt:
		return does.Tok == token.ASSIGN && len(does.Lhs) == 1 && s.is(does.Lhs[0], err) && isNil(does.Rhs[0])
	case *ast.ReturnStmt:
		if len(rest) == 0 {
			return false
		}
		other, ok := rest[0].(*ast.ReturnStmt)
		return ok && s.sameAnswer(does, other, err)
	}
	return false
}

// passes reports whether a switch has an empty case for the violation, and leaves for every other error.
func (s *site) passes(sw *ast.SwitchStmt, err types.Object) bool {
	empty := 0
	for _, c := range sw.Body.List {
		clause := c.(*ast.CaseClause)
		switch {
		case len(clause.Body) == 0:
			empty++
		case len(clause.Body) == 1:
			if _, leaves := clause.Body[0].(*ast.ReturnStmt); !leaves || len(clause.List) == 1 && !s.failed(clause.List[0], err) {
				return false
			}
		default:
			return false
		}
	}
	return empty > 0
}

// sameAnswer reports whether "return nil" says what "return err" says when there is no error.
func (s *site) sameAnswer(a, b *ast.ReturnStmt, err types.Object) bool {
	if len(a.Results) == 0 || len(a.Results) != len(b.Results) {
		return false
	}
	for i, x := range a.Results {
		y := b.Results[i]
		if isNil(x) && s.is(y, err) {
			continue
		}
		if s.text(x) != s.text(y) || s.Info.Types[x].Value == nil && !named(x) {
			return false
		}
	}
	return true
}

// onlyError reports whether a statement keeps the error of a call and nothing else.
func (s *site) onlyError(set *ast.AssignStmt) bool {
	if len(set.Rhs) != 1 || s.errorOf(set) == nil {
		return false
	}
	for _, x := range set.Lhs[:len(set.Lhs)-1] {
		if id, ok := x.(*ast.Ident); !ok || id.Name != "_" {
			return false
		}
	}
	return true
}

// errorOf is the variable that the last result of a call is put into.
func (s *site) errorOf(set *ast.AssignStmt) types.Object {
	id, ok := set.Lhs[len(set.Lhs)-1].(*ast.Ident)
	if !ok {
		return nil
	}
	obj := s.Info.ObjectOf(id)
	if obj == nil || types.TypeString(obj.Type(), nil) != "error" {
		return nil
	}
	return obj
}

// failed reports whether a condition is that there was an error.
func (s *site) failed(cond ast.Expr, err types.Object) bool {
	x, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	return ok && x.Op == token.NEQ && s.is(x.X, err) && isNil(x.Y)
}

func (s *site) is(x ast.Expr, obj types.Object) bool {
	id, ok := ast.Unparen(x).(*ast.Ident)
	return ok && obj != nil && s.Info.ObjectOf(id) == obj
}

func isNil(x ast.Expr) bool {
	id, ok := ast.Unparen(x).(*ast.Ident)
	return ok && id.Name == "nil"
}
