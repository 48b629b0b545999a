package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/idemvet/idemvet/internal/rule"
)

// throughTx puts the transaction in the place of the handle from which it was begun: in front of the methods that are called, or as
// the argument of a helper.
//
// It asks for one variable that holds the transaction, in scope, made by a call that has that very handle, and for types that
// fit: the same method, or a parameter that takes both. What a helper does with a handle of its own is not changed from here.
func throughTx(s *site) (rule.Fix, bool) {
	if s.finding.Mend != rule.MendHandle {
		return rule.Fix{}, false
	}
	for _, at := range append([]rule.Place{s.finding.At}, s.steps(rule.Flow)...) {
		if edits := s.handedOver(at); len(edits) == 1 {
			return rule.Fix{Message: "use the transaction", Applicability: rule.UnsafeFix, Edits: edits}, true
		}
	}
	return rule.Fix{}, false
}

// handedOver are the edits that put the transaction in the place of its handle in a call, one if the call has it once.
func (s *site) handedOver(at rule.Place) []rule.Edit {
	call, path := s.sent(at)
	if call == nil {
		return nil
	}
	var edits []rule.Edit
	if x, method := s.receiver(call); x != nil {
		if tx := s.transaction(x, path, func(t types.Type) bool { return s.serves(t, x, method) }); tx != nil {
			edits = append(edits, s.replace(x.Pos(), x.End(), tx.Name()))
		}
	}
	for i, arg := range call.Args {
		param := s.parameter(call, i)
		if param == nil || !named(arg) || isContext(param) {
			continue
		}
		if tx := s.transaction(arg, path, func(t types.Type) bool { return types.AssignableTo(t, param) }); tx != nil {
			edits = append(edits, s.replace(arg.Pos(), arg.End(), tx.Name()))
		}
	}
	return edits
}

// serves reports whether a method can be called on a value of another type with the same arguments and results.
func (s *site) serves(t types.Type, x ast.Expr, method string) bool {
	if types.Identical(t, s.Info.TypeOf(x)) {
		return true
	}
	like := methodOf(s.Info.TypeOf(x), method)
	return like != nil && does(t, method, like)
}

// transaction is the variable that holds the one transaction begun from a handle, of a type that fits, nil if there is none or more
// than one: where two are open, the finding may be about either. Nodes are those around the use.
func (s *site) transaction(handle ast.Expr, path []ast.Node, fits func(types.Type) bool) *types.Var {
	if !named(handle) {
		return nil
	}
	begun := s.step(rule.Mint)
	tx := only(s.candidates(handle, path, fits, begun))
	if tx == nil || begun.IsValid() && slices.ContainsFunc(s.candidates(handle, path, fits, rule.Place{}), func(v *types.Var) bool { return v != tx }) {
		return nil
	}
	return tx
}

// candidates are the variables in scope that hold what was begun from a handle at a place. Where no place is given, those
// count that can be ended both ways.
func (s *site) candidates(handle ast.Expr, path []ast.Node, fits func(types.Type) bool, begun rule.Place) []*types.Var {
	var found []*types.Var
	add := func(v *types.Var) {
		if fits(v.Type()) && s.means(v.Name(), handle.Pos(), path) == types.Object(v) {
			found = append(found, v)
		}
	}
	for i, n := range path {
		if lit, ok := n.(*ast.FuncLit); ok && i+1 < len(path) {
			if by, ok := path[i+1].(*ast.CallExpr); ok && s.begins(by, handle, begun) {
				for _, v := range s.variables(lit.Type.Params) {
					if begun.IsValid() || transactional(v.Type()) {
						add(v)
					}
				}
			}
		}
		for _, v := range s.defined(n, handle, begun) {
			add(v)
		}
	}
	return found
}

// defined are the variables that hold what was begun from a handle by statements of a list that stand in front of its use.
func (s *site) defined(list ast.Node, handle ast.Expr, begun rule.Place) []*types.Var {
	var found []*types.Var
	for _, stmt := range statements(list) {
		def, ok := stmt.(*ast.AssignStmt)
		if !ok || def.End() > handle.Pos() || def.Tok != token.DEFINE || len(def.Rhs) != 1 {
			continue
		}
		by, ok := ast.Unparen(def.Rhs[0]).(*ast.CallExpr)
		if !ok || !s.begins(by, handle, begun) {
			continue
		}
		for _, x := range def.Lhs {
			id, ok := x.(*ast.Ident)
			if !ok {
				continue
			}
			v, ok := s.Info.Defs[id].(*types.Var)
			if ok && (begun.IsValid() || transactional(v.Type()) && !types.Identical(v.Type(), s.Info.TypeOf(handle))) {
				found = append(found, v)
			}
		}
	}
	return found
}

// begins reports whether a call has a handle, in front or as an argument, and is at the place where a transaction begins, if one is
// given.
func (s *site) begins(call *ast.CallExpr, handle ast.Expr, begun rule.Place) bool {
	if from, _ := s.span(begun); begun.IsValid() && !holds(call, from) {
		return false
	}
	text := s.text(handle)
	if x, _ := s.receiver(call); x != nil && s.text(x) == text {
		return true
	}
	for _, arg := range call.Args {
		if s.text(arg) == text {
			return true
		}
	}
	return false
}

// transactional reports whether a type can end a transaction both ways.
func transactional(t types.Type) bool {
	return methodOf(t, "Commit") != nil && methodOf(t, "Rollback") != nil
}

// named reports whether an expression is a variable, or a field of one.
func named(x ast.Expr) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.Ident:
		return x.Name != "nil" && x.Name != "_"
	case *ast.SelectorExpr:
		return named(x.X)
	}
	return false
}

// statements are those that stand in a node one after another.
func statements(n ast.Node) []ast.Stmt {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return n.List
	case *ast.CaseClause:
		return n.Body
	case *ast.CommClause:
		return n.Body
	}
	return nil
}
