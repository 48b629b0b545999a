package summary

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/schema"
	"github.com/idemvet/idemvet/internal/ssapkg"
	"github.com/idemvet/idemvet/internal/wiring"
)

// Result is what one package yields: the regions found in it, in source order, and the facts for its importers.
type Result struct {
	Regions []Region
	Pairs   []effect.Pair
	Facts   *Package
	// Wiring is what the package puts behind interfaces, and Inner the functions that others can only reach through that; both only
	// where Known asks for them. Dispatches are its calls of what others put there, in code that runs again.
	Wiring     *wiring.Facts
	Inner      *Package
	Dispatches []Dispatch
	// Idle are the functions that the source calls harmless though nothing in them could do harm.
	Idle []string
}

// Lookup returns the facts of an imported package, or nil.
type Lookup func(path string) *Package

// Build summarises a package.
func Build(pkg *ssapkg.Package, known Known) *Result { return build(pkg, known).result() }

func build(pkg *ssapkg.Package, known Known) *builder {
	b := newBuilder(pkg, known)
	for _, c := range ssapkg.Components(pkg.Funcs, b.refs) {
		b.component(c)
	}
	b.storedFuncs()
	b.hooks()
	b.clients()
	b.handlers()
	b.claims()
	return b
}

type builder struct {
	pkg        *ssapkg.Package
	known      Known
	rowsOf     map[string]*model.Package // see rows
	sums       map[*ssa.Function]*Function
	done       map[*ssa.Function]*function
	decls      map[*types.Func]*ssa.Function
	objects    map[*types.Func]target
	globals    map[*ssa.Global]*ssa.Function // package variables that hold one function and are never given another
	fields     map[*types.Var]*ssa.Function  // the same for fields of this package's structs
	closures   map[*ssa.Function]*ssa.MakeClosure
	impls      map[*types.Named][]types.Type // types converted to an interface of this package, sorted by name
	only       map[*types.Named][]types.Type // see onlyImpl
	calls      map[string][]Call             // field facts
	regions    []Region
	held       map[*types.Var]held
	alias      map[*ssa.Call]int           // answers of Alias, -1 for none
	made       map[*ssa.Global][]ssa.Value // what package variables are given
	hosts      map[*types.Var][]ssa.Value  // what fields of text of this package's structs are given
	kept       map[*types.Var][]ssa.Value  // see keeps
	registered []registration
	called     map[*ssa.Function]bool // by another function of this package
	frames     map[*ssa.Function][]frameOf
	callers    map[*ssa.Function][]callSite // see callersOf
	pairs      []effect.Pair
	uniques    []schema.Unique         // that statements in the code create
	again      []replay                // see runsAgain
	decided    map[*ssa.Function]Cause // see decidedBy
	standins   map[*types.Func]target  // see standin

	constErrors map[namedConst]constErr // see constError
	constKinds  map[namedConst]model.ErrorKind
	uses        *fieldUses      // see usesField
	spared      map[string]bool // functions that are called harmless: whether they do anything that could harm

	tracer   *wiring.Tracer
	bySymbol map[string]*ssa.Function // see symbols

	fieldNumbers  map[*types.Var][]measured // see numbers
	globalNumbers map[*ssa.Global][]measured
}

func newBuilder(pkg *ssapkg.Package, known Known) *builder {
	b := &builder{
		pkg: pkg, known: known, rowsOf: map[string]*model.Package{},
		sums: map[*ssa.Function]*Function{}, done: map[*ssa.Function]*function{},
		decls: map[*types.Func]*ssa.Function{}, objects: map[*types.Func]target{},
		globals: map[*ssa.Global]*ssa.Function{}, fields: map[*types.Var]*ssa.Function{},
		closures: map[*ssa.Function]*ssa.MakeClosure{}, impls: map[*types.Named][]types.Type{}, only: map[*types.Named][]types.Type{}, calls: map[string][]Call{},
		held: map[*types.Var]held{}, alias: map[*ssa.Call]int{}, made: map[*ssa.Global][]ssa.Value{}, hosts: map[*types.Var][]ssa.Value{}, kept: map[*types.Var][]ssa.Value{}, frames: map[*ssa.Function][]frameOf{}, standins: map[*types.Func]target{},
		spared: map[string]bool{}, constErrors: map[namedConst]constErr{}, constKinds: map[namedConst]model.ErrorKind{},
	}
	for _, fn := range pkg.Funcs {
		if obj, ok := fn.Object().(*types.Func); ok {
			b.decls[obj] = fn
		}
	}
	if known.Wired != nil || known.Wire {
		b.tracer = wiring.NewTracer(pkg, func(path string) bool { return b.rows(path) != nil })
	}
	b.scanFunctionValues()
	b.findCalled()
	return b
}

// scanFunctionValues finds the variables and fields that are only ever given one function.
func (b *builder) scanFunctionValues() {
	globals, fields := map[*ssa.Global][]ssa.Value{}, map[*types.Var][]ssa.Value{}
	for _, fn := range b.pkg.Funcs {
		for _, blk := range fn.Blocks {
			for _, in := range blk.Instrs {
				switch in := in.(type) {
				case *ssa.MakeClosure:
					b.closures[in.Fn.(*ssa.Function)] = in
				case *ssa.MakeInterface:
					b.converted(in)
				case *ssa.Store:
					b.given(in)
					if _, ok := in.Val.Type().Underlying().(*types.Signature); !ok {
						continue
					}
					switch a := in.Addr.(type) {
					case *ssa.Global:
						globals[a] = append(globals[a], in.Val)
					case *ssa.FieldAddr:
						if f := fieldVar(a); f != nil {
							fields[f] = append(fields[f], in.Val)
						}
					}
				}
			}
		}
	}
	for g, vals := range globals {
		b.globals[g] = single(vals)
	}
	for f, vals := range fields {
		b.fields[f] = single(vals)
	}
}

// given notes what package variables and fields hold, for those that are set once.
func (b *builder) given(s *ssa.Store) {
	switch a := s.Addr.(type) {
	case *ssa.Global:
		b.made[a] = append(b.made[a], s.Val)
	case *ssa.FieldAddr:
		f := fieldVar(a)
		if f == nil {
			return
		}
		if f.Pkg() == b.pkg.Types && !f.Exported() && isString(f.Type()) {
			b.hosts[f] = append(b.hosts[f], s.Val)
		}
		b.keeps(f, s.Val)
	}
}

// maxImpls bounds the implementations that a call through an interface is resolved to.
const maxImpls = 4

// converted records that a type is converted to an interface of this package. Mocks are no implementations.
func (b *builder) converted(m *ssa.MakeInterface) {
	iface, impl := ssapkg.Named(m.Type()), ssapkg.Named(m.X.Type())
	if iface == nil || impl == nil || iface.Obj().Pkg() != b.pkg.Types || model.NameHint(model.MockHint, impl.Obj().Name()) {
		return
	}
	for _, t := range b.impls[iface] {
		if types.Identical(t, m.X.Type()) {
			return
		}
	}
	b.impls[iface] = append(b.impls[iface], m.X.Type())
	slices.SortFunc(b.impls[iface], func(x, y types.Type) int { return strings.Compare(x.String(), y.String()) })
}

// methods lists the methods that a call through an interface of this package can reach.
func (b *builder) methods(c *ssa.CallCommon) []*types.Func {
	impls := b.impls[ssapkg.Named(c.Value.Type())]
	if m, ok := c.Value.(*ssa.MakeInterface); ok {
		impls = []types.Type{m.X.Type()}
	}
	if len(impls) == 0 {
		impls = b.onlyImpl(ssapkg.Named(c.Value.Type()))
	}
	if len(impls) > maxImpls {
		return nil
	}
	var list []*types.Func
	for _, impl := range impls {
		obj, _, _ := types.LookupFieldOrMethod(impl, true, c.Method.Pkg(), c.Method.Name())
		m, ok := obj.(*types.Func)
		if !ok {
			return nil
		}
		list = append(list, m.Origin())
	}
	return list
}

// behind lists what a method value of an interface of this package can be.
func (b *builder) behind(mc *ssa.MakeClosure) (list []*ssa.Function) {
	m, ok := mc.Fn.(*ssa.Function).Object().(*types.Func)
	if !ok || len(mc.Bindings) != 1 || !types.IsInterface(mc.Bindings[0].Type()) {
		return nil
	}
	for _, impl := range b.methods(&ssa.CallCommon{Value: mc.Bindings[0], Method: m}) {
		if fn := b.decls[impl]; fn != nil {
			list = append(list, fn)
		}
	}
	return list
}

// onlyImpl is the one type of this package that implements one of its interfaces, where nothing in the package is converted to it:
// another one puts the two together. Mocks are none, nor is a type that holds a value of the interface and passes calls on.
func (b *builder) onlyImpl(iface *types.Named) []types.Type {
	if iface == nil || iface.Obj().Pkg() != b.pkg.Types || iface.TypeParams().Len() > 0 {
		return nil
	}
	it, ok := iface.Underlying().(*types.Interface)
	if !ok || it.NumMethods() == 0 {
		return nil
	}
	if list, ok := b.only[iface]; ok {
		return list
	}
	var list []types.Type
	scope := b.pkg.Types.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() || types.IsInterface(tn.Type()) || model.NameHint(model.MockHint, name) {
			continue
		}
		if n := ssapkg.Named(tn.Type()); n == nil || n.TypeParams().Len() > 0 || wraps(n, iface) {
			continue
		}
		if p := types.NewPointer(tn.Type()); types.Implements(p, it) {
			list = append(list, p)
		}
	}
	if len(list) != 1 {
		list = nil
	}
	b.only[iface] = list
	return list
}

// wraps reports whether a struct holds a value of an interface.
func wraps(n, iface *types.Named) bool {
	st, ok := n.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := range st.NumFields() {
		if types.Identical(st.Field(i).Type(), iface) {
			return true
		}
	}
	return false
}

func single(vals []ssa.Value) *ssa.Function {
	if len(vals) != 1 {
		return nil
	}
	switch v := vals[0].(type) {
	case *ssa.Function:
		return v
	case *ssa.MakeClosure:
		if fn := v.Fn.(*ssa.Function); fn.Object() == nil {
			return fn
		}
	case *ssa.ChangeType:
		return single([]ssa.Value{v.X})
	}
	return nil
}

func fieldVar(a *ssa.FieldAddr) *types.Var {
	p, ok := types.Unalias(a.X.Type()).Underlying().(*types.Pointer)
	if !ok {
		return nil
	}
	st, ok := types.Unalias(p.Elem()).Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	return st.Field(a.Field).Origin()
}

// fieldFunc is the function that an unexported field of this package always holds. An exported one can be given another
// function elsewhere.
func (b *builder) fieldFunc(a *ssa.FieldAddr) *ssa.Function {
	f := fieldVar(a)
	if f == nil || f.Exported() || f.Pkg() != b.pkg.Types {
		return nil
	}
	return b.fields[f]
}

// captured is the function that a captured variable always holds.
func (b *builder) captured(v *ssa.FreeVar) *ssa.Function {
	fn := v.Parent()
	mc := b.closures[fn]
	if mc == nil {
		return nil
	}
	i := slices.Index(fn.FreeVars, v)
	switch cell := mc.Bindings[i].(type) {
	case *ssa.FreeVar:
		return b.captured(cell)
	case *ssa.Alloc:
		var vals []ssa.Value
		for _, r := range *cell.Referrers() {
			if s, ok := r.(*ssa.Store); ok && s.Addr == ssa.Value(cell) {
				vals = append(vals, s.Val)
			}
		}
		return single(vals)
	}
	return nil
}

// refs lists the functions of this package that a function calls or mentions.
func (b *builder) refs(fn *ssa.Function) []*ssa.Function {
	var list []*ssa.Function
	seen := map[*ssa.Function]bool{}
	add := func(g *ssa.Function) {
		if g == nil {
			return
		}
		g = origin(g)
		if obj, ok := g.Object().(*types.Func); ok && b.decls[obj.Origin()] != nil {
			g = b.decls[obj.Origin()]
		}
		if !seen[g] {
			seen[g] = true
			list = append(list, g)
		}
	}
	var ops [16]*ssa.Value
	for _, blk := range fn.Blocks {
		for _, in := range blk.Instrs {
			if call, ok := in.(ssa.CallInstruction); ok && call.Common().IsInvoke() {
				for _, fn := range b.wiredDecls(call.Common().Value, call.Common().Method) {
					add(fn)
				}
				for _, m := range b.methods(call.Common()) {
					add(b.decls[m])
				}
			} else if ok && call.Common().StaticCallee() == nil {
				for _, v := range b.wiredFuncs(call.Common().Value) {
					add(v.fn)
				}
			}
			for _, op := range in.Operands(ops[:0]) {
				switch v := (*op).(type) {
				case *ssa.Function:
					add(v)
					if mc, ok := in.(*ssa.MakeClosure); ok && mc.Fn == ssa.Value(v) {
						add(v)
						if m, ok := v.Object().(*types.Func); ok && len(mc.Bindings) == 1 && types.IsInterface(mc.Bindings[0].Type()) {
							for _, impl := range b.wiredDecls(mc.Bindings[0], m) {
								add(impl)
							}
						}
						for _, impl := range b.behind(mc) {
							add(impl)
						}
					}
				case *ssa.FieldAddr:
					add(b.fieldFunc(v))
				case *ssa.Global:
					add(b.globals[v])
				}
			}
		}
	}
	for _, anon := range fn.AnonFuncs {
		add(anon)
	}
	for _, v := range fn.FreeVars {
		add(b.captured(v))
	}
	return list
}

// maxRounds bounds the iterations over mutually recursive functions. Their summaries saturate; one that still changes
// keeps its last value, which is a summary of fewer unrollings, not a wrong one.
const maxRounds = 4

func (b *builder) component(c []*ssa.Function) {
	slices.SortFunc(c, func(x, y *ssa.Function) int { return int(x.Pos()) - int(y.Pos()) })
	rounds := 1
	if len(c) > 1 || slices.Contains(b.refs(c[0]), c[0]) {
		rounds = maxRounds
		for _, fn := range c {
			b.sums[fn] = &Function{}
		}
	}
	for range rounds {
		changed := false
		for _, fn := range c {
			f := b.newFunction(fn)
			sum := f.summarise()
			if b.harmless(fn) {
				f.spare()
			}
			changed = changed || b.sums[fn] == nil || !equal(sum, b.sums[fn])
			b.sums[fn] = sum
			b.done[fn] = f
		}
		if !changed {
			break
		}
	}
	for _, fn := range c {
		b.regions = append(b.regions, b.done[fn].regions...)
	}
}

func (b *builder) newFunction(fn *ssa.Function) *function {
	e := &env{b: b, cache: map[ssa.CallInstruction][]target{}}
	e.f = flow.New(fn, e)
	return &function{b: b, env: e, f: e.f, fn: fn}
}

// settle lets go of what only the work on this package needs: results outlive it, and its SSA must not.
func (b *builder) settle() {
	for _, sum := range b.sums {
		sum.settle()
	}
}

func (f *Function) settle() {
	for i := range f.Calls {
		f.Calls[i].row, f.Calls[i].site = nil, nil
	}
	for i := range f.Returned {
		f.Returned[i].Func.settle()
	}
}

func (b *builder) result() *Result {
	facts := &Package{models: b.tables(), uniques: b.uniques, funcs: map[string]*Function{}, fields: b.calls, directives: b.known.Directives}
	for _, fn := range b.pkg.Funcs {
		obj, ok := fn.Object().(*types.Func)
		if !ok || !obj.Exported() || b.sums[fn] == nil || b.sums[fn].empty() || obj.Pkg() != b.pkg.Types {
			continue
		}
		_, recv, name := ssapkg.Symbol(obj)
		facts.funcs[symbol(recv, name)] = b.sums[fn]
	}
	b.exportInterfaces(facts)
	res := &Result{Facts: facts, Idle: b.idle()}
	res.Regions, res.Pairs = b.told()
	if b.tracer != nil {
		res.Dispatches = b.dispatches()
	}
	if b.known.Wire {
		res.Wiring = wiring.Scan(b.tracer, b.host())
		res.Inner = b.inner(res.Wiring)
	}
	b.settle()
	return res
}
