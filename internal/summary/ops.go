package summary

import (
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/sqlshape"
)

// op is an effect.Op in the making: in values of the function instead of its inputs.
type op struct {
	effect.Op
	site ssa.Instruction
	at   *ssa.BasicBlock

	key, value, in, tableIn, ttl []flow.Local
	keyVals                      []ssa.Value // the values of the key themselves
	val                          ssa.Value   // what is written
	made                         []spot      // the same, to be followed to where it comes from
	into                         []flow.Loc  // what a read fills in, where no row about values says so
	handle                       ssa.Value
	cols, sets                   []opCol
	bounds                       []opBound
	near                         *sqlshape.Near // a statement that changes what is close in time to something equal
	ttlAt                        flow.Loc       // where the lifetime is
	by                           *rowCallOps    // the call, and what its row says, of the function's own
	row                          *model.Op
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
	made    []spot
	adds    bool // what is set builds on what is there
	held    bool // one of the record that is written
	fromNow time.Duration
}

// spot is a place whose content can be followed to where it comes from. changed says that something is added to it on the way
// to where it counts.
type spot struct {
	v       ssa.Value
	sel     string
	changed bool
}

// opBound is an effect.Bound in the making.
type opBound struct {
	effect.Bound
	values []flow.Local
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
		if e.When != nil && !r.holds(e.When) {
			continue
		}
		for i := range e.Store {
			r.add(e, &e.Store[i])
		}
		if kind := e.EffectKind(); kind != "" {
			r.outside(e, kind)
		}
		if e.Settles != nil {
			r.settles(e.Settles)
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

// holds reports whether the condition of a row is met.
func (r *rowCallOps) holds(when *model.When) bool {
	below := when.Filled + when.Empty
	if below == "" {
		return (&arguments{f: r.w.f, inputs: r.t.inputs}).holds(r.m, when)
	}
	v, sel, ok := r.place(&model.Place{Root: model.Arg, Index: when.Arg, Sel: below})
	return ok && r.w.unset(v, sel) == (when.Empty != "")
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
	o.by, o.row = r, st
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
	o.Reads = st.Reads != nil && readOnly(constText(r.trace(st.Reads)))
	if o.Class == model.ItemStore {
		o.sets = append(o.sets, r.assigns(st)...)
		if r.addsUp(st) {
			o.Do = model.DoRelative
		}
	}
	if r.conditional(st) {
		o.conditional(r.falseAfterwards(st))
		o.Vague = o.Do == model.DoRelative && !r.standsAfter(st)
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
		o.fills(w, v, sel)
	}
	for i := range st.Key {
		if v, sel, ok := r.place(&st.Key[i]); ok {
			r.key(o, v, sel)
		}
	}
	if v, sel, ok := r.place(st.Value); ok {
		o.value, o.val, o.made = append(o.value, w.f.TraceAll(v, sel)...), v, append(o.made, spot{v: v, sel: sel})
		if o.Class == model.DocStore || o.Class == model.ItemStore {
			cols, sets := w.operators(o, v, sel)
			hold(cols)
			o.cols, o.sets = append(o.cols, cols...), append(o.sets, sets...)
		}
		if o.Class == model.DocStore && o.Do == model.DoUpdate && w.addsBy(v, sel, 0) {
			o.Do = model.DoRelative
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
		if o.Class == model.DocStore {
			r.w.docBounds(o, cols)
			cols = r.w.bounds(o, v, sel, cols)
		}
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
	o.ttl, o.ttlAt = r.w.f.Trace(v, sel), flow.Loc{Root: v, Sel: sel}
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

func (w *function) addOp(o op) { w.ops = append(w.ops, o) }
