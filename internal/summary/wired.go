package summary

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/ssapkg"
	"github.com/idemvet/idemvet/internal/wiring"
)

// Wired is what a whole program says about what one of its packages cannot see. A package that is analysed alone has none.
type Wired interface {
	// Resolve says what a call through an interface or a function value reaches: one thing, or a few that all have their turn.
	Resolve(*wiring.Call) []wiring.Candidate
	// Func is the summary of a function of any package, or nil.
	Func(wiring.Impl) *Function
}

// linked resolves a call through an interface to what the program puts behind it.
func (b *builder) linked(c *ssa.CallCommon) (list []target) {
	cands, many := b.wiredMethods(c.Value, c.Method)
	for _, cand := range cands {
		t, ok := b.implementation(cand.Impl, c.Method)
		if !ok {
			continue
		}
		t.handed = cand.Impl.Pkg != b.pkg.Path && (many || model.NameHint(model.HandlerHint, c.Method.Name()) || model.NameHint(model.HandlerHint, ssapkg.RecvName(c.Value.Type())))
		t.inputs = flow.Inputs(c)
		list = append(list, t)
	}
	return list
}

func (b *builder) wiredMethods(v ssa.Value, m *types.Func) (list []wiring.Candidate, many bool) {
	if b.known.Wired == nil || !types.IsInterface(v.Type()) {
		return nil, false
	}
	from, many := b.tracer.Trace(v)
	return b.known.Wired.Resolve(&wiring.Call{In: enclosing(v), From: from, Many: many, Iface: wiring.InterfaceOf(v.Type()), Method: m.Name()}), many
}

// enclosing is the symbol of the function that a value belongs to.
func enclosing(v ssa.Value) string {
	if v.Parent() == nil {
		return ""
	}
	i, _ := wiring.ImplOf(v.Parent())
	return i.Symbol
}

// implementation is the function that a candidate is. The method of the interface stands for it where its declaration is not at
// hand: parameters and results are the same.
func (b *builder) implementation(i wiring.Impl, m *types.Func) (target, bool) {
	if i.Pkg == b.pkg.Path {
		fn := b.symbols()[i.Symbol]
		if fn == nil || b.sums[fn] == nil {
			return target{}, false
		}
		obj, _ := fn.Object().(*types.Func)
		return target{obj: obj, fn: fn, sum: b.sums[fn], wired: true, impl: i}, true
	}
	if rows := b.rows(i.Pkg).Func(i.Recv(), i.Name()); speaks(rows) && !sparing(rows) {
		return target{obj: m, rows: rows, sum: fromRows(rows, m).Function, home: i.Pkg, impl: i}, true
	}
	if sum := b.known.Wired.Func(i); sum != nil {
		return target{obj: m, sum: sum, wired: true, impl: i}, true
	}
	return target{}, false
}

// symbols finds the functions of this package by the names that wiring has for them.
func (b *builder) symbols() map[string]*ssa.Function {
	if b.bySymbol == nil {
		b.bySymbol = map[string]*ssa.Function{}
		for _, fn := range b.pkg.Funcs {
			if i, ok := wiring.ImplOf(fn); ok {
				b.bySymbol[i.Symbol] = fn
			}
		}
	}
	return b.bySymbol
}

// wiredDecls are the functions of this package that the program puts behind a call or a method value.
func (b *builder) wiredDecls(v ssa.Value, m *types.Func) (list []*ssa.Function) {
	cands, _ := b.wiredMethods(v, m)
	for _, cand := range cands {
		if fn := b.symbols()[cand.Impl.Symbol]; fn != nil && cand.Impl.Pkg == b.pkg.Path {
			list = append(list, fn)
		}
	}
	return list
}

// wiredBound is what a method value of an interface is.
func (b *builder) wiredBound(recv ssa.Value, m *types.Func) (list []funcVal) {
	cands, _ := b.wiredMethods(recv, m)
	for _, cand := range cands {
		if t, ok := b.implementation(cand.Impl, m); ok {
			list = append(list, funcVal{fn: t.fn, sum: t.sum, recv: recv, label: methodName(cand.Impl), impl: cand.Impl})
		}
	}
	return list
}

// wiredFuncs is what the program puts into a field, a container or a variable that holds functions. A parameter is left alone: its
// callers say what it is, each for itself.
func (b *builder) wiredFuncs(v ssa.Value) (list []funcVal) {
	if b.known.Wired == nil {
		return nil
	}
	from, many := b.tracer.Trace(v)
	if slices.ContainsFunc(from, wiring.Source.IsParam) {
		return nil
	}
	handed := many || slices.ContainsFunc(from, func(s wiring.Source) bool { return model.NameHint(model.HandlerHint, s.Name()) })
	for _, cand := range b.known.Wired.Resolve(&wiring.Call{In: enclosing(v), From: from, Many: many}) {
		recv := ssa.Value(nil)
		if cand.Impl.Recv() != "" && !strings.Contains(cand.Impl.Name(), "$") {
			recv = v // bound to something that is known where the method value is made
		}
		if fn := b.symbols()[cand.Impl.Symbol]; fn != nil && cand.Impl.Pkg == b.pkg.Path {
			list = append(list, funcVal{fn: fn, recv: recv})
		} else if sum := b.known.Wired.Func(cand.Impl); sum != nil {
			list = append(list, funcVal{sum: sum, recv: recv, label: methodName(cand.Impl), impl: cand.Impl, handed: handed})
		}
	}
	return list
}

// methodName is how the reader knows a function of another package.
func methodName(i wiring.Impl) string {
	name, _, _ := strings.Cut(i.Name(), "$")
	if recv := i.Recv(); recv != "" {
		return recv + "." + name
	}
	return name
}

// inner are the summaries of functions that have none among the facts and are put somewhere from where others may call them.
func (b *builder) inner(w *wiring.Facts) *Package {
	out := &Package{funcs: map[string]*Function{}}
	for _, i := range w.Functions() {
		fn := b.symbols()[i.Symbol]
		if i.Pkg != b.pkg.Path || fn == nil || b.sums[fn] == nil || b.sums[fn].empty() {
			continue
		}
		if obj, ok := fn.Object().(*types.Func); !ok || !obj.Exported() {
			out.funcs[i.Symbol] = b.sums[fn]
		}
	}
	return out
}

// host says what the wiring of the package hangs on beside its code.
func (b *builder) host() wiring.Host {
	return wiring.Host{
		Mock: b.mock, Known: b.resolved, Own: func(path string) bool { return b.facts(path) != nil },
		Looks: func(fn *ssa.Function) bool {
			w := b.done[fn]
			return w != nil && w.looks()
		},
		Binds: func(obj *types.Func) bool {
			path, recv, name := ssapkg.Symbol(obj)
			return slices.ContainsFunc(b.rows(path).Func(recv, name), func(e *model.Entry) bool { return e.Binds })
		},
	}
}

// mock reports whether a type stands in for a real one in tests.
func (b *builder) mock(n *types.Named) bool {
	return model.NameHint(model.MockHint, n.Obj().Name()) || ssapkg.TestPackage(n.Obj().Pkg().Path())
}

// resolved reports whether the package itself knows what a call reaches.
func (b *builder) resolved(call ssa.CallInstruction) bool {
	w := b.done[call.Parent()]
	return w != nil && len(w.env.targets(call)) > 0
}
