package summary

import (
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/sqlshape"
)

// values are what a statement's placeholders stand for: a list, or a struct or map for named ones.
type values struct {
	w    *function
	list ssa.Value // nil when unknown
	sel  string
	// from is the index of the first placeholder that the list serves; a chain collects several lists.
	from int
}

// of is where the value of a placeholder comes from, or nil.
func (a *values) of(v sqlshape.Value) []flow.Local {
	at, ok := a.at(v)
	switch {
	case ok:
		return a.w.f.Trace(at.v, at.sel)
	case a == nil || a.list == nil:
		return nil
	}
	switch v.Kind {
	case sqlshape.NamedValue:
		return a.named(v.Text).values
	case sqlshape.LiteralValue:
		return []flow.Local{{Origin: flow.Origin{Kind: flow.Const, Text: v.Text}}}
	}
	return nil
}

// made is where the value of a placeholder can be followed from.
func (a *values) made(v sqlshape.Value) []spot {
	if at, ok := a.at(v); ok {
		return []spot{at}
	}
	if a != nil && a.list != nil && v.Kind == sqlshape.NamedValue {
		return a.named(v.Text).made
	}
	return nil
}

// at is the place of a numbered placeholder's value.
func (a *values) at(v sqlshape.Value) (spot, bool) {
	if a == nil || a.list == nil || v.Kind != sqlshape.ParamValue || v.Index < a.from {
		return spot{}, false
	}
	return spot{v: a.list, sel: a.sel + index(v.Index-a.from)}, true
}

// named is the value of a field or element with the name of a placeholder; of a list of named arguments, the one of that name.
func (a *values) named(name string) opCol {
	v := a.list
	if m, ok := v.(*ssa.MakeInterface); ok {
		v = m.X
	}
	for _, c := range a.w.record(v, a.sel) {
		if c.name == strings.ToLower(name) {
			return c
		}
	}
	return opCol{}
}

// statement records what the statements of a text do.
func (w *function) statement(base op, text string, args *values) {
	if near, ok := sqlshape.NearRows(text); ok {
		base.near = &near
	}
	for _, st := range sqlshape.Parse(text) {
		w.b.declared(&st, base.At.Pkg+"/"+base.At.File, base.At.Line)
		w.oneStatement(base, &st, args)
	}
}

func (w *function) oneStatement(base op, st *sqlshape.Statement, args *values) {
	for i := range st.CTEs {
		if st.CTEs[i].Verb != sqlshape.Select {
			w.oneStatement(base, &st.CTEs[i], args)
		}
	}
	for _, a := range st.Advisory {
		w.advisory(base, a, args)
	}
	o := base
	o.Answers = slices.Clone(base.Answers)
	o.Table, o.Dialect = bareTable(st.Table), string(st.Dialect)
	o.Picks, o.Sums = st.Selected, st.Count || st.Grouped
	if !shapeOf(&o, st) {
		return
	}
	switch st.Verb {
	case sqlshape.Insert, sqlshape.Replace, sqlshape.Merge:
		for _, c := range st.Columns {
			n, _ := sqlshape.FromNow(c.Value)
			o.cols = append(o.cols, opCol{name: c.Name, values: args.of(c.Value), literal: literal1(c.Value), made: args.made(c.Value), fromNow: n})
		}
		o.Many = st.Rows > 1 || st.FromSelect && !st.NotExists
		o.Open = len(st.Columns) == 0
	default:
		o.where(st, args)
		o.Vague = !st.WhereComplete
		o.Open = o.Open || len(st.Where) > 0 && !st.WhereComplete
		for _, s := range st.Sets {
			o.sets = append(o.sets, opCol{name: s.Column, values: args.of(s.Value), literal: literal1(s.Value), made: args.made(s.Value), adds: s.Relative})
		}
	}
	o.Answers = defaultAnswers(o.Do, o.Answers)
	w.addOp(o)
}

// where adds what a condition compares.
func (o *op) where(st *sqlshape.Statement, args *values) {
	for _, p := range st.Where {
		switch {
		case p.Op == "is null" && !p.Negated:
			o.cols = append(o.cols, opCol{name: p.Column, literal: literal1(sqlshape.Value{Kind: sqlshape.NullValue})})
		case p.Negated || p.Op != "=" && p.Op != "in" && p.Op != "any":
			o.Open, o.Ranges = true, append(o.Ranges, p.Column)
			o.bound(p, args)
		default:
			o.cols = append(o.cols, opCol{name: p.Column, values: args.of(p.Value), literal: literal1(p.Value), made: args.made(p.Value)})
		}
	}
}

// bound notes a column that a condition compares with a time.
func (o *op) bound(p sqlshape.Pred, args *values) {
	if p.Negated || !strings.HasPrefix(p.Op, "<") && !strings.HasPrefix(p.Op, ">") || p.Op == "<>" {
		return
	}
	n, known := sqlshape.FromNow(p.Value)
	values := args.of(p.Value)
	if known || p.Value.Kind != sqlshape.LiteralValue && len(values) > 0 {
		o.bounds = append(o.bounds, opBound{effect.Bound{Name: p.Column, FromNow: n, Before: p.Op[0] == '<'}, values})
	}
}

// docBounds notes fields of a document that a condition compares with a time: {at: {$gt: …}}.
func (w *function) docBounds(o *op, cols []opCol) {
	for _, c := range cols {
		for _, at := range c.made {
			held := w.held1(at.v, at.sel)
			if m, ok := held.(*ssa.MakeInterface); ok {
				held = m.X
			}
			if held == nil {
				continue
			}
			for _, x := range w.elements(w.f.Locate(held)) {
				if slices.Contains(orders, x.name) {
					o.bounds = append(o.bounds, opBound{effect.Bound{Name: c.name, Before: x.name[1] == 'l'}, x.values})
				}
			}
		}
	}
}

func literal1(v sqlshape.Value) string {
	if v.Kind == sqlshape.LiteralValue || v.Kind == sqlshape.NullValue {
		return "=" + v.Text
	}
	return ""
}

// bareTable drops the schema of a table's name.
func bareTable(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// shapeOf says what a statement does, and reports whether that matters here.
func shapeOf(o *op, st *sqlshape.Statement) bool {
	switch st.Verb {
	case sqlshape.Select:
		o.Do, o.Lock, o.Skips = model.DoRead, st.Lock, st.SkipLocked
		return o.Table != "" || st.Partial && len(st.Advisory) == 0
	case sqlshape.Insert, sqlshape.Replace, sqlshape.Merge:
		o.Do = model.DoInsert
		if st.NotExists {
			o.Do = model.DoClaim
		}
		conflict(o, st)
		return o.Table != ""
	case sqlshape.Update:
		o.Do = model.DoUpdate
		if slices.ContainsFunc(st.Sets, func(s sqlshape.Assign) bool { return s.Relative }) {
			o.Do = model.DoRelative
		}
	case sqlshape.Delete, sqlshape.Truncate:
		o.Do = model.DoDelete
	case sqlshape.LockTable:
		o.Do = model.DoLock
	case sqlshape.Savepoint:
		o.Do = model.DoSave
	case sqlshape.RollbackTo:
		o.Do = model.DoRollback
	default:
		return false
	}
	return true
}

// conflict says what an insert does about a row that is there.
func conflict(o *op, st *sqlshape.Statement) {
	c := st.Conflict
	if c == nil {
		if st.Verb != sqlshape.Insert {
			o.Do = model.DoUpsert
		}
		return
	}
	o.Conflict = &effect.Conflict{Action: c.Action, Target: c.Target, Named: c.Constraint != "" || c.TargetExpr, Constraint: c.Constraint, Where: c.Where || c.TargetWhere}
	for _, s := range c.Sets {
		if s.Relative {
			o.Conflict.Adds = append(o.Conflict.Adds, s.Column)
		}
	}
	if c.Action == "nothing" {
		o.Do = model.DoClaim
	} else {
		o.Do = model.DoUpsert
	}
}

// advisory records a named lock that a statement takes or drops.
func (w *function) advisory(base op, a sqlshape.Advisory, args *values) {
	o := base
	o.Do, o.Advisory, o.Owner = model.DoLock, a.Func, a.Tx
	switch {
	case a.Unlock:
		o.Do = model.DoUnlock
	case a.Try:
		o.Do = model.DoTryLock
		o.Answers = []effect.Answer{{Result: effect.Anywhere, Form: effect.Zero}}
	}
	for _, v := range a.Args {
		o.key = append(o.key, args.of(v)...)
	}
	w.addOp(o)
}

// record lists the columns of a record, a condition or a document: the fields of a struct by their tags, the constant keys
// of a map, the elements of a list of pairs. A field that is known to hold nothing is left out.
func (w *function) record(v ssa.Value, sel string) []opCol {
	if m, ok := v.(*ssa.MakeInterface); ok {
		v = m.X
	}
	l := w.f.Locate(v)
	l.Sel += sel
	t := v.Type()
	if sel != "" {
		if t = w.typeAt(l); t == nil {
			return nil
		}
		if held := w.loadAt(l.Root, l.Sel); held != l.Root {
			l = w.f.Locate(held)
		}
	}
	st, ok := structType(t)
	if ok {
		return w.fields(l, st, "", 0)
	}
	return w.elements(l)
}

// maxFields bounds the fields of a record that are looked at.
const maxFields = 40

func (w *function) fields(l flow.Loc, st *structInfo, path string, depth int) []opCol {
	var out []opCol
	for i := 0; i < st.NumFields() && len(out) < maxFields; i++ {
		f := st.Field(i)
		name, skip := columnName(f.Name(), reflect.StructTag(st.Tag(i)))
		if skip {
			continue
		}
		if inner, ok := structType(f.Type()); ok && f.Embedded() && depth < 2 {
			out = append(out, w.fields(l, inner, path+"."+f.Name(), depth+1)...)
			continue
		}
		vals := w.columnValue(l.Root, l.Sel+path+"."+f.Name())
		if emptyValues(vals) {
			continue
		}
		out = append(out, opCol{name: name, values: vals, made: []spot{{v: l.Root, sel: l.Sel + path + "." + f.Name()}}})
	}
	return out
}

// columnValue is where the value of a column comes from. An object around it that is made here (an attribute value) is known
// by what it holds.
func (w *function) columnValue(root ssa.Value, sel string) []flow.Local {
	isUnknown := func(l flow.Local) bool { return l.Kind == flow.Unknown }
	vals := beforehand(w.f.TraceAll(root, sel))
	if slices.ContainsFunc(vals, isUnknown) {
		if held := w.f.Trace(root, sel+".*"); len(held) > 0 && !slices.ContainsFunc(held, isUnknown) {
			return held
		}
	}
	return vals
}

// beforehand are values as an insert finds them: what it fills in is empty.
func beforehand(values []flow.Local) []flow.Local {
	for i := range values {
		if v := &values[i]; v.Kind == flow.Unknown && v.Text == flow.FilledIn {
			v.Kind, v.Text = flow.Zero, ""
		}
	}
	return values
}

// emptyValues reports whether a field is known to hold nothing.
func emptyValues(values []flow.Local) bool {
	for _, v := range values {
		if v.Kind != flow.Zero {
			return false
		}
	}
	return true
}

// elements lists what a map, or a list of pairs (bson.D), holds under constant keys.
func (w *function) elements(l flow.Loc) []opCol {
	seen := map[string]bool{}
	out := w.returnedElements(l, seen)
	for _, s := range w.f.Stores(l.Root) {
		rest, ok := strings.CutPrefix(s.To.Sel, l.Sel)
		if !ok || rest == "" || rest[0] != '[' {
			continue
		}
		end := strings.IndexByte(rest, ']')
		name, elem := rest[1:end], l.Sel+rest[:end+1]
		if seen[name] || name == "*" {
			continue
		}
		seen[name] = true
		if pair := rest[end+1:]; pair == ".Key" || pair == ".Value" || pair == "" && isPairs(l.Root) {
			key := constText(w.f.Trace(l.Root, elem+".Key"))
			if key != "" {
				out = append(out, opCol{name: strings.ToLower(key), values: w.columnValue(l.Root, elem+".Value"), made: []spot{{v: l.Root, sel: elem + ".Value"}}})
			}
			continue
		}
		if n, isIndex := elementIndex("[" + name + "]"); isIndex && n >= 0 && !isMap(l.Root) {
			continue
		}
		out = append(out, opCol{name: name, values: w.columnValue(l.Root, elem), made: []spot{{v: l.Root, sel: elem}}})
	}
	return out
}

// isPairs reports whether a value is the memory of a list of structs with a key and a value.
func isPairs(root ssa.Value) bool {
	t := root.Type()
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	a, ok := t.Underlying().(*types.Array)
	if !ok {
		return false
	}
	st, ok := a.Elem().Underlying().(*types.Struct)
	return ok && st.NumFields() == 2 && st.Field(0).Name() == "Key" && st.Field(1).Name() == "Value"
}

// returnedElements lists what a map that a call returned holds under constant keys, as far as the callee is known.
func (w *function) returnedElements(l flow.Loc, seen map[string]bool) []opCol {
	c, result := madeBy(l.Root)
	if c == nil {
		return nil
	}
	var out []opCol
	for _, t := range w.env.targets(c) {
		for _, r := range t.sum.Results {
			rest, ok := strings.CutPrefix(r.To.Sel, l.Sel)
			if r.To.Index != result || !ok || rest == "" || rest[0] != '[' {
				continue
			}
			name := rest[1:strings.IndexByte(rest, ']')]
			if name == "*" || seen[name] {
				continue
			}
			seen[name] = true
			out = append(out, opCol{name: name, values: w.columnValue(l.Root, l.Sel+"["+name+"]")})
		}
	}
	return out
}
