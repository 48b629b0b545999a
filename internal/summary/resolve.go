package summary

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/region"
	"github.com/idemvet/idemvet/internal/source"
	"github.com/idemvet/idemvet/internal/ssapkg"
	"github.com/idemvet/idemvet/internal/wiring"
)

// target is one function that a call or a function value can be.
type target struct {
	sum    *Function
	rows   []*model.Entry // where a model row answers
	obj    *types.Func    // nil for a function literal
	home   string         // import path of the rows, where that is not the object's
	fn     *ssa.Function  // nil without a body here
	inputs []ssa.Value
	free   []ssa.Value
	// partial is set when sum is only a part of what the function does, so that what is missing says nothing.
	partial bool
	wired   bool        // the program says that it is this one
	impl    wiring.Impl // which one that is
	handed  bool        // and it is a handler of whatever comes, by the name under which it is known here
}

func (t *target) callee() flow.Callee {
	return flow.Callee{Effect: &t.sum.Effect, Inputs: t.inputs, Free: t.free}
}

// env gives one function's flow analysis the answers of the whole package. It is the flow.Env of that function.
type env struct {
	b     *builder
	f     *flow.Func
	cache map[ssa.CallInstruction][]target

	loops  []*region.Loop     // of the function, that retry
	sorted map[ssa.Value]bool // slices that the function sorts; nil until first asked for
}

// Callees implements flow.Env.
func (e *env) Callees(call ssa.CallInstruction) []flow.Callee {
	ts := e.targets(call)
	list := make([]flow.Callee, len(ts))
	for i := range ts {
		list[i] = ts[i].callee()
	}
	return list
}

// PlaceOf implements flow.Env.
func (e *env) PlaceOf(pos token.Pos) source.Place { return e.b.pkg.PlaceOf(pos) }

// targets lists what a call can reach, or nothing when that is unknown.
func (e *env) targets(call ssa.CallInstruction) []target {
	if ts, ok := e.cache[call]; ok {
		return ts
	}
	e.f.Prepare()
	if ts, ok := e.cache[call]; ok {
		return ts
	}
	e.cache[call] = nil // a call whose callee depends on its own result stays unknown
	ts := e.resolve(call.Common())
	for i := range ts {
		e.specialise(&ts[i])
	}
	e.cache[call] = ts
	return ts
}

func (e *env) resolve(c *ssa.CallCommon) []target {
	if c.IsInvoke() {
		return e.invoked(c)
	}
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return nil
	}
	var ts []target
	for _, v := range e.values(c.Value) {
		t, ok := e.b.function(v)
		if !ok {
			return nil
		}
		t.inputs = c.Args
		if v.recv != nil {
			t.inputs = append([]ssa.Value{v.recv}, c.Args...)
		}
		ts = append(ts, t)
	}
	return ts
}

// invoked resolves a call through an interface. Rows of the interface come first; then what the program puts there, if it is its
// own; then what this package or the interface itself shows. A library's type that the program puts there comes last: of what
// takes a connection and a transaction alike, the interface tells more.
func (e *env) invoked(c *ssa.CallCommon) []target {
	t, known := e.b.object(c.Method)
	var linked []target
	if len(t.rows) == 0 {
		linked = e.b.linked(c)
	}
	own := slices.DeleteFunc(slices.Clone(linked), func(t target) bool { return len(t.rows) > 0 })
	if len(own) > 0 {
		return own
	}
	if !known {
		if ts := e.visible(c); len(ts) > 0 {
			return ts
		}
		if t, known = e.b.standin(c.Method); !known {
			return linked
		}
	}
	t.inputs = flow.Inputs(c)
	return []target{t}
}

// visible resolves a call through an interface that no row describes: to the concrete type, where the value was converted
// in this function; otherwise, for an interface of this package, to the types of this package that are converted to it.
// More than a few of them, or one that cannot be resolved, make the call unknown.
func (e *env) visible(c *ssa.CallCommon) []target {
	var ts []target
	for _, m := range e.b.methods(c) {
		t, ok := e.b.object(m)
		if !ok {
			return nil
		}
		t.inputs = flow.Inputs(c)
		ts = append(ts, t)
	}
	return ts
}

// funcVal is a function value: a function, and what a literal captures or a method value is bound to.
type funcVal struct {
	fn       *ssa.Function
	bindings []ssa.Value
	recv     ssa.Value
	sum      *Function // for a literal that another package's function returned, and a function that the program puts here
	label    string    // of the latter
	impl     wiring.Impl
	handed   bool // see target
}

// name is how the reader knows the function.
func (v funcVal) name() string {
	if v.fn == nil && v.label != "" {
		return v.label
	}
	if v.fn == nil {
		return "an interceptor that retries"
	}
	return ssapkg.FuncName(origin(v.fn))
}

// values lists the functions that a value can be; nothing when one of them is unknown.
func (e *env) values(v ssa.Value) []funcVal {
	w := &valueWalk{e: e, seen: map[ssa.Value]bool{}}
	w.walk(v)
	if w.unknown || len(w.out) > 4 {
		return e.b.wiredFuncs(v)
	}
	return w.out
}

type valueWalk struct {
	e       *env
	seen    map[ssa.Value]bool
	out     []funcVal
	unknown bool
}

func (w *valueWalk) walk(v ssa.Value) {
	if w.seen[v] {
		return
	}
	w.seen[v] = true
	switch v := v.(type) {
	case *ssa.Function:
		w.out = append(w.out, funcVal{fn: v})
	case *ssa.MakeClosure:
		fn := v.Fn.(*ssa.Function)
		if fn.Object() != nil && len(v.Bindings) == 1 { // a method value
			if m, ok := fn.Object().(*types.Func); ok {
				if list := w.e.b.wiredBound(v.Bindings[0], m); len(list) > 0 {
					w.out = append(w.out, list...)
					return
				}
				if list := w.e.b.behind(v); len(list) > 0 {
					for _, impl := range list {
						w.out = append(w.out, funcVal{fn: impl, recv: v.Bindings[0]})
					}
					return
				}
				w.out = append(w.out, funcVal{fn: w.e.b.method(m, fn), recv: v.Bindings[0]})
				return
			}
		}
		w.out = append(w.out, funcVal{fn: fn, bindings: v.Bindings})
	case *ssa.ChangeType:
		w.walk(v.X)
	case *ssa.MakeInterface:
		w.walk(v.X)
	case *ssa.Phi:
		for _, x := range v.Edges {
			w.walk(x)
		}
	case *ssa.Const: // a nil function is not called
	case *ssa.UnOp:
		w.load(v)
	case *ssa.Alloc: // a captured variable
		w.unknown = !w.stored(flow.Loc{Root: v}) || w.unknown
	case *ssa.Call:
		w.returned(v)
	default:
		w.unknown = true
	}
}

// load reads a function from a variable: a local one, a package variable or field that is only ever given one function,
// or a variable of the enclosing function.
func (w *valueWalk) load(v *ssa.UnOp) {
	if v.Op != token.MUL {
		w.unknown = true
		return
	}
	switch x := v.X.(type) {
	case *ssa.Global:
		w.fixed(w.e.b.globals[x])
		return
	case *ssa.FieldAddr:
		if fn := w.e.b.fieldFunc(x); fn != nil {
			w.fixed(fn)
			return
		}
	case *ssa.FreeVar:
		if fn := w.e.b.captured(x); fn != nil {
			w.fixed(fn)
			return
		}
	}
	l := w.e.f.Locate(v.X)
	if !w.stored(l) {
		if x := l.Root; x != v.X && x != ssa.Value(v) && l.Sel == "" {
			w.walk(x)
			return
		}
		w.unknown = true
	}
}

// stored reads what is stored at a place, and reports whether anything is.
func (w *valueWalk) stored(l flow.Loc) (found bool) {
	for _, s := range w.e.f.Stores(l.Root) {
		if s.To == l && s.Val != nil {
			found = true
			w.walk(s.Val)
		}
	}
	return found
}

func (w *valueWalk) fixed(fn *ssa.Function) {
	if fn == nil {
		w.unknown = true
		return
	}
	w.out = append(w.out, funcVal{fn: fn})
}

// returned reads a function literal that a function returns. What it captures belongs to another frame.
func (w *valueWalk) returned(c *ssa.Call) {
	fn := c.Call.StaticCallee()
	if fn == nil {
		w.unknown = true
		return
	}
	if lit := returnedLiteral(origin(fn)); lit != nil {
		w.fixed(lit)
		return
	}
	if obj, ok := origin(fn).Object().(*types.Func); ok {
		if t, ok := w.e.b.object(obj); ok && len(t.sum.Returned) == 1 {
			w.out = append(w.out, funcVal{sum: t.sum.Returned[0].Func})
			return
		}
	}
	w.unknown = true
}

// returnedLiteral is the only function literal that a function returns as its first result, or nil.
func returnedLiteral(fn *ssa.Function) *ssa.Function {
	var lit *ssa.Function
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || len(ret.Results) == 0 {
			continue
		}
		g := literal(ret.Results[0])
		if g == nil || lit != nil && lit != g {
			return nil
		}
		lit = g
	}
	return lit
}

func literal(v ssa.Value) *ssa.Function {
	for {
		switch x := v.(type) {
		case *ssa.MakeClosure:
			fn := x.Fn.(*ssa.Function)
			if fn.Object() != nil {
				return nil
			}
			return fn
		case *ssa.Function:
			return x
		case *ssa.ChangeType:
			v = x.X
		default:
			return nil
		}
	}
}

func origin(fn *ssa.Function) *ssa.Function {
	if o := fn.Origin(); o != nil {
		return o
	}
	return fn
}

// function resolves a function value.
func (b *builder) function(v funcVal) (target, bool) {
	if v.fn == nil {
		return target{sum: v.sum, wired: v.label != "", impl: v.impl, handed: v.handed}, v.sum != nil
	}
	fn := origin(v.fn)
	if obj, ok := fn.Object().(*types.Func); ok && fn.Object() != nil {
		t, ok := b.object(obj)
		t.free = v.bindings
		return t, ok
	}
	if s := b.sums[fn]; s != nil {
		return target{sum: s, fn: fn, free: v.bindings}, true
	}
	return target{}, false
}

// method is the function behind a method value's wrapper.
func (b *builder) method(m *types.Func, wrapper *ssa.Function) *ssa.Function {
	if fn := wrapper.Prog.FuncValue(m.Origin()); fn != nil {
		return fn
	}
	return wrapper
}

// object resolves a function or method by its declaration: model rows first, they always win; then this package; then
// imported facts.
func (b *builder) object(obj *types.Func) (target, bool) {
	obj = obj.Origin()
	if t, ok := b.objects[obj]; ok {
		return t, t.sum != nil
	}
	path, recv, name := ssapkg.Symbol(obj)
	t := target{obj: obj}
	if rows := b.rows(path).Func(recv, name); speaks(rows) && (!sparing(rows) || isAbstract(obj)) {
		t.rows = rows
		t.sum = fromRows(rows, obj).Function
		b.objects[obj] = t
		return t, true
	}
	if obj.Pkg() == b.pkg.Types {
		if fn := b.decls[obj]; fn != nil && b.sums[fn] != nil {
			return target{obj: obj, fn: fn, sum: b.sums[fn]}, true // not cached: the summary grows
		}
		return target{}, false
	}
	t.sum = b.facts(path).Func(recv, name)
	if t.sum == nil && name == "String" && isMessage(obj) {
		t.sum = &Function{Effect: flow.Effect{Results: []flow.Write{{To: flow.Input{Kind: flow.Result}, From: []flow.Origin{
			{Kind: flow.Fresh, Fresh: model.Unstable, Source: "String of a protobuf message"},
		}}}}}
	}
	b.objects[obj] = t
	return t, t.sum != nil
}

// speaks reports whether rows say what a call does.
func speaks(rows []*model.Entry) bool {
	return slices.ContainsFunc(rows, func(e *model.Entry) bool { return !e.Aside() })
}

// isAbstract reports whether a method is one of an interface.
func isAbstract(method *types.Func) bool {
	recv := method.Signature().Recv()
	return recv != nil && types.IsInterface(recv.Type())
}

// isMessage reports whether a method belongs to a protobuf message. The text of one is for people: spaces in it are random.
func isMessage(method *types.Func) bool {
	recv := method.Signature().Recv()
	if recv == nil {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(recv.Type(), true, nil, "ProtoReflect")
	return obj != nil
}
