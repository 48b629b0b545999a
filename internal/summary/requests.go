package summary

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

// rowRequests records what a call sends, reads to the end and puts into a request.
func (w *function) rowRequests(call ssa.CallInstruction, t *target) {
	if len(t.rows) == 0 {
		return
	}
	m := &modelled{method: t.obj.Signature().Recv() != nil}
	at := func(p *model.Place) (v ssa.Value, sel string, ok bool) {
		if p == nil {
			return nil, "", false
		}
		in := m.input(*p)
		if in.Kind == flow.Result || in.Index >= len(t.inputs) {
			return nil, "", false
		}
		return t.inputs[in.Index], in.Sel, true
	}
	for _, e := range t.rows {
		if e.Sends != nil {
			w.send(call, calleeName(t.obj), e.Sends, at, keepsKey(t))
		}
		if v, _, ok := at(e.ServiceConfig); ok {
			w.serviceConfig(call, v)
		}
		for _, p := range e.Drains {
			if v, sel, ok := at(&p); ok {
				w.drain(call, calleeName(t.obj), v, sel)
			}
		}
		for _, p := range e.Content {
			if v, sel, ok := at(&p); ok {
				w.content(call, "body of "+calleeName(t.obj), v, sel, w.carriers(call, t))
			}
		}
	}
}

// contents lists the inputs that the content of a request is encoded from: what they are, the caller knows.
func (w *function) contents(l flow.Loc) []flow.Loc {
	var list []flow.Loc
	for v := range w.f.SliceOf(true, l.Root).Values {
		switch v := v.(type) {
		case *ssa.Parameter:
			if v != l.Root && opaque(v.Type()) && !w.shared(flow.Loc{Root: v, Sel: "."}) {
				list = append(list, flow.Loc{Root: v})
			}
		case *ssa.FreeVar:
			if v != l.Root && opaque(v.Type()) {
				list = append(list, flow.Loc{Root: v})
			}
		}
	}
	slices.SortFunc(list, func(a, b flow.Loc) int { return strings.Compare(a.Root.Name(), b.Root.Name()) })
	return list
}

// opaque reports whether the type of a value does not say what is in it.
func opaque(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	switch t.Underlying().(type) {
	case *types.Interface:
		n := ssapkg.Named(t)
		return n == nil || n.Obj().Pkg() == nil
	case *types.Map:
		return true
	}
	_, isParam := types.Unalias(t).(*types.TypeParam)
	return isParam
}

type placer func(*model.Place) (ssa.Value, string, bool)

func (w *function) send(call ssa.CallInstruction, name string, row *model.Send, at placer, keeps bool) {
	e := event{
		Event: Event{Class: Send, Sink: name, At: w.place(call), Func: w.name(), NoKey: row.NoKey},
		site:  call, keeps: keeps,
	}
	if p, err := model.ParsePlace(row.Method); err == nil {
		if v, sel, ok := at(&p); ok {
			e.values = w.f.Trace(v, sel)
		}
	} else {
		e.values = []flow.Local{{Origin: flow.Origin{Kind: flow.Const, Text: row.Method}}}
	}
	if !mayWrite(e.values) || w.fillsGrant() {
		return
	}
	if row.Key != nil {
		e.Token = flow.LastName(row.Key.Sel)
	}
	if v, sel, ok := at(row.Key); ok && !maybeEmpty(w.f.Trace(v, sel)) {
		return
	}
	for _, p := range []*model.Place{row.Request, row.Body, row.Key} {
		if v, sel, ok := at(p); ok {
			l := w.f.Locate(v)
			l.Sel += sel
			e.carriers = append(e.carriers, l)
			e.carriers = append(e.carriers, w.contents(l)...)
		}
	}
	if v, sel, ok := at(row.Repeats); ok && !w.switchedOff(v) {
		e.repeats = w.f.Trace(v, sel+flow.RepeatSel)
	}
	if row.Always {
		e.repeats = []flow.Local{{Origin: flow.Origin{Kind: flow.Repeats, Source: name, At: w.place(call)}, Site: call}}
	}
	for _, l := range e.values {
		if strings.HasPrefix(l.Text, "/") {
			e.carriers = append(e.carriers, w.contexts(call)...)
			break
		}
	}
	w.events = append(w.events, e)
}

// fillsGrant reports whether the function fills the form of a token request (RFC 6749, section 4). One token more does no harm, and the
// receiver takes no key.
func (w *function) fillsGrant() bool {
	for _, b := range w.fn.Blocks {
		for _, in := range b.Instrs {
			var keys []ssa.Value
			switch in := in.(type) {
			case *ssa.MapUpdate:
				keys = []ssa.Value{in.Key}
			case *ssa.Call:
				if fn := in.Call.StaticCallee(); fn != nil && pkgPath(fn) == "net/url" {
					keys = in.Call.Args
				}
			}
			if slices.ContainsFunc(keys, func(k ssa.Value) bool { s, ok := flow.ConstString(k); return ok && s == "grant_type" }) {
				return true
			}
		}
	}
	return false
}

// maybeEmpty reports whether an optional key is known to be missing, or is the caller's to give.
func maybeEmpty(values []flow.Local) bool {
	for _, v := range values {
		switch v.Kind {
		case flow.Param, flow.Free:
		case flow.Zero:
			if v.Text != "" {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// contexts lists the contexts of a call that were made in this function: one may bear the metadata of an RPC. One that the
// caller hands over hardly ever does.
func (w *function) contexts(call ssa.CallInstruction) []flow.Loc {
	var list []flow.Loc
	for _, a := range call.Common().Args {
		if n := ssapkg.Named(a.Type()); n != nil && n.Obj().Name() == "Context" {
			if l := w.f.Locate(a); !isInput(l.Root) {
				list = append(list, l)
			}
		}
	}
	return list
}

func isInput(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.Parameter, *ssa.FreeVar:
		return true
	}
	return false
}

// mayWrite reports whether a method may be one that must not be repeated without a key: POST, PATCH, or one that the
// caller decides.
func mayWrite(methods []flow.Local) bool {
	return slices.ContainsFunc(methods, func(l flow.Local) bool {
		return l.Kind == flow.Param || l.Kind == flow.Free || l.Kind == flow.Const && Writes(l.Text)
	})
}

// Writes reports whether repeating a request of that method does something again (RFC 9110 section 9.2.2).
// An RPC, /service/method, does when its name says so.
func Writes(method string) bool {
	return method == "POST" || method == "PATCH" || strings.HasPrefix(method, "/") && creates(method)
}

// plainSend takes a call of unknown target for a send where its type says so: func(*http.Request) (*http.Response, error).
func (w *function) plainSend(call ssa.CallInstruction) {
	sig := call.Common().Signature()
	if sig.Params().Len() != 1 || sig.Results().Len() != 2 || !isRequest(sig.Params().At(0).Type()) || !flow.IsError(sig.Results().At(1).Type()) {
		return
	}
	n := ssapkg.Named(sig.Results().At(0).Type())
	if n == nil || n.Obj().Name() != "Response" {
		return
	}
	name := "Do"
	if call.Common().IsInvoke() {
		name = call.Common().Method.Name()
	}
	args := call.Common().Args
	req := args[len(args)-1]
	w.send(call, name, &model.Send{Method: "arg 0.Method", Request: &model.Place{Root: model.Arg}}, func(p *model.Place) (ssa.Value, string, bool) {
		return req, p0(p).Sel, p != nil
	}, false)
	w.drain(call, name, req, ".Body")
}

func p0(p *model.Place) model.Place {
	if p == nil {
		return model.Place{}
	}
	return *p
}

// drain records a reader that is read to its end, if there is one.
func (w *function) drain(call ssa.CallInstruction, name string, v ssa.Value, sel string) {
	l := w.f.Locate(v)
	l.Sel += sel
	l = w.copied(l)
	if _, input := w.f.Input(l); !input && !w.holdsReader(l) {
		return
	}
	w.events = append(w.events, event{
		Event: Event{Class: Drain, Sink: name, At: w.place(call), Func: w.name()},
		site:  call, carriers: []flow.Loc{l},
	})
}

// holdsReader reports whether something is known to be at a place that can be read but once. A request that a caller hands
// over may have no body at all, unless it is one that is being served.
func (w *function) holdsReader(l flow.Loc) bool {
	for _, s := range w.f.Stores(l.Root) {
		if s.To.Sel == l.Sel && l.Sel != "" && s.Val != nil {
			if _, isConst := w.f.Locate(s.Val).Root.(*ssa.Const); !isConst {
				return true
			}
		}
	}
	switch root := l.Root.(type) {
	case *ssa.Parameter:
		return l.Sel == "" && isReader(root.Type()) || isRequest(root.Type()) && serves(w.fn) || isReader(fieldType(root.Type(), l.Sel))
	case *ssa.FreeVar:
		return l.Sel == "" || isReader(fieldType(root.Type(), l.Sel))
	case *ssa.Const, *ssa.Global:
		return false
	}
	if l.Sel == "" {
		return isReader(l.Root.Type())
	}
	for _, o := range w.f.Trace(l.Root, l.Sel) {
		switch o.Kind {
		case flow.Zero, flow.Unknown:
		case flow.Param, flow.Free:
			if !strings.HasSuffix(o.In.Sel, l.Sel) {
				return true
			}
		default:
			return true
		}
	}
	return w.describes(l)
}

// fieldType is the type of a field of one of the program's structs, or nil. The body of a request may be nil.
func fieldType(t types.Type, sel string) types.Type {
	name := firstField(sel)
	if name == "" || "."+name != sel || isRequest(t) {
		return nil
	}
	for {
		p, ok := t.Underlying().(*types.Pointer)
		if !ok {
			break
		}
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok || isRequest(t) {
		return nil
	}
	for i := range st.NumFields() {
		if st.Field(i).Name() == name {
			return st.Field(i).Type()
		}
	}
	return nil
}

func isReader(t types.Type) bool {
	if t == nil {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "Read")
	_, ok := obj.(*types.Func)
	return ok
}

// describes reports whether the call that made an object is known to put something at a place of it.
func (w *function) describes(l flow.Loc) bool {
	c, index := madeBy(l.Root)
	if c == nil {
		return false
	}
	for _, t := range w.env.targets(c) {
		for _, r := range t.sum.Results {
			if r.To.Index == index && r.To.Sel == l.Sel {
				for _, o := range r.From {
					if o.Kind == flow.Param && o.In.Index < len(t.inputs) {
						switch k := w.f.Locate(t.inputs[o.In.Index]).Root.(type) {
						case *ssa.Const:
							return false
						case *ssa.Global:
							return k.Name() != "NoBody"
						}
					}
				}
				return true
			}
		}
	}
	return false
}

// madeBy is the call whose result a value is.
func madeBy(v ssa.Value) (*ssa.Call, int) {
	switch v := v.(type) {
	case *ssa.Call:
		return v, 0
	case *ssa.Extract:
		if c, ok := v.Tuple.(*ssa.Call); ok {
			return c, v.Index
		}
	}
	return nil, 0
}

// content records what becomes part of a request.
func (w *function) content(at ssa.Instruction, sink string, v ssa.Value, sel string, carriers []flow.Loc) {
	values := w.f.TraceAll(v, sel)
	if !anyInteresting(values) || w.identifies(v) {
		return
	}
	w.events = append(w.events, event{
		Event: Event{Class: Content, Sink: sink, At: w.place(at), Func: w.name()},
		site:  at, values: values, carriers: carriers,
	})
}
