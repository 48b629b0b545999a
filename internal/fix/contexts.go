package fix

import (
	"go/ast"
	"go/types"
	"go/version"

	"github.com/idemvet/idemvet/internal/rule"
)

// innerContext hands over the context of the transaction: the one parameter of that type of the function that runs in it.
func innerContext(s *site) (rule.Fix, bool) {
	call, path := s.sent(s.finding.At)
	if s.finding.Mend != rule.MendContext || call == nil {
		return rule.Fix{}, false
	}
	arg := s.contextOf(call)
	begin, _ := s.span(s.step(rule.Mint))
	for i, n := range path {
		lit, ok := n.(*ast.FuncLit)
		if !ok || arg == nil || i+1 == len(path) {
			continue
		}
		if by, ok := path[i+1].(*ast.CallExpr); !ok || !holds(by, begin) {
			continue
		}
		var inner []*types.Var
		for _, v := range s.variables(lit.Type.Params) {
			if isContext(v.Type()) {
				inner = append(inner, v)
			}
		}
		v := only(inner)
		if v == nil || s.means(v.Name(), arg.Pos(), path) != types.Object(v) || s.text(arg) == v.Name() {
			return rule.Fix{}, false
		}
		return rule.Fix{
			Message: "hand over the context of the transaction", Applicability: rule.UnsafeFix,
			Edits: []rule.Edit{s.replace(arg.Pos(), arg.End(), v.Name())},
		}, true
	}
	return rule.Fix{}, false
}

// contextOf is the argument of a call that is a context and a plain variable, nil if there are several or none.
func (s *site) contextOf(call *ast.CallExpr) ast.Expr {
	var found ast.Expr
	for i, arg := range call.Args {
		if !isContext(s.parameter(call, i)) {
			continue
		}
		if found != nil || !named(arg) {
			return nil
		}
		found = arg
	}
	return found
}

// detach gives a call that has to be sent in any case a context that does not end with the one it has. The function for that is
// there since Go 1.21.
func detach(s *site) (rule.Fix, bool) {
	call, path := s.sent(s.finding.At)
	if s.finding.Mend != rule.MendDetach || call == nil || s.finding.At != s.step(rule.Sink) {
		return rule.Fix{}, false
	}
	arg, file := s.contextOf(call), s.file(s.finding.At)
	if v := s.Info.FileVersions[file]; arg == nil || version.IsValid(v) && version.Compare(v, "go1.21") < 0 {
		return rule.Fix{}, false
	}
	pkg, edits, ok := s.imported(file, "context", call.Pos(), path)
	if !ok {
		return rule.Fix{}, false
	}
	edits = append(edits, s.replace(arg.Pos(), arg.End(), pkg+".WithoutCancel("+s.text(arg)+")"))
	return rule.Fix{Message: "use a context that has not ended", Applicability: rule.UnsafeFix, Edits: edits}, true
}
