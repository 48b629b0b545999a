package summary

import (
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/source"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

// keyField is a field of a request's type whose name promises that a repeat is recognised.
type keyField struct {
	of    types.Type // the struct
	field *types.Var
}

// promisedFields lists such fields of a struct type, or of one that is pointed to.
func promisedFields(t types.Type) (list []keyField) {
	t = types.Unalias(t)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for i := range st.NumFields() {
		f := st.Field(i)
		tag := reflect.StructTag(st.Tag(i)).Get("json")
		name, _, _ := strings.Cut(tag, ",")
		if isText(f.Type()) && f.Exported() && tag != "-" && (model.PromisedName(f.Name()) || model.PromisedName(name)) {
			list = append(list, keyField{t, f})
		}
	}
	return list
}

func isText(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	return isString(t)
}

// decodedKeys lists such fields of what the function decodes from a request.
func (w *function) decodedKeys() (list []keyField) {
	for _, blk := range w.fn.Blocks {
		for _, in := range blk.Instrs {
			v, ok := in.(ssa.Value)
			if !ok {
				continue
			}
			switch in.(type) {
			case *ssa.Alloc, *ssa.Call, *ssa.Extract:
			default:
				continue
			}
			for _, f := range promisedFields(v.Type()) {
				if sent(w.f.Trace(v, "."+f.field.Name())) {
					list = append(list, f)
				}
			}
		}
	}
	return list
}

// fieldPlace is where a field is declared, in this package.
func (b *builder) fieldPlace(f *types.Var) source.Place {
	if f.Pkg() != b.pkg.Types {
		return source.Place{}
	}
	return b.pkg.Place(f.Pos(), f.Pos()+1)
}

// usesField reports whether the package reads a field, or hands the struct as a whole to somebody who may. A look whether the
// field is empty, or how long it is, is no use.
func (b *builder) usesField(k keyField) bool {
	if b.uses == nil {
		b.uses = b.findUses()
	}
	return b.uses.read[k.field.Origin()] || b.uses.got[getter(k.of, k.field.Name())] ||
		slices.ContainsFunc(b.uses.whole, func(t types.Type) bool { return mentions(t, k.of, 0) })
}

// fieldUses is which fields a package reads, and which types of values it hands to code that is not in sight.
type fieldUses struct {
	read  map[*types.Var]bool
	got   map[string]bool // by getters of other packages
	whole []types.Type
}

func getter(t types.Type, field string) string {
	return types.TypeString(t, nil) + ".Get" + field
}

func (b *builder) findUses() *fieldUses {
	u := &fieldUses{read: map[*types.Var]bool{}, got: map[string]bool{}}
	for _, fn := range b.pkg.Funcs {
		w := b.done[fn]
		if w == nil {
			continue
		}
		for _, blk := range fn.Blocks {
			for _, in := range blk.Instrs {
				u.add(w, in)
			}
		}
	}
	return u
}

func (u *fieldUses) add(w *function, in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.FieldAddr:
		if f := fieldVar(in); f != nil && !onlyChecked(in) {
			u.read[f] = true
		}
	case *ssa.Field:
		if st, ok := in.X.Type().Underlying().(*types.Struct); ok && !onlyChecked(in) {
			u.read[st.Field(in.Field).Origin()] = true
		}
	case *ssa.MakeInterface:
		if holdsStruct(in.X.Type()) && !w.onlyFilled(in) {
			u.whole = append(u.whole, in.X.Type())
		}
	case *ssa.ChangeType:
		if holdsStruct(in.X.Type()) {
			u.whole = append(u.whole, in.X.Type())
		}
	case ssa.CallInstruction:
		u.call(w, in)
	}
}

// onlyChecked reports whether a field is only set, or compared with a constant as a whole or by its length.
func onlyChecked(v ssa.Value) bool {
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr != v {
				return false
			}
		case *ssa.UnOp:
			if !onlyChecked(r) {
				return false
			}
		case *ssa.BinOp:
			_, x := r.X.(*ssa.Const)
			_, y := r.Y.(*ssa.Const)
			if !x && !y || !isBool(r) {
				return false
			}
		case *ssa.Call:
			if b, ok := r.Call.Value.(*ssa.Builtin); !ok || b.Name() != "len" || !onlyChecked(r) {
				return false
			}
		case *ssa.DebugRef:
		default:
			return false
		}
	}
	return true
}

// call notes what is handed to a function that is not in this package. Its getters, decoders and validators are no users.
func (u *fieldUses) call(w *function, call ssa.CallInstruction) {
	c := call.Common()
	ts := w.env.targets(call)
	if len(ts) > 0 && !slices.ContainsFunc(ts, func(t target) bool { return t.fn == nil }) {
		return
	}
	if v := callReceiver(c); v != nil && !c.IsInvoke() && strings.HasPrefix(callName(call), "Get") && len(c.Args) == 1 {
		t := v.Type()
		if p, ok := types.Unalias(t).(*types.Pointer); ok {
			t = p.Elem()
		}
		u.got[types.TypeString(t, nil)+"."+callName(call)] = true
		return
	}
	if model.NameHint(model.CheckHint, callName(call)) {
		return
	}
	for i, a := range flow.Inputs(c) {
		if holdsStruct(a.Type()) && !fillsInput(ts, i) {
			u.whole = append(u.whole, a.Type())
		}
	}
}

// onlyFilled reports whether a value is only handed to calls that decode into it or check it.
func (w *function) onlyFilled(m *ssa.MakeInterface) bool {
	for _, r := range *m.Referrers() {
		call, ok := r.(ssa.CallInstruction)
		if !ok {
			return false
		}
		i := slices.Index(flow.Inputs(call.Common()), ssa.Value(m))
		if i < 0 || !fillsInput(w.env.targets(call), i) && !model.NameHint(model.CheckHint, callName(call)) {
			return false
		}
	}
	return true
}

// fillsInput reports whether a call writes what it decodes into an input.
func fillsInput(ts []target, i int) bool {
	return slices.ContainsFunc(ts, func(t target) bool {
		return slices.ContainsFunc(t.sum.Writes, func(wr flow.Write) bool { return wr.To.Kind == flow.Param && wr.To.Index == i })
	})
}

// holdsStruct reports whether values of a type are structs, or hold some.
func holdsStruct(t types.Type) bool {
	switch u := types.Unalias(t).Underlying().(type) {
	case *types.Struct:
		return true
	case *types.Pointer:
		return holdsStruct(u.Elem())
	case *types.Slice:
		return holdsStruct(u.Elem())
	case *types.Map:
		return holdsStruct(u.Elem())
	}
	return false
}

// maxHeld bounds how deep in another a struct is looked for.
const maxHeld = 4

// mentions reports whether values of a type hold one of another.
func mentions(t, in types.Type, depth int) bool {
	if types.Identical(t, in) {
		return true
	}
	if depth > maxHeld {
		return false
	}
	switch u := types.Unalias(t).(type) {
	case *types.Pointer:
		return mentions(u.Elem(), in, depth)
	case *types.Slice:
		return mentions(u.Elem(), in, depth)
	case *types.Map:
		return mentions(u.Elem(), in, depth)
	case *types.Named:
		if _, isStruct := u.Underlying().(*types.Struct); isStruct && ssapkg.Named(in) != nil && u.Obj().Pkg() != ssapkg.Named(in).Obj().Pkg() {
			return false
		}
		return mentions(u.Underlying(), in, depth+1)
	case *types.Struct:
		for i := range u.NumFields() {
			if mentions(u.Field(i).Type(), in, depth+1) {
				return true
			}
		}
	}
	return false
}
