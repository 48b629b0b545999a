package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/rule"
)

// hoist moves the call that makes a fresh value in front of the code that runs again.
//
// It asks for the whole to be seen in one function: the call, or the call of a helper that makes the value, stands in the
// loop or closure that is repeated, and its arguments mean the same in front of it. A value that comes with an error is left
// alone: what to do with the error out there is no matter of mechanics.
func hoist(s *site) (rule.Fix, bool) {
	part := s.finding.Mend == rule.MendHoistPart
	if s.finding.Mend != rule.MendHoist && !part || s.finding.Regime != model.Retry && s.finding.Regime != model.TxRetry {
		return rule.Fix{}, false
	}
	region := s.step(rule.Region)
	call, path := s.minted(region)
	if call == nil || part && !s.alone(call, path) {
		return rule.Fix{}, false
	}
	from, _ := s.span(region)
	target := outermost(path, from)
	decl := declared(path)
	if target == nil || decl == nil || !s.movable(call, target) {
		return rule.Fix{}, false
	}
	x := rule.Fix{Message: "make the value once, before the code that runs again", Applicability: rule.UnsafeFix}
	at := s.leading(target)
	if def := definition(path, call); def != nil && s.movableDefinition(def, decl, target) {
		x.Edits = []rule.Edit{s.replace(at, at, s.text(def)+"\n"), s.line(def)}
		return x, true
	}
	name := s.free(decl, s.names(call)...)
	if name == "" {
		return rule.Fix{}, false
	}
	x.Edits = []rule.Edit{s.replace(at, at, name+" := "+s.text(call)+"\n"), s.replace(call.Pos(), call.End(), name)}
	return x, true
}

// alone reports whether all is constant that makes a key together with a fresh value: beside the call that is moved, and where the
// value is made; if that is in another package, what the call is given.
func (s *site) alone(call *ast.CallExpr, path []ast.Node) bool {
	if !s.beside(path) {
		return false
	}
	if mint, around := s.callAt(s.step(rule.Mint)); mint != nil {
		return s.beside(around)
	}
	_, function := typeutil.Callee(s.Info, call).(*types.Func)
	sel, ok := call.Fun.(*ast.SelectorExpr)
	return function && ok && s.Info.Selections[sel] == nil && !slices.ContainsFunc(call.Args, func(x ast.Expr) bool { return s.Info.Types[x].Value == nil })
}

// beside reports whether all that stands beside a call in the text that it becomes part of is constant. The nodes are the call and
// those around it.
func (s *site) beside(path []ast.Node) bool {
	constant := func(list ...ast.Expr) bool {
		return !slices.ContainsFunc(list, func(x ast.Expr) bool { return x != path[0] && s.Info.Types[x].Value == nil })
	}
	for ; len(path) > 1; path = path[1:] {
		switch n := path[1].(type) {
		case *ast.BinaryExpr:
			if !constant(n.X, n.Y) {
				return false
			}
		case *ast.CallExpr:
			if !isString(s.Info.TypeOf(n)) {
				return true
			}
			if n.Fun != path[0] && !constant(n.Args...) {
				return false
			}
		case *ast.SelectorExpr, *ast.ParenExpr:
		default:
			return true
		}
	}
	return true
}

// names are what the value may be called.
func (s *site) names(call *ast.CallExpr) []string {
	if s.finding.Rule != "IDV110" {
		return []string{"key", "idempotencyKey", "stableKey"}
	}
	if types.TypeString(s.Info.TypeOf(call), nil) == "time.Time" {
		return []string{"now", "started", "firstTried"}
	}
	return []string{"id", "value", "sameEachTime"}
}

// minted is the call in the function of the region that yields the fresh value: the one that makes it, or a call of the
// helper that does. Calls on the way to the receiver look alike on a path; so where the receiver is in another function, only
// the first counts.
func (s *site) minted(region rule.Place) (*ast.CallExpr, []ast.Node) {
	around := declared(s.at(region))
	if around == nil {
		return nil, nil
	}
	places := []rule.Place{s.step(rule.Mint)}
	if declared(s.at(s.step(rule.Sink))) == around {
		places = append(places, s.steps(rule.Flow)...)
	}
	for _, at := range places {
		call, path := s.callAt(at)
		if call == nil || declared(path) != around {
			continue
		}
		if t := s.Info.TypeOf(call); t != nil && !isTuple(t) {
			return call, path
		}
	}
	return nil, nil
}

func isTuple(t types.Type) bool {
	_, ok := t.(*types.Tuple)
	return ok || t == types.Typ[types.Invalid]
}

// outermost is the statement, in a list of statements, in front of which the value belongs: the one that holds both the value
// and what makes the code run again; or, where these stand apart, the one with the function literal that is handed over.
func outermost(path []ast.Node, region token.Pos) ast.Stmt {
	repeats := false // a loop or function literal has been left
	for i, n := range path {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			if repeats = true; !holds(n, region) {
				return nil
			}
		case *ast.FuncLit:
			repeats = true
		case *ast.FuncDecl:
			return nil
		}
		stmt, ok := n.(ast.Stmt)
		if !ok || !repeats || i+1 == len(path) || !isList(path[i+1]) {
			continue
		}
		if holds(n, region) || holds(path[i+1], region) && !labelled(path[i+1]) {
			return stmt
		}
	}
	return nil
}

func holds(n ast.Node, pos token.Pos) bool { return n.Pos() <= pos && pos < n.End() }

// isList reports whether statements stand one after another in a node.
func isList(n ast.Node) bool {
	switch n.(type) {
	case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
		return true
	}
	return false
}

func labelled(n ast.Node) bool {
	_, ok := n.(*ast.LabeledStmt)
	return ok
}

// movable reports whether a call means the same in front of a statement: nothing in it is declared or set there.
func (s *site) movable(call *ast.CallExpr, target ast.Stmt) bool {
	set := s.assigned(target)
	ok := true
	ast.Inspect(call, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			ok = false
		case *ast.Ident:
			if obj := s.Info.Uses[n]; obj != nil && (holds(target, obj.Pos()) || set[obj]) {
				ok = false
			}
		}
		return ok
	})
	return ok
}

// assigned lists the variables that are set inside a node.
func (s *site) assigned(within ast.Node) map[types.Object]bool {
	set := map[types.Object]bool{}
	add := func(x ast.Expr) {
		if id, ok := ast.Unparen(x).(*ast.Ident); ok {
			if obj := s.Info.Uses[id]; obj != nil {
				set[obj] = true
			}
		}
	}
	ast.Inspect(within, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, x := range n.Lhs {
				add(x)
			}
		case *ast.IncDecStmt:
			add(n.X)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				add(n.X)
			}
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				add(n.Key)
				add(n.Value)
			}
		}
		return true
	})
	return set
}

// definition is the statement "x := call" around a call, if it is one in a list of statements.
func definition(path []ast.Node, call *ast.CallExpr) *ast.AssignStmt {
	if len(path) < 3 || !isList(path[2]) {
		return nil
	}
	def, ok := path[1].(*ast.AssignStmt)
	if !ok || def.Tok != token.DEFINE || len(def.Lhs) != 1 || len(def.Rhs) != 1 || def.Rhs[0] != ast.Expr(call) {
		return nil
	}
	return def
}

// movableDefinition reports whether the whole definition can go in front of the target: its variable is never set again, and
// its name means nothing else in the function.
func (s *site) movableDefinition(def *ast.AssignStmt, decl *ast.FuncDecl, target ast.Stmt) bool {
	id, ok := def.Lhs[0].(*ast.Ident)
	if !ok || id.Name == "_" {
		return false
	}
	obj := s.Info.Defs[id]
	if obj == nil || s.assigned(target)[obj] {
		return false
	}
	other := false
	ast.Inspect(decl, func(n ast.Node) bool {
		if x, ok := n.(*ast.Ident); ok && x.Name == id.Name {
			if o := s.Info.ObjectOf(x); o != nil && o != obj {
				if v, field := o.(*types.Var); !field || !v.IsField() {
					other = true
				}
			}
		}
		return true
	})
	scope := s.Info.Scopes[decl.Type]
	if scope != nil {
		if _, outer := scope.LookupParent(id.Name, decl.Pos()); outer != nil {
			other = true
		}
	}
	return !other
}
