package check

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/idemvet/idemvet/internal/model"
)

// lookupType finds a type that pkg declares. An alias does not count: rows are found by the name of the declared type.
func lookupType(pkg *types.Package, name string) (*types.TypeName, string) {
	tn, ok := pkg.Scope().Lookup(name).(*types.TypeName)
	if !ok {
		return nil, fmt.Sprintf("%s declares no type %s", pkg.Path(), name)
	}
	if tn.IsAlias() {
		return nil, fmt.Sprintf("%s is an alias of %s; the row belongs there", name, types.TypeString(types.Unalias(tn.Type()), nil))
	}
	return tn, ""
}

// lookupFunc finds a function or method. Where it returns a method and a message, the type has that method but another
// type declares it, so that calls would not find the row.
func lookupFunc(pkg *types.Package, symbol string) (*types.Func, string) {
	recv, name, err := model.ParseSymbol(symbol)
	if err != nil {
		return nil, err.Error()
	}
	if recv != "" {
		return lookupMethod(pkg, recv, name)
	}
	switch obj := pkg.Scope().Lookup(name).(type) {
	case nil:
		return nil, fmt.Sprintf("%s declares no function %s", pkg.Path(), name)
	case *types.Func:
		return obj, ""
	default:
		return nil, "not a function but " + types.ObjectString(obj, types.RelativeTo(pkg))
	}
}

func lookupMethod(pkg *types.Package, recv, name string) (*types.Func, string) {
	tn, msg := lookupType(pkg, recv)
	if msg != "" {
		return nil, msg
	}
	obj, index, _ := types.LookupFieldOrMethod(types.NewPointer(tn.Type()), true, pkg, name)
	if types.IsInterface(tn.Type()) {
		obj, index, _ = types.LookupFieldOrMethod(tn.Type(), true, pkg, name)
	}
	fn, ok := obj.(*types.Func)
	if !ok {
		return nil, fmt.Sprintf("type %s has no method %s", recv, name)
	}
	owner := declarer(fn)
	if owner == nil || owner == tn || len(index) == 1 && !types.IsInterface(tn.Type()) {
		return fn, ""
	}
	return fn, fmt.Sprintf("%s declares the method, %s only embeds it; the row belongs there", qualified(owner, pkg), recv)
}

// declarer returns the type whose declaration has the method, or nil where an unnamed interface has it.
func declarer(fn *types.Func) *types.TypeName {
	t := fn.Signature().Recv().Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := t.(*types.Named); ok {
		return n.Origin().Obj()
	}
	return nil
}

func qualified(tn *types.TypeName, pkg *types.Package) string {
	if tn.Pkg() == nil || tn.Pkg() == pkg {
		return tn.Name()
	}
	return tn.Pkg().Path() + "." + tn.Name()
}

// structs returns the structs that a field row is about: one, or all whose name ends as the pattern says.
func structs(pkg *types.Package, name string) ([]*types.TypeName, string) {
	suffix, pattern := strings.CutPrefix(name, "*")
	if !pattern {
		tn, msg := lookupType(pkg, name)
		if msg != "" {
			return nil, msg
		}
		if _, ok := tn.Type().Underlying().(*types.Struct); !ok {
			return nil, name + " is not a struct"
		}
		return []*types.TypeName{tn}, ""
	}
	var list []*types.TypeName
	for _, n := range pkg.Scope().Names() {
		tn, ok := pkg.Scope().Lookup(n).(*types.TypeName)
		if !ok || tn.IsAlias() || !strings.HasSuffix(n, suffix) {
			continue
		}
		if _, ok := tn.Type().Underlying().(*types.Struct); ok {
			list = append(list, tn)
		}
	}
	return list, ""
}

// ownField returns the field that the struct itself declares, or says who else does.
func ownField(tn *types.TypeName, name string) (*types.Var, string) {
	st := tn.Type().Underlying().(*types.Struct)
	for f := range st.Fields() {
		if f.Name() == name {
			return f, ""
		}
	}
	obj, index, _ := types.LookupFieldOrMethod(tn.Type(), true, tn.Pkg(), name)
	if _, ok := obj.(*types.Var); ok && len(index) > 1 {
		return nil, fmt.Sprintf("%s is a field of the embedded %s; the row belongs there", name, st.Field(index[0]).Name())
	}
	return nil, fmt.Sprintf("%s has no field %s", tn.Name(), name)
}

// fields returns the fields that match a field row.
func (c *row) fields() (list []*types.Var, owners []*types.TypeName) {
	st, name, _ := strings.Cut(c.symbol, ".")
	tns, msg := structs(c.pkg, st)
	if msg != "" {
		c.failf("%s", msg)
		return nil, nil
	}
	pattern := strings.HasPrefix(st, "*")
	for _, tn := range tns {
		f, msg := ownField(tn, name)
		switch {
		case f != nil:
			list, owners = append(list, f), append(owners, tn)
		case !pattern:
			c.failf("%s", msg)
		}
	}
	if pattern && len(list) == 0 {
		c.failf("no struct matches")
	}
	return slices.Clip(list), owners
}
