package summary

import (
	"go/types"
	"net/textproto"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

// held is an answer of Held; the zero value says that nothing is known of a field.
type held struct {
	origin flow.Origin
	ok     bool
}

// Held implements flow.Env.
func (e *env) Held(field *types.Var, owner types.Type) (flow.Origin, bool) {
	if field == nil || field.Pkg() == nil {
		return flow.Origin{}, false
	}
	h, ok := e.b.held[field]
	if !ok {
		h = e.b.holds(field, owner)
		e.b.held[field] = h
	}
	if !h.ok && field.Pkg() == e.b.pkg.Types {
		return e.b.machine(field.Origin())
	}
	return h.origin, h.ok
}

func (b *builder) holds(field *types.Var, owner types.Type) held {
	n := ssapkg.Named(owner)
	if n == nil || n.Obj().Pkg() == nil {
		return held{}
	}
	name := n.Obj().Name()
	for _, row := range b.rows(n.Obj().Pkg().Path()).Field(name, field.Name()) {
		source := name + "." + field.Name()
		switch {
		case row.Holds != "":
			return held{flow.Origin{Kind: flow.Fresh, Fresh: row.Holds, Source: source}, true}
		case row.Covers != "":
			return held{flow.Origin{Kind: flow.Shared, Text: source, Source: string(row.Covers)}, true}
		}
	}
	return held{}
}

// Received implements flow.Env: the body of a request that is served, and identities in the message of a gRPC server's method.
func (e *env) Received(p *ssa.Parameter, sel string) (flow.Origin, bool) {
	if isRequest(p.Type()) && serves(p.Parent()) {
		if rest, ok := strings.CutPrefix(sel, ".Body"); ok {
			name := flow.LastName(rest)
			if rest == "" {
				name = RequestBody
			}
			return flow.Origin{Kind: flow.Inbound, Text: name}, true
		}
		if rest, ok := strings.CutPrefix(sel, ".Header["); ok {
			name, _, _ := strings.Cut(rest, "]")
			return flow.Origin{Kind: flow.Inbound, Text: textproto.CanonicalMIMEHeaderKey(name)}, true
		}
	}
	name := flow.LastName(sel)
	if _, identity := model.IdentityName(name); identity && servesMessage(p) {
		return flow.Origin{Kind: flow.Inbound, Text: name}, true
	}
	return flow.Origin{}, false
}

// serves reports whether a function, or the one around it, answers HTTP requests: it has a writer for the answer. A function
// with a request alone may as well send it.
func serves(fn *ssa.Function) bool {
	for ; fn != nil; fn = fn.Parent() {
		for _, p := range fn.Params {
			if n := ssapkg.Named(p.Type()); n != nil && n.Obj().Name() == "ResponseWriter" && n.Obj().Pkg() != nil {
				return true
			}
		}
	}
	return false
}

// RequestBody is the name of the raw content of a request.
const RequestBody = flow.RawBody

func isRequest(t types.Type) bool {
	n := ssapkg.Named(t)
	return n != nil && n.Obj().Name() == "Request" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "net/http"
}

// servesMessage reports whether a parameter is the request message of a gRPC server's method: the receiver embeds the
// generated Unimplemented…Server, and the parameter is a protobuf message.
func servesMessage(p *ssa.Parameter) bool {
	fn := p.Parent()
	recv := fn.Signature.Recv()
	if recv == nil || fn.Signature.Params().Len() != 2 || fn.Params[2] != p {
		return false
	}
	if obj, _, _ := types.LookupFieldOrMethod(p.Type(), true, nil, "ProtoReflect"); obj == nil {
		return false
	}
	n := ssapkg.Named(recv.Type())
	if n == nil {
		return false
	}
	st, ok := n.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := range st.NumFields() {
		f := st.Field(i)
		if f.Embedded() && strings.HasSuffix(f.Name(), "Server") && (strings.HasPrefix(f.Name(), "Unimplemented") || strings.HasPrefix(f.Name(), "Unsafe")) {
			return true
		}
	}
	return false
}

// Literal implements flow.Env.
func (e *env) Literal(mc *ssa.MakeClosure) *flow.Effect {
	if s := e.b.sums[origin(mc.Fn.(*ssa.Function))]; s != nil {
		return &s.Effect
	}
	return nil
}

// Sorted implements flow.Env.
func (e *env) Sorted(v ssa.Value) bool {
	if e.sorted == nil {
		e.sorted = map[ssa.Value]bool{}
		for _, b := range e.f.Fn.Blocks {
			for _, in := range b.Instrs {
				if call, ok := in.(ssa.CallInstruction); ok {
					e.sorts(call.Common())
				}
			}
		}
	}
	return e.sorted[v]
}

func (e *env) sorts(c *ssa.CallCommon) {
	callee := c.StaticCallee()
	if callee == nil {
		return
	}
	obj, ok := origin(callee).Object().(*types.Func)
	if !ok {
		return
	}
	path, recv, name := ssapkg.Symbol(obj)
	m := &modelled{method: recv != ""}
	for _, row := range e.b.rows(path).Func(recv, name) {
		for _, p := range row.Sorts {
			if i := m.input(p).Index; p.Root != model.Result && i < len(c.Args) {
				e.sorted[e.f.Locate(c.Args[i]).Root] = true
			}
		}
	}
}

// Alias implements flow.Env.
func (e *env) Alias(c *ssa.Call) ssa.Value {
	i, ok := e.b.alias[c]
	if !ok {
		i = e.b.aliasOf(&c.Call)
		e.b.alias[c] = i
	}
	if i < 0 {
		return nil
	}
	return c.Call.Args[i]
}

// aliasOf is the number of the argument that a call's result stands for, or -1.
func (b *builder) aliasOf(c *ssa.CallCommon) int {
	callee := c.StaticCallee()
	if callee == nil {
		return -1
	}
	obj, ok := origin(callee).Object().(*types.Func)
	if !ok {
		return -1
	}
	path, recv, name := ssapkg.Symbol(obj)
	m := &modelled{method: recv != ""}
	for _, row := range b.rows(path).Func(recv, name) {
		if row.Alias != nil {
			if i := m.input(*row.Alias).Index; i < len(c.Args) {
				return i
			}
		}
	}
	return -1
}

// Input implements flow.Env.
func (e *env) Input(c *ssa.Call) bool {
	for _, t := range e.targets(c) {
		if t.sum.Input || slices.ContainsFunc(t.rows, func(r *model.Entry) bool { return r.Input }) {
			return true
		}
	}
	return false
}
