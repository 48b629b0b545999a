package flow

import (
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/source"
)

// Local is an origin as it stands in one function.
type Local struct {
	Origin
	// Site is the instruction of this function at which a fresh value is made, directly or by a callee.
	Site ssa.Instruction
	// Given are the conditions of the callee that mints, in values of this function.
	Given []Given
	// Cells are the stores that the value went through after it was made.
	Cells []Cell
}

// Cell is a store on the way of a value.
type Cell struct {
	To Loc
	At ssa.Instruction
}

// Given is a callee's condition seen from a caller.
type Given struct {
	V     ssa.Value
	Sel   string
	Empty bool
}

// maxVisits bounds the places one query looks at; beyond, the answer is Unknown.
const maxVisits = 2000

type state struct {
	v      ssa.Value
	sel    string
	digest bool
	joined bool
	deep   bool
	sorted bool // what order it had is lost
	parsed bool // it was decoded on the way
	filled bool // it was kept in an object that something may fill in
}

type trace struct {
	f     *Func
	seen  map[state]bool
	todo  []item
	out   []Local
	names map[string]bool // of fields and parameters on the way, where they are asked for
}

type item struct {
	state
	cells  []Cell
	hashed source.Place
	by     ssa.Instruction // the last call that was given the value
}

// Trace returns where the content of a place comes from: v itself for the empty selector. The result depends on the
// function and the Env alone. A query that grows too large has the one answer Unknown.
func (f *Func) Trace(v ssa.Value, sel string) []Local {
	t := &trace{f: f, seen: map[state]bool{}}
	t.push(v, item{state: state{sel: sel}})
	return t.run()
}

// TraceAll returns where the content of a place and of everything below it comes from.
func (f *Func) TraceAll(v ssa.Value, sel string) []Local {
	t := &trace{f: f, seen: map[state]bool{}}
	t.pushAll(v, item{state: state{sel: sel}})
	return t.run()
}

func (t *trace) run() []Local {
	for len(t.todo) > 0 {
		it := t.todo[len(t.todo)-1]
		t.todo = t.todo[:len(t.todo)-1]
		t.visit(it)
		if len(t.seen) > maxVisits || len(t.out) > 8*maxSet {
			return []Local{{Origin: Origin{Kind: Unknown}}}
		}
	}
	slices.SortStableFunc(t.out, func(a, b Local) int { return a.Compare(b.Origin) })
	return t.out
}

// push asks for the content of v under it.sel.
func (t *trace) push(v ssa.Value, it item) {
	if v == nil || depth(it.sel) > 2*maxSel {
		return
	}
	if o, at, ok := t.f.held(v); ok {
		t.fresh(Local{Origin: o, Site: at, Cells: it.cells}, it)
		return
	}
	it.deep = it.deep || strings.HasSuffix(it.sel, all)
	t.name(v, it)
	if _, basic := v.Type().Underlying().(*types.Basic); basic {
		it.sel = "" // text and numbers have no parts
	}
	l := t.f.Locate(v)
	it.v, it.sel = l.Root, l.Sel+it.sel
	if depth(it.sel) > maxSel || t.seen[it.state] {
		return
	}
	t.seen[it.state] = true
	t.todo = append(t.todo, it)
}

// pushAll asks for the content of v under it.sel and of everything below.
func (t *trace) pushAll(v ssa.Value, it item) {
	base := it.sel
	t.push(v, it)
	if _, basic := v.Type().Underlying().(*types.Basic); !basic {
		it.sel = base + all
		t.push(v, it)
	}
}

// held looks for a field on the way from v to its root that holds something whoever reads it.
func (f *Func) held(v ssa.Value) (Origin, ssa.Instruction, bool) {
	for range maxSteps {
		var x ssa.Value
		switch in := v.(type) {
		case *ssa.FieldAddr:
			if o, ok := f.env.Held(structField(in.X.Type(), in.Field), in.X.Type()); ok {
				return o, in, true
			}
			x = in.X
		case *ssa.Field:
			if o, ok := f.env.Held(structField(in.X.Type(), in.Field), in.X.Type()); ok {
				return o, in, true
			}
			x = in.X
		case *ssa.UnOp:
			if in.Op == token.MUL {
				x = in.X
			}
		case *ssa.ChangeType:
			x = in.X
		case *ssa.Convert:
			x = in.X
		case *ssa.MakeInterface:
			x = in.X
		}
		if x == nil {
			break
		}
		v = x
	}
	return Origin{}, nil, false
}

// name records what a value is called, unless only a hash of it arrives.
func (t *trace) name(v ssa.Value, it item) {
	if t.names == nil || it.digest {
		return
	}
	if name := LastName(it.sel); name != "" {
		t.names[name] = true
		return
	}
	for range maxSteps {
		switch x := v.(type) {
		case *ssa.FieldAddr:
			t.names[fieldName(x.X.Type(), x.Field)] = true
			return
		case *ssa.Field:
			t.names[fieldName(x.X.Type(), x.Field)] = true
			return
		case *ssa.Parameter:
			t.names[x.Name()] = true
			return
		case *ssa.FreeVar:
			t.names[x.Name()] = true
			return
		case *ssa.Call: // a getter
			if x.Call.IsInvoke() {
				t.names[strings.TrimPrefix(x.Call.Method.Name(), "Get")] = true
			} else if fn := x.Call.StaticCallee(); fn != nil && fn.Signature.Recv() != nil && len(x.Call.Args) == 1 {
				t.names[strings.TrimPrefix(fn.Name(), "Get")] = true
			}
			return
		case *ssa.UnOp:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.Convert:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		default:
			return
		}
	}
}

// Names lists the fields, parameters and captured variables whose content a value holds, sorted. Hashed ones do not count.
func (f *Func) Names(v ssa.Value, sel string) []string {
	t := &trace{f: f, seen: map[state]bool{}, names: map[string]bool{}}
	t.push(v, item{state: state{sel: sel}})
	t.run()
	return slices.Sorted(maps.Keys(t.names))
}

func structField(t types.Type, i int) *types.Var {
	if p, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if st := structOf(t); st != nil && i < st.NumFields() {
		return st.Field(i)
	}
	return nil
}

func (t *trace) add(o Origin, it item) {
	o.Digest, o.Joined, o.Encoded = o.Digest || it.digest, o.Joined || it.joined, o.Encoded || it.deep
	o.Sorted, o.Decoded = o.Sorted || it.sorted, o.Decoded || it.parsed
	if o.Kind == Inbound && o.Decoded && o.Text == RawBody {
		o.Text = ""
	}
	if (o.Kind == Inbound || o.Kind == Param || o.Kind == Free) && !o.At.IsValid() {
		o.At = it.hashed
	}
	t.out = append(t.out, Local{Origin: o})
}

func (t *trace) fresh(l Local, it item) {
	if l.Fresh == model.Unstable && it.sorted {
		return
	}
	l.Digest, l.Joined, l.Encoded = l.Digest || it.digest, l.Joined || it.joined, l.Encoded || it.deep
	if !l.At.IsValid() && (l.Kind == Fresh || l.Kind == Repeats) {
		l.At = t.f.env.PlaceOf(l.Site.Pos())
	}
	t.out = append(t.out, l)
}

func (t *trace) visit(it item) {
	v, sel := it.v, it.sel
	stored := t.memory(it)
	switch v := v.(type) {
	case *ssa.Const:
		t.add(constOrigin(v), it)
	case *ssa.Parameter:
		if o, ok := t.f.env.Received(v, sel); ok {
			t.add(o, it)
		} else {
			t.add(Origin{Kind: Param, In: Input{Kind: Param, Index: t.f.params[v], Sel: sel}}, it)
		}
	case *ssa.Global:
		if o, ok := t.f.env.Made(v); ok && sel == "" {
			t.add(o, it)
		} else {
			t.add(Origin{Kind: Unknown}, it)
		}
	case *ssa.FreeVar:
		if name, ok := t.f.env.Attempts(v); ok && sel == "" {
			for _, s := range t.f.Stores(v) {
				t.fresh(Local{Origin: Origin{Kind: Fresh, Fresh: model.Counter, Source: name}, Site: s.At, Cells: it.cells}, it)
			}
			return
		}
		t.add(Origin{Kind: Free, In: Input{Kind: Free, Index: t.f.free[v], Sel: sel}}, it)
	case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice:
		if !stored {
			t.unset(v, it)
		}
	case *ssa.Phi:
		t.phi(v, it)
	case *ssa.Call:
		t.call(v, 0, it)
	case *ssa.Extract:
		t.extract(v, it)
	case *ssa.BinOp:
		switch v.Op {
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			t.add(Origin{Kind: Unknown}, it) // an answer about a value does not hold it
		default:
			it.joined = true
			t.push(v.X, it.at(""))
			t.push(v.Y, it.at(""))
		}
	case *ssa.UnOp:
		if v.Op == token.ARROW {
			t.add(Origin{Kind: Unknown}, it)
		} else {
			t.push(v.X, it.at(sel))
		}
	default:
		t.add(Origin{Kind: Unknown}, it)
	}
}

// unset answers for memory of this function to which nothing is stored at the place: it is zero, unless parts of it are set
// or somebody else may have filled it in.
func (t *trace) unset(v ssa.Value, it item) {
	o := zeroOf(v.Type(), it.sel)
	base := strings.TrimSuffix(it.sel, all)
	for _, s := range t.f.Stores(v) {
		if _, ok := below(s.To.Sel, base); ok {
			o = Origin{Kind: Unknown}
		}
	}
	if by, unknown := t.f.Handed(v); unknown || len(by) > 0 {
		o = Origin{Kind: Unknown}
	} else if o.Kind == Zero && (it.filled || t.f.Filled(v)) {
		o = Origin{Kind: Unknown, Text: FilledIn}
	}
	t.add(o, it)
}

// at is the same request for another selector.
func (it item) at(sel string) item {
	it.sel = sel
	return it
}

func (t *trace) phi(v *ssa.Phi, it item) {
	if t.f.ordered(v) {
		// Where the parts are put together, not where the walk is, they ought to be sorted.
		site := it.by
		if site == nil {
			site = v
		}
		t.fresh(Local{Origin: Origin{Kind: Fresh, Fresh: model.Unstable, Source: MapOrder}, Site: site, Cells: it.cells}, it)
	}
	if name, ok := t.f.env.Attempts(v); ok {
		t.fresh(Local{Origin: Origin{Kind: Fresh, Fresh: model.Counter, Source: name}, Site: v, Cells: it.cells}, it)
		return
	}
	for _, e := range v.Edges {
		t.push(e, it)
	}
}

func (t *trace) extract(v *ssa.Extract, it item) {
	switch tuple := v.Tuple.(type) {
	case *ssa.Call:
		t.call(tuple, v.Index, it)
	case *ssa.Next:
		if r, ok := tuple.Iter.(*ssa.Range); ok && v.Index > 0 {
			if v.Index == 1 {
				t.push(r.X, it.at("[*]"))
			} else {
				t.push(r.X, it.at("[*]"+it.sel))
			}
			return
		}
		t.add(Origin{Kind: Unknown}, it)
	default:
		t.add(Origin{Kind: Unknown}, it)
	}
}

func constOrigin(c *ssa.Const) Origin {
	if zeroConst(c) {
		return zeroOf(c.Type(), "")
	}
	o := Origin{Kind: Const}
	if c.Value.Kind() == constant.String {
		o.Text = constant.StringVal(c.Value)
	} else {
		o.Text = c.Value.ExactString()
	}
	if len(o.Text) > maxText {
		o.Text = o.Text[:maxText]
	}
	return o
}

// zeroOf is a value that was never set. Of one that is not empty when written out (an array: a UUID) it gives the type.
func zeroOf(t types.Type, sel string) Origin {
	o := Origin{Kind: Zero}
	if p, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if _, isArray := t.Underlying().(*types.Array); isArray && sel == "" {
		if n, ok := types.Unalias(t).(*types.Named); ok {
			o.Text = n.Obj().Name()
		}
	}
	return o
}

func zeroConst(c *ssa.Const) bool {
	if c.Value == nil {
		return true
	}
	return c.Value.Kind() == constant.String && constant.StringVal(c.Value) == ""
}

// memory follows what is stored at the place and reports whether anything is.
func (t *trace) memory(it item) (found bool) {
	stores := t.f.Stores(it.v)
	it.filled = it.filled || len(stores) > 0 && t.f.Filled(it.v)
	for i := range stores {
		s := &stores[i]
		if strings.HasSuffix(it.sel, all) && hidden(s) {
			continue
		}
		for _, rest := range parts(it.sel, s.To.Sel) {
			found = true
			cells := append(it.cells[:len(it.cells):len(it.cells)], Cell{s.To, s.At})
			next := it.at(rest)
			next.cells = cells
			if t.f.accumulates(s) {
				t.fresh(Local{Origin: Origin{Kind: Fresh, Fresh: model.Unstable, Source: MapOrder}, Site: s.At, Cells: cells}, it)
			}
			if s.Callee == nil {
				t.push(s.Val, next)
			} else {
				t.substitute(s.From, s.Callee, s.At, next)
			}
		}
	}
	return found
}

// hidden reports whether a field stays out of what is written when the struct around it is encoded.
func hidden(s *Store) bool {
	st, ok := s.At.(*ssa.Store)
	if !ok {
		return false
	}
	a, ok := st.Addr.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	t := a.X.Type()
	if p, isPtr := types.Unalias(t).Underlying().(*types.Pointer); isPtr {
		t = p.Elem()
	}
	st2 := structOf(t)
	if st2 == nil || a.Field >= st2.NumFields() {
		return false
	}
	return reflect.StructTag(st2.Tag(a.Field)).Get("json") == "-"
}

// parts says what of a place under to is asked for by sel: nothing, or the selectors that remain.
func parts(sel, to string) []string {
	base, deep := strings.CutSuffix(sel, all)
	if !deep {
		if rest, ok := below(sel, to); ok {
			return []string{rest}
		}
		return nil
	}
	if rest, ok := below(base, to); ok {
		if rest == "" {
			return []string{"", all}
		}
		return []string{rest + all}
	}
	if _, ok := below(to, base); ok {
		return []string{"", all}
	}
	return nil
}

func (t *trace) call(c *ssa.Call, result int, it item) {
	if b, ok := c.Call.Value.(*ssa.Builtin); ok {
		t.builtin(b.Name(), c, it)
		return
	}
	callees := t.f.env.Callees(c)
	it.sorted = it.sorted || t.f.env.Sorted(c)
	if len(callees) == 0 {
		t.add(Origin{Kind: Unknown}, it)
	}
	for i := range callees {
		known := false
		for _, w := range callees[i].Effect.Results {
			if w.To.Index != result {
				continue
			}
			for _, rest := range parts(it.sel, w.To.Sel) {
				known = true
				t.substitute(w.From, &callees[i], c, it.at(rest))
			}
		}
		if !known {
			t.add(Origin{Kind: Unknown}, it)
		}
	}
}

func (t *trace) builtin(name string, c *ssa.Call, it item) {
	switch name {
	case "append":
		for i, a := range c.Call.Args {
			if i > 0 && it.sel == "" {
				t.pushAll(a, it)
			} else {
				t.push(a, it)
			}
		}
	case "min", "max":
		for _, a := range c.Call.Args {
			t.push(a, it.at(""))
		}
	default:
		t.add(Origin{Kind: Unknown}, it)
	}
}

// substitute expresses a callee's origins in values of this function. it says what below them is asked for.
func (t *trace) substitute(set []Origin, c *Callee, at ssa.Instruction, it item) {
	outer := it
	rest := it.sel
	for _, o := range set {
		it = outer
		it.digest, it.joined, it.deep = it.digest || o.Digest, it.joined || o.Joined, it.deep || o.Encoded
		it.sorted, it.parsed = it.sorted || o.Sorted, it.parsed || o.Decoded
		if o.Digest && !outer.digest {
			if it.hashed = o.At; !it.hashed.IsValid() || o.Kind == Fresh {
				it.hashed = t.f.env.PlaceOf(at.Pos())
			}
		}
		switch o.Kind {
		case Param, Free:
			if v := c.input(o.In); v != nil {
				it.by = at
				t.push(v, it.at(o.In.Sel+rest))
			} else {
				t.add(Origin{Kind: Unknown}, it)
			}
		case Fresh, Repeats:
			t.fresh(t.f.Rebase(o, c, at, it.cells), it)
		case Inbound:
			if name := LastName(rest); name != "" {
				o.Text = name // a part of what was decoded
			} else if rest != "" && o.Text == RawBody {
				o.Text = "" // decoded
			}
			t.add(o, it)
		default:
			t.add(o, it)
		}
	}
}

// Rebase moves a callee's fresh origin to the call that reaches it.
func (f *Func) Rebase(o Origin, c *Callee, at ssa.Instruction, cells []Cell) Local {
	l := Local{Origin: o, Site: at, Cells: cells}
	place := f.env.PlaceOf(at.Pos())
	if !o.At.IsValid() {
		l.At = place
	} else if len(o.Via) < maxVia {
		l.Via = append(o.Via[:len(o.Via):len(o.Via)], place)
	}
	l.Given = f.Givens(o.Conds, c)
	l.Conds = nil
	return l
}

// Givens expresses a callee's conditions in values of this function.
func (f *Func) Givens(conds []Cond, c *Callee) []Given {
	var list []Given
	for _, cond := range conds {
		list = append(list, Given{c.input(cond.On), cond.On.Sel, cond.Empty})
	}
	return list
}

// Substituted is what a call's store leaves at its place, in values of this function.
func (f *Func) Substituted(s *Store) []Local {
	t := &trace{f: f, seen: map[state]bool{}}
	t.substitute(s.From, s.Callee, s.At, item{})
	return t.run()
}

// SubstitutedAll is Substituted with everything below the place.
func (f *Func) SubstitutedAll(s *Store) []Local {
	t := &trace{f: f, seen: map[state]bool{}}
	t.substitute(s.From, s.Callee, s.At, item{})
	t.substitute(s.From, s.Callee, s.At, item{state: state{sel: all}})
	return t.run()
}

// Instantiate is what one origin of a callee is in this function, at a call.
func (f *Func) Instantiate(o Origin, c *Callee, at ssa.Instruction) []Local {
	t := &trace{f: f, seen: map[state]bool{}}
	t.substitute([]Origin{o}, c, at, item{})
	return t.run()
}
