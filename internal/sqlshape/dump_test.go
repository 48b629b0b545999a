package sqlshape

import (
	"fmt"
	"strconv"
	"strings"
)

// dump renders a statement on one line: only what is set, in a fixed order.
func dump(st Statement) string {
	var d dumper
	d.word(string(st.Verb))
	d.word(st.Table)
	d.text("as", st.Alias)
	if len(st.Tables) != 1 || st.Tables[0] != st.Table {
		d.list("tables", st.Tables)
	}
	d.text("name", st.Name)
	d.flag("distinct", st.Distinct)
	d.list("sel", st.Selected)
	d.flag("count", st.Count)
	d.flag("exists", st.Exists)
	d.flag("one", st.One)
	d.flag("grouped", st.Grouped)
	d.flag("setop", st.SetOp)
	d.flag("joined", st.Joined)
	var cols []string
	for _, c := range st.Columns {
		cols = append(cols, c.Name+"="+dumpValue(c.Value))
	}
	d.list("cols", cols)
	if st.Rows > 0 {
		d.word("rows=" + strconv.Itoa(st.Rows))
	}
	d.flag("fromselect", st.FromSelect)
	d.flag("notexists", st.NotExists)
	d.list("set", dumpSets(st.Sets))
	d.conflict(st.Conflict)
	d.list("where", dumpPreds(st.Where))
	d.flag("complete", st.WhereComplete)
	d.flag("conditional", st.Conditional)
	if st.Lock != "" {
		d.word("lock=" + strings.ReplaceAll(st.Lock, " ", "-"))
	}
	d.list("of", st.LockOf)
	d.flag("skiplocked", st.SkipLocked)
	d.flag("nowait", st.NoWait)
	d.flag("ret", st.HasReturning && len(st.Returning) == 0)
	d.list("ret", st.Returning)
	d.list("order", st.OrderBy)
	if st.Limit >= 0 {
		d.word("limit=" + strconv.Itoa(st.Limit))
	}
	for _, a := range st.Advisory {
		d.advisory(a)
	}
	d.text("iso", st.Isolation)
	d.text("sp", st.Savepoint)
	for _, c := range st.CTEs {
		d.word("cte{" + dump(c) + "}")
	}
	if len(st.Subs) > 0 {
		d.word("subs=" + strconv.Itoa(len(st.Subs)))
	}
	d.ddl(st.DDL)
	if st.Params > 0 {
		d.word("params=" + strconv.Itoa(st.Params))
	}
	d.text("dialect", string(st.Dialect))
	d.flag("partial", st.Partial)
	return strings.ReplaceAll(strings.Join(d, " "), Hole, "~")
}

type dumper []string

func (d *dumper) word(s string) {
	if s != "" {
		*d = append(*d, s)
	}
}

func (d *dumper) text(name, s string) {
	if s != "" {
		d.word(name + "=" + strings.ReplaceAll(s, " ", "_"))
	}
}

func (d *dumper) flag(name string, on bool) {
	if on {
		d.word(name)
	}
}

func (d *dumper) list(name string, l []string) {
	if len(l) > 0 {
		d.word(name + "[" + strings.ReplaceAll(strings.Join(l, ", "), Hole, "~") + "]")
	}
}

func (d *dumper) conflict(c *Conflict) {
	if c == nil {
		return
	}
	var in dumper
	in.word(c.Action)
	in.list("on", c.Target)
	in.text("constraint", c.Constraint)
	in.flag("any", c.AnyKey)
	in.flag("expr", c.TargetExpr)
	in.flag("index-where", c.TargetWhere)
	in.flag("unknown", !c.TargetKnown && !c.AnyKey)
	in.list("set", dumpSets(c.Sets))
	in.flag("where", c.Where)
	d.word("conflict{" + strings.Join(in, " ") + "}")
}

func (d *dumper) advisory(a Advisory) {
	var in dumper
	in.word(a.Func)
	in.flag("try", a.Try)
	in.flag("unlock", a.Unlock)
	in.flag("tx", a.Tx)
	in.flag("shared", a.Shared)
	for _, v := range a.Args {
		in.word(dumpValue(v))
	}
	d.word("advisory{" + strings.Join(in, " ") + "}")
}

// dumpValue: $0 is a placeholder, :x a named one, 'x' a literal, .x a column, ^x the excluded row's, ~ a hole,
// (text)[0 1] an expression and its placeholders.
func dumpValue(v Value) string {
	switch v.Kind {
	case ParamValue:
		return "$" + strconv.Itoa(v.Index)
	case NamedValue:
		return ":" + v.Text
	case LiteralValue:
		return "'" + v.Text + "'"
	case ExcludedValue:
		return "^" + v.Text
	case ColumnValue:
		return v.Qual + "." + v.Text
	case HoleValue:
		return "~"
	case ExprValue:
		out := "(" + strings.ReplaceAll(v.Text, Hole, "~") + ")"
		if len(v.Params) > 0 {
			out += fmt.Sprint(v.Params)
		}
		return out
	}
	return string(v.Kind)
}

func dumpSets(sets []Assign) []string {
	var out []string
	for _, a := range sets {
		s := a.Column + "=" + dumpValue(a.Value)
		if a.Relative {
			s += "!"
		}
		if a.Self {
			s += "#"
		}
		out = append(out, s)
	}
	return out
}

func dumpPreds(preds []Pred) []string {
	var out []string
	for _, p := range preds {
		s := p.Column
		if p.Qual != "" {
			s = p.Qual + "." + s
		}
		if p.Negated {
			s += " not"
		}
		s += " " + p.Op
		if p.Value.Kind != NullValue {
			s += " " + dumpValue(p.Value)
		}
		out = append(out, s)
	}
	return out
}

func (d *dumper) ddl(x *DDL) {
	if x == nil {
		return
	}
	var in dumper
	if x.Name != "" {
		in.word(x.Name)
	}
	in.flag("if-not-exists", x.IfNotExists)
	in.flag("if-exists", x.IfExists)
	in.flag("temp", x.Temp)
	for _, c := range x.Columns {
		in.word(dumpColumn(c) + ";")
	}
	for _, k := range x.Keys {
		in.word(dumpKey(k) + ";")
	}
	in.text("like", x.Like)
	in.flag("like-keys", x.LikeKeys)
	in.text("partition-of", x.PartitionOf)
	in.flag("as-select", x.AsSelect)
	in.list("tables", x.Tables)
	in.list("names", x.Names)
	for _, c := range x.Changes {
		in.word(dumpChange(c) + ";")
	}
	d.word("ddl{" + strings.TrimSuffix(strings.Join(in, " "), ";") + "}")
}

func dumpColumn(c DDLColumn) string {
	var in dumper
	in.word(c.Name)
	in.word(c.Type)
	in.flag("notnull", c.NotNull)
	in.flag("auto", c.Auto)
	in.flag("pk", c.Primary)
	in.flag("uq", c.Unique)
	if c.HasDefault {
		in.word("def=" + dumpValue(c.Default))
	}
	return strings.Join(in, " ")
}

func dumpKey(k Key) string {
	var in dumper
	switch {
	case k.Primary:
		in.word("PK")
	case k.Unique:
		in.word("UQ")
	case k.Exclusion:
		in.word("EXCL")
	default:
		in.word("IX")
	}
	in.word(k.Name)
	in.word("(" + strings.Join(k.Columns, ",") + ")")
	in.flag("constraint", k.Constraint)
	in.list("exprs", k.ExprText)
	in.flag("expr?", k.Exprs != (len(k.ExprText) > 0))
	if k.Where != "" {
		in.list("where "+k.Where, dumpPreds(k.WherePreds))
	}
	in.flag("nulls-not-distinct", k.NullsNotDistinct)
	in.flag("null-filtered", k.NullFiltered)
	in.text("using-index", k.UsingIndex)
	in.flag("partial", k.Partial)
	return strings.Join(in, " ")
}

func dumpChange(c Change) string {
	var in dumper
	in.word(string(c.Op))
	in.word(c.Name)
	if c.To != "" {
		in.word("-> " + c.To)
	}
	if c.Column.Name != "" {
		in.word(dumpColumn(c.Column))
	}
	if c.Op == AddKey {
		in.word(dumpKey(c.Key))
	}
	in.flag("if", c.IfExists)
	return strings.Join(in, " ")
}
