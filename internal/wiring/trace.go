package wiring

import (
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/ssapkg"
)

// Tracer follows values of one package back to where they come from.
type Tracer struct {
	pkg      *ssapkg.Package
	modelled func(path string) bool
	closures map[*ssa.Function]*ssa.MakeClosure
	calls    map[ssa.Instruction]int // numbers of calls whose results are places
	seen     func(types.Type)        // told of the types that become interfaces; nil for none
}

// NewTracer prepares a package. Modelled says of an import path that rows describe it: what implements its interfaces is known
// by them.
func NewTracer(pkg *ssapkg.Package, modelled func(path string) bool) *Tracer {
	t := &Tracer{pkg: pkg, modelled: modelled, closures: map[*ssa.Function]*ssa.MakeClosure{}, calls: map[ssa.Instruction]int{}}
	for _, fn := range pkg.Funcs {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ssa.MakeClosure:
					if f := in.Fn.(*ssa.Function); f.Object() == nil {
						t.closures[f] = in
					} else {
						t.calls[in] = len(t.calls)
					}
				case ssa.CallInstruction:
					if c := in.Common(); c.IsInvoke() || c.StaticCallee() == nil {
						t.calls[in] = len(t.calls)
					}
				}
			}
		}
	}
	return t
}

// maxSteps bounds one trace. What lies beyond is unknown.
const maxSteps = 256

// Sources lists where a value can come from, sorted; what cannot be told is left out.
func (t *Tracer) Sources(v ssa.Value) []Source {
	list, _ := t.Trace(v)
	return list
}

// Trace is Sources, and reports whether the value is read from a container: then all that is in it has its turn.
func (t *Tracer) Trace(v ssa.Value) (list []Source, many bool) {
	w := &walk{t: t, seen: map[ssa.Value]bool{}, out: map[Source]bool{}}
	w.value(v)
	return w.sources(), w.many
}

type walk struct {
	t    *Tracer
	seen map[ssa.Value]bool
	out  map[Source]bool
	many bool
}

func (w *walk) sources() []Source {
	list := make([]Source, 0, len(w.out))
	for s := range w.out {
		list = append(list, s)
	}
	slices.Sort(list)
	return list
}

func (w *walk) add(s Source) {
	if s != "" {
		w.out[s] = true
	}
}

// value follows one value. Containers stand for what is in them: the keys under which it is kept are not told apart.
func (w *walk) value(v ssa.Value) {
	if v == nil || w.seen[v] || len(w.seen) > maxSteps {
		return
	}
	w.seen[v] = true
	w.follow(v)
}

func (w *walk) follow(v ssa.Value) {
	switch v := v.(type) {
	case *ssa.MakeInterface:
		w.concrete(v.X)
	case *ssa.ChangeInterface:
		w.narrowed(v)
	case *ssa.ChangeType:
		w.value(v.X)
	case *ssa.TypeAssert:
		w.value(v.X)
	case *ssa.Phi:
		for _, e := range v.Edges {
			w.value(e)
		}
	case *ssa.Extract:
		w.extracted(v)
	case *ssa.UnOp:
		switch v.Op {
		case token.MUL:
			w.loaded(v.X)
		case token.ARROW:
			w.element(v.X)
		}
	case *ssa.Field:
		w.add(fieldPlace(v.X.Type(), v.Field))
	case *ssa.Lookup:
		w.element(v.X)
	case *ssa.Index:
		w.element(v.X)
	case *ssa.Slice:
		w.value(v.X)
	case *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan:
		w.contents(v)
	case *ssa.Call:
		w.result(v, 0)
	case *ssa.Parameter:
		w.add(paramOf(v))
	case *ssa.Function:
		w.function(v)
	case *ssa.MakeClosure:
		w.closure(v)
	case *ssa.Alloc, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Global, *ssa.FreeVar:
		w.loaded(v)
	}
}

// concrete is a value that becomes an interface.
func (w *walk) concrete(x ssa.Value) {
	if name := typeName(x.Type()); name != "" {
		if w.t.seen != nil {
			w.t.seen(x.Type())
		}
		w.add(Source(typeSource + name))
	}
	if _, ok := x.Type().Underlying().(*types.Signature); ok {
		w.value(x)
	}
}

// narrowed is an interface that becomes another one. Where rows describe the first, they say what is behind it.
func (w *walk) narrowed(v *ssa.ChangeInterface) {
	if n := ssapkg.Named(v.X.Type()); n != nil && n.Obj().Pkg() != nil && n.Obj().Pkg() != w.t.pkg.Types && w.t.modelled(n.Obj().Pkg().Path()) {
		if w.t.seen != nil {
			w.t.seen(v.X.Type())
		}
		w.add(Source(typeSource + typeName(v.X.Type())))
		return
	}
	w.value(v.X)
}

func (w *walk) extracted(v *ssa.Extract) {
	switch tuple := v.Tuple.(type) {
	case *ssa.Call:
		w.result(tuple, v.Index)
	case *ssa.TypeAssert:
		w.value(tuple.X)
	case *ssa.Lookup:
		w.element(tuple.X)
	case *ssa.UnOp:
		w.element(tuple.X)
	case *ssa.Next:
		if r, ok := tuple.Iter.(*ssa.Range); ok {
			w.element(r.X)
		}
	case *ssa.Select:
		for _, s := range tuple.States {
			if s.Dir == types.RecvOnly {
				w.value(s.Chan)
			}
		}
	}
}

// loaded is what lies at an address.
func (w *walk) loaded(addr ssa.Value) {
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		w.add(fieldPlace(a.X.Type(), a.Field))
	case *ssa.Global:
		if a.Pkg != nil {
			w.add(place("var", a.Pkg.Pkg.Path(), a.Name()))
		}
	case *ssa.IndexAddr:
		w.element(a.X)
	case *ssa.FreeVar:
		w.captured(a)
	case *ssa.Alloc:
		w.contents(a)
	default:
		w.value(addr)
	}
}

// element is something in a container.
func (w *walk) element(container ssa.Value) {
	w.many = true
	w.value(container)
}

// contents is what is stored in a variable, an array or a container that is made here.
func (w *walk) contents(v ssa.Value) {
	refs := v.Referrers()
	if refs == nil {
		return
	}
	for _, r := range *refs {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr == v {
				w.value(r.Val)
			}
		case *ssa.MapUpdate:
			if r.Map == v {
				w.value(r.Value)
			}
		case *ssa.Send:
			if r.Chan == v {
				w.value(r.X)
			}
		case *ssa.IndexAddr:
			if r.X == v {
				w.contents(r)
			}
		}
	}
}

// captured is what a literal takes from around it.
func (w *walk) captured(v *ssa.FreeVar) {
	mc := w.t.closures[v.Parent()]
	if mc == nil {
		return
	}
	if i := slices.Index(v.Parent().FreeVars, v); i >= 0 && i < len(mc.Bindings) {
		w.value(mc.Bindings[i])
	}
}

func (w *walk) result(c *ssa.Call, i int) {
	if b, ok := c.Call.Value.(*ssa.Builtin); ok {
		if b.Name() == "append" {
			for _, a := range c.Call.Args {
				w.value(a)
			}
		}
		return
	}
	if fn := c.Call.StaticCallee(); fn != nil {
		if impl, ok := ImplOf(fn); ok && !w.t.standard(impl.Pkg) {
			w.add(impl.result(strconv.Itoa(i)))
		}
		return
	}
	w.add(w.t.resultPlace(c, i))
}

// resultPlace is the place of a result of a call through an interface or a function value.
func (t *Tracer) resultPlace(c ssa.Instruction, i int) Source {
	return t.callPlace(c) + Source(" "+strconv.Itoa(i))
}

func (t *Tracer) callPlace(c ssa.Instruction) Source {
	return place("call", t.pkg.Path, strconv.Itoa(t.calls[c]))
}

func (w *walk) function(fn *ssa.Function) {
	if impl, ok := ImplOf(fn); ok {
		w.add(Source(funcSource + impl.key()))
	}
}

// closure is a literal or a method value. One of an interface is whatever the interface holds.
func (w *walk) closure(mc *ssa.MakeClosure) {
	fn := mc.Fn.(*ssa.Function)
	if fn.Object() != nil && len(mc.Bindings) == 1 && types.IsInterface(mc.Bindings[0].Type()) {
		w.add(w.t.callPlace(mc))
		return
	}
	w.function(fn)
}
