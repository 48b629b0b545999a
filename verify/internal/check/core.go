package check

import "go/types"

// core returns the type that decides what can be done with t: what a name stands for and a pointer points to, and for a
// type parameter what its constraint allows.
func core(t types.Type) types.Type {
	t = deref(t)
	if tp, ok := t.(*types.TypeParam); ok {
		if u := constraintCore(tp); u != nil {
			return u
		}
	}
	return t.Underlying()
}

// constraintCore is the one underlying type of a constraint such as ~[]E, or nil.
func constraintCore(tp *types.TypeParam) types.Type {
	it, ok := tp.Underlying().(*types.Interface)
	if !ok || it.NumEmbeddeds() != 1 {
		return nil
	}
	switch e := it.EmbeddedType(0).(type) {
	case *types.Union:
		if e.Len() == 1 {
			return e.Term(0).Type().Underlying()
		}
	case *types.Named:
		if inner, ok := e.Underlying().(*types.Interface); ok && inner.NumEmbeddeds() == 1 {
			if u, ok := inner.EmbeddedType(0).(*types.Union); ok && u.Len() == 1 {
				return u.Term(0).Type().Underlying()
			}
		}
	}
	return nil
}

func deref(t types.Type) types.Type {
	for range 3 {
		t = types.Unalias(t)
		p, ok := t.Underlying().(*types.Pointer)
		if !ok {
			return t
		}
		t = p.Elem()
	}
	return types.Unalias(t)
}

func invalid(t types.Type) bool { return core(t) == types.Typ[types.Invalid] }

// named reports whether t or what it points to is the named type; path is "" for predeclared ones.
func named(t types.Type, path, name string) bool {
	n, ok := deref(t).(*types.Named)
	if !ok || n.Obj().Name() != name {
		return false
	}
	return path == "" && n.Obj().Pkg() == nil || n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == path
}

func isContext(t types.Type) bool { return named(t, "context", "Context") }

var errorType = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

func isError(t types.Type) bool {
	t = types.Unalias(t)
	if named(t, "", "error") {
		return true
	}
	it, ok := t.Underlying().(*types.Interface)
	return ok && types.Implements(it, errorType)
}
