package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/idemvet/idemvet/internal/rule"
)

// rebuild makes the reader of a body anew in each attempt: its definition goes to the start of the loop or function literal.
//
// It asks for a reader over bytes or text that are there for all attempts, made in a statement of its own from one value that
// nothing in the loop changes, and used in the body of what is repeated alone.
func rebuild(s *site) (rule.Fix, bool) {
	path := s.at(s.finding.At)
	decl := declared(path)
	body := s.attempt(path)
	if decl == nil || body == nil || len(body.List) == 0 {
		return rule.Fix{}, false
	}
	var found []*ast.AssignStmt
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		def, ok := n.(*ast.AssignStmt)
		if ok && def.End() < body.Pos() && s.restartable(def, body, path) && s.usedIn(def, body, decl) {
			found = append(found, def)
		}
		return true
	})
	def := only(found)
	if def == nil {
		return rule.Fix{}, false
	}
	return rule.Fix{
		Message: "make the body anew in each attempt", Applicability: rule.UnsafeFix,
		Edits: []rule.Edit{s.line(def), s.atStart(body, s.text(def))},
	}, true
}

// attempt is the body of what is repeated, among the nodes around a place in it.
func (s *site) attempt(path []ast.Node) *ast.BlockStmt {
	from, _ := s.span(s.step(rule.Region))
	if !from.IsValid() {
		return nil
	}
	for i, n := range path {
		switch n := n.(type) {
		case *ast.ForStmt:
			if n.Pos() == from {
				return n.Body
			}
		case *ast.RangeStmt:
			if n.Pos() == from {
				return n.Body
			}
		case *ast.FuncLit:
			if call, ok := path[i+1].(*ast.CallExpr); ok && holds(call, from) {
				return n.Body
			}
		}
	}
	return nil
}

// readers are the types of the standard library that read what they are given and leave that as it is.
var readers = []string{"*strings.Reader", "*bytes.Reader", "*bytes.Buffer"}

// restartable reports whether a statement defines a reader over text or bytes that mean the same at the start of a body.
func (s *site) restartable(def *ast.AssignStmt, body *ast.BlockStmt, path []ast.Node) bool {
	if def.Tok != token.DEFINE || len(def.Lhs) != 1 || len(def.Rhs) != 1 {
		return false
	}
	call, ok := def.Rhs[0].(*ast.CallExpr)
	if !ok || len(call.Args) != 1 || !slices.Contains(readers, types.TypeString(s.Info.TypeOf(call), nil)) {
		return false
	}
	switch types.TypeString(s.Info.TypeOf(call.Args[0]), nil) {
	case "string", "untyped string", "[]byte":
	default:
		return false
	}
	inside := path[:slices.Index(path, ast.Node(body))+1]
	within := path[len(inside)-1:]
	if _, plain := ast.Unparen(call.Args[0]).(*ast.CallExpr); plain {
		return false // may cost, or not be the same each time
	}
	set := s.assigned(body)
	ok = s.same(call, body.List[0].Pos(), within)
	ast.Inspect(call, func(n ast.Node) bool {
		if id, is := n.(*ast.Ident); is && set[s.Info.Uses[id]] {
			ok = false
		}
		return ok
	})
	return ok
}

// usedIn reports whether a variable is used in a body, there alone, and is never set again.
func (s *site) usedIn(def *ast.AssignStmt, body *ast.BlockStmt, decl *ast.FuncDecl) bool {
	id, ok := def.Lhs[0].(*ast.Ident)
	if !ok || s.Info.Defs[id] == nil {
		return false
	}
	obj := s.Info.Defs[id]
	inside, outside := 0, 0
	ast.Inspect(decl, func(n ast.Node) bool {
		if x, is := n.(*ast.Ident); is && s.Info.Uses[x] == obj {
			if holds(body, x.Pos()) {
				inside++
			} else {
				outside++
			}
		}
		return true
	})
	return inside > 0 && outside == 0 && !s.assigned(body)[obj]
}
