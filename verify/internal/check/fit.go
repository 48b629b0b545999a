package check

import (
	"go/types"
	"strings"
)

func basic(t types.Type, info types.BasicInfo) bool {
	b, ok := core(t).(*types.Basic)
	return ok && b.Info()&info != 0
}

func isInteger(t types.Type) bool {
	return basic(t, types.IsInteger) && !named(t, "time", "Duration")
}

// isText is for names, keys of maps and queries.
func isText(t types.Type) bool {
	switch u := core(t).(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0
	case *types.Slice:
		return isByte(u.Elem())
	case *types.Interface:
		return !isError(t) && !isContext(t)
	}
	return false
}

func isByte(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.Uint8
}

// isKey is for identities: text, bytes, sequence numbers, lists of them, what can hold anything, and the wrappers that
// libraries have for optional values.
func isKey(t types.Type) bool { return keyWithin(t, 3) }

func keyWithin(t types.Type, depth int) bool {
	if depth == 0 {
		return false
	}
	switch u := core(t).(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0 || isInteger(t)
	case *types.Slice:
		return keyWithin(u.Elem(), depth-1)
	case *types.Array:
		return keyWithin(u.Elem(), depth-1)
	case *types.Interface:
		return !isError(t) && !isContext(t)
	case *types.Struct:
		return wrapsKey(t, u, depth)
	}
	return false
}

// wrapsKey accepts a named struct that holds a key: uuid.NullUUID, sql.NullString, wrapperspb.StringValue, a generic
// optional, or one that keeps its fields to itself.
func wrapsKey(t types.Type, st *types.Struct, depth int) bool {
	n, ok := deref(t).(*types.Named)
	if !ok {
		return false
	}
	if n.TypeArgs().Len() > 0 {
		return keyWithin(n.TypeArgs().At(0), depth-1)
	}
	if opaque(st) {
		return !isClock(t)
	}
	for f := range st.Fields() {
		if f.Exported() && keyWithin(f.Type(), depth-1) {
			return true
		}
	}
	return false
}

func isClock(t types.Type) bool { return named(t, "time", "Time") || named(t, "time", "Duration") }

// isStoreKey also accepts the composite keys of stores.
func isStoreKey(t types.Type) bool {
	switch u := core(t).(type) {
	case *types.Struct:
		return true
	case *types.Map:
		return isText(u.Key())
	}
	return isKey(t) || isClock(t)
}

// isOption accepts a function that sets something on what it is given: the result of WithKey(key).
func isOption(t types.Type) bool {
	sig, ok := core(t).(*types.Signature)
	return ok && sig.Params().Len() > 0
}

// isValue is for what holds a value of its own: all but errors, contexts, functions that are no iterators, channels and
// flags.
func isValue(t types.Type) bool {
	switch u := core(t).(type) {
	case *types.Signature:
		return isIterator(u)
	case *types.Chan:
		return false
	case *types.Basic:
		return !basic(t, types.IsBoolean)
	}
	return !isError(t) && !isContext(t)
}

// isIterator accepts what a range loop calls: func(yield func(…) bool).
func isIterator(sig *types.Signature) bool {
	if sig.Params().Len() != 1 || sig.Results().Len() != 0 {
		return false
	}
	yield, ok := sig.Params().At(0).Type().Underlying().(*types.Signature)
	return ok && yield.Results().Len() == 1 && basic(yield.Results().At(0).Type(), types.IsBoolean)
}

// isObject is for clients and requests: what has fields, methods or elements.
func isObject(t types.Type) bool {
	switch core(t).(type) {
	case *types.Struct, *types.Interface, *types.Map, *types.Slice:
		return !isError(t) && !isContext(t)
	}
	return isOption(t)
}

func isAny(types.Type) bool { return true }

// isFunc accepts functions and the interfaces that a function can stand behind: any, and those that a function type
// of the same package implements, as http.HandlerFunc does for http.Handler.
func isFunc(t types.Type) bool {
	switch u := core(t).(type) {
	case *types.Signature:
		return true
	case *types.Interface:
		_, param := deref(t).(*types.TypeParam)
		return u.Empty() || param || hasAdapter(t, u)
	}
	return false
}

func hasAdapter(t types.Type, it *types.Interface) bool {
	n, ok := deref(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return false
	}
	scope := n.Obj().Pkg().Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		if _, ok := tn.Type().Underlying().(*types.Signature); ok && types.Implements(tn.Type(), it) {
			return true
		}
	}
	return false
}

func hasMethods(t types.Type) bool {
	switch u := core(t).(type) {
	case *types.Struct:
		return true
	case *types.Interface:
		return !isError(t) && !isContext(t)
	case *types.Slice:
		return hasMethods(u.Elem())
	}
	_, ok := deref(t).(*types.Named)
	return ok
}

// isCondition is for functions that are called until they return true.
func isCondition(t types.Type) bool {
	sig, ok := core(t).(*types.Signature)
	if !ok {
		return isFunc(t)
	}
	for v := range sig.Results().Variables() {
		if basic(v.Type(), types.IsBoolean) {
			return true
		}
	}
	return false
}

func isList(t types.Type) bool {
	switch core(t).(type) {
	case *types.Slice, *types.Array:
		return true
	}
	return false
}

func isPairs(t types.Type) bool {
	s, ok := core(t).(*types.Slice)
	return ok && isText(s.Elem())
}

// isSortable accepts a slice, something with the methods of sort.Interface, and any.
func isSortable(t types.Type) bool {
	if _, ok := core(t).(*types.Interface); ok {
		return !isError(t) && !isContext(t)
	}
	return isList(t) || hasMethod(t, "Less")
}

// isReader accepts what has a Read method or a field that has, and any.
func isReader(t types.Type) bool {
	if hasMethod(t, "Read") {
		return true
	}
	switch u := core(t).(type) {
	case *types.Interface:
		return u.Empty()
	case *types.Struct:
		for f := range u.Fields() {
			if hasMethod(f.Type(), "Read") {
				return true
			}
		}
	}
	return false
}

func isSeeker(t types.Type) bool {
	return isReader(t) || hasMethod(t, "Seek") || hasMethod(t, "Reset")
}

func hasMethod(t types.Type, name string) bool {
	t = deref(t)
	if !types.IsInterface(t) {
		t = types.NewPointer(t)
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	_, ok := obj.(*types.Func)
	return ok
}

// irrevocable lists what a request can do that cannot be taken back.
var irrevocable = strings.Fields("payment payout mail sms push chat")
