package flow

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/source"
)

// Env says what a call does. It returns nil when nothing is known.
type Env interface {
	Callees(call ssa.CallInstruction) []Callee
	PlaceOf(pos token.Pos) source.Place
	// Held says what a field holds whoever reads it: an attempt number, a receipt handle.
	Held(field *types.Var, owner types.Type) (Origin, bool)
	// Received says what a place under a parameter holds because somebody outside the program sent it.
	Received(p *ssa.Parameter, sel string) (Origin, bool)
	// Attempts says that a number counts the attempts of a retry.
	Attempts(v ssa.Value) (name string, ok bool)
	// Made says what a package variable holds that is set once, when the program starts.
	Made(g *ssa.Global) (Origin, bool)
	// Input reports whether a call reads something new each time: a line that somebody types, the next record of a file.
	Input(c *ssa.Call) bool
	// Alias is the argument that a call's result stands for, or nil.
	Alias(c *ssa.Call) ssa.Value
	// Literal says what a function literal does, or nil.
	Literal(mc *ssa.MakeClosure) *Effect
	// Sorted reports whether the function brings a slice into an order of its own.
	Sorted(v ssa.Value) bool
}

// Callee is one function that a call can reach.
type Callee struct {
	Effect *Effect
	Inputs []ssa.Value // the caller's values for the callee's inputs, the receiver first
	Free   []ssa.Value // the caller's values for captured variables, if they are in sight
}

// Func is the value flow of one function. It is not safe for concurrent use.
type Func struct {
	Fn     *ssa.Function
	env    Env
	params map[ssa.Value]int
	free   map[ssa.Value]int
	stores map[ssa.Value][]Store // by root, in instruction order; nil until first asked for
	order  []ssa.Value           // the keys of stores
	tests  map[*ssa.BasicBlock][]Test

	exposed map[ssa.Value][]Local // nil until first asked for
	filled  map[ssa.Value]bool    // nil until first asked for
	conds   map[ssa.Value]Slice   // answers of CondSlice
	calls   map[*ssa.Call]Slice   // answers of CallSlice
}

// Store is one thing that puts a value into memory: a store, a map update or a call.
type Store struct {
	To     Loc
	Val    ssa.Value // for a store or map update
	Callee *Callee   // for a call, with From in its terms
	From   []Origin
	At     ssa.Instruction
}

// New prepares the analysis of a function.
func New(fn *ssa.Function, env Env) *Func {
	f := &Func{Fn: fn, env: env, params: map[ssa.Value]int{}, free: map[ssa.Value]int{}, tests: map[*ssa.BasicBlock][]Test{}, conds: map[ssa.Value]Slice{}, calls: map[*ssa.Call]Slice{}}
	for i, p := range fn.Params {
		f.params[p] = i
	}
	for i, v := range fn.FreeVars {
		f.free[v] = i
	}
	return f
}

// Stores lists what is stored under a root, in instruction order.
func (f *Func) Stores(root ssa.Value) []Store {
	if f.stores == nil {
		f.collect()
	}
	return f.stores[root]
}

// Prepare collects the stores. A call that is resolved before would be asked for its own stores while it is resolved, and
// have none.
func (f *Func) Prepare() {
	if f.stores == nil {
		f.collect()
	}
}

// ReadsNew reports whether a call reads something new each time.
func (f *Func) ReadsNew(c *ssa.Call) bool { return f.env.Input(c) }

// AllStores calls yield for each store of the function, root by root in the order of their first store.
func (f *Func) AllStores(yield func(*Store)) {
	if f.stores == nil {
		f.collect()
	}
	for _, root := range f.order {
		for i := range f.stores[root] {
			yield(&f.stores[root][i])
		}
	}
}

func (f *Func) collect() {
	f.stores = map[ssa.Value][]Store{}
	add := func(s Store) {
		if depth(s.To.Sel) <= maxSel {
			if f.stores[s.To.Root] == nil {
				f.order = append(f.order, s.To.Root)
			}
			f.stores[s.To.Root] = append(f.stores[s.To.Root], s)
		}
	}
	for _, b := range f.Fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Store:
				add(Store{To: f.Locate(in.Addr), Val: in.Val, At: in})
			case *ssa.MapUpdate:
				to := f.Locate(in.Map)
				to.Sel += element(in.Key)
				add(Store{To: to, Val: in.Value, At: in})
			case ssa.CallInstruction:
				for _, c := range f.env.Callees(in) {
					for _, w := range c.Effect.Writes {
						v := c.input(w.To)
						if v == nil {
							continue
						}
						for _, to := range f.targets(v, w.To.Sel) {
							add(Store{To: to, Callee: &c, From: w.From, At: in})
						}
					}
				}
			}
		}
	}
}

// targets lists the places that a callee writes to when it writes under an argument. Where the argument is a list of
// pointers (the destinations of a Scan), those are what they point to.
func (f *Func) targets(v ssa.Value, sel string) []Loc {
	to := f.Locate(v)
	var list []Loc
	if rest, ok := below(sel, "[*]"); ok && sel != "" {
		for _, s := range f.stores[to.Root] {
			if s.Val != nil && pointsIn(s.Val) {
				l := f.Locate(s.Val)
				l.Sel += rest
				list = append(list, l)
			}
		}
	}
	if list == nil {
		to.Sel += sel
		list = []Loc{to}
	}
	return list
}

func (c *Callee) input(in Input) ssa.Value {
	list := c.Inputs
	if in.Kind == Free {
		list = c.Free
	}
	if in.Index < len(list) {
		return list[in.Index]
	}
	return nil
}

// Inputs lists a call's values in the order of the callee's inputs, the receiver first.
func Inputs(c *ssa.CallCommon) []ssa.Value {
	if c.IsInvoke() {
		return append([]ssa.Value{c.Value}, c.Args...)
	}
	return c.Args
}

// Input expresses a place in terms of the function's inputs, if it lies under one.
func (f *Func) Input(l Loc) (Input, bool) {
	if i, ok := f.params[l.Root]; ok {
		return Input{Kind: Param, Index: i, Sel: l.Sel}, true
	}
	if i, ok := f.free[l.Root]; ok {
		return Input{Kind: Free, Index: i, Sel: l.Sel}, true
	}
	return Input{}, false
}

// Exposed reports whether the memory that a value was read from is handed to a call that may fill it in: by functions
// that the caller gives (option functions), as the inputs they come from, or by a call of which nothing is known.
func (f *Func) Exposed(v ssa.Value) (by []Input, unknown bool) {
	root := f.Locate(v).Root
	if _, ok := root.(*ssa.Alloc); !ok {
		return nil, false
	}
	return f.Handed(root)
}

// Handed is Exposed for any object.
func (f *Func) Handed(root ssa.Value) (by []Input, unknown bool) {
	if f.exposed == nil {
		f.exposed = map[ssa.Value][]Local{}
		for _, b := range f.Fn.Blocks {
			for _, in := range b.Instrs {
				if call, ok := in.(ssa.CallInstruction); ok {
					if _, later := in.(*ssa.Defer); !later { // what is deferred comes too late to fill anything in
						f.expose(call)
					}
				}
			}
		}
	}
	for _, o := range f.exposed[root] {
		if o.Kind != Param && o.Kind != Free {
			return nil, true
		}
		by = append(by, o.In)
	}
	return by, false
}

func (f *Func) expose(call ssa.CallInstruction) {
	c := call.Common()
	if _, builtin := c.Value.(*ssa.Builtin); builtin || len(f.env.Callees(call)) > 0 {
		return
	}
	who := []Local{{Origin: Origin{Kind: Unknown}}}
	if !c.IsInvoke() && c.StaticCallee() == nil {
		who = f.Trace(c.Value, "")
	}
	for _, a := range c.Args {
		if pointsIn(a) {
			root := f.Locate(a).Root
			f.exposed[root] = append(f.exposed[root], who...)
		}
	}
}

// pointsIn reports whether a callee can write through a value that it is given.
func pointsIn(v ssa.Value) bool {
	if m, ok := v.(*ssa.MakeInterface); ok {
		v = m.X
	}
	switch v.Type().Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Slice:
		return true
	}
	return false
}
