package wiring

import (
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/ssapkg"
)

// ImplOf names a function: a declared one, or a literal by the function around it.
func ImplOf(fn *ssa.Function) (Impl, bool) {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if obj, ok := fn.Object().(*types.Func); ok {
		path, recv, name := ssapkg.Symbol(obj)
		if recv != "" {
			name = recv + "." + name
		}
		return Impl{path, name}, path != ""
	}
	outer := fn
	for outer.Parent() != nil {
		outer = outer.Parent()
	}
	if o := outer.Origin(); o != nil {
		outer = o
	}
	if outer == fn || outer.Pkg == nil {
		return Impl{}, false
	}
	name := fn.Name()
	if recv := outer.Signature.Recv(); recv != nil {
		name = ssapkg.RecvName(recv.Type()) + "." + name
	}
	return Impl{outer.Pkg.Pkg.Path(), name}, true
}

// paramOf is the place of a parameter. Receivers are none, since they are what the type is, but for functions and containers with methods.
func paramOf(p *ssa.Parameter) Source {
	fn := p.Parent()
	impl, ok := ImplOf(fn)
	i := slices.Index(fn.Params, p)
	if fn.Signature.Recv() != nil {
		i--
	}
	if ok && i == -1 {
		return receiverPlace(p.Type())
	}
	if !ok || i < 0 {
		return ""
	}
	return impl.param(strconv.Itoa(i))
}

// receiverPlace is the place of the values of a declared type of functions or of a container, "" for any other type.
func receiverPlace(t types.Type) Source {
	if types.IsInterface(t) || !holdable(t) {
		return ""
	}
	if name := typeName(t); name != "" {
		return place("receiver", name)
	}
	return ""
}

// fieldPlace is the place of a field of a declared struct.
func fieldPlace(t types.Type, i int) Source {
	n := ssapkg.Named(t)
	if n == nil || n.Obj().Pkg() == nil {
		return ""
	}
	st, ok := n.Underlying().(*types.Struct)
	if !ok || i >= st.NumFields() {
		return ""
	}
	return fieldOf(n, st.Field(i))
}

func fieldOf(n *types.Named, f *types.Var) Source {
	return place("field", n.Obj().Pkg().Path(), n.Obj().Name()+"."+f.Name())
}

// typeName names a declared type, or a pointer to one, with its import path; "" for any other and for those of a function.
func typeName(t types.Type) string {
	n := ssapkg.Named(t)
	if n == nil || n.Obj().Pkg() == nil || n.Obj().Parent() != n.Obj().Pkg().Scope() {
		return ""
	}
	name := n.Obj().Pkg().Path() + "." + n.Obj().Name()
	if _, ok := types.Unalias(t).(*types.Pointer); ok {
		name = "*" + name
	}
	return name
}

// InterfaceOf is the place of all that is converted to an interface, "" for one without a name.
func InterfaceOf(t types.Type) Source {
	name := typeName(t)
	if name == "" || !holdable(t) {
		return ""
	}
	return iface(name)
}

// holdable reports whether a value of a type can hold something that is called: an interface, a function, or either in a container.
// Errors and contexts are left out: they go everywhere, and nobody does work through them.
func holdable(t types.Type) bool {
	for range 3 {
		switch u := types.Unalias(t).Underlying().(type) {
		case *types.Interface:
			if _, ok := types.Unalias(t).(*types.TypeParam); ok {
				return false
			}
			n := ssapkg.Named(t)
			return n == nil || n.Obj().Pkg() != nil && n.Obj().Pkg().Path() != "context"
		case *types.Signature:
			return true
		case *types.Slice:
			t = u.Elem()
		case *types.Array:
			t = u.Elem()
		case *types.Chan:
			t = u.Elem()
		case *types.Map:
			t = u.Elem()
		case *types.Pointer:
			t = u.Elem()
		default:
			return false
		}
	}
	return false
}

// standard reports whether an import path is one of the standard library: it has no dot in its first element, which modules of
// this program may lack too.
func (t *Tracer) standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	own, _, _ := strings.Cut(t.pkg.Path, "/")
	return !strings.Contains(first, ".") && first != own
}
