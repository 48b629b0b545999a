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

// chainOp records what a fluent chain does that ends in a call: the steps behind the receiver, then the call's own. What it does
// is settled first: whether columns are compared or set may be said after them. It reports whether it is a chain at all.
func (w *function) chainOp(o op, r *rowCallOps, e *model.Entry, st *model.Op, v ssa.Value) bool {
	steps, root, open := w.chainSteps(v)
	o.Open = o.Open || open
	if e.Step != nil {
		steps = append(steps, chainStep{r, e.Step, true})
	}
	if root != nil && root != v && st.Do == model.DoChain {
		w.setHandle(&o, root, "")
	}
	if o.Do = doing(steps); o.Do == "" {
		return false
	}
	for _, s := range steps {
		s.apply(&o)
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
	return true
}

// doing is what the steps do together: what the last of them says that says anything. An update of a column by what it holds
// stays one when the chain ends as an update.
func doing(steps []chainStep) (do model.Do) {
	for _, s := range steps {
		if d := s.step.Do; d != "" && (do != model.DoRelative || d != model.DoUpdate) {
			do = d
		}
	}
	return do
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
	last bool // of the call that ends the chain
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
		own, stepped := w.stepsOf(c)
		steps = append(steps, own...)
		next := receiver(c)
		if next == nil || !stepped && (!fluent(c, next) && !w.executes(c, next) || w.givenHandle(c) != "") {
			return reversed(steps), v, open
		}
		v = next
	}
	return reversed(steps), nil, true
}

// stepsOf lists the steps that a call is, the last one first: those of its rows, and those of what it is given that the result
// holds, as OnConflict(DoNothing()).
func (w *function) stepsOf(c *ssa.Call) (steps []chainStep, stepped bool) {
	ts := w.env.targets(c)
	for i := range ts {
		if ts[i].obj == nil {
			continue
		}
		r := &rowCallOps{w: w, call: c, t: &ts[i], m: &modelled{method: ts[i].obj.Signature().Recv() != nil}}
		for _, e := range ts[i].rows {
			if e.Step != nil {
				steps, stepped = append(steps, chainStep{r, e.Step, false}), true
			}
			for _, f := range e.Flow {
				if f.From.Root == model.Arg && f.To.Root == model.Result && f.To.Sel == "" {
					steps = append(steps, r.given(&f.From)...)
				}
			}
		}
	}
	return steps, stepped
}

// given lists the steps that an argument is, or each of a list.
func (r *rowCallOps) given(p *model.Place) (steps []chainStep) {
	v, sel, ok := r.place(p)
	if !ok {
		return nil
	}
	for _, x := range r.w.listed(v, sel) {
		if c, isCall := r.w.f.Locate(x).Root.(*ssa.Call); isCall {
			more, _ := r.w.stepsOf(c)
			steps = append(steps, slices.DeleteFunc(more, func(s chainStep) bool { return s.step.Do != "" })...)
		}
	}
	return steps
}

func reversed(list []chainStep) []chainStep { slices.Reverse(list); return list }

// receiver is the value that a method is called on, or nil.
func receiver(c *ssa.Call) ssa.Value { return callReceiver(c.Common()) }

// executes reports whether a call makes of a chain what it is run with, and is no step of it: Executor().
func (w *function) executes(c *ssa.Call, recv ssa.Value) bool {
	before, ok := w.f.Object(recv).Root.(*ssa.Call)
	if !ok {
		return false
	}
	if _, stepped := w.stepsOf(before); !stepped {
		return false
	}
	for _, t := range w.env.targets(c) {
		for _, e := range t.rows {
			for _, f := range e.Flow {
				if f.From.Root == model.Recv && f.From.Sel == "" && f.To.Root == model.Result && f.To.Index == 0 && f.To.Sel == "" {
					return true
				}
			}
		}
	}
	return false
}

// fluent reports whether a method returns the type that it is called on, and does not belong to this program.
func fluent(c *ssa.Call, recv ssa.Value) bool {
	n, m := ssapkg.Named(c.Type()), ssapkg.Named(recv.Type())
	return n != nil && m != nil && n.Obj() == m.Obj()
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
			if held := w.heldAt(flow.Loc{Root: l.Root, Sel: l.Sel + sel + elem}); held != nil {
				if m, ok := held.(*ssa.MakeInterface); ok {
					held = m.X
				}
				for _, f := range w.record(held, "") {
					f.adds = slices.Contains(relativeOperators, c.name)
					sets = append(sets, f)
				}
				break
			}
		}
		sets = append(sets, c)
		if slices.Contains(relativeOperators, c.name) && o.Do == model.DoUpdate {
			o.Do = model.DoRelative
		}
	}
	return slices.DeleteFunc(cols, func(c opCol) bool { return strings.HasPrefix(c.name, "$") }), sets
}

// addsWith lists the columns that a conflict clause sets to an expression with their own value in it, of those that it is given in a map.
func (w *function) addsWith(v ssa.Value) (list []string) {
	c, _ := madeBy(w.f.Locate(v).Root)
	if c == nil {
		return nil
	}
	for _, a := range c.Call.Args {
		l := w.f.Locate(a)
		if !isMap(l.Root) {
			continue
		}
		for _, col := range w.elements(l) {
			held := w.heldAt(flow.Loc{Root: l.Root, Sel: l.Sel + flow.Element(col.name)})
			if held == nil {
				continue
			}
			if text, _, ok := w.expression(held); ok {
				for _, st := range sqlshape.Parse("UPDATE t SET " + bareColumn(col.name) + " = " + text) {
					if len(st.Sets) == 1 && st.Sets[0].Relative {
						list = append(list, col.name)
					}
				}
			}
		}
	}
	return list
}

// relativeOperators change what is there by what it is. $addToSet and $max do the same however often they are done.
var relativeOperators = []string{"$inc", "$mul", "$push", "$pop"}

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
			out.Adds = append(out.Adds, w.addsWith(w.loadAt(l.Root, l.Sel+"."+f))...)
		}
	}
	out.Primary = out.Action == "update"
	if c.Columns != "" {
		for i := range maxFields {
			elem := l.Sel + "." + c.Columns
			cols := w.f.Locate(w.loadAt(l.Root, elem))
			name := constText(w.f.Trace(cols.Root, cols.Sel+index(i)+".Name"))
			if name == "" {
				break
			}
			out.Target, out.Primary = append(out.Target, bareColumn(name)), false
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

// heldAt is loadAt through structs that are stored whole, as the elements of a list are; nil where nothing is known.
func (w *function) heldAt(l flow.Loc) ssa.Value {
	for range maxSteps {
		if held := w.loadAt(l.Root, l.Sel); held != l.Root {
			return held
		}
		next := l
		for _, s := range w.f.Stores(l.Root) {
			if rest, ok := strings.CutPrefix(l.Sel, s.To.Sel); ok && s.Val != nil && s.To.Sel != "" && rest != "" {
				next = w.f.Locate(s.Val)
				next.Sel += rest
			}
		}
		if next == l {
			return nil
		}
		l = next
	}
	return nil
}
