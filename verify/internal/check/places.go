package check

import (
	"go/types"
	"regexp"
	"strconv"
	"strings"

	"github.com/idemvet/idemvet/internal/model"
)

// places finds the types of the places of a row on one function.
type places struct {
	*row
	fn  *types.Func
	sig *types.Signature
}

// fit says whether a type can be what a row takes it for.
type fit func(types.Type) bool

const unknownType = "its type is unknown, because a dependency could not be loaded"

// want checks that a place exists and that its type fits. what is the key of the row, noun what the type should be.
func (p *places) want(what string, at model.Place, noun string, ok fit) {
	t, msg := p.typeOf(at)
	switch {
	case msg != "":
		p.failf("%s: %s: %s", what, at, msg)
	case t == nil: // below something that has no fields of its own: a name that the rows agree on
	case invalid(t):
		p.failf("%s: %s: %s", what, at, unknownType)
	case !ok(t):
		p.failf("%s: %s is %s, not %s", what, at, types.TypeString(t, types.RelativeTo(p.pkg)), noun)
	}
}

// typeOf returns the type of a place, nil where only the rows know it, or says why there is no such place.
func (p *places) typeOf(at model.Place) (types.Type, string) {
	var t types.Type
	switch at.Root {
	case model.Recv:
		if p.sig.Recv() == nil {
			return nil, "a function has no receiver"
		}
		t = p.sig.Recv().Type()
	case model.Arg:
		if at.Index >= p.sig.Params().Len() {
			return nil, "the last argument is " + strconv.Itoa(p.sig.Params().Len()-1)
		}
		t = p.sig.Params().At(at.Index).Type()
	default:
		if at.Index >= p.sig.Results().Len() {
			return nil, "the last result is " + strconv.Itoa(p.sig.Results().Len()-1)
		}
		t = p.sig.Results().At(at.Index).Type()
	}
	return p.selectAll(t, at.Sel)
}

var stepRE = regexp.MustCompile(`^(\.[A-Za-z_]\w*|\.\*|\[[^\]]+\])`)

func (p *places) selectAll(t types.Type, sel string) (types.Type, string) {
	for sel != "" && t != nil {
		if invalid(t) {
			return nil, unknownType
		}
		step := stepRE.FindString(sel)
		sel = sel[len(step):]
		var msg string
		switch {
		case step == ".*":
			t, msg = nil, p.below(t)
		case step[0] == '.':
			t, msg = p.field(t, step[1:])
		default:
			t, msg = p.element(t, step[1:len(step)-1])
		}
		if msg != "" {
			return nil, msg
		}
	}
	return t, ""
}

// below says why nothing can be below t, if so.
func (p *places) below(t types.Type) string {
	if _, ok := core(t).(*types.Basic); ok {
		return types.TypeString(t, types.RelativeTo(p.pkg)) + " has nothing below it"
	}
	return ""
}

// field selects a field. Interfaces, maps, option functions and structs without exported fields show nothing of what
// they hold, so rows may name it; a struct with exported fields must have the field.
func (p *places) field(t types.Type, name string) (types.Type, string) {
	st, ok := core(t).(*types.Struct)
	if !ok {
		switch core(t).(type) {
		case *types.Interface, *types.Map, *types.Signature:
			return p.invented(t, name)
		}
		return nil, types.TypeString(t, types.RelativeTo(p.pkg)) + " has no fields"
	}
	obj, _, _ := types.LookupFieldOrMethod(deref(t), true, p.pkg, name)
	if f, ok := obj.(*types.Var); ok {
		return f.Type(), ""
	}
	if opaque(st) {
		return p.invented(t, name)
	}
	return nil, types.TypeString(t, types.RelativeTo(p.pkg)) + " has no field " + name
}

// invented notes that a row names a field that is not declared.
func (p *places) invented(t types.Type, name string) (types.Type, string) {
	field := types.TypeString(deref(t), types.RelativeTo(p.pkg)) + "." + name
	p.inventions[field] = append(p.inventions[field], Failure{Line: p.e.Line(), Symbol: p.symbol})
	return nil, ""
}

func opaque(st *types.Struct) bool {
	for f := range st.Fields() {
		if f.Exported() && !f.Embedded() {
			return false
		}
	}
	return true
}

// element selects what is under a key.
func (p *places) element(t types.Type, key string) (types.Type, string) {
	if arg, ok := strings.CutPrefix(key, "arg "); ok {
		n, err := strconv.Atoi(arg)
		if err != nil || n >= p.sig.Params().Len() {
			return nil, "there is no " + key
		}
		if k := p.sig.Params().At(n).Type(); !isText(k) && !isInteger(k) {
			return nil, key + " is no key but " + types.TypeString(k, types.RelativeTo(p.pkg))
		}
	}
	switch u := core(t).(type) {
	case *types.Slice:
		return u.Elem(), ""
	case *types.Array:
		return u.Elem(), ""
	case *types.Map:
		return u.Elem(), ""
	case *types.Chan:
		return u.Elem(), ""
	case *types.Interface, *types.Signature:
		return nil, ""
	case *types.Struct:
		if opaque(u) {
			return nil, ""
		}
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			return types.Typ[types.Byte], ""
		}
	}
	return nil, types.TypeString(t, types.RelativeTo(p.pkg)) + " has no elements"
}
