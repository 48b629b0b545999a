package fix

import (
	"go/ast"
	"go/constant"

	"github.com/idemvet/idemvet/internal/rule"
)

// expiry puts the expiry that a later step sets into the claim.
//
// It asks for both calls in one function, for one argument of each that is a duration, a constant zero in the claim and another
// constant in the step, and for names that mean the same at the claim. How long a claim may last that nothing limits is no matter
// of mechanics; such a finding gets no edit.
func expiry(s *site) (rule.Fix, bool) {
	claim, path := s.sent(s.step(rule.Sink))
	step, around := s.sent(s.step(rule.Mint))
	if s.finding.Mend != rule.MendExpiry || claim == nil || step == nil || declared(path) != declared(around) {
		return rule.Fix{}, false
	}
	none, lasts := s.duration(claim), s.duration(step)
	if none == nil || lasts == nil || constant.Sign(s.Info.Types[none].Value) != 0 || constant.Sign(s.Info.Types[lasts].Value) <= 0 {
		return rule.Fix{}, false
	}
	if !s.same(lasts, none.Pos(), path) {
		return rule.Fix{}, false
	}
	return rule.Fix{
		Message: "set the expiry with the claim", Applicability: rule.UnsafeFix,
		Edits: []rule.Edit{s.replace(none.Pos(), none.End(), s.text(lasts))},
	}, true
}

// duration is the one argument of a call that is a duration, nil if there is none or more, or if it is no constant. Of a chain of
// calls, the first call counts that has one.
func (s *site) duration(call *ast.CallExpr) ast.Expr {
	for {
		var found []*ast.Expr
		for i := range call.Args {
			if isDuration(s.parameter(call, i)) {
				found = append(found, &call.Args[i])
			}
		}
		if x := only(found); x != nil {
			if s.Info.Types[*x].Value == nil {
				return nil
			}
			return *x
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok || len(found) > 0 {
			return nil
		}
		inner, ok := ast.Unparen(sel.X).(*ast.CallExpr)
		if !ok {
			return nil
		}
		call = inner
	}
}
