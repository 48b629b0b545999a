package wiring

import (
	"cmp"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/ssapkg"
)

// Host says what Scan cannot tell from the code of the package.
type Host struct {
	Mock  func(*types.Named) bool        // the type stands in for a real one in tests
	Known func(ssa.CallInstruction) bool // the package itself knows what the call reaches
	Own   func(path string) bool         // the package is one of the program, with bodies
	Looks func(*ssa.Function) bool       // looks something up or claims it
	Binds func(*types.Func) bool         // makes an option that binds what is given beside it to interfaces
}

// Scan reads the wiring of a package.
func Scan(t *Tracer, h Host) *Facts {
	s := &scanner{t: t, host: h, flows: map[Flow]bool{}, types: map[string]Type{}, uses: map[Use]int{}, made: map[Made]int{}}
	t.seen = s.converted
	defer func() { t.seen = nil }()
	t.pkg.Asserted(s.asserted)
	for _, fn := range t.pkg.Funcs {
		impl, _ := ImplOf(fn)
		s.in = impl.Symbol
		if s.host.Looks(fn) {
			s.looks = append(s.looks, s.in)
		}
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				s.instruction(fn, in)
			}
		}
	}
	return s.facts()
}

type scanner struct {
	t     *Tracer
	host  Host
	in    string // symbol of the function that is read
	looks []string
	flows map[Flow]bool
	types map[string]Type
	calls []Call
	uses  map[Use]int
	made  map[Made]int
}

func (s *scanner) facts() *Facts {
	slices.Sort(s.looks)
	f := &Facts{Calls: s.calls, Looks: s.looks}
	for flow := range s.flows {
		f.Flows = append(f.Flows, flow)
	}
	slices.SortFunc(f.Flows, func(a, b Flow) int {
		return cmp.Or(strings.Compare(string(a.To), string(b.To)), strings.Compare(string(a.From), string(b.From)))
	})
	for _, t := range s.types {
		f.Types = append(f.Types, t)
	}
	slices.SortFunc(f.Types, func(a, b Type) int { return strings.Compare(a.Name, b.Name) })
	for u, n := range s.uses {
		u.Times = n
		f.Uses = append(f.Uses, u)
	}
	for m, n := range s.made {
		m.Times = n
		f.Made = append(f.Made, m)
	}
	slices.SortFunc(f.Made, func(a, b Made) int { return cmp.Or(strings.Compare(a.In, b.In), strings.Compare(a.Type, b.Type)) })
	slices.SortFunc(f.Uses, func(a, b Use) int {
		return cmp.Or(strings.Compare(a.In, b.In), strings.Compare(a.Of.key(), b.Of.key()), cmp.Compare(a.Times, b.Times))
	})
	return f
}

func (s *scanner) instruction(fn *ssa.Function, in ssa.Instruction) {
	s.mentions(in)
	switch in := in.(type) {
	case *ssa.MakeInterface:
		s.flow(InterfaceOf(in.Type()), in)
		s.flow(receiverPlace(in.X.Type()), in.X)
	case *ssa.ChangeInterface:
		s.flow(InterfaceOf(in.Type()), in)
	case *ssa.Alloc:
		s.makes(in)
	case *ssa.Store:
		s.into(in.Addr, in.Val)
	case *ssa.MapUpdate:
		s.into(in.Map, in.Value)
	case *ssa.Send:
		s.into(in.Chan, in.X)
	case *ssa.Return:
		if impl, ok := ImplOf(fn); ok {
			for i, r := range in.Results {
				s.flow(impl.result(strconv.Itoa(i)), r)
			}
		}
	case *ssa.MakeClosure:
		s.bound(in)
	case ssa.CallInstruction:
		s.call(in)
	}
}

// asserted records what the source says about a type and an interface. It is no conversion, so it counts only where there is none.
func (s *scanner) asserted(of, impl types.Type) {
	if to, name := InterfaceOf(of), typeName(impl); to != "" && name != "" {
		s.converted(impl)
		s.flows[Flow{to.asserted(), Source(typeSource + name)}] = true
	}
}

// makes notes a struct that is made. One that is only read into a variable is counted too, which is on the safe side.
func (s *scanner) makes(a *ssa.Alloc) {
	t := a.Type().Underlying().(*types.Pointer).Elem()
	n := ssapkg.Named(t)
	if n == nil || n.Obj().Pkg() == nil || n.Obj().Pkg() != s.t.pkg.Types && !s.host.Own(n.Obj().Pkg().Path()) {
		return
	}
	if _, ok := n.Underlying().(*types.Struct); ok && typeName(n) != "" {
		s.made[Made{In: s.in, Type: typeName(n)}]++
	}
}

// flow records that a value reaches a place.
func (s *scanner) flow(to Source, v ssa.Value) {
	if to == "" || !holdable(v.Type()) {
		return
	}
	for _, from := range s.t.Sources(v) {
		if from != to {
			s.flows[Flow{to, from}] = true
		}
	}
}

// into records what is put into a variable, field or container.
func (s *scanner) into(container, v ssa.Value) {
	if !holdable(v.Type()) {
		return
	}
	for _, to := range s.t.Holders(container) {
		s.flow(to, v)
	}
}

// call records what a call hands over.
func (s *scanner) call(in ssa.CallInstruction) {
	c := in.Common()
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return
	}
	s.bind(c)
	s.handed(c)
	if fn := c.StaticCallee(); fn != nil {
		impl, ok := ImplOf(fn)
		if !ok || s.t.standard(impl.Pkg) {
			return
		}
		args := c.Args
		if fn.Signature.Recv() != nil {
			args = args[1:]
		}
		for i, a := range args {
			s.flow(impl.param(strconv.Itoa(i)), a)
		}
		return
	}
	from, many := s.t.Trace(c.Value)
	call := Call{In: s.in, From: from, Many: many, Known: s.host.Known(in), Result: s.t.callPlace(in)}
	if c.IsInvoke() {
		if !holdable(c.Value.Type()) {
			return
		}
		call.Method = c.Method.Name()
		call.Iface = InterfaceOf(c.Value.Type())
	}
	for i, a := range c.Args {
		if !holdable(a.Type()) {
			continue
		}
		for len(call.Args) <= i {
			call.Args = append(call.Args, nil)
		}
		call.Args[i] = s.t.Sources(a)
	}
	if len(call.From) > 0 || call.Iface != "" {
		s.calls = append(s.calls, call)
	}
}

// handed records the functions that a call is given, where the program says what they are. What an analysis asks for has to be among
// the calls: they tell whether it has something new to see.
func (s *scanner) handed(c *ssa.CallCommon) {
	for _, a := range c.Args {
		if _, ok := a.Type().Underlying().(*types.Signature); !ok {
			continue
		}
		from, many := s.t.Trace(a)
		call := Call{In: s.in, From: from, Many: many, Handed: true}
		if !call.OfParam() && slices.ContainsFunc(from, func(f Source) bool { return strings.HasPrefix(string(f), placeSource) }) {
			s.calls = append(s.calls, call)
		}
	}
}

// bound records a method value of an interface.
func (s *scanner) bound(mc *ssa.MakeClosure) {
	m, ok := mc.Fn.(*ssa.Function).Object().(*types.Func)
	if !ok || len(mc.Bindings) != 1 || !types.IsInterface(mc.Bindings[0].Type()) || !holdable(mc.Bindings[0].Type()) {
		return
	}
	recv := mc.Bindings[0]
	from, many := s.t.Trace(recv)
	s.calls = append(s.calls, Call{In: s.in, From: from, Many: many, Iface: InterfaceOf(recv.Type()), Method: m.Name(), Bound: s.t.callPlace(mc)})
}

// mentions notes functions of the program.
func (s *scanner) mentions(in ssa.Instruction) {
	var ops [16]*ssa.Value
	for _, op := range in.Operands(ops[:0]) {
		fn, ok := (*op).(*ssa.Function)
		if !ok {
			continue
		}
		if impl, ok := ImplOf(fn); ok && (impl.Pkg == s.t.pkg.Path || s.host.Own(impl.Pkg)) {
			call, isCall := in.(ssa.CallInstruction)
			s.uses[Use{In: s.in, Of: impl, Calls: isCall && call.Common().StaticCallee() == fn}]++
		}
	}
}

// converted notes a type that becomes an interface, with its methods.
func (s *scanner) converted(t types.Type) {
	name := typeName(t)
	if _, ok := s.types[name]; ok || name == "" {
		return
	}
	n := ssapkg.Named(t)
	out := Type{Name: name, Mock: s.host.Mock(n)}
	for sel := range types.NewMethodSet(t).Methods() {
		m, ok := sel.Obj().(*types.Func)
		if ok && m.Exported() {
			out.Methods = append(out.Methods, method(n, sel, m))
		}
	}
	s.types[name] = out
}

func method(n *types.Named, sel *types.Selection, m *types.Func) Method {
	out := Method{Name: m.Name()}
	pkg, recv, _ := ssapkg.Symbol(m)
	if pkg != n.Obj().Pkg().Path() {
		out.Pkg = pkg
	}
	if recv != n.Obj().Name() {
		out.Recv = recv
	}
	if !types.IsInterface(n) && types.IsInterface(m.Signature().Recv().Type()) {
		out.Field = embeddedField(n, sel.Index())
	}
	return out
}

// embeddedField is the field of an interface that a method is promoted from.
func embeddedField(n *types.Named, index []int) Source {
	for i, at := range index[:len(index)-1] {
		st, ok := n.Underlying().(*types.Struct)
		if !ok {
			return ""
		}
		f := st.Field(at)
		if i == len(index)-2 {
			return fieldOf(n, f)
		}
		if n = ssapkg.Named(f.Type()); n == nil || n.Obj().Pkg() == nil {
			return ""
		}
	}
	return ""
}
