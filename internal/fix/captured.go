package fix

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/idemvet/idemvet/internal/rule"
)

// reset gives a variable that a repeated function adds to its first value at the start of that function.
//
// It asks for a variable of the function around, defined with its zero value or an empty literal, that nothing else has touched
// when the repeats begin, and for no loop between its definition and them: what is meant to add up over the turns of a loop is not
// set back.
func reset(s *site) (rule.Fix, bool) {
	path := s.at(s.finding.At)
	again := s.repeated(path)
	if s.finding.Mend != rule.MendReset || again == nil {
		return rule.Fix{}, false
	}
	v := s.changed(path, again)
	if v == nil || !s.untouched(v, path, again) {
		return rule.Fix{}, false
	}
	text, ok := s.first(v, path, again)
	if !ok {
		return rule.Fix{}, false
	}
	return rule.Fix{
		Message: "set " + v.Name() + " to its first value at the start of each run", Applicability: rule.UnsafeFix,
		Edits: []rule.Edit{s.atStart(again.Body, text)},
	}, true
}

// atStart puts a statement in front of the others of a function or loop.
func (s *site) atStart(body *ast.BlockStmt, text string) rule.Edit {
	at := s.leading(body.List[0])
	if s.Fset.PositionFor(body.Lbrace, false).Line == s.Fset.PositionFor(at, false).Line {
		return s.replace(at, at, text+"; ")
	}
	return s.replace(at, at, text+"\n")
}

// repeated is the function literal that is run again, among the nodes around a change: the outermost one in the call that repeats it.
func (s *site) repeated(path []ast.Node) *ast.FuncLit {
	region := s.step(rule.Region)
	call, _ := s.callAt(region)
	if call == nil {
		return nil
	}
	for i, n := range path {
		if n != ast.Node(call) {
			continue
		}
		for ; i > 0; i-- {
			if lit, ok := path[i-1].(*ast.FuncLit); ok && len(lit.Body.List) > 0 {
				return lit
			}
		}
	}
	return nil
}

// changed is the variable that a statement changes, nil unless it is one of the function around what is repeated.
func (s *site) changed(path []ast.Node, again *ast.FuncLit) *types.Var {
	decl := declared(path)
	if decl == nil {
		return nil
	}
	for _, n := range path {
		var x ast.Expr
		switch n := n.(type) {
		case *ast.IncDecStmt:
			x = n.X
		case *ast.AssignStmt:
			if len(n.Lhs) != 1 {
				return nil
			}
			x = n.Lhs[0]
		case *ast.ExprStmt:
			x = s.writtenTo(n)
		case ast.Stmt:
			return nil
		default:
			continue
		}
		if i, ok := ast.Unparen(x).(*ast.IndexExpr); ok {
			x = i.X
		}
		id, ok := x.(*ast.Ident)
		if !ok {
			return nil
		}
		v, ok := s.Info.Uses[id].(*types.Var)
		if !ok || !holds(decl.Body, v.Pos()) && !result(decl, v) || holds(again, v.Pos()) {
			return nil
		}
		return v
	}
	return nil
}

// result reports whether a variable is a named result.
func result(decl *ast.FuncDecl, v *types.Var) bool {
	return decl.Type.Results != nil && holds(decl.Type.Results, v.Pos())
}

// writtenTo is what a call writes to: the receiver, or the argument whose address it is given first.
func (s *site) writtenTo(stmt *ast.ExprStmt) ast.Expr {
	call, ok := stmt.X.(*ast.CallExpr)
	if !ok {
		return nil
	}
	if len(call.Args) > 0 {
		if u, ok := call.Args[0].(*ast.UnaryExpr); ok && u.Op == token.AND {
			return u.X
		}
	}
	x, _ := s.receiver(call)
	return x
}

// untouched reports whether nothing but its definition knows a variable before the repeats begin, no other function literal does at
// all, and its definition belongs to the same turn of all loops.
func (s *site) untouched(v *types.Var, path []ast.Node, again *ast.FuncLit) bool {
	for _, n := range path[slices.Index(path, ast.Node(again))+1:] {
		if isList(n) && holds(n, v.Pos()) {
			break
		}
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.FuncLit, *ast.LabeledStmt, *ast.GoStmt:
			return false
		}
	}
	ok := true
	ast.Inspect(declared(path).Body, func(n ast.Node) bool {
		lit, is := n.(*ast.FuncLit)
		if is && lit != again && !holds(lit, again.Pos()) && s.mentions(lit, v) {
			ok = false
		}
		id, is := n.(*ast.Ident)
		if is && s.Info.Uses[id] == types.Object(v) && id.Pos() < again.Pos() {
			ok = false
		}
		return ok && n != ast.Node(again)
	})
	return ok
}

// mentions reports whether an object is used in a node.
func (s *site) mentions(within ast.Node, obj types.Object) bool {
	found := false
	ast.Inspect(within, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && s.Info.Uses[id] == obj
		return !found
	})
	return found
}

// first is the statement that gives a variable its first value, in the body of what is repeated.
func (s *site) first(v *types.Var, path []ast.Node, again *ast.FuncLit) (string, bool) {
	start := again.Body.List[0].Pos()
	within := append([]ast.Node{again}, path...)
	if s.means(v.Name(), start, within) != types.Object(v) {
		return "", false
	}
	value, found := s.definedWith(v, declared(path))
	switch {
	case !found:
		return "", false
	case value != nil:
		return v.Name() + " = " + s.text(value), s.empty(value) && s.same(value, start, within)
	}
	if zero := zeroOf(v.Type()); zero != "" {
		return v.Name() + " = " + zero, zero != "nil" || s.means("nil", start, within) == types.Universe.Lookup("nil")
	}
	if m := methodOf(types.NewPointer(v.Type()), "Reset"); m != nil {
		sig := m.Signature()
		return v.Name() + ".Reset()", sig.Params().Len() == 0 && sig.Results().Len() == 0
	}
	return "", false
}

// definedWith is the value that a variable is defined with, nil for one that has its zero value.
func (s *site) definedWith(v *types.Var, decl *ast.FuncDecl) (value ast.Expr, found bool) {
	if result(decl, v) {
		return nil, true
	}
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ValueSpec:
			for i, id := range n.Names {
				if s.Info.Defs[id] != types.Object(v) {
					continue
				}
				if found = len(n.Values) == 0 || len(n.Values) == len(n.Names); found && len(n.Values) > 0 {
					value = n.Values[i]
				}
			}
		case *ast.AssignStmt:
			for i, x := range n.Lhs {
				if id, ok := x.(*ast.Ident); ok && s.Info.Defs[id] == types.Object(v) && len(n.Lhs) == len(n.Rhs) {
					value, found = n.Rhs[i], true
				}
			}
		}
		return !found
	})
	return value, found
}

// empty reports whether a value is a zero, a literal without elements, or made empty.
func (s *site) empty(x ast.Expr) bool {
	if tv := s.Info.Types[x]; tv.Value != nil {
		switch tv.Value.Kind() {
		case constant.Bool:
			return !constant.BoolVal(tv.Value)
		case constant.String:
			return constant.StringVal(tv.Value) == ""
		}
		return constant.Sign(tv.Value) == 0
	}
	switch x := ast.Unparen(x).(type) {
	case *ast.CompositeLit:
		return len(x.Elts) == 0
	case *ast.Ident:
		return x.Name == "nil"
	case *ast.CallExpr:
		id, ok := x.Fun.(*ast.Ident)
		if !ok || s.Info.Uses[id] != types.Universe.Lookup("make") {
			return false
		}
		t := s.Info.TypeOf(x)
		if _, isMap := t.Underlying().(*types.Map); isMap && len(x.Args) == 1 {
			return true
		}
		_, slice := t.Underlying().(*types.Slice)
		return slice && len(x.Args) > 1 && s.empty(x.Args[1])
	}
	return false
}

// zeroOf is the zero value of a type as it is written in an assignment, empty for those that have no short form.
func zeroOf(t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsNumeric != 0:
			return "0"
		case u.Info()&types.IsString != 0:
			return `""`
		case u.Info()&types.IsBoolean != 0:
			return "false"
		}
	case *types.Slice, *types.Pointer:
		return "nil"
	}
	return ""
}
