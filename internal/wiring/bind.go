package wiring

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/ssapkg"
)

// bind records what a call tells a container that builds the program at run time: which interfaces what it is given, a value or a
// function that makes one, stands for.
func (s *scanner) bind(c *ssa.CallCommon) {
	var ifaces, given []types.Type
	for _, arg := range c.Args {
		s.bindings(arg, 0, &ifaces, &given)
	}
	for _, of := range ifaces {
		it, ok := of.Underlying().(*types.Interface)
		if !ok {
			continue
		}
		for _, t := range given {
			if to := InterfaceOf(of); to != "" && !types.IsInterface(t) && types.Implements(t, it) {
				s.converted(t)
				s.flows[Flow{to, Source(typeSource + typeName(t))}] = true
			}
		}
	}
}

// bindings looks for options that bind, and for what is bound, in an argument and in the list that a variadic function is given.
func (s *scanner) bindings(v ssa.Value, depth int, ifaces, given *[]types.Type) {
	switch v := v.(type) {
	case *ssa.MakeInterface:
		if call, ok := v.X.(*ssa.Call); ok {
			s.bindings(call, depth, ifaces, given)
			return
		}
		*given = append(*given, madeBy(v.X)...)
	case *ssa.Call:
		if fn := v.Call.StaticCallee(); fn != nil && s.bindsTo(fn) {
			for _, a := range v.Call.Args {
				s.pointers(a, ifaces)
			}
		}
	case *ssa.Slice:
		if array, ok := v.X.(*ssa.Alloc); ok && depth == 0 {
			elements(array, func(e ssa.Value) { s.bindings(e, 1, ifaces, given) })
		}
	}
}

func (s *scanner) bindsTo(fn *ssa.Function) bool {
	obj, ok := fn.Object().(*types.Func)
	return ok && s.host.Binds(obj)
}

// pointers collects the interfaces that arguments point to: new(Store), perhaps in a list.
func (s *scanner) pointers(v ssa.Value, ifaces *[]types.Type) {
	switch v := v.(type) {
	case *ssa.MakeInterface:
		if p, ok := v.X.Type().Underlying().(*types.Pointer); ok && types.IsInterface(p.Elem()) {
			*ifaces = append(*ifaces, p.Elem())
		}
	case *ssa.Slice:
		if array, ok := v.X.(*ssa.Alloc); ok {
			elements(array, func(e ssa.Value) { s.pointers(e, ifaces) })
		}
	}
}

// elements calls f for what is stored in a list of arguments.
func elements(array *ssa.Alloc, f func(ssa.Value)) {
	for _, r := range *array.Referrers() {
		at, ok := r.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, use := range *at.Referrers() {
			if st, ok := use.(*ssa.Store); ok && st.Addr == ssa.Value(at) {
				f(st.Val)
			}
		}
	}
}

// madeBy lists the declared types of what a function returns, or of a value.
func madeBy(v ssa.Value) []types.Type {
	sig, ok := v.Type().Underlying().(*types.Signature)
	if !ok {
		if ssapkg.Named(v.Type()) != nil {
			return []types.Type{v.Type()}
		}
		return nil
	}
	var list []types.Type
	for res := range sig.Results().Variables() {
		if ssapkg.Named(res.Type()) != nil {
			list = append(list, res.Type())
		}
	}
	return list
}
