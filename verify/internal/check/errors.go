package check

import (
	"fmt"
	"go/types"
	"strings"
)

// checkVar checks a row on a variable or constant: an error, or a code that errors bear.
func (c *row) checkVar() {
	switch obj := c.pkg.Scope().Lookup(c.symbol).(type) {
	case nil:
		c.failf("%s declares no variable or constant %s", c.pkg.Path(), c.symbol)
	case *types.Var, *types.Const:
		if !tells(obj.Type()) {
			c.failf("%s is %s, neither an error nor the code of one", c.symbol, types.TypeString(obj.Type(), types.RelativeTo(c.pkg)))
		}
	default:
		c.failf("neither a variable nor a constant but %s", types.ObjectString(obj, types.RelativeTo(c.pkg)))
	}
}

// checkType checks a row on a type.
func (c *row) checkType() {
	tn := c.typeName(c.symbol)
	if tn == nil {
		return
	}
	t := tn.Type()
	if c.e.Is != "" && !isErrorType(t) || len(c.e.Codes) > 0 && !isErrorType(t) && !isCode(t) {
		c.failf("%s is no error", c.symbol)
	}
	if (c.e.Handle != "" || c.e.Isolated) && !isHandle(t) {
		c.failf("%s is no handle", c.symbol)
	}
	for _, code := range c.e.Codes {
		held := c.codeType(t, code.Field)
		if held == nil {
			continue
		}
		if !isCode(held) {
			c.failf("codes: %s is %s, not a text or number", code.Field, types.TypeString(held, types.RelativeTo(c.pkg)))
		}
		c.constants("codes", held, code.Values)
	}
	if cl := c.e.Clause; cl != nil {
		for _, name := range append([]string{cl.Columns, cl.Nothing}, cl.Update...) {
			if name != "" {
				c.ownOrPromoted("clause", t, name)
			}
		}
	}
}

// codeType is the type of a field of values of type t, or of what a method returns that is called like one.
func (c *row) codeType(t types.Type, name string) types.Type {
	if !types.IsInterface(t) {
		t = types.NewPointer(t)
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, c.pkg, name)
	if m, ok := obj.(*types.Func); ok && m.Signature().Results().Len() == 1 {
		return m.Signature().Results().At(0).Type()
	}
	if f := c.ownOrPromoted("codes", deref(t), name); f != nil {
		return f.Type()
	}
	return nil
}

// ownOrPromoted finds a field of values of type t.
func (c *row) ownOrPromoted(what string, t types.Type, name string) *types.Var {
	obj, _, _ := types.LookupFieldOrMethod(t, true, c.pkg, name)
	f, ok := obj.(*types.Var)
	if !ok {
		c.failf("%s: %s has no field %s", what, c.symbol, name)
		return nil
	}
	return f
}

// errorName says why a name that an answer gives means no error: a variable, type or predicate of the row's package, or,
// with an import path before it, of another that the module needs.
func (c *row) errorName(name string) string {
	pkg := c.pkg
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		path := name[:i]
		other, err := c.load(path)
		if err != nil {
			return fmt.Sprintf("there is no %s: %v", path, err)
		}
		pkg, name = other, name[i+1:]
	}
	ok := false
	switch obj := pkg.Scope().Lookup(name).(type) {
	case nil:
		return fmt.Sprintf("%s declares no %s", pkg.Path(), name)
	case *types.Var, *types.Const:
		ok = tells(obj.Type())
	case *types.TypeName:
		ok = isErrorType(obj.Type())
	case *types.Func:
		ok = notPredicate(obj.Signature()) == ""
	}
	if !ok {
		return name + " is no error, error type or predicate"
	}
	return ""
}
