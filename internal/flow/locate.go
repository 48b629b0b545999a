package flow

import (
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Loc is a place in a function: a root value and a selector below it. Pointers are transparent: a pointer, what it
// points to and a value loaded from it are one place.
type Loc struct {
	Root ssa.Value
	Sel  string
}

// Overlaps reports whether two places share memory.
func (l Loc) Overlaps(m Loc) bool { return l.Root == m.Root && overlaps(l.Sel, m.Sel) }

// maxSteps bounds walks over operand chains, which can be cyclic through phis and cells.
const maxSteps = 64

// Locate reduces a value to the place it denotes.
func (f *Func) Locate(v ssa.Value) Loc {
	sel := ""
	for range maxSteps {
		switch x := v.(type) {
		case *ssa.FieldAddr:
			sel = "." + fieldName(x.X.Type(), x.Field) + sel
			v = x.X
		case *ssa.Field:
			sel = "." + fieldName(x.X.Type(), x.Field) + sel
			v = x.X
		case *ssa.IndexAddr:
			sel = element(x.Index) + sel
			v = x.X
		case *ssa.Index:
			sel = element(x.Index) + sel
			v = x.X
		case *ssa.Lookup:
			sel = element(x.Index) + sel
			v = x.X
		case *ssa.Extract:
			switch t := x.Tuple.(type) {
			case *ssa.Lookup:
				if x.Index == 0 {
					sel = element(t.Index) + sel
					v = t.X
					continue
				}
			case *ssa.TypeAssert:
				if x.Index == 0 {
					v = t.X
					continue
				}
			}
			return Loc{v, sel}
		case *ssa.UnOp:
			if x.Op != token.MUL {
				return Loc{v, sel}
			}
			if only := f.onlyStore(x.X); only != nil {
				v = only
			} else {
				v = x.X
			}
		case *ssa.Call:
			a := f.env.Alias(x)
			if a == nil {
				return Loc{v, sel}
			}
			v = a
		case *ssa.ChangeType:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.Convert:
			v = x.X
		case *ssa.MultiConvert:
			v = x.X
		case *ssa.SliceToArrayPointer:
			v = x.X
		case *ssa.Slice:
			v = x.X
		case *ssa.TypeAssert:
			if x.CommaOk {
				return Loc{v, sel}
			}
			v = x.X
		default:
			return Loc{v, sel}
		}
	}
	return Loc{v, sel}
}

// Object is Locate for something that a function literal captures: the object in a variable that is set once, rather than
// the variable.
func (f *Func) Object(v ssa.Value) Loc {
	l := f.Locate(v)
	if only := f.onlyStore(l.Root); only != nil {
		in := f.Locate(only)
		return Loc{in.Root, in.Sel + l.Sel}
	}
	return l
}

// onlyStore returns the value of a variable cell that is stored exactly once as a whole, so that two names for one object
// are one root. A cell of function or interface type is a value like any other.
func (f *Func) onlyStore(addr ssa.Value) ssa.Value {
	cell, ok := addr.(*ssa.Alloc)
	if !ok || cell.Referrers() == nil {
		return nil
	}
	switch types.Unalias(cell.Type()).Underlying().(*types.Pointer).Elem().Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Interface, *types.Signature:
	default:
		return nil
	}
	var val ssa.Value
	for _, r := range *cell.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr == ssa.Value(cell) {
				if val != nil {
					return nil
				}
				val = r.Val
			}
		case *ssa.MakeClosure:
			if closureStores(r, cell) {
				return nil
			}
		}
	}
	return val
}

// closureStores reports whether a function literal assigns to a variable that it captures.
func closureStores(mc *ssa.MakeClosure, cell ssa.Value) bool {
	fn := mc.Fn.(*ssa.Function)
	for i, b := range mc.Bindings {
		if b != cell || i >= len(fn.FreeVars) {
			continue
		}
		for _, r := range *fn.FreeVars[i].Referrers() {
			switch r := r.(type) {
			case *ssa.Store:
				if r.Addr == ssa.Value(fn.FreeVars[i]) {
					return true
				}
			case *ssa.MakeClosure:
				if closureStores(r, fn.FreeVars[i]) {
					return true
				}
			}
		}
	}
	return false
}

func fieldName(t types.Type, i int) string {
	if p, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if st := structOf(t); st != nil && i < st.NumFields() {
		return st.Field(i).Name()
	}
	return strconv.Itoa(i)
}

func structOf(t types.Type) *types.Struct {
	switch u := types.Unalias(t).Underlying().(type) {
	case *types.Struct:
		return u
	case *types.Interface: // a type parameter's core type is not worth the trouble
	}
	return nil
}

func element(index ssa.Value) string {
	c, ok := index.(*ssa.Const)
	if !ok || c.Value == nil {
		if s, ok := ConstString(index); ok {
			return bracket(s)
		}
		return "[*]"
	}
	switch c.Value.Kind() {
	case constant.String:
		return bracket(constant.StringVal(c.Value))
	case constant.Int:
		return bracket(c.Value.ExactString())
	}
	return "[*]"
}

// bracket writes an element selector. Keys are folded to lower case, since header maps fold theirs; a clash of two keys
// that differ in case alone costs precision nothing worth a second kind of map.
func bracket(key string) string {
	if strings.ContainsAny(key, "[].") || key == "*" || key == "" {
		return "[*]"
	}
	return "[" + strings.ToLower(key) + "]"
}

// Element is the selector of the element under a constant key.
func Element(key string) string { return bracket(key) }

// ConstString is the string that a value always has.
func ConstString(v ssa.Value) (string, bool) {
	for range maxSteps {
		switch x := v.(type) {
		case *ssa.Const:
			if x.Value != nil && x.Value.Kind() == constant.String {
				return constant.StringVal(x.Value), true
			}
			return "", false
		case *ssa.ChangeType:
			v = x.X
		case *ssa.Convert:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		default:
			return "", false
		}
	}
	return "", false
}
