package fix

import (
	"go/ast"
	"go/constant"
	"go/token"
	"strings"

	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/sqlshape"
)

// skip adds ON CONFLICT DO NOTHING to the insert that follows a look-up, where the schema has a unique key: the second of two runs
// then ends as one that found the row.
//
// It asks for a plain insert with the placeholders of PostgreSQL, as the last thing that a function does which answers with an error
// only, and for a look-up in the same function behind which "return nil" stands for a row that is there. The function may hold no
// other statement that writes: what a run does that finds the row would be left out by the one that comes too late.
func skip(s *site) (rule.Fix, bool) {
	call, path := s.callAt(s.step(rule.Sink))
	look, around := s.callAt(s.step(rule.Mint))
	if s.finding.Mend != rule.MendSkip || call == nil || look == nil || declared(path) != declared(around) || innermost(path) != innermost(around) {
		return rule.Fix{}, false
	}
	lit, fn := s.statement(call), innermost(path)
	if lit == nil || fn == nil || !numbered(s.textOf(lit)) || !s.lastly(path) || !s.endsFound(fn, look, call) || s.writesMore(fn, lit) {
		return rule.Fix{}, false
	}
	at := lit.End() - 1 - token.Pos(len(trailing(lit.Value)))
	return rule.Fix{
		Message: "insert with ON CONFLICT DO NOTHING: the second run then ends as one that found the row", Applicability: rule.UnsafeFix, IfUnique: true,
		Edits: []rule.Edit{s.replace(at, at, " ON CONFLICT DO NOTHING")},
	}, true
}

func (s *site) textOf(lit *ast.BasicLit) string { return constant.StringVal(s.Info.Types[lit].Value) }

// numbered reports whether the placeholders of a statement are those of PostgreSQL.
func numbered(text string) bool { return strings.Contains(text, "$1") && !strings.Contains(text, "?") }

// innermost is the body of the innermost function around a node, if that function answers with an error and nothing else.
func innermost(path []ast.Node) *ast.BlockStmt {
	for _, n := range path {
		var t *ast.FuncType
		var body *ast.BlockStmt
		switch n := n.(type) {
		case *ast.FuncDecl:
			t, body = n.Type, n.Body
		case *ast.FuncLit:
			t, body = n.Type, n.Body
		default:
			continue
		}
		if t.Results.NumFields() != 1 {
			return nil
		}
		if id, ok := t.Results.List[0].Type.(*ast.Ident); !ok || id.Name != "error" {
			return nil
		}
		return body
	}
	return nil
}

// lastly reports whether the function of a call does nothing behind it but return: the error, or an error if there was one and nil.
func (s *site) lastly(path []ast.Node) bool {
	for i, n := range path {
		list := statements(n)
		if list == nil {
			continue
		}
		if i+1 == len(path) || !isBody(path[i+1]) {
			return false
		}
		at := 0
		for at < len(list) && list[at] != path[i-1] {
			at++
		}
		set, behind := s.settled(list, at)
		if set == nil || len(behind) != 1 {
			return false
		}
		ret, ok := behind[0].(*ast.ReturnStmt)
		return ok && len(ret.Results) == 1 && (isNil(ret.Results[0]) || s.is(ret.Results[0], s.errorOf(set)))
	}
	return false
}

func isBody(n ast.Node) bool {
	switch n.(type) {
	case *ast.FuncDecl, *ast.FuncLit:
		return true
	}
	return false
}

// settled is the statement that keeps the error of a call and nothing else, in a list, and what follows behind the branch that returns
// that error.
func (s *site) settled(list []ast.Stmt, at int) (set *ast.AssignStmt, behind []ast.Stmt) {
	if at >= len(list) {
		return nil, nil
	}
	gives := func(stmt ast.Stmt) bool { return returns(stmt) && s.failed(stmt.(*ast.IfStmt).Cond, s.errorOf(set)) }
	switch n := list[at].(type) {
	case *ast.AssignStmt:
		set, behind = n, list[at+1:]
	case *ast.IfStmt:
		set, _ = n.Init.(*ast.AssignStmt)
		behind = list[at:]
	}
	if set == nil || !s.onlyError(set) {
		return nil, nil
	}
	if len(behind) > 1 && gives(behind[0]) {
		behind = behind[1:]
	}
	return set, behind
}

// returns reports whether a statement is a branch that does nothing but return.
func returns(stmt ast.Stmt) bool {
	branch, ok := stmt.(*ast.IfStmt)
	if !ok || branch.Else != nil || len(branch.Body.List) != 1 {
		return false
	}
	_, ok = branch.Body.List[0].(*ast.ReturnStmt)
	return ok
}

// endsFound reports whether "return nil" stands in a branch of its own between a look-up and a write.
func (s *site) endsFound(fn *ast.BlockStmt, look, call *ast.CallExpr) bool {
	for _, stmt := range fn.List {
		if branch, ok := stmt.(*ast.IfStmt); ok && branch.Body.Pos() > look.Pos() && branch.End() < call.Pos() && returns(branch) {
			if ret := branch.Body.List[0].(*ast.ReturnStmt); len(ret.Results) == 1 && isNil(ret.Results[0]) {
				return true
			}
		}
	}
	return false
}

// writesMore reports whether a function holds the text of another statement than a query.
func (s *site) writesMore(fn *ast.BlockStmt, but *ast.BasicLit) bool {
	found := false
	ast.Inspect(fn, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit != but && lit.Kind == token.STRING && s.Info.Types[lit].Value != nil {
			for _, st := range sqlshape.Parse(s.textOf(lit)) {
				found = found || st.Verb == sqlshape.Insert || st.Verb == sqlshape.Update || st.Verb == sqlshape.Delete
			}
		}
		return !found
	})
	return found
}
