package fix

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/sqlshape"
)

// doNothing adds ON CONFLICT DO NOTHING to an insert whose unique violation is forgiven in a transaction of PostgreSQL, which then
// goes on, and takes out the branch that forgives it.
//
// It asks for the statement to stand in a literal at the call, without a conflict clause and without RETURNING, for a result that
// is only the error, for a function of the package that tells the violation by the error alone, and for code behind it that goes on
// in the same way whether the row was there or not: where the two ways differ, the number of rows would have to be asked for.
func doNothing(s *site) (rule.Fix, bool) {
	call, path := s.callAt(s.step(rule.Mint))
	if call == nil || declared(path) != declared(s.at(s.finding.At)) {
		return rule.Fix{}, false
	}
	lit := s.statement(call)
	if lit == nil {
		return rule.Fix{}, false
	}
	out, ok := s.forgiving(path)
	if !ok {
		return rule.Fix{}, false
	}
	at := lit.End() - 1 - token.Pos(len(trailing(lit.Value)))
	return rule.Fix{
		Message: "insert with ON CONFLICT DO NOTHING, and do not forgive other errors", Applicability: rule.UnsafeFix,
		Edits: []rule.Edit{s.replace(at, at, " ON CONFLICT DO NOTHING"), out},
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

// forgiving is the edit that takes out what forgives the error of a call, among the nodes around that. The error goes into a
// variable, and nothing else is kept of the outcome.
func (s *site) forgiving(path []ast.Node) (rule.Edit, bool) {
	var set *ast.AssignStmt
	for i, n := range path {
		switch n := n.(type) {
		case *ast.AssignStmt:
			set = n
		case *ast.IfStmt:
			if set == nil || n.Init != ast.Stmt(set) || !s.onlyError(set) {
				return rule.Edit{}, false
			}
			return s.unforgive(n, nil, s.errorOf(set))
		}
		if list := statements(n); list != nil {
			if set == nil || i == 0 || path[i-1] != ast.Node(set) || !s.onlyError(set) {
				return rule.Edit{}, false
			}
			return s.following(list, set)
		}
	}
	return rule.Edit{}, false
}

// following looks at the statement after the one that sets the error.
func (s *site) following(list []ast.Stmt, set *ast.AssignStmt) (rule.Edit, bool) {
	rest := list[slices.Index(list, ast.Stmt(set))+1:]
	if len(rest) == 0 {
		return rule.Edit{}, false
	}
	branch, ok := rest[0].(*ast.IfStmt)
	if !ok || branch.Init != nil {
		return rule.Edit{}, false
	}
	return s.unforgive(branch, rest[1:], s.errorOf(set))
}

// unforgive takes out what forgives a violation, in a branch of one of three forms: "if err != nil && !known(err) { return … }",
// "if known(err) { err = nil }", and "if known(err) { return nil }" with "return err" behind it.
func (s *site) unforgive(branch *ast.IfStmt, rest []ast.Stmt, err types.Object) (rule.Edit, bool) {
	if branch.Else != nil || len(branch.Body.List) != 1 {
		return rule.Edit{}, false
	}
	if and, ok := ast.Unparen(branch.Cond).(*ast.BinaryExpr); ok {
		not, negated := ast.Unparen(and.Y).(*ast.UnaryExpr)
		_, leaves := branch.Body.List[0].(*ast.ReturnStmt)
		ok = and.Op == token.LAND && s.failed(and.X, err) && negated && not.Op == token.NOT && leaves && s.tells(not.X, err)
		return s.replace(and.X.End(), and.End(), ""), ok
	}
	if branch.Init != nil || !s.tells(branch.Cond, err) || s.explained(branch) {
		return rule.Edit{}, false
	}
	same := false
	switch does := branch.Body.List[0].(type) {
	case *ast.AssignStmt:
		same = does.Tok == token.ASSIGN && len(does.Lhs) == 1 && s.is(does.Lhs[0], err) && isNil(does.Rhs[0])
	case *ast.ReturnStmt:
		if len(rest) > 0 {
			other, ok := rest[0].(*ast.ReturnStmt)
			same = ok && s.sameAnswer(does, other, err)
		}
	}
	return s.line(branch), same
}

// tells reports whether a condition is the answer of a function of the package that is told the error and nothing else.
func (s *site) tells(cond ast.Expr, err types.Object) bool {
	call, ok := ast.Unparen(cond).(*ast.CallExpr)
	if !ok || len(call.Args) != 1 || !s.is(call.Args[0], err) {
		return false
	}
	_, ok = call.Fun.(*ast.Ident)
	return ok
}

// explained reports whether a comment stands in a statement, or right above it.
func (s *site) explained(stmt ast.Stmt) bool {
	if s.leading(stmt) != stmt.Pos() {
		return true
	}
	for _, f := range s.Files {
		for _, g := range f.Comments {
			if holds(stmt, g.Pos()) {
				return true
			}
		}
	}
	return false
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
