package fix

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/rule"
)

// ops lists what a call does to stores by the rows on what it calls.
func (s *site) ops(call *ast.CallExpr) []model.Op {
	fn, ok := typeutil.Callee(s.Info, call).(*types.Func)
	if !ok {
		return nil
	}
	return s.opsOf(fn)
}

func (s *site) opsOf(fn *types.Func) []model.Op {
	var list []model.Op
	for _, e := range s.Rows(fn) {
		list = append(list, e.Store...)
	}
	return list
}

// creating is the one method that takes and answers what the called one does, and writes the same to the same place, but only where
// nothing is there, and says by an error that there was something. It is "" if there is none.
func (s *site) creating(call *ast.CallExpr) string {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || call.Ellipsis.IsValid() {
		return ""
	}
	chosen := s.Info.Selections[sel]
	put := s.ops(call)
	if chosen == nil || chosen.Kind() != types.MethodVal || len(put) != 1 || put[0].Do != model.DoPut {
		return ""
	}
	called := chosen.Obj().Type().(*types.Signature)
	var found []*types.Func
	for m := range types.NewMethodSet(addressed(chosen.Recv())).Methods() {
		fn := m.Obj().(*types.Func)
		if ops := s.opsOf(fn); fn.Exported() && len(ops) == 1 && createsSame(&put[0], &ops[0]) && takesSame(called, fn.Signature(), len(call.Args)) {
			found = append(found, fn)
		}
	}
	if fn := only(found); fn != nil {
		return fn.Name()
	}
	return ""
}

// addressed is the type whose methods can be called on a variable.
func addressed(t types.Type) types.Type {
	if _, ok := t.(*types.Pointer); ok || types.IsInterface(t) {
		return t
	}
	return types.NewPointer(t)
}

// createsSame reports whether an operation writes what another puts, where that puts it, if nothing is there.
func createsSame(put, o *model.Op) bool {
	return o.Do == model.DoClaim && o.Class == put.Class && len(put.Key) > 0 && slices.Equal(put.Key, o.Key) &&
		samePlace(put.Table, o.Table) && samePlace(put.Value, o.Value) && samePlace(put.Expires, o.Expires) &&
		len(o.Lost) > 0 && !slices.ContainsFunc(o.Lost, func(a model.Answer) bool { return a.Form != model.ByError })
}

func samePlace(a, b *model.Place) bool { return a == b || a != nil && b != nil && *a == *b }

// takesSame reports whether a call of one function with n arguments is one of another too.
func takesSame(f, g *types.Signature, n int) bool {
	if !types.Identical(f.Results(), g.Results()) || fixed(f) > n || fixed(g) != n {
		return false
	}
	for i := range n {
		if i >= fixed(f) || !types.Identical(f.Params().At(i).Type(), g.Params().At(i).Type()) {
			return false
		}
	}
	return true
}

// fixed is the number of parameters that are not variadic.
func fixed(f *types.Signature) int {
	if f.Variadic() {
		return f.Params().Len() - 1
	}
	return f.Params().Len()
}

// keyName is the name of a field of the key by which the look-up of the finding finds its record, "" where it cannot be seen. Of a key
// with several fields any will do: a record that is there has them all.
func (s *site) keyName() string {
	call, _ := s.callAt(s.step(rule.Mint))
	if call == nil {
		return ""
	}
	for _, o := range s.ops(call) {
		if o.Do != model.DoRead || len(o.Key) != 1 {
			continue
		}
		lit := s.request(call, o.Key[0])
		if lit == nil {
			continue
		}
		if kv := element(lit, field(o.Key[0])); kv != nil {
			return s.firstKey(s.literal(kv.Value))
		}
	}
	return ""
}

// firstKey is the first constant key of a literal of a map.
func (s *site) firstKey(lit *ast.CompositeLit) string {
	if lit == nil {
		return ""
	}
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if v := s.Info.Types[kv.Key].Value; v != nil && v.Kind() == constant.String {
				return constant.StringVal(v)
			}
		}
	}
	return ""
}

// literal is the literal that an expression stands for: itself, or all that a function of the package returns.
func (s *site) literal(x ast.Expr) *ast.CompositeLit {
	switch x := ast.Unparen(x).(type) {
	case *ast.CompositeLit:
		return x
	case *ast.CallExpr:
		decl := s.body(typeutil.Callee(s.Info, x))
		if decl == nil || len(decl.Body.List) != 1 {
			return nil
		}
		if ret, ok := decl.Body.List[0].(*ast.ReturnStmt); ok && len(ret.Results) == 1 {
			lit, _ := ast.Unparen(ret.Results[0]).(*ast.CompositeLit)
			return lit
		}
	}
	return nil
}

// body is the declaration of a function of the package.
func (s *site) body(fn types.Object) *ast.FuncDecl {
	if fn == nil {
		return nil
	}
	for _, f := range s.Files {
		for _, d := range f.Decls {
			if decl, ok := d.(*ast.FuncDecl); ok && decl.Body != nil && s.Info.Defs[decl.Name] == fn {
				return decl
			}
		}
	}
	return nil
}

// pointing is a function that makes a pointer to a text, as it is called in the file; or the only one that a package has which the file
// imports. It is "" where there is none, or its package's name means something else at the call.
func (s *site) pointing(call *ast.CallExpr, path []ast.Node) string {
	file, ok := path[len(path)-1].(*ast.File)
	if !ok {
		return ""
	}
	found := ""
	ast.Inspect(file, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if id, named := selected(sel); ok && named && found == "" && points(s.Info.Uses[sel.Sel]) && s.same(id, call.Pos(), path) {
			found = id.Name + "." + sel.Sel.Name
		}
		return found == ""
	})
	for _, spec := range file.Imports {
		p, ok := s.packageName(spec).(*types.PkgName)
		if found != "" || !ok || s.means(p.Name(), call.Pos(), path) != types.Object(p) {
			continue
		}
		var all []*types.Func
		scope := p.Imported().Scope()
		for _, name := range scope.Names() {
			if fn, ok := scope.Lookup(name).(*types.Func); ok && fn.Exported() && points(fn) {
				all = append(all, fn)
			}
		}
		if fn := only(all); fn != nil {
			found = p.Name() + "." + fn.Name()
		}
	}
	return found
}

// selected is what stands before the dot, if that is a name.
func selected(sel *ast.SelectorExpr) (*ast.Ident, bool) {
	if sel == nil {
		return nil, false
	}
	id, ok := sel.X.(*ast.Ident)
	return id, ok
}

// points reports whether something is a function of a package from a text to a pointer to one.
func points(obj types.Object) bool {
	fn, ok := obj.(*types.Func)
	if !ok || fn.Signature().Recv() != nil {
		return false
	}
	in, out := fn.Signature().Params(), fn.Signature().Results()
	return in.Len() == 1 && out.Len() == 1 && types.TypeString(in.At(0).Type(), nil) == "string" && types.TypeString(out.At(0).Type(), nil) == "*string"
}
