package summary

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/source"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

// servant is a function that serves requests, with its body where that is in this package.
type servant struct {
	w   *function
	sum *Function
}

// maxWraps bounds how many functions are put around a handler.
const maxWraps = 6

// servants are the functions in a value that serves requests: itself, and those that are handed to a function that puts
// something around them.
func (w *function) servants(v ssa.Value, depth int) (list []servant) {
	v = plainFunc(v)
	for _, fv := range w.env.values(v) {
		if t, ok := w.b.function(fv); ok {
			list = append(list, servant{w.b.done[t.fn], t.sum})
		}
	}
	if m := serveMethod(v); m != nil {
		if t, ok := w.b.object(m); ok {
			list = append(list, servant{w.b.done[t.fn], t.sum})
		}
	}
	c, ok := v.(*ssa.Call)
	if !ok || depth > maxWraps {
		return list
	}
	for _, a := range flow.Inputs(c.Common()) {
		for _, x := range w.listed(a, "[*]") {
			if isHandler(plainFunc(x)) {
				list = append(list, w.servants(x, depth+1)...)
			}
		}
	}
	return list
}

// plainFunc is a function value without the types that it is given.
func plainFunc(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		default:
			return v
		}
	}
}

// isHandler reports whether a value may serve requests: a function, or what has the method of a handler.
func isHandler(v ssa.Value) bool {
	if _, ok := v.Type().Underlying().(*types.Signature); ok {
		return true
	}
	obj, _, _ := types.LookupFieldOrMethod(v.Type(), true, nil, "ServeHTTP")
	return obj != nil
}

// serveMethod is the method by which a value of a type of its own serves requests.
func serveMethod(v ssa.Value) *types.Func {
	if types.IsInterface(v.Type()) || ssapkg.Named(v.Type()) == nil {
		return nil
	}
	if _, isFunc := v.Type().Underlying().(*types.Signature); isFunc {
		return nil
	}
	m, _, _ := types.LookupFieldOrMethod(v.Type(), true, nil, "ServeHTTP")
	fn, _ := m.(*types.Func)
	return fn
}

// takesKey reports whether the function reads an idempotency key from a request: itself, in a literal, or by a call.
func (w *function) takesKey() bool {
	for _, blk := range w.fn.Blocks {
		for _, in := range blk.Instrs {
			call, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if _, reads := w.readsKey(call); reads || w.readsKeyOf(call) {
				return true
			}
			if slices.ContainsFunc(w.env.targets(call), func(t target) bool { return t.sum.TakesKey }) {
				return true
			}
		}
	}
	return slices.ContainsFunc(w.fn.AnonFuncs, func(fn *ssa.Function) bool { return w.b.sums[fn] != nil && w.b.sums[fn].TakesKey })
}

// readsKeyOf reports whether a helper reads the key from a request that it is given.
func (w *function) readsKeyOf(call ssa.CallInstruction) bool {
	named := false
	for _, a := range call.Common().Args {
		name, ok := flow.ConstString(a)
		if kind, identity := identity(name); ok && identity && kind != model.MessageID {
			named = true
		}
	}
	v := callReceiver(call.Common())
	if v == nil || !named || callName(call) != "Get" && callName(call) != "Values" {
		return false
	}
	p, ok := w.f.Locate(v).Root.(*ssa.Parameter)
	return ok && isRequest(p.Type())
}

// takesKeyIn reports whether one of the functions in a value takes the key of requests. A name that says so is believed: the
// header may be configured.
func (w *function) takesKeyIn(v ssa.Value, depth int) bool {
	v = plainFunc(v)
	for _, fv := range w.env.values(v) {
		if t, ok := w.b.function(fv); ok && t.sum.TakesKey {
			return true
		}
	}
	switch x := v.(type) {
	case *ssa.Function:
		return w.b.takesKeyByName(x)
	case *ssa.MakeClosure:
		return w.b.takesKeyByName(x.Fn.(*ssa.Function))
	case *ssa.Call:
		if x.Call.IsInvoke() && model.NameHint(model.KeyedHint, x.Call.Method.Name()) {
			return true
		}
		if fn := x.Call.StaticCallee(); fn != nil && w.b.takesKeyByName(fn) {
			return true
		}
		if slices.ContainsFunc(w.env.targets(x), func(t target) bool { return t.sum.TakesKey }) {
			return true
		}
		for _, a := range flow.Inputs(x.Common()) {
			for _, y := range w.listed(a, "[*]") {
				if depth < maxWraps && (isHandler(plainFunc(y)) || calls(y)) && w.takesKeyIn(y, depth+1) {
					return true
				}
			}
		}
	}
	return false
}

func calls(v ssa.Value) bool { _, ok := v.(*ssa.Call); return ok }

// takesKeyByName also asks functions of which more is known than their names.
func (b *builder) takesKeyByName(fn *ssa.Function) bool {
	fn = origin(fn)
	if obj, ok := fn.Object().(*types.Func); ok && fn.Object() != nil {
		if t, ok := b.object(obj); ok && t.sum.TakesKey {
			return true
		}
		if obj.Pkg() != nil && model.NameHint(model.KeyedHint, obj.Pkg().Name()) {
			return true
		}
	}
	return model.NameHint(model.KeyedHint, fn.Name())
}

// served is a function, or some blocks of it, that serve requests of one method.
type served struct {
	w      *function
	method string
	tested bool // the function itself tells methods apart
	path   string
	at     source.Place
	keyed  bool
}

// covers reports whether a block is run for requests of the method.
func (s *served) covers(b *ssa.BasicBlock) bool { return !s.tested || s.w.verbAt(b) == s.method }

// verbs are the methods that are told apart.
var verbs = []string{"POST", "PUT", "DELETE"}

// served lists the functions of this package that serve requests of a known method.
func (b *builder) served(routes []route) (list []served) {
	seen := map[served]bool{}
	var add func(s served, depth int)
	add = func(s served, depth int) {
		if k := (served{w: s.w, method: s.method}); s.w == nil || seen[k] {
			return
		}
		seen[served{w: s.w, method: s.method}] = true
		list = append(list, s)
		if depth > 0 {
			for _, w := range s.handsOn() {
				add(served{w: w, method: s.method, path: s.path, at: s.at, keyed: s.keyed}, depth-1)
			}
		}
	}
	for _, r := range routes {
		for _, m := range r.methods {
			for _, x := range r.serves {
				add(served{w: x.w, method: m, path: r.path, at: r.at, keyed: r.keyed || x.sum.TakesKey}, maxCallers)
			}
		}
	}
	for _, fn := range b.pkg.Funcs {
		w := b.done[fn]
		if w == nil {
			continue
		}
		for _, m := range verbs {
			if at, ok := w.tellsVerb(m); ok {
				add(served{w: w, method: m, tested: true, at: at, keyed: w.sum.TakesKey}, maxCallers)
			}
		}
	}
	return list
}

// handsOn lists the functions that are given the answer to write.
func (s *served) handsOn() (list []*function) {
	for _, blk := range s.w.fn.Blocks {
		if !s.covers(blk) {
			continue
		}
		for _, in := range blk.Instrs {
			c, ok := in.(*ssa.Call)
			if !ok || !s.w.writesAnswer(c) {
				continue
			}
			for _, t := range s.w.env.targets(c) {
				if w := s.w.b.done[t.fn]; t.fn != nil && w != nil && len(w.ops) > 0 {
					list = append(list, w)
				}
			}
		}
	}
	return list
}

// verbAt is the method of the requests for which a block is run, where the function asks for it.
func (w *function) verbAt(b *ssa.BasicBlock) string {
	for _, t := range w.f.Tests(b) {
		if m, on := verbTest(t.If.Cond); m != "" && on == t.On {
			return m
		}
	}
	return ""
}

func (w *function) tellsVerb(method string) (source.Place, bool) {
	for _, b := range w.fn.Blocks {
		if cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
			if m, _ := verbTest(cond.Cond); m == method {
				return w.place(cond.Cond.(ssa.Instruction)), true
			}
		}
	}
	return source.Place{}, false
}

func (w *function) tellsVerbs() bool {
	return slices.ContainsFunc(verbs, func(m string) bool { _, ok := w.tellsVerb(m); return ok })
}

// verbTest reads a comparison of the method of a request with a constant.
func verbTest(cond ssa.Value) (method string, on int) {
	b, ok := cond.(*ssa.BinOp)
	if !ok || b.Op != token.EQL && b.Op != token.NEQ {
		return "", 0
	}
	load, ok := b.X.(*ssa.UnOp)
	if !ok {
		return "", 0
	}
	a, ok := load.X.(*ssa.FieldAddr)
	if !ok || !isRequest(a.X.Type()) {
		return "", 0
	}
	text, ok := flow.ConstString(b.Y)
	if f := fieldVar(a); !ok || f == nil || f.Name() != "Method" {
		return "", 0
	}
	if b.Op == token.NEQ {
		on = 1
	}
	return text, on
}

// answer is where a request is answered with a status.
type answer struct {
	block *ssa.BasicBlock
	at    source.Place
}

// answersWith lists where the function answers with a status.
func (w *function) answersWith(code int64) (list []answer) {
	for _, b := range w.fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Call:
				if w.answerCode(in) == code || w.alwaysAnswers(in, code) {
					list = append(list, answer{b, w.place(in)})
				}
			case *ssa.UnOp:
				if g, ok := in.X.(*ssa.Global); ok && w.b.varCode(g) == code {
					list = append(list, answer{b, w.place(b.Instrs[len(b.Instrs)-1])})
				}
			}
		}
	}
	return list
}

// alwaysAnswers reports whether a helper does nothing else than to answer with a status.
func (w *function) alwaysAnswers(c *ssa.Call, code int64) bool {
	fn := c.Call.StaticCallee()
	if fn == nil || !w.writesAnswer(c) || w.b.done[origin(fn)] == nil {
		return false
	}
	g := w.b.done[origin(fn)]
	return slices.ContainsFunc(g.fn.Blocks[0].Instrs, func(in ssa.Instruction) bool {
		x, ok := in.(*ssa.Call)
		return ok && g.answerCode(x) == code
	})
}

// varCode is the status that a variable stands for.
func (b *builder) varCode(g *ssa.Global) int64 {
	if g.Pkg == nil || g.Pkg.Pkg == nil {
		return 0
	}
	row := b.rows(g.Pkg.Pkg.Path()).Var(g.Name())
	if row == nil {
		return 0
	}
	code, _, _ := row.AnswerCode()
	return code
}

// answerCode is the constant status with which a call answers a request: as its row says, or because it is given one together
// with the answer to write.
func (w *function) answerCode(c *ssa.Call) int64 {
	for _, t := range w.env.targets(c) {
		for _, e := range t.rows {
			code, at, ok := e.AnswerCode()
			if !ok {
				continue
			}
			if code != 0 || t.obj == nil {
				return code
			}
			r := &rowCallOps{w: w, call: c, t: &t, m: &modelled{method: t.obj.Signature().Recv() != nil}}
			if v, _, ok := r.place(&at); ok {
				return constInt(v)
			}
		}
		if len(t.rows) > 0 {
			return 0
		}
	}
	if !w.writesAnswer(c) {
		return 0
	}
	for _, a := range flow.Inputs(c.Common()) {
		if n := constInt(a); n >= 400 && n < 600 {
			return n
		}
	}
	return 0
}

func constInt(v ssa.Value) int64 {
	if c, ok := v.(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.Int {
		n, _ := constant.Int64Val(c.Value)
		return n
	}
	return 0
}

// writesAnswer reports whether a call is given what answers are written to.
func (w *function) writesAnswer(c *ssa.Call) bool {
	return slices.ContainsFunc(flow.Inputs(c.Common()), func(v ssa.Value) bool { return w.b.answersBy(v.Type()) })
}

// answersRequests reports whether the function is given what answers are written to.
func (w *function) answersRequests() bool {
	return slices.ContainsFunc(w.fn.Params, func(p *ssa.Parameter) bool { return w.b.answersBy(p.Type()) })
}

// answersBy reports whether answers are written through values of a type.
func (b *builder) answersBy(t types.Type) bool {
	n := ssapkg.Named(t)
	return n != nil && n.Obj().Pkg() != nil && b.rows(n.Obj().Pkg().Path()).AnswersBy(n.Obj().Name())
}
