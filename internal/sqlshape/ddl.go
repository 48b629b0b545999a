package sqlshape

import (
	"slices"
	"strings"
)

// ddl reads the schema statements of tables and indexes. Other objects are read as other statements.
func (r *reader) ddl(s span, st *Statement) bool {
	d := &DDL{}
	i := s.lo + 1
	switch r.at(s.lo).up {
	case "CREATE":
		if !r.create(s, d, st) {
			return false
		}
	case "ALTER":
		if !r.at(i).isAny("TABLE", "INDEX") {
			return false
		}
		st.Verb = AlterTable
		r.alter(s, d)
	case "RENAME":
		if !r.words(i, "TABLE") {
			return false
		}
		st.Verb = AlterTable
		d.Table = r.at(i + 1).full()
		d.Changes = []Change{{Op: RenameTable, To: r.at(i + 3).full()}}
		st.Partial = st.Partial || len(r.items(s)) > 1
	case "DROP":
		if !r.at(i).isAny("TABLE", "INDEX") {
			return false
		}
		r.drop(s, d, st)
	default:
		return false
	}
	r.declare(d, st)
	return true
}

func (r *reader) create(s span, d *DDL, st *Statement) bool {
	i := s.lo + 1
	for r.at(i).isAny("OR", "REPLACE", "GLOBAL", "LOCAL", "TEMP", "TEMPORARY", "UNLOGGED", "UNIQUE", "NULL_FILTERED",
		"CLUSTERED", "NONCLUSTERED", "FULLTEXT", "SPATIAL", "COLUMNSTORE", "EXTERNAL", "COLUMN") {
		d.Temp = d.Temp || r.at(i).isAny("TEMP", "TEMPORARY")
		i++
	}
	switch r.at(i).up {
	case "TABLE":
		st.Verb = CreateTable
		r.createTable(span{i + 1, s.hi}, d, st)
	case "INDEX":
		st.Verb = CreateIndex
		r.createIndex(s, i+1, d)
	default:
		return false
	}
	return true
}

// declare makes the declaration that of the statement.
func (r *reader) declare(d *DDL, st *Statement) {
	st.DDL, st.Table = d, d.Table
	st.Tables = append(st.Tables, d.Table)
	st.Tables = append(st.Tables, d.Tables...)
	if d.Table == "" && st.Verb != DropIndex && d.Name == "" {
		st.Partial = true
	}
	for _, k := range d.Keys {
		st.Partial = st.Partial || k.Partial
	}
	for _, c := range d.Changes {
		st.Partial = st.Partial || c.Key.Partial
	}
}

// ifExists skips IF [NOT] EXISTS.
func (r *reader) ifExists(i int) (int, bool) {
	switch {
	case r.words(i, "IF", "NOT", "EXISTS"):
		return i + 3, true
	case r.words(i, "IF", "EXISTS"):
		return i + 2, true
	}
	return i, false
}

func (r *reader) createTable(s span, d *DDL, st *Statement) {
	i := s.lo
	i, d.IfNotExists = r.ifExists(i)
	if r.at(i).name() {
		d.Table = r.at(i).full()
		d.Temp = d.Temp || strings.HasPrefix(d.Table, "#")
	}
	i++
	switch {
	case r.words(i, "LIKE"):
		d.Like, d.LikeKeys = r.at(i+1).full(), true
		return
	case r.words(i, "PARTITION", "OF"):
		d.PartitionOf = r.at(i + 2).full()
		i += 3
	}
	if r.opens(i) && !r.query(i) {
		for _, it := range r.items(r.inner(i)) {
			r.tableItem(it, d)
		}
		i = r.next(i)
	}
	r.behindTable(span{i, s.hi}, d, st)
	r.primaryColumns(d)
}

// behindTable reads what may stand behind the brackets: the primary key of Spanner, AS SELECT.
func (r *reader) behindTable(s span, d *DDL, st *Statement) {
	if r.words(s.lo, "PRIMARY", "KEY") {
		r.tableItem(span{s.lo, r.next(s.lo + 2)}, d)
	}
	at := r.find(s, func(i int) bool { return r.at(i).isAny("SELECT", "WITH") && r.words(i-1, "AS") || r.query(i) })
	if d.AsSelect = at < s.hi; d.AsSelect {
		st.Tables = append(st.Tables, r.sub(span{at, s.hi}).Tables...)
	}
}

// primaryColumns marks the columns of the primary key.
func (r *reader) primaryColumns(d *DDL) {
	for _, k := range d.Keys {
		for c := range d.Columns {
			col := &d.Columns[c]
			has := slices.Contains(k.Columns, col.Name)
			col.Primary = col.Primary || k.Primary && has
			col.NotNull = col.NotNull || k.Primary && has
			col.Unique = col.Unique || k.Unique && !k.Primary && has && len(k.Columns) == 1 && !k.Exprs && k.Where == ""
		}
	}
}

// createIndex reads what stands behind INDEX.
func (r *reader) createIndex(s span, i int, d *DDL) {
	k := Key{}
	for at := s.lo; at < i; at++ {
		k.Unique = k.Unique || r.words(at, "UNIQUE")
		k.NullFiltered = k.NullFiltered || r.words(at, "NULL_FILTERED")
	}
	if r.words(i, "CONCURRENTLY") {
		i++
	}
	i, d.IfNotExists = r.ifExists(i)
	if !r.words(i, "ON") {
		if r.at(i).name() {
			k.Name = r.at(i).last()
		}
		k.Partial = r.at(i).kind == kHole
		i++
	}
	on := r.findWord(span{i, s.hi}, "ON")
	i = on + 1
	if r.words(i, "ONLY") {
		i++
	}
	if r.at(i).name() {
		d.Table = r.at(i).full()
	}
	r.keyBody(span{i + 1, s.hi}, &k)
	d.Name = k.Name
	d.Keys = []Key{k}
}

// keyBody reads [USING method] (parts) and what follows them.
func (r *reader) keyBody(s span, k *Key) {
	i := r.find(s, func(i int) bool { return r.at(i).is("(") || r.words(i, "WHERE") })
	if !r.opens(i) || i >= s.hi {
		k.Partial = k.UsingIndex == ""
		return
	}
	for _, it := range r.items(r.inner(i)) {
		r.keyPart(it, k)
	}
	r.keyTail(span{r.next(i), s.hi}, k)
}

func (r *reader) keyTail(s span, k *Key) {
	for i := s.lo; i < s.hi; i = r.next(i) {
		switch {
		case r.words(i, "NULLS", "NOT", "DISTINCT"):
			k.NullsNotDistinct = true
		case r.words(i, "WHERE"):
			where := r.unwrap(span{i + 1, r.findWord(span{i + 1, s.hi}, "WITH", "DEFERRABLE", "TABLESPACE", "ON")})
			k.Where = r.text(where)
			k.WherePreds, _ = r.conditions(where)
			return
		}
	}
}

// keyPart reads one part of a key: a column, or an expression, or the prefix of a column.
func (r *reader) keyPart(s span, k *Key) {
	if in := r.unwrap(s); in != s && (in.hi == in.lo+1 || k.Primary) && r.at(in.lo).name() {
		for _, it := range r.items(in) { // PRIMARY KEY ((a, b), c) of CQL
			r.keyPart(it, k)
		}
		return
	}
	t := r.at(s.lo)
	if k.Exclusion {
		if with := r.findWord(s, "WITH"); with < s.hi {
			s.hi = with
		}
	}
	switch {
	case r.holes(s):
		k.Partial = true
	case s.empty():
		k.Partial = true
	case !t.name() || r.find(s, func(i int) bool { return r.at(i).kind == kOp }) < s.hi:
		k.expr(r.text(s))
	case r.opens(s.lo + 1):
		in := r.inner(s.lo + 1)
		if in.hi == in.lo+1 && r.at(in.lo).kind == kNum {
			k.Columns = append(k.Columns, t.last())
		}
		k.expr(r.text(span{s.lo, r.next(s.lo + 1)}))
	default:
		k.Columns = append(k.Columns, t.last())
	}
}

func (k *Key) expr(text string) {
	k.Exprs = true
	k.ExprText = append(k.ExprText, text)
}

// drop reads DROP TABLE and DROP INDEX.
func (r *reader) drop(s span, d *DDL, st *Statement) {
	i := s.lo + 2
	if r.words(i, "CONCURRENTLY") {
		i++
	}
	i, d.IfExists = r.ifExists(i)
	end := r.findWord(span{i, s.hi}, "ON", "CASCADE", "RESTRICT")
	table := r.words(s.lo+1, "TABLE")
	for _, it := range r.items(span{i, end}) {
		switch t := r.at(it.lo); {
		case !t.name():
			st.Partial = true
		case table:
			d.Tables = append(d.Tables, t.full())
		default:
			d.Names = append(d.Names, t.last())
		}
	}
	if table {
		st.Verb = DropTable
		if len(d.Tables) > 0 {
			d.Table = d.Tables[0]
		}
		return
	}
	st.Verb = DropIndex
	if len(d.Names) > 0 {
		d.Name = d.Names[0]
	}
	if r.words(end, "ON") {
		d.Table = r.at(end + 1).full()
	}
}
