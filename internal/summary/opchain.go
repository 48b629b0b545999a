package summary

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/sqlshape"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

// maxSteps bounds the calls of a fluent chain.
const maxSteps = 24

// chainOp records what a fluent chain does that ends in a call: the steps behind the receiver, then the call's own.
func (w *function) chainOp(o op, r *rowCallOps, e *model.Entry, st *model.Op, v ssa.Value) {
	steps, root, open := w.chainSteps(v)
	o.Open = o.Open || open
	if e.Step != nil {
		steps = append(steps, chainStep{r, e.Step})
	}
	if root != nil && root != v {
		w.setHandle(&o, root, "")
	}
	o.Do = ""
	for _, s := range steps {
		s.apply(&o)
	}
	if o.Do == "" {
		return
	}
	r.own(&o, st)
	if st.Expires != nil { // a step may give one otherwise
		r.life(&o, st)
	}
	if r.conditional(st) || o.Conflict != nil && o.Class != model.SQLStore {
		o.conditional(r.falseAfterwards(st))
	}
	if o.Conflict != nil && o.Do == model.DoInsert {
		if o.Do = model.DoUpsert; o.Conflict.Action == "nothing" {
			o.Do = model.DoClaim
		}
	}
	if o.Class == model.SQLStore && o.Do != model.DoInsert { // a unique key may be violated, but that is not what the condition says
		o.Answers = slices.DeleteFunc(o.Answers, w.b.saysExists)
	}
	o.Answers = defaultAnswers(o.Do, o.Answers)
	w.addOp(o)
}

// saysExists reports whether an answer is an error that means a violated unique key.
func (b *builder) saysExists(a effect.Answer) bool {
	i := strings.LastIndexByte(a.Name, '.')
	if a.Form != effect.Named || i < 0 {
		return false
	}
	row := b.rows(a.Name[:i]).Var(a.Name[i+1:])
	return row != nil && row.Is == model.Exists
}

type chainStep struct {
	call *rowCallOps
	step *model.Step
}

// chainSteps walks from the receiver of a chain's last call to its root, and lists the steps in the order in which they are
// made. A call of the same library that is no step is passed over. open is set where branches add to the chain.
func (w *function) chainSteps(v ssa.Value) (steps []chainStep, root ssa.Value, open bool) {
	for range maxSteps {
		at := v
		v = w.f.Object(v).Root
		if phi, ok := v.(*ssa.Phi); ok && len(phi.Edges) > 0 {
			open, at = true, phi.Edges[0]
			v = w.f.Object(at).Root
		}
		c, ok := v.(*ssa.Call)
		if !ok {
			return reversed(steps), at, open
		}
		ts := w.env.targets(c)
		stepped := false
		for i := range ts {
			r := &rowCallOps{w: w, call: c, t: &ts[i]}
			if ts[i].obj != nil {
				r.m = &modelled{method: ts[i].obj.Signature().Recv() != nil}
			}
			for _, e := range ts[i].rows {
				if e.Step != nil && r.m != nil {
					steps, stepped = append(steps, chainStep{r, e.Step}), true
				}
			}
		}
		next := receiver(c)
		if next == nil || !stepped && (!fluent(c, next) || w.givenHandle(c) != "") {
			return reversed(steps), v, open
		}
		v = next
	}
	return reversed(steps), nil, true
}

func reversed(list []chainStep) []chainStep { slices.Reverse(list); return list }

// receiver is the value that a method is called on, or nil.
func receiver(c *ssa.Call) ssa.Value {
	if c.Call.IsInvoke() {
		return c.Call.Value
	}
	if fn := c.Call.StaticCallee(); fn != nil && fn.Signature.Recv() != nil && len(c.Call.Args) > 0 {
		return c.Call.Args[0]
	}
	return nil
}

// fluent reports whether a method returns the type that it is called on, and does not belong to this program.
func fluent(c *ssa.Call, recv ssa.Value) bool {
	n, m := ssapkg.Named(c.Type()), ssapkg.Named(recv.Type())
	return n != nil && m != nil && n.Obj() == m.Obj()
}

// apply adds what a step says to an operation.
func (s chainStep) apply(o *op) {
	w, r, st := s.call.w, s.call, s.step
	if st.Do != "" {
		o.Do = st.Do
	}
	if v, sel, ok := r.place(st.Table); ok && !nilValue(v) {
		w.setTable(o, v, sel)
	}
	if v, sel, ok := r.place(st.Handle); ok {
		if m, isIface := v.(*ssa.MakeInterface); isIface {
			v = m.X
		}
		w.setHandle(o, v, sel)
	}
	if v, sel, ok := r.place(st.Record); ok {
		if o.Table == "" && o.Class == model.SQLStore {
			w.setTable(o, v, sel)
		}
		cols, sets := w.operators(o, v, sel)
		o.cols, o.sets, o.val = append(o.cols, cols...), append(o.sets, sets...), v
		o.value = append(o.value, w.f.TraceAll(v, sel)...)
	}
	s.where(o)
	s.columns(o)
	if v, _, ok := r.place(st.Text); ok {
		o.fragment(w, sqlshape.Fragment(w.textOf(v)), nil)
	}
	if st.Conflict != "" {
		o.Conflict = &effect.Conflict{Action: st.Conflict}
	}
	if st.Locks {
		o.Lock = "update"
	}
	o.Heedless = o.Heedless || st.Heedless
	if v, _, ok := r.place(st.Clauses); ok {
		s.clauses(o, v)
	}
	if k := w.givenHandle(call(r)); k != "" {
		o.Handle = k
	}
}

// operators splits a record into columns and, for an update of a document, what its operators set: {$set: {state: …}}. The
// operators themselves stay among what is set.
func (w *function) operators(o *op, v ssa.Value, sel string) (cols, sets []opCol) {
	cols = w.record(v, sel)
	if o.Class != model.DocStore || o.Do != model.DoUpdate && o.Do != model.DoUpsert {
		return cols, nil
	}
	for i, c := range cols {
		if !strings.HasPrefix(c.name, "$") {
			continue
		}
		l := w.f.Locate(v)
		if m, ok := v.(*ssa.MakeInterface); ok {
			l = w.f.Locate(m.X)
		}
		for _, elem := range []string{"[" + c.name + "]", index(i) + ".Value"} {
			if held := w.loadAt(l.Root, l.Sel+sel+elem); held != l.Root {
				if m, ok := held.(*ssa.MakeInterface); ok {
					held = m.X
				}
				sets = append(sets, w.record(held, "")...)
				break
			}
		}
		sets = append(sets, c)
	}
	return slices.DeleteFunc(cols, func(c opCol) bool { return strings.HasPrefix(c.name, "$") }), sets
}

func call(r *rowCallOps) ssa.Value {
	if v := r.call.Value(); v != nil {
		return v
	}
	return nil
}

func nilValue(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value == nil
}

// where reads a condition: text with its values, or a map or struct of columns.
func (s chainStep) where(o *op) {
	v, sel, ok := s.call.place(s.step.Where)
	if !ok {
		return
	}
	w := s.call.w
	if m, isIface := v.(*ssa.MakeInterface); isIface {
		v = m.X
	}
	if isVariadic(v) { // inline conditions: the text comes first
		first := w.element0(v)
		if first == nil {
			return
		}
		if text, known := w.queryText(first); known {
			o.fragment(w, sqlshape.Fragment(text), &values{w: w, list: v, sel: "", from: -1})
			return
		}
		v = first
	}
	if text, known := w.queryText(v); known {
		args := &values{w: w}
		if list, listSel, ok := s.call.place(s.step.Args); ok {
			args.list, args.sel = list, listSel
		}
		o.fragment(w, sqlshape.Fragment(text), args)
		return
	}
	cols := w.record(v, sel)
	o.cols = append(o.cols, cols...)
	o.Open = o.Open || len(cols) == 0
}

// isVariadic reports whether a value is a list of anything.
func isVariadic(v ssa.Value) bool {
	return v.Type().String() == "[]interface{}" || v.Type().String() == "[]any"
}

// element0 is the first element of a list that is put together here, or nil.
func (w *function) element0(v ssa.Value) ssa.Value {
	l := w.f.Locate(v)
	for _, s := range w.f.Stores(l.Root) {
		if s.Val != nil && s.To.Sel == l.Sel+index(0) {
			if m, ok := s.Val.(*ssa.MakeInterface); ok {
				return m.X
			}
			return s.Val
		}
	}
	return nil
}

// queryText is the text of a value of a text type.
func (w *function) queryText(v ssa.Value) (string, bool) {
	if m, ok := v.(*ssa.MakeInterface); ok {
		v = m.X
	}
	if !isString(v.Type()) {
		return "", false
	}
	return w.textOf(v), true
}

// fragment adds what a piece of a statement says.
func (o *op) fragment(w *function, st sqlshape.Statement, args *values) {
	o.where(&st, args)
	o.Open = o.Open || st.Partial
	if st.Lock != "" {
		o.Lock = st.Lock
	}
	if st.Conflict != nil {
		conflict(o, &st)
	}
	for _, s := range st.Sets {
		o.sets = append(o.sets, opCol{name: s.Column, values: args.of(s.Value), literal: literal1(s.Value)})
	}
}

// columns reads columns that are named one by one, or in lists.
func (s chainStep) columns(o *op) {
	w := s.call.w
	if v, sel, ok := s.call.place(s.step.Column); ok {
		name := constText(w.f.Trace(v, sel))
		c := opCol{name: bareColumn(name), values: s.call.trace(s.step.Value)}
		switch {
		case name == "":
			o.Open = true
		case o.Do == model.DoUpdate || o.Do == model.DoUpsert || o.Do == model.DoRelative:
			o.sets = append(o.sets, c)
		default:
			o.cols = append(o.cols, c)
		}
	}
	names, nameSel, ok := s.call.place(s.step.Columns)
	if !ok {
		if v, sel, hasVals := s.call.place(s.step.Values); hasVals && o.Do == model.DoUpdate { // a map or struct of what is set
			o.sets = append(o.sets, w.record(v, sel)...)
		}
		return
	}
	vals, valSel, hasVals := s.call.place(s.step.Values)
	for i := range maxFields {
		name := constText(w.f.Trace(names, nameSel+index(i)))
		if name == "" {
			return
		}
		c := opCol{name: bareColumn(name)}
		if hasVals {
			c.values = w.f.Trace(vals, valSel+index(i))
		}
		o.cols = append(o.cols, c)
	}
}

// clauses reads values of types that have a clause.
func (s chainStep) clauses(o *op, list ssa.Value) {
	w := s.call.w
	l := w.f.Locate(list)
	vals := []ssa.Value{list}
	if isSlice(list) {
		vals = nil
		for _, st := range w.f.Stores(l.Root) {
			if st.Val != nil {
				vals = append(vals, st.Val)
			}
		}
	}
	for _, v := range vals {
		if m, ok := v.(*ssa.MakeInterface); ok {
			v = m.X
		}
		n := ssapkg.Named(v.Type())
		if n == nil || n.Obj().Pkg() == nil {
			continue
		}
		row := w.b.rows(n.Obj().Pkg().Path()).Type(n.Obj().Name())
		if row == nil || row.Clause == nil {
			continue
		}
		if row.Clause.Is == "lock" {
			o.Lock = "update"
			continue
		}
		o.Conflict = w.conflictClause(row.Clause, v)
	}
}

func isSlice(v ssa.Value) bool {
	_, ok := elemOfSlice(v.Type())
	return ok
}

// conflictClause reads the fields of a conflict clause.
func (w *function) conflictClause(c *model.Clause, v ssa.Value) *effect.Conflict {
	out := &effect.Conflict{Action: "some"}
	l := w.f.Locate(v)
	set := func(field string) bool {
		if field == "" {
			return false
		}
		sel := l.Sel + "." + field
		return !w.unset(l.Root, sel) || w.storesUnder(flow.Loc{Root: l.Root, Sel: sel})
	}
	if set(c.Nothing) {
		out.Action = "nothing"
	}
	for _, f := range c.Update {
		if set(f) {
			out.Action = "update"
		}
	}
	if c.Columns != "" {
		for i := range maxFields {
			elem := l.Sel + "." + c.Columns
			cols := w.f.Locate(w.loadAt(l.Root, elem))
			name := constText(w.f.Trace(cols.Root, cols.Sel+index(i)+".Name"))
			if name == "" {
				break
			}
			out.Target = append(out.Target, bareColumn(name))
		}
	}
	return out
}

// loadAt is the only value stored at a place, or the place's root.
func (w *function) loadAt(root ssa.Value, sel string) ssa.Value {
	for _, s := range w.f.Stores(root) {
		if s.To.Sel == sel && s.Val != nil {
			return s.Val
		}
	}
	return root
}
