package summary

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// asked is what a condition asks of a value: whether it is, or is not, what text says; text is empty where it is compared with
// something else.
type asked struct {
	of     []heir
	fields []string // of the record, where a function that gets the record asks
	text   string
	equal  bool
	other  []flow.Local // what it is compared with
}

// checkedFirst reports whether a write happens only because of what was read of the very column that it changes.
func (w *function) checkedFirst(r, o *op) (column string, ok bool) {
	for _, t := range w.f.Tests(o.at) {
		if t.If.Block() != r.at && !reachableBut(r.at, t.If.Block(), nil, nil) {
			continue
		}
		q, ok := w.question(t.If.Cond, t.On)
		if !ok {
			continue
		}
		for _, h := range q.of {
			if found, _ := r.given(h); !found {
				continue
			}
			for _, c := range o.written() {
				if c.name != "" && q.about(r, c.name, h.sel) && w.outdates(o, &c, &q) {
					return c.name, true
				}
			}
		}
	}
	return "", false
}

// about reports whether a question is about a column.
func (q *asked) about(r *op, column, sel string) bool {
	switch field := flow.LastName(columnSel(sel)); {
	case field != "":
		return sameColumn(field, column)
	case len(q.fields) > 0:
		return slices.ContainsFunc(q.fields, func(f string) bool { return sameColumn(f, column) })
	}
	return len(r.Picks) == 1 && r.Picks[0] == column
}

// outdates reports whether a write makes the answer to a question another one: it takes from a number that was large enough, or
// leaves a state that was the right one. To set what was asked to be missing does no harm twice.
func (w *function) outdates(o *op, c *opCol, q *asked) bool {
	if o.Do == model.DoRelative {
		return len(c.values) == 0 || c.literal == ""
	}
	to := w.setTo(o, c)
	return to != "" && (q.text != "" || len(q.other) == 0) && to != q.text
}

// setTo is the state that a write sets a column to, where it stands in the code.
func (w *function) setTo(o *op, c *opCol) string {
	if !o.inserts() && o.Class == model.SQLStore {
		return c.text()
	}
	text := ""
	for _, s := range c.made {
		l := w.f.Locate(s.v)
		for _, st := range w.f.Stores(l.Root) {
			k, isConst := st.Val.(*ssa.Const)
			if st.To.Sel != l.Sel+s.sel || st.To.Sel == "" || !isConst || k.Value == nil || !reaches(st.At, o.site) {
				continue
			}
			if text != "" {
				return ""
			}
			text = constKey(k)
		}
	}
	return text
}

func constKey(c *ssa.Const) string {
	if c.Value == nil {
		return ""
	}
	if s, ok := flow.ConstString(c); ok {
		return "=" + s
	}
	return "=" + c.Value.ExactString()
}

// question reads a condition on what was read, for the branch that is taken. Whether there is anything, and whether something
// failed, is no question about what was read.
func (w *function) question(cond ssa.Value, on int) (q asked, ok bool) {
	for {
		not, isNot := cond.(*ssa.UnOp)
		if !isNot || not.Op != token.NOT {
			break
		}
		cond, on = not.X, 1-on
	}
	switch c := cond.(type) {
	case *ssa.BinOp:
		return w.compareOf(c, on)
	case *ssa.Call:
		return w.predicate(c)
	}
	if !isBool(cond) {
		return asked{}, false
	}
	q = asked{of: w.heirs([]spot{{v: cond}}), text: "=true", equal: on == 0}
	return q, true
}

func (w *function) compareOf(b *ssa.BinOp, on int) (q asked, ok bool) {
	x, y := b.X, b.Y
	if _, isConst := x.(*ssa.Const); isConst {
		x, y = y, x
	}
	if !isBasic(x.Type()) {
		return asked{}, false
	}
	q = asked{of: w.heirs([]spot{{v: x}})}
	if c, isConst := y.(*ssa.Const); isConst {
		if b.Op == token.EQL || b.Op == token.NEQ {
			q.text, q.equal = constKey(c), (b.Op == token.EQL) == (on == 0)
		}
		return q, true
	}
	q.of, q.other = append(q.of, w.heirs([]spot{{v: y}})...), w.f.Trace(y, "")
	return q, true
}

// predicate reads a call that answers about a record: one of this package, which says what it looks at.
func (w *function) predicate(c *ssa.Call) (q asked, ok bool) {
	if !isBool(c) {
		return asked{}, false
	}
	for _, t := range w.env.targets(c) {
		if t.fn == nil {
			return asked{}, false
		}
		for i, p := range t.fn.Params {
			if names := fieldsOf(p); i < len(t.inputs) && len(names) > 0 {
				q.fields = append(q.fields, names...)
				q.of = append(q.of, w.heirs([]spot{{v: t.inputs[i]}})...)
			}
		}
	}
	return q, len(q.of) > 0
}

// fieldsOf lists the fields that are read of a parameter.
func fieldsOf(p *ssa.Parameter) (names []string) {
	vals := []ssa.Value{p}
	for _, r := range *p.Referrers() {
		if s, ok := r.(*ssa.Store); ok && s.Val == ssa.Value(p) {
			vals = append(vals, s.Addr)
		}
	}
	for _, v := range vals {
		if v.Referrers() == nil {
			continue
		}
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.FieldAddr:
				if f := fieldVar(r); f != nil {
					names = append(names, f.Name())
				}
			case *ssa.Field:
				if st, ok := r.X.Type().Underlying().(*types.Struct); ok {
					names = append(names, st.Field(r.Field).Name())
				}
			}
		}
	}
	return names
}
