package summary

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/source"
)

// telling is a call that tells a router something.
type telling struct {
	w    *function
	call ssa.CallInstruction
	row  *model.Route
	args *rowCallOps
}

// routerKey is a router as one function of the package knows it.
type routerKey struct {
	fn  *ssa.Function
	loc flow.Loc
}

// routing is what a package tells routers.
type routing struct {
	list []*telling
	at   map[ssa.Instruction]*telling
	subs map[*ssa.Function]*telling // function literals that are given a router
	uses map[routerKey][]*telling   // middleware for all routes of a router
	keys map[*telling]routerKey     // the router of each
	up   map[*telling]*telling      // what made that router
	next map[ssa.Value][]*telling   // later steps of a route, by the call before
}

// route is what serves some requests.
type route struct {
	w       *function
	at      source.Place
	methods []string // empty for any
	path    string
	root    routerKey
	serves  []servant
	keyed   bool // something around it, or it itself, takes the key of a request
}

// routes lists what the package tells routers, in source order.
func (b *builder) routes() []route {
	r := &routing{at: map[ssa.Instruction]*telling{}, subs: map[*ssa.Function]*telling{}, uses: map[routerKey][]*telling{},
		keys: map[*telling]routerKey{}, up: map[*telling]*telling{}, next: map[ssa.Value][]*telling{}}
	for _, fn := range b.pkg.Funcs {
		if w := b.done[fn]; w != nil {
			r.collect(w)
		}
	}
	for _, t := range r.list {
		r.link(b, t)
	}
	var list []route
	for _, t := range r.list {
		if t.row.Handler != nil {
			list = append(list, r.route(t))
		}
	}
	return list
}

// collect finds the calls of a function that tell routers something.
func (r *routing) collect(w *function) {
	for _, blk := range w.fn.Blocks {
		for _, in := range blk.Instrs {
			call, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			for _, t := range w.env.targets(call) {
				for _, e := range t.rows {
					if e.Route == nil || t.obj == nil {
						continue
					}
					x := &telling{w: w, call: call, row: e.Route, args: &rowCallOps{w: w, call: call, t: &t, m: &modelled{method: t.obj.Signature().Recv() != nil}}}
					r.list = append(r.list, x)
					r.at[in] = x
					r.given(x)
				}
			}
		}
	}
}

// given notes a function literal that is given a router.
func (r *routing) given(t *telling) {
	if t.row.Sub == nil || t.row.Sub.Root == model.Result {
		return
	}
	v, _, ok := t.args.place(t.row.Sub)
	if !ok {
		return
	}
	for _, fv := range t.w.env.values(v) {
		if fv.fn != nil {
			r.subs[origin(fv.fn)] = t
		}
	}
}

// link finds the router of a call, and what made it.
func (r *routing) link(b *builder, t *telling) {
	key, up := r.routerOf(b, t)
	r.keys[t], r.up[t] = key, up
	if up != nil {
		if c, ok := up.call.(*ssa.Call); ok && up.row.Sub.Root == model.Result {
			r.next[c] = append(r.next[c], t)
		}
	}
	if t.row.Wrap != nil && t.row.Handler == nil && t.row.Sub == nil {
		r.uses[key] = append(r.uses[key], t)
	}
}

func (r *routing) routerOf(b *builder, t *telling) (key routerKey, up *telling) {
	at := t.row.Router
	if at == nil {
		if !t.args.m.method {
			return routerKey{}, nil
		}
		at = &model.Place{Root: model.Recv}
	}
	v, sel, ok := t.args.place(at)
	if !ok {
		return routerKey{}, nil
	}
	w, loc := t.w, t.w.f.Object(v)
	loc.Sel += sel
	for range maxSteps {
		switch x := loc.Root.(type) {
		case *ssa.FreeVar:
			outer, l, ok := b.capturedAt(x)
			if !ok {
				return routerKey{w.fn, loc}, nil
			}
			w, loc = outer, flow.Loc{Root: l.Root, Sel: l.Sel + loc.Sel}
			continue
		case *ssa.Parameter:
			if sub := r.subs[w.fn]; sub != nil && len(w.fn.Params) > 0 && w.fn.Params[0] == x {
				return routerKey{w.fn, loc}, sub
			}
		case *ssa.Call:
			if made := r.at[x]; made != nil && made.row.Sub != nil && made.row.Sub.Root == model.Result {
				return routerKey{w.fn, loc}, made
			}
		}
		return routerKey{w.fn, loc}, nil
	}
	return routerKey{w.fn, loc}, nil
}

// capturedAt is what a captured variable holds, in the function around the literal.
func (b *builder) capturedAt(v *ssa.FreeVar) (w *function, l flow.Loc, ok bool) {
	mc := b.closures[v.Parent()]
	if mc == nil || b.done[mc.Parent()] == nil {
		return nil, flow.Loc{}, false
	}
	i := slices.Index(v.Parent().FreeVars, v)
	w = b.done[mc.Parent()]
	return w, w.f.Object(mc.Bindings[i]), true
}

// maxRouters bounds how many routers lie in each other.
const maxRouters = 12

func (r *routing) route(t *telling) route {
	out := route{w: t.w, at: t.w.place(t.call)}
	v, sel, ok := t.args.place(t.row.Handler)
	if ok {
		list := t.w.listed(v, sel)
		if len(list) > 0 {
			out.serves = t.w.servants(list[len(list)-1], 0)
		}
		out.keyed = slices.ContainsFunc(list, func(x ssa.Value) bool { return t.w.takesKeyIn(x, 0) })
	}
	for x, n := t, 0; x != nil && n < maxRouters; x, n = r.up[x], n+1 {
		out.path = x.path() + out.path
		if len(out.methods) == 0 {
			out.methods = x.methods()
		}
		out.root = r.keys[x]
		out.keyed = out.keyed || x.wrapsKey() || slices.ContainsFunc(r.uses[r.keys[x]], (*telling).wrapsKey)
	}
	r.later(t, &out)
	if m, rest, ok := strings.Cut(out.path, " "); ok && len(out.methods) == 0 {
		out.methods, out.path = []string{m}, rest
	}
	return out
}

// later adds what steps after the one with the handler say.
func (r *routing) later(t *telling, out *route) {
	for range maxRouters {
		c, ok := t.call.(*ssa.Call)
		if !ok || len(r.next[c]) != 1 || r.next[c][0].row.Handler != nil {
			return
		}
		t = r.next[c][0]
		out.path += t.path()
		if len(out.methods) == 0 {
			out.methods = t.methods()
		}
	}
}

func (t *telling) path() string { return constText(t.args.trace(t.row.Path)) }

func (t *telling) methods() []string {
	at, isPlace := t.row.MethodAt()
	if !isPlace {
		if t.row.Method == "" {
			return nil
		}
		return []string{t.row.Method}
	}
	var list []string
	v, sel, ok := t.args.place(&at)
	if !ok {
		return nil
	}
	for _, x := range t.w.listed(v, sel) {
		if text, ok := flow.ConstString(x); ok {
			list = append(list, strings.ToUpper(text))
		}
	}
	return list
}

// wrapsKey reports whether the middleware of a call takes the key of a request.
func (t *telling) wrapsKey() bool {
	v, sel, ok := t.args.place(t.row.Wrap)
	return ok && slices.ContainsFunc(t.w.listed(v, sel), func(x ssa.Value) bool { return t.w.takesKeyIn(x, 0) })
}
