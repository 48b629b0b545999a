package summary

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/sqlshape"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

// apply adds what a step says to an operation. A table that an earlier step named wins over what the last call is given to fill in.
func (s chainStep) apply(o *op) {
	w, r, st := s.call.w, s.call, s.step
	if v, sel, ok := s.element(st.Table); ok && !(s.last && o.tabled()) {
		w.setTable(o, v, sel)
		o.fills(w, v, sel)
	}
	if v, sel, ok := r.place(st.Handle); ok {
		if m, isIface := v.(*ssa.MakeInterface); isIface {
			v = m.X
		}
		w.setHandle(o, v, sel)
	}
	if v, sel, ok := r.place(st.Record); ok {
		s.record(o, v, sel)
	}
	s.where(o)
	s.columns(o)
	if v, sel, ok := s.element(st.Text); ok && st.Column == nil {
		text := w.textOf(w.valueAt(v, sel))
		if st.Conflict != "" {
			text = conflictText(text)
		}
		o.fragment(sqlshape.Fragment(text), s.args())
	}
	if st.Conflict != "" && o.Conflict == nil {
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

func (o *op) tabled() bool { return o.Table != "" || len(o.tableIn) > 0 || o.Record != "" }

// element is the value at a place; of a place [*] or [0] the first of the elements that are listed at the call.
func (s chainStep) element(p *model.Place) (v ssa.Value, sel string, ok bool) {
	if v, sel, ok = s.call.place(p); !ok {
		return nil, "", false
	}
	if _, isElement := elementIndex(sel); isElement || strings.HasPrefix(sel, "[*]") {
		list := s.call.w.listed(v, sel)
		if len(list) == 0 {
			return nil, "", false
		}
		return list[0], sel[strings.IndexByte(sel, ']')+1:], true
	}
	return v, sel, !nilValue(v)
}

// listed lists the values of a list that is written at a call, as far as a place names them; of any other place the value itself.
func (w *function) listed(v ssa.Value, sel string) (list []ssa.Value) {
	if !strings.HasPrefix(sel, "[") || !isSlice(v) {
		return []ssa.Value{v}
	}
	l := w.f.Locate(v)
	for i := range maxFields {
		elem := index(i)
		if held := w.loadAt(l.Root, l.Sel+elem); held != l.Root && (sel[:strings.IndexByte(sel, ']')+1] == elem || strings.HasPrefix(sel, "[*]")) {
			list = append(list, held)
		}
	}
	return list
}

// members are the records or conditions that a value holds: a list of anything that is written at a call holds several, a
// list of structs is one of many records, and any other value is one.
func (w *function) members(v ssa.Value, sel string) []ssa.Value {
	if m, ok := v.(*ssa.MakeInterface); ok {
		v = m.X
	}
	if elem, ok := elemOfSlice(v.Type()); ok && ssapkg.Named(v.Type()) == nil && types.IsInterface(elem) && sel == "" {
		sel = "[*]"
	}
	return w.listed(v, sel)
}

// record reads the record of an insert, or what an update sets. What is read or deleted is not found by it.
func (s chainStep) record(o *op, v ssa.Value, sel string) {
	w := s.call.w
	list := w.members(v, sel)
	o.Many = o.Many || len(list) > 1
	for i, x := range list {
		rest := sel
		if x != v || strings.HasPrefix(sel, "[") {
			rest = sel[strings.IndexByte(sel, ']')+1:]
		}
		if !o.tabled() && o.Class == model.SQLStore {
			w.setTable(o, x, rest)
		}
		if i > 0 {
			return
		}
		o.fills(w, x, rest)
		cols, sets := w.operators(o, x, rest)
		switch {
		case o.Class != model.SQLStore, o.inserts():
			hold(cols)
			o.cols, o.sets = append(o.cols, cols...), append(o.sets, sets...)
		case o.Do == model.DoUpdate || o.Do == model.DoRelative:
			o.sets = append(o.sets, cols...)
		default:
			return
		}
		o.val, o.made = x, append(o.made, spot{v: x, sel: rest})
		o.value = append(o.value, w.f.TraceAll(x, rest)...)
	}
}

// inserts reports whether a record is what an operation adds.
func (o *op) inserts() bool {
	switch o.Do {
	case model.DoInsert, model.DoPut, model.DoClaim, model.DoUpsert, model.DoCreate:
		return true
	}
	return false
}

// conflictText is a conflict clause with its head, which libraries add themselves.
func conflictText(text string) string {
	up := strings.ToUpper(strings.TrimSpace(text))
	switch {
	case strings.HasPrefix(up, "ON "):
		return text
	case strings.HasPrefix(up, "CONFLICT"), strings.HasPrefix(up, "DUPLICATE"):
		return "ON " + text
	}
	return "ON CONFLICT " + text
}

// args are the values of a step's placeholders.
func (s chainStep) args() *values {
	a := &values{w: s.call.w}
	if list, sel, ok := s.call.place(s.step.Args); ok {
		a.list, a.sel = list, sel
	}
	return a
}

// where reads a condition: text with its values, a map or struct of columns, or a list of those.
func (s chainStep) where(o *op) {
	v, sel, ok := s.call.place(s.step.Where)
	if !ok {
		return
	}
	w := s.call.w
	if m, isIface := v.(*ssa.MakeInterface); isIface {
		v = m.X
	}
	if isVariadic(v) && sel == "" { // inline conditions: the text comes first
		if first := w.element0(v); first != nil {
			if text, known := w.queryText(first); known {
				o.compare(sqlshape.Fragment(text), &values{w: w, list: v, sel: "", from: -1})
				return
			}
		}
	}
	for _, x := range w.members(v, sel) {
		rest := sel
		if strings.HasPrefix(sel, "[") {
			rest = sel[strings.IndexByte(sel, ']')+1:]
		}
		s.condition(o, x, rest)
	}
}

// condition reads one condition. A record that is there only to be filled in is none.
func (s chainStep) condition(o *op, v ssa.Value, sel string) {
	w := s.call.w
	if text, known := w.queryText(v); known {
		o.compare(sqlshape.Fragment(text), s.args())
		return
	}
	if w.filledIn(v, s.call.call) {
		return
	}
	cols := slices.DeleteFunc(s.chosen(w.record(v, sel)), opCol.unset)
	o.cols = append(o.cols, cols...)
	o.Open = o.Open || len(cols) == 0
}

// chosen are those of a record's columns that are named behind it, where any are: Where(&record, "Name", "City").
func (s chainStep) chosen(cols []opCol) []opCol {
	list, sel, ok := s.call.place(s.step.Args)
	if !ok {
		return cols
	}
	var names []string
	for i := range maxFields {
		name := constText(s.call.w.f.Trace(list, sel+index(i)))
		if name == "" {
			break
		}
		col, _ := columnName(name, "")
		names = append(names, col)
	}
	if len(names) == 0 {
		return cols
	}
	return slices.DeleteFunc(cols, func(c opCol) bool { return !slices.Contains(names, c.name) })
}

// unset reports whether a field of a record is left empty, but for what a call may put there. Such a field is no condition.
func (c opCol) unset() bool {
	empty := false
	for _, v := range c.values {
		switch v.Kind {
		case flow.Zero:
			empty = true
		case flow.Unknown, flow.Stored:
		default:
			return false
		}
	}
	return empty
}

// filledIn reports whether nothing is put in an object but what a call puts there.
func (w *function) filledIn(v ssa.Value, at ssa.Instruction) bool {
	if m, ok := v.(*ssa.MakeInterface); ok {
		v = m.X
	}
	stores := w.f.Stores(w.f.Locate(v).Root)
	return len(stores) > 0 && !slices.ContainsFunc(stores, func(s flow.Store) bool { return s.At != at })
}

// compare adds what a condition compares.
func (o *op) compare(st sqlshape.Statement, args *values) {
	o.where(&st, args)
	o.Open, o.Vague = o.Open || st.Partial, o.Vague || st.Partial || len(st.Where) > 0 && !st.WhereComplete
}

// fragment adds what a piece of a statement says.
func (o *op) fragment(st sqlshape.Statement, args *values) {
	o.compare(st, args)
	if st.Lock != "" {
		o.Lock, o.Skips = st.Lock, st.SkipLocked
	}
	if st.Conflict != nil {
		conflict(o, &st)
	}
}

// assign adds what a statement sets.
func (o *op) assign(st *sqlshape.Statement, args *values) {
	for _, a := range st.Sets {
		o.sets = append(o.sets, opCol{name: a.Column, values: args.of(a.Value), literal: literal1(a.Value), made: args.made(a.Value), adds: a.Relative})
		if a.Relative && o.Do == model.DoUpdate {
			o.Do = model.DoRelative
		}
	}
}

// columns reads columns that are named one by one, or in lists.
func (s chainStep) columns(o *op) {
	w := s.call.w
	if v, sel, ok := s.call.place(s.step.Column); ok {
		s.column(o, constText(w.f.Trace(v, sel)))
	}
	vals, valSel, hasVals := s.call.place(s.step.Values)
	names, nameSel, ok := s.call.place(s.step.Columns)
	if !ok {
		if hasVals {
			s.values(o, vals, valSel)
		}
		return
	}
	for i := range maxFields {
		name := constText(w.f.Trace(names, nameSel+index(i)))
		if name == "" {
			return
		}
		c := opCol{name: bareColumn(name)}
		if hasVals {
			c.values, c.made = w.f.Trace(vals, valSel+index(i)), []spot{{v: vals, sel: valSel + index(i)}}
		}
		s.add(o, c)
	}
}

// add puts a column where it belongs. Columns without values are those that a read gives, or those of a record that is given.
func (s chainStep) add(o *op, c opCol) {
	switch {
	case o.Do == model.DoUpdate, o.Do == model.DoRelative, o.Do == model.DoUpsert && s.step.Column != nil:
		o.sets = append(o.sets, c)
	case s.step.Columns != nil && s.step.Values == nil && (!o.inserts() || slices.ContainsFunc(o.cols, func(k opCol) bool { return k.name == c.name })):
	default:
		o.cols = append(o.cols, c)
	}
}

// column reads one column, with its value or the expression that it is set to.
func (s chainStep) column(o *op, name string) {
	if name == "" {
		o.Open = true
		return
	}
	w := s.call.w
	if v, sel, ok := s.element(s.step.Text); ok {
		if text, known := w.queryText(w.valueAt(v, sel)); known {
			o.express(name, text, s.args())
			return
		}
	}
	if v, sel, ok := s.call.place(s.step.Value); ok && sel == "" {
		if text, args, known := w.expression(v); known {
			o.express(name, text, args)
			return
		}
	}
	c := opCol{name: bareColumn(name), values: s.call.trace(s.step.Value)}
	if v, sel, ok := s.call.place(s.step.Value); ok {
		c.made = []spot{{v: v, sel: sel}}
	}
	s.add(o, c)
}

// express sets a column to an expression.
func (o *op) express(name, text string, args *values) {
	for _, st := range sqlshape.Parse("UPDATE t SET " + bareColumn(name) + " = " + text) {
		o.assign(&st, args)
	}
}

// expression reads a value that is a piece of a statement: gorm.Expr("n + ?", 1).
func (w *function) expression(v ssa.Value) (text string, args *values, ok bool) {
	c, isCall := w.f.Locate(v).Root.(*ssa.Call)
	if !isCall {
		return "", nil, false
	}
	steps, _ := w.stepsOf(c)
	for _, s := range steps {
		if at, sel, has := s.element(s.step.Text); has && s.step.Do == "" && s.step.Conflict == "" && s.step.Column == nil {
			return w.textOf(w.valueAt(at, sel)), s.args(), true
		}
	}
	return "", nil, false
}

// values reads values without columns: SET text, a map or a struct of columns, or the values of columns that were named before.
func (s chainStep) values(o *op, v ssa.Value, sel string) {
	w := s.call.w
	if text, known := w.queryText(v); known && s.step.Args != nil {
		for _, st := range sqlshape.Parse("UPDATE t SET " + text) {
			o.assign(&st, s.args())
			o.Open = o.Open || st.Partial
		}
		return
	}
	list := w.members(v, sel)
	if len(list) == 1 {
		if cols := w.record(list[0], ""); len(cols) > 0 {
			for _, c := range cols {
				s.member(o, list[0], c)
			}
			return
		}
	}
	next := 0
	for i := range o.cols {
		if len(o.cols[i].values) == 0 && o.cols[i].literal == "" {
			o.cols[i].values, o.cols[i].made = w.f.Trace(v, sel+index(next)), []spot{{v: v, sel: sel + index(next)}}
			next++
		}
	}
}

// member adds a column of a map or struct; one that holds an expression is set to that.
func (s chainStep) member(o *op, from ssa.Value, c opCol) {
	w := s.call.w
	if m, ok := from.(*ssa.MakeInterface); ok {
		from = m.X
	}
	l := w.f.Locate(from)
	if held := w.loadAt(l.Root, l.Sel+flow.Element(c.name)); held != l.Root {
		if text, args, ok := w.expression(held); ok {
			o.express(c.name, text, args)
			return
		}
	}
	s.add(o, c)
}
