package summary

import (
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/source"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

func (w *function) fieldSink(s *ssa.Store) {
	a, ok := s.Addr.(*ssa.FieldAddr)
	if !ok {
		return
	}
	field := fieldVar(a)
	if field == nil {
		return
	}
	w.contentKeys(a)
	kind, modelled, owner := w.b.keyField(a, field)
	if kind == "" && field.Name() == "Value" {
		w.valueSink(s, a)
	}
	if kind == "" || !textual(s.Val.Type()) {
		return
	}
	w.addKey(s, kind, strings.TrimPrefix(owner+"."+field.Name(), "."), !modelled, s.Val, "", []flow.Loc{w.f.Locate(s.Addr)})
}

// valueSink takes the value of a pair for a key where the pair's name is one: kafka.Header{Key: "Idempotency-Key", Value: …}.
func (w *function) valueSink(s *ssa.Store, a *ssa.FieldAddr) {
	l := w.f.Locate(a.X)
	for _, st := range w.f.Stores(l.Root) {
		if st.Val == nil || st.To.Sel != l.Sel+".Key" && st.To.Sel != l.Sel+".Name" {
			continue
		}
		name, ok := flow.ConstString(st.Val)
		if kind, named := identity(name); ok && named && textual(s.Val.Type()) {
			w.addKey(s, kind, name, true, s.Val, "", []flow.Loc{l})
		}
	}
}

// keyField reports whether a field carries an identity: by a row, or by its name.
func (b *builder) keyField(a *ssa.FieldAddr, field *types.Var) (kind model.KeyKind, modelled bool, owner string) {
	if n := ssapkg.Named(a.X.Type()); n != nil {
		owner = n.Obj().Name()
		if p := n.Obj().Pkg(); p != nil {
			for _, e := range b.rows(p.Path()).Field(owner, field.Name()) {
				if e.Key != "" {
					return e.Key, true, owner
				}
			}
		}
	}
	kind, _ = model.IdentityName(field.Name())
	return kind, false, owner
}

// textual reports whether a value of that type can be an identity. A flag or a function that is merely named so is none.
func textual(t types.Type) bool {
	t = types.Unalias(t)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0
	case *types.Slice:
		return isByte(u.Elem()) || isString(u.Elem())
	case *types.Array:
		return isByte(u.Elem())
	case *types.Interface:
		return true
	case *types.Struct:
		n, ok := t.(*types.Named)
		return ok && strings.Contains(strings.ToLower(n.Obj().Name()), "uid") // uuid.NullUUID and the like
	}
	return false
}

func isByte(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.Uint8
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// mapSink takes a map entry under an identity name for a key, except in maps of log fields.
func (w *function) mapSink(u *ssa.MapUpdate) {
	name, ok := flow.ConstString(u.Key)
	if !ok || logFields(u.Map.Type()) {
		return
	}
	kind, ok := identity(name)
	val := u.Value
	if m, isIface := val.(*ssa.MakeInterface); isIface {
		val = m.X
	}
	if !ok || !textual(val.Type()) {
		return
	}
	l := w.f.Locate(u.Map)
	sel := ""
	if _, isSlice := val.Type().Underlying().(*types.Slice); isSlice && !isByte(val.Type().Underlying().(*types.Slice).Elem()) {
		sel = "[0]" // http.Header{"Idempotency-Key": {key}}
	}
	w.addKey(u, kind, name, true, u.Value, sel, []flow.Loc{l})
}

// identity is model.IdentityName without fingerprints, which name no intent.
func identity(name string) (model.KeyKind, bool) {
	kind, ok := model.IdentityName(name)
	return kind, ok && kind.Identity()
}

func logFields(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	name := strings.ToLower(n.Obj().Name())
	return strings.Contains(name, "field") || strings.Contains(name, "label") || strings.Contains(name, "attr") || strings.Contains(name, "tags")
}

func (w *function) rowSinks(call ssa.CallInstruction, t *target) {
	if len(t.rows) == 0 {
		return
	}
	m := &modelled{method: t.obj.Signature().Recv() != nil}
	for _, e := range t.rows {
		sink := calleeName(t.obj)
		if e.When != nil {
			name, ok := constArg(m, e.When.Arg, t.inputs)
			if _, named := identity(name); !ok || !named {
				continue
			}
			sink = name
		}
		before := len(w.events)
		for _, k := range e.Keys {
			in := m.input(k.At)
			if in.Index >= len(t.inputs) {
				continue
			}
			if k.Text == nil {
				w.addKey(call, k.Kind, sink, false, t.inputs[in.Index], in.Sel, w.carriers(call, t))
			} else if text, ok := query(k, m, t); ok {
				w.storeKeys(call, sink, text, t.inputs[in.Index])
			}
		}
		if e.When != nil {
			w.overwritten(t, sink, before)
		}
		if e.AutoKey != nil {
			w.autoKey(call, t, m.input(e.AutoKey.At))
		}
		if e.Pairs != nil {
			w.pairSinks(call, t, m.input(e.Pairs.At))
		}
	}
}

// overwritten adds, to a key that is set on a request which somebody else sent, what that one had chosen: it is replaced.
func (w *function) overwritten(t *target, name string, before int) {
	if len(t.inputs) == 0 {
		return
	}
	root, ok := w.f.Locate(t.inputs[0]).Root.(*ssa.Parameter)
	if !ok || !(isRequest(root.Type()) && serves(root.Parent()) || isProxied(root.Type())) {
		return
	}
	for i := before; i < len(w.events); i++ {
		if w.events[i].Class == Keyed {
			w.events[i].values = append(w.events[i].values, flow.Local{Origin: flow.Origin{Kind: flow.Inbound, Text: name}})
		}
	}
}

// isProxied reports whether a type is the request that a reverse proxy is about to pass on.
func isProxied(t types.Type) bool {
	n := ssapkg.Named(t)
	return n != nil && n.Obj().Name() == "ProxyRequest" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "net/http/httputil"
}

// query is the constant text that says more about a store key.
func query(k model.KeyUse, m *modelled, t *target) (text string, ok bool) {
	in := m.input(*k.Text)
	if in.Index >= len(t.inputs) {
		return "", false
	}
	return flow.ConstString(t.inputs[in.Index])
}

// keepsKey reports whether a call leaves the key that it makes in its parameters.
func keepsKey(t *target) bool {
	return slices.ContainsFunc(t.rows, func(e *model.Entry) bool { return e.AutoKey != nil && e.AutoKey.Keeps })
}

// autoKey records a request for which the library makes a key, a new one for each call, because none was given.
func (w *function) autoKey(call ssa.CallInstruction, t *target, in flow.Input) {
	if in.Index >= len(t.inputs) {
		return
	}
	v := t.inputs[in.Index]
	l := w.f.Locate(v)
	l.Sel += in.Sel
	_, input := w.f.Input(l)
	if !input && !w.visible(l.Root) || !input && !empty(w.f.Trace(v, in.Sel)) || w.setUnder(l) {
		return
	}
	w.events = append(w.events, event{
		Event: Event{Class: Send, Sink: calleeName(t.obj), Token: flow.LastName(in.Sel), At: w.place(call), Func: w.name()},
		site:  call, values: []flow.Local{{Origin: flow.Origin{Kind: flow.Const, Text: "POST"}}}, carriers: []flow.Loc{l}, keeps: keepsKey(t),
	})
}

// setUnder reports whether an identity was set on a place or what lies around it.
func (w *function) setUnder(l flow.Loc) bool {
	for _, k := range w.keyed {
		if k.Overlaps(l) {
			return true
		}
	}
	return false
}

func constArg(m *modelled, arg int, inputs []ssa.Value) (string, bool) {
	i := m.input(model.Place{Root: model.Arg, Index: arg}).Index
	if i >= len(inputs) {
		return "", false
	}
	return flow.ConstString(inputs[i])
}

// carriers are the places that carry the key of a call away: the receiver, and the result.
func (w *function) carriers(call ssa.CallInstruction, t *target) []flow.Loc {
	var list []flow.Loc
	if t.obj.Signature().Recv() != nil && len(t.inputs) > 0 {
		list = append(list, w.f.Locate(t.inputs[0]))
	}
	if v := call.Value(); v != nil {
		list = append(list, flow.Loc{Root: v})
	}
	return list
}

// pairSinks reads a variadic list name, value, name, value, …
func (w *function) pairSinks(call ssa.CallInstruction, t *target, in flow.Input) {
	if in.Index >= len(t.inputs) {
		return
	}
	list := w.f.Locate(t.inputs[in.Index])
	elems := map[string]ssa.Value{}
	for _, s := range w.f.Stores(list.Root) {
		if s.Val != nil {
			elems[s.To.Sel] = s.Val
		}
	}
	for i := 0; ; i += 2 {
		k, v := elems[index(i)], elems[index(i+1)]
		if k == nil || v == nil {
			return
		}
		name, ok := flow.ConstString(k)
		if kind, named := identity(name); ok && named {
			w.addKey(call, kind, name, false, v, "", w.carriers(call, t))
			if at, ok := w.argument(call, t, in.Index+i+1); ok && len(w.events) > 0 {
				w.events[len(w.events)-1].At = at
			}
		}
	}
}

// argument is the place of an argument of a call, counted as the callee's inputs are.
func (w *function) argument(call ssa.CallInstruction, t *target, i int) (source.Place, bool) {
	syntax := w.b.pkg.Call(call.Pos())
	if t.obj.Signature().Recv() != nil {
		i--
	}
	if syntax == nil || i < 0 || i >= len(syntax.Args) {
		return source.Place{}, false
	}
	return w.b.pkg.Place(syntax.Args[i].Pos(), syntax.Args[i].End()), true
}

func index(i int) string { return "[" + constant.MakeInt64(int64(i)).ExactString() + "]" }

// namedSinks takes an argument for a key when the parameter is named like one, or when a setter is
// (WithIdempotencyKey(x)) and has no other parameter of text.
func (w *function) namedSinks(call ssa.CallInstruction) {
	c := call.Common()
	sig := c.Signature()
	args := c.Args
	if !c.IsInvoke() && sig.Recv() != nil && len(args) > 0 {
		args = args[1:]
	}
	name := ""
	if fn := c.StaticCallee(); fn != nil {
		name = origin(fn).Name()
	} else if c.IsInvoke() {
		name = c.Method.Name()
	}
	for i := range sig.Params().Len() {
		p := sig.Params().At(i)
		if i >= len(args) || !textual(p.Type()) {
			continue
		}
		kind, ok := model.IdentityName(p.Name())
		setter := false
		if !ok {
			kind, ok = setterOf(name, sig)
			setter = ok
		}
		if ok {
			sink := p.Name()
			if setter {
				sink = name
			} else if name != "" {
				sink += " of " + name
			}
			var carriers []flow.Loc
			if v := call.Value(); v != nil {
				carriers = append(carriers, flow.Loc{Root: v})
			}
			if setter && c.IsInvoke() {
				carriers = append(carriers, w.f.Locate(c.Value))
			} else if setter && sig.Recv() != nil && len(c.Args) > 0 {
				carriers = append(carriers, w.f.Locate(c.Args[0]))
			}
			w.addKey(call, kind, sink, true, args[i], "", carriers)
		} else if model.NameHint(model.DedupHint, name) {
			w.addKey(call, model.StoreKey, name, true, args[i], "", nil)
		}
	}
}

func setterOf(name string, sig *types.Signature) (model.KeyKind, bool) {
	if sig.Params().Len() != 1 {
		return "", false
	}
	for _, prefix := range []string{"With", "Set", "Add"} {
		if rest, ok := strings.CutPrefix(name, prefix); ok {
			return identity(rest)
		}
	}
	return "", false
}
