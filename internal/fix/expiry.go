package fix

import (
	"go/ast"
	"go/constant"
	"slices"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/rule"
)

// expiry gives a claim an end: the one that a later step sets, or else a day.
//
// It asks for a place of the claim for a lifetime that holds nothing: an argument, or a field of a literal at the call. The end of
// the later step is taken where that is a constant whose names mean the same at the claim. Where it is none, the day only bounds
// what a crash between the two leaves behind. A claim that the function gives back is a lock; to end it early lets two into what
// it locks, so that how long it may last is no matter of mechanics.
func expiry(s *site) (rule.Fix, bool) {
	claim, path := s.sent(s.step(rule.Sink))
	if s.finding.Mend != rule.MendExpiry || claim == nil || s.givesBack(declared(path)) {
		return rule.Fix{}, false
	}
	x := rule.Fix{Message: "set the expiry with the claim", Applicability: rule.UnsafeFix}
	text, imports := s.later(claim, path), []rule.Edit(nil)
	if text == "" {
		name, more, ok := s.imported(path[len(path)-1].(*ast.File), "time", claim.Pos(), path)
		if !ok {
			return rule.Fix{}, false
		}
		x.Message = "let the claim end after a day, which is how long most APIs keep idempotency keys; choose your own length"
		text, imports = "24*"+name+".Hour", more
	}
	if none := s.duration(claim); none != nil && s.zero(none) {
		x.Edits = append(imports, s.replace(none.Pos(), none.End(), text))
		return x, true
	}
	for _, o := range s.ops(claim) {
		if o.Expires == nil {
			continue
		}
		if edit, ok := s.ended(claim, *o.Expires, text); ok {
			x.Edits = append(imports, edit)
			return x, true
		}
	}
	return rule.Fix{}, false
}

// later is the expiry that the later step sets, as it can be written at the claim, or "".
func (s *site) later(claim *ast.CallExpr, path []ast.Node) string {
	step, around := s.sent(s.step(rule.Mint))
	if step == nil || declared(path) != declared(around) {
		return ""
	}
	lasts := s.duration(step)
	if lasts == nil || constant.Sign(s.Info.Types[lasts].Value) <= 0 || !s.same(lasts, claim.Rparen, path) {
		return ""
	}
	return s.text(lasts)
}

// ended is the edit that sets the field of a literal in which a place lies, if that is a duration and has none.
func (s *site) ended(claim *ast.CallExpr, at model.Place, text string) (rule.Edit, bool) {
	lit := s.request(claim, at)
	if lit == nil || !isDuration(s.fieldType(lit, at)) {
		return rule.Edit{}, false
	}
	kv := element(lit, field(at))
	if kv == nil {
		return s.added(lit, []string{field(at) + ": " + text}), true
	}
	return s.replace(kv.Value.Pos(), kv.Value.End(), text), s.zero(kv.Value)
}

// zero reports whether an expression is a constant that is zero.
func (s *site) zero(x ast.Expr) bool {
	v := s.Info.Types[x].Value
	return v != nil && constant.Sign(v) == 0
}

// givesBack reports whether a function deletes or unlocks something.
func (s *site) givesBack(decl *ast.FuncDecl) bool {
	found := decl == nil
	ast.Inspect(decl, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			found = found || slices.ContainsFunc(s.ops(call), func(o model.Op) bool { return o.Do == model.DoDelete || o.Do == model.DoUnlock })
		}
		return !found
	})
	return found
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
