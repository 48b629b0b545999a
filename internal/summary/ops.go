package summary

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/source"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

// op is an effect.Op in the making: in values of the function instead of its inputs.
type op struct {
	effect.Op
	site ssa.Instruction
	at   *ssa.BasicBlock

	key, value, in, tableIn, ttl []flow.Local
	keyVals                      []ssa.Value // the values of the key themselves
	val                          ssa.Value   // what is written
	handle                       ssa.Value
	cols, sets                   []opCol
	lookup                       look // of a set in memory: what asks whether it was there
	moved                        bool
	literal                      bool // moved from a function literal that is called here
}

// look is an instruction that reads a set or a flag in memory.
type look interface {
	ssa.Value
	ssa.Instruction
}

// opCol is an effect.Col in the making.
type opCol struct {
	name    string
	values  []flow.Local
	literal string
}

// maxOps bounds the operations of one function. One with more is a function of which nothing is said: the rest of its
// operations might be guards.
const maxOps = 48

// rowOps records what model rows say that a call does.
func (w *function) rowOps(call ssa.CallInstruction, t *target) {
	if len(t.rows) == 0 || t.obj == nil {
		return
	}
	r := &rowCallOps{w: w, call: call, t: t, m: &modelled{method: t.obj.Signature().Recv() != nil}}
	for _, e := range t.rows {
		if e.When != nil && !(&arguments{f: w.f, inputs: t.inputs}).holds(r.m, e.When) {
			continue
		}
		for i := range e.Store {
			r.add(e, &e.Store[i])
		}
		if kind := e.EffectKind(); kind != "" {
			r.outside(e, kind)
		}
	}
}

// rowCallOps is one call of a function with rows.
type rowCallOps struct {
	w    *function
	call ssa.CallInstruction
	t    *target
	m    *modelled
}

// place is the value at a place of the call, and the selector below it.
func (r *rowCallOps) place(p *model.Place) (v ssa.Value, sel string, ok bool) {
	if p == nil {
		return nil, "", false
	}
	in := r.m.input(*p)
	if in.Kind == flow.Result || in.Index >= len(r.t.inputs) {
		return nil, "", false
	}
	return r.t.inputs[in.Index], in.Sel, true
}

func (r *rowCallOps) trace(p *model.Place) []flow.Local {
	v, sel, ok := r.place(p)
	if !ok {
		return nil
	}
	return r.w.f.Trace(v, sel)
}

func (r *rowCallOps) base(st *model.Op) op {
	o := op{Op: effect.Op{Do: st.Do, Class: st.Class, Name: calleeName(r.t.obj), At: r.w.place(r.call), Func: r.w.name(), Isolated: st.Isolated, Owner: st.Owner},
		site: r.call, at: r.call.Block()}
	if st.Class != model.SQLStore {
		o.Store = r.t.obj.Pkg().Path()
	}
	h := st.Handle
	if h == nil && r.m.method {
		h = &model.Place{Root: model.Recv}
	} else if h == nil {
		h = &model.Place{Root: model.Arg}
	}
	if v, sel, ok := r.place(h); ok {
		r.w.setHandle(&o, v, sel)
	}
	for _, a := range slices.Concat(st.Absent, st.Lost) {
		o.Answers = append(o.Answers, r.answer(a))
	}
	return o
}

// answer turns the answer of a row into one about the call's results.
func (r *rowCallOps) answer(a model.Answer) effect.Answer {
	switch a.Form {
	case model.ByTrue:
		return effect.Answer{Result: a.At.Index, Form: effect.True}
	case model.ByFalse, model.ByEmpty:
		return effect.Answer{Result: a.At.Index, Form: effect.Zero}
	case model.ByRows:
		return effect.Answer{Result: effect.Anywhere, Form: effect.Zero}
	}
	if a.Name == "" {
		return effect.Answer{Result: effect.Anywhere, Form: effect.AnyErr}
	}
	name := a.Name
	if !strings.Contains(name, ".") {
		home := r.t.home
		if home == "" {
			home = r.t.obj.Pkg().Path()
		}
		name = home + "." + name
	}
	return effect.Answer{Result: effect.Anywhere, Form: effect.Named, Name: name}
}

func (r *rowCallOps) add(e *model.Entry, st *model.Op) {
	w, o := r.w, r.base(st)
	switch st.Do {
	case model.DoText:
		v, sel, ok := r.place(st.Text)
		if !ok {
			return
		}
		text := w.valueAt(v, sel)
		if built := w.builtBy(text); built != nil && w.chainOp(o, r, &model.Entry{}, st, built) {
			return
		}
		w.statement(o, w.textIn(v, sel, maxTexts), r.placeholders(st))
		return
	case model.DoIndex:
		r.index(o, st)
		return
	case model.DoChain:
		if v, sel, ok := r.place(st.Chain); ok {
			for _, x := range w.listed(v, sel) {
				w.chainOp(o, r, e, st, x)
			}
		}
		return
	}
	r.own(&o, st)
	if (o.Do == model.DoUpdate || o.Do == model.DoRelative) && !o.onlyFirst() && r.optional() == model.DoUpsert {
		o.Answers = nil // what was not there is there now: no outcome is bad
		if o.Do == model.DoUpdate {
			o.Do = model.DoUpsert
		}
	}
	r.life(&o, st)
	if st.Isolation != nil && slices.Contains(st.Serializable, constText(r.trace(st.Isolation))) {
		o.Isolated = true
	}
	if o.Class == model.ItemStore && st.Text != nil && adds.MatchString(constText(r.trace(st.Text))) {
		o.Do = model.DoRelative
	}
	if r.conditional(st) {
		o.conditional(r.falseAfterwards(st))
		o.Enclosed = slices.ContainsFunc(st.Unless, func(p model.Place) bool { return strings.Contains(p.Sel, "[*]") }) // a condition on one of several holds for all
	}
	if o.Class == model.SQLStore && st.Do == model.DoInsert && st.Table != nil {
		if v, sel, ok := r.place(st.Table); ok {
			o.cols = append(o.cols, w.record(v, sel)...)
		}
	}
	o.Named = e.EffectKind() != "" && r.keyed(e) && !w.givenFresh(r.call)
	o.Answers = defaultAnswers(o.Do, o.Answers)
	w.addOp(o)
}

// optional is what the options of a call make of it. The value of such a step switches it.
func (r *rowCallOps) optional() (do model.Do) {
	if !isVariadicCall(r.call) || len(r.t.inputs) == 0 {
		return ""
	}
	for _, x := range r.w.listed(r.t.inputs[len(r.t.inputs)-1], "[*]") {
		steps, _, _ := r.w.chainSteps(x)
		steps = slices.DeleteFunc(steps, func(s chainStep) bool { return constText(s.call.trace(s.step.Value)) == "false" })
		if d := doing(steps); d != "" {
			do = d
		}
	}
	return do
}

// placeholders are the values of a text's placeholders. Where the text is the first element of a list, they are the rest of it.
func (r *rowCallOps) placeholders(st *model.Op) *values {
	v, sel, _ := r.place(st.Args)
	args := &values{w: r.w, list: v, sel: sel}
	if st.Args != nil && st.Text.Root == st.Args.Root && st.Text.Index == st.Args.Index && st.Text.Sel == st.Args.Sel+index(0) {
		args.from = -1
	}
	return args
}

// builtBy is the builder that made a text, as ToSql does, or nil.
func (w *function) builtBy(text ssa.Value) ssa.Value {
	if text == nil {
		return nil
	}
	c, result := madeBy(w.f.Locate(text).Root)
	if c == nil {
		return nil
	}
	for _, t := range w.env.targets(c) {
		for _, e := range t.rows {
			for _, f := range e.Flow {
				if f.From.Root == model.Recv && f.From.Sel == "" && f.To.Root == model.Result && f.To.Index == result && f.To.Sel == "" && len(t.inputs) > 0 &&
					!isString(t.inputs[0].Type()) {
					return t.inputs[0]
				}
			}
		}
	}
	return nil
}

// own reads the places that a row names itself: a chain's last call may have some as well.
func (r *rowCallOps) own(o *op, st *model.Op) {
	w := r.w
	if v, sel, ok := r.place(st.Table); ok {
		w.setTable(o, v, sel)
	}
	for i := range st.Key {
		if v, sel, ok := r.place(&st.Key[i]); ok {
			r.key(o, v, sel)
		}
	}
	if v, sel, ok := r.place(st.Value); ok {
		o.value, o.val = append(o.value, w.f.TraceAll(v, sel)...), v
		if o.Class == model.DocStore || o.Class == model.ItemStore {
			cols, sets := w.operators(o, v, sel)
			o.cols, o.sets = append(o.cols, cols...), append(o.sets, sets...)
		}
	}
	if o.Class == model.ClusterStore && len(o.key) == 0 {
		if v, sel, ok := r.place(st.Table); ok {
			o.key = w.f.Trace(v, sel+".ObjectMeta.Name")
		}
	}
}

// conditional makes of a write one that happens under a condition, and tells whether it did.
func (o *op) conditional(once bool) {
	o.Once = once
	switch o.Do {
	case model.DoInsert, model.DoPut, model.DoUpsert:
		o.Do = model.DoClaim
	case model.DoUpdate, model.DoDelete, model.DoRelative:
		o.Owner = true
	}
}

// key records what a record is found by. A map or document names columns.
func (r *rowCallOps) key(o *op, v ssa.Value, sel string) {
	if o.Class == model.DocStore || o.Class == model.ItemStore || o.Class == model.SQLStore {
		cols := r.w.record(v, sel)
		o.cols = append(o.cols, cols...)
		if len(cols) > 0 {
			return
		}
		o.Open = true
	}
	o.key = append(o.key, r.w.f.Trace(v, sel)...)
	if sel == "" {
		o.keyVals = append(o.keyVals, r.w.f.Locate(v).Root)
	}
}

// life says how long what is written stays.
func (r *rowCallOps) life(o *op, st *model.Op) {
	if st.Expires == nil {
		if o.Class == model.KVStore && o.Claims() {
			o.Life = r.unlimited()
		}
		return
	}
	v, sel, ok := r.place(st.Expires)
	if !ok {
		return
	}
	o.ttl = r.w.f.Trace(v, sel)
	o.Life, o.TTL = lifetime(o.ttl)
}

// unlimited is the life of what a call without a place for an expiry writes. One of a list of options may be an expiry; where
// none is given, the store may have one for all. A list of anything holds values.
func (r *rowCallOps) unlimited() effect.Life {
	sig := r.t.obj.Signature()
	if !sig.Variadic() {
		return effect.Forever
	}
	elem, ok := elemOfSlice(sig.Params().At(sig.Params().Len() - 1).Type())
	switch {
	case ok && (elem.String() == "interface{}" || elem.String() == "any"):
		return effect.Forever
	case len(r.t.inputs) > 0 && nilValue(r.t.inputs[len(r.t.inputs)-1]):
		return effect.Unsaid
	}
	return effect.LifeUnknown
}

// lifetime reads an expiry: nothing, or the constant 0, is for ever.
func lifetime(values []flow.Local) (effect.Life, string) {
	never, ttl := len(values) > 0, ""
	for _, l := range values {
		switch {
		case l.Kind == flow.Zero, l.Kind == flow.Const && (l.Text == "0" || l.Text == "-1"):
		case l.Kind == flow.Const:
			never, ttl = false, l.Text
		default:
			return effect.LifeUnknown, ""
		}
	}
	if never {
		return effect.Forever, ""
	}
	return effect.Limited, ttl
}

// conditional reports whether one of the places that make a write conditional may be set.
func (r *rowCallOps) conditional(st *model.Op) bool {
	for i := range st.Unless {
		if v, sel, ok := r.place(&st.Unless[i]); ok && !r.w.unset(v, sel) {
			return true
		}
	}
	return false
}

// unset reports whether nothing is ever put in a place.
func (w *function) unset(v ssa.Value, sel string) bool {
	if c, ok := v.(*ssa.Const); ok {
		return c.Value == nil || sel != "" || zeroText(c)
	}
	values := w.f.Trace(v, sel)
	for _, l := range values {
		if l.Kind != flow.Zero {
			return false
		}
	}
	return len(values) > 0 && !w.storesUnder(flow.Loc{Root: w.f.Locate(v).Root, Sel: w.f.Locate(v).Sel + sel})
}

func zeroText(c *ssa.Const) bool {
	s := c.Value.ExactString()
	return s == "0" || s == `""` || s == "false"
}

func (w *function) storesUnder(l flow.Loc) bool {
	for _, s := range w.f.Stores(l.Root) {
		if strings.HasPrefix(s.To.Sel, l.Sel) && l.Sel != "" {
			return true
		}
	}
	return false
}

// defaultAnswers adds the outcomes that need no row: emptiness, false and a count of 0.
func defaultAnswers(do model.Do, list []effect.Answer) []effect.Answer {
	switch do {
	case model.DoRead, model.DoUpdate, model.DoDelete, model.DoRelative:
		return append(list, effect.Answer{Result: effect.Anywhere, Form: effect.Zero})
	case model.DoClaim, model.DoTryLock:
		if len(list) == 0 {
			return []effect.Answer{{Result: effect.Anywhere, Form: effect.Zero}}
		}
	case model.DoInsert:
		if len(list) == 0 {
			return []effect.Answer{{Result: effect.Anywhere, Form: effect.AnyErr}}
		}
	case model.DoSeen:
		if len(list) == 0 {
			return []effect.Answer{{Result: effect.Anywhere, Form: effect.True}}
		}
	}
	return list
}

// outside records what happens outside and cannot be taken back.
func (r *rowCallOps) outside(e *model.Entry, kind model.EffectKind) {
	if e.Sends != nil {
		if p, err := model.ParsePlace(e.Sends.Method); err == nil {
			if !Writes(constText(r.trace(&p))) {
				return
			}
		} else if !Writes(e.Sends.Method) {
			return
		}
	}
	r.w.addOp(op{Op: effect.Op{Effect: kind, Name: calleeName(r.t.obj), At: r.w.place(r.call), Func: r.w.name(), Keyed: r.keyed(e)},
		site: r.call, at: r.call.Block()})
}

// keyed reports whether the receiver of an effect is told which intent it belongs to.
func (r *rowCallOps) keyed(e *model.Entry) bool {
	if r.w.named[r.call] {
		return true
	}
	if e.AutoKey == nil {
		for _, row := range r.t.rows {
			if row.Sends != nil {
				for _, p := range []*model.Place{row.Sends.Request, row.Sends.Key} {
					if v, sel, ok := r.place(p); ok {
						l := r.w.f.Locate(v)
						l.Sel += sel
						if r.w.recognisable([]flow.Loc{l}) {
							return true
						}
					}
				}
			}
		}
	}
	for _, a := range r.t.inputs {
		l := r.w.f.Locate(a)
		if r.w.toldApart(l) {
			return true
		}
		if isVariadicCall(r.call) && isSlice(a) { // options
			for _, s := range r.w.f.Stores(l.Root) {
				if s.Val != nil && r.w.toldApart(r.w.f.Locate(s.Val)) {
					return true
				}
			}
		}
	}
	return false
}

func isVariadicCall(c ssa.CallInstruction) bool { return c.Common().Signature().Variadic() }

// toldApart reports whether an identity was set on a value.
func (w *function) toldApart(l flow.Loc) bool {
	return slices.ContainsFunc(w.keyed, func(k flow.Loc) bool { return k.Root == l.Root })
}

func (w *function) addOp(o op) { w.ops = append(w.ops, o) }

// calleeOps moves the operations of a callee to the call.
func (w *function) calleeOps(call ssa.CallInstruction, t *target) {
	c := t.callee()
	for i := range t.sum.Ops {
		src := &t.sum.Ops[i]
		o := op{Op: *src, site: call, at: call.Block(), moved: true, literal: t.fn != nil && t.fn.Parent() != nil}
		inst := func(set []flow.Origin) []flow.Local { return w.instantiate(set, &c, call) }
		o.key, o.value, o.in, o.tableIn = inst(src.Key), inst(src.Value), inst(src.In), inst(src.TableIn)
		o.cols, o.sets = w.moveCols(src.Cols, inst), w.moveCols(src.Sets, inst)
		for _, in := range src.In {
			if v := inputOf(&c, in.In); v != nil && (in.Kind == flow.Param || in.Kind == flow.Free) && in.In.Sel == "" && o.Handle != model.PoolHandle {
				w.setHandle(&o, v, "")
			}
		}
		if len(o.tableIn) > 0 && o.Table == "" {
			o.Table = constText(o.tableIn)
		}
		if src.OfParam > 0 && o.Table == "" {
			if arg := typeArg(call.Common(), src.OfParam-1); arg != nil {
				o.OfParam, o.Told = 0, w.place(call)
				w.b.recordTable(&o, elemType(arg))
			}
		}
		if src.Life == effect.LifeUnknown && len(src.TTLIn) > 0 {
			o.ttl = inst(src.TTLIn)
			o.Life, o.TTL = lifetime(o.ttl)
		}
		if len(src.Via) < maxVia {
			o.Via = append([]source.Place{w.place(call)}, src.Via...)
		}
		w.addOp(o)
	}
}

// typeArg is a type argument of a call: of the type that a method is called on, or of the function.
func typeArg(c *ssa.CallCommon, i int) types.Type {
	args := (*types.TypeList)(nil)
	if fn := c.StaticCallee(); fn != nil && fn.Signature.Recv() == nil && len(fn.TypeArgs()) > i {
		return fn.TypeArgs()[i]
	}
	if v := callReceiver(c); v != nil {
		if n := ssapkg.Named(v.Type()); n != nil {
			args = n.TypeArgs()
		}
	}
	if args == nil || i >= args.Len() {
		return nil
	}
	return args.At(i)
}

// callReceiver is the value that a method is called on, or nil.
func callReceiver(c *ssa.CallCommon) ssa.Value {
	if c.IsInvoke() {
		return c.Value
	}
	if fn := c.StaticCallee(); fn != nil && fn.Signature.Recv() != nil && len(c.Args) > 0 {
		return c.Args[0]
	}
	return nil
}

func (w *function) moveCols(list []effect.Col, inst func([]flow.Origin) []flow.Local) []opCol {
	var out []opCol
	for _, c := range list {
		out = append(out, opCol{c.Name, beforehand(inst(c.Value)), c.Literal})
	}
	return out
}

// setHandle says through what an operation is done.
func (w *function) setHandle(o *op, v ssa.Value, sel string) {
	o.handle, o.in = v, w.f.Trace(v, sel)
	if sel != "" {
		if v = w.valueAt(v, sel); v == nil {
			return
		}
		o.handle = v
	}
	kind, isolated := w.b.handleType(v.Type())
	if k := w.givenHandle(v); k != "" {
		kind = k
	}
	if kind == model.EitherHandle {
		if k := w.becomes(v, o.site); k != "" {
			kind = k
		}
	}
	if kind != "" {
		o.Handle = kind
	}
	o.Isolated = o.Isolated || isolated
	if _, ok := w.f.Locate(v).Root.(*ssa.Global); ok {
		o.Lasts = true
	}
}

// handleType says what values of a type are.
func (b *builder) handleType(t types.Type) (kind model.Handle, isolated bool) {
	n := ssapkg.Named(t)
	if n == nil || n.Obj().Pkg() == nil {
		return "", false
	}
	row := b.rows(n.Obj().Pkg().Path()).Type(n.Obj().Name())
	if row == nil {
		return "", false
	}
	return row.Handle, row.Isolated
}

// givenHandle is what the call that made a value says of it.
func (w *function) givenHandle(v ssa.Value) model.Handle {
	c, result := madeBy(w.f.Locate(v).Root)
	if c == nil {
		return ""
	}
	for _, t := range w.env.targets(c) {
		for _, e := range t.rows {
			for _, g := range e.Gives {
				if g.At.Root == model.Result && g.At.Index == result && g.At.Sel == "" {
					return g.Handle
				}
			}
		}
	}
	return ""
}

// becomes is what a call before an instruction makes of a value: a session that begins is a transaction.
func (w *function) becomes(v ssa.Value, site ssa.Instruction) model.Handle {
	l := w.f.Object(v)
	for _, blk := range w.fn.Blocks {
		for _, in := range blk.Instrs {
			c, ok := in.(*ssa.Call)
			if !ok || receiver(c) == nil || w.f.Object(receiver(c)) != l || !w.before(c, site) {
				continue
			}
			for _, t := range w.env.targets(c) {
				for _, e := range t.rows {
					for _, g := range e.Gives {
						if g.At.Root == model.Recv && g.At.Sel == "" {
							return g.Handle
						}
					}
				}
			}
		}
	}
	return ""
}
