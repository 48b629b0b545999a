package sqlshape

// inserts reads INSERT, REPLACE and UPSERT.
func (r *reader) inserts(s span, st *Statement) {
	i := r.insertHead(s, st)
	t := r.at(i)
	var cols []string
	switch {
	case t.kind == kHole:
		st.Partial = true
		i++
	case t.name() && !keyword(t):
		st.Table = t.full()
		st.Tables = append(st.Tables, st.Table)
		i++
	default:
		st.Partial = true
	}
	if r.words(i, "AS") {
		st.Alias = r.at(i + 1).last()
		i += 2
	} else if t := r.at(i); t.kind == kWord && !notAlias[t.up] && !t.isAny("VALUE", "SET", "TABLE", "JSON") {
		st.Alias = t.last()
		i++
	}
	i = r.hints(i, st)
	hole := false
	if r.opens(i) && !r.query(i) {
		cols, hole = r.columnNames(r.inner(i), st)
		i = r.next(i)
	}
	r.insertBody(span{i, s.hi}, cols, hole, st)
}

// insertHead reads the words in front of the table.
func (r *reader) insertHead(s span, st *Statement) int {
	st.Verb = Insert
	switch r.at(s.lo).up {
	case "REPLACE":
		st.Verb = Replace
		st.Conflict = &Conflict{Action: "replace", AnyKey: true}
	case "UPSERT":
		st.Conflict = &Conflict{Action: "replace", AnyKey: true}
	}
	i := s.lo + 1
	for ; i < s.hi; i++ {
		switch {
		case r.words(i, "IGNORE"):
			st.Conflict = &Conflict{Action: "nothing", AnyKey: true}
		case r.words(i, "OR"):
			i++
			switch r.at(i).up {
			case "IGNORE":
				st.Conflict = &Conflict{Action: "nothing", AnyKey: true}
			case "REPLACE":
				st.Conflict = &Conflict{Action: "replace", AnyKey: true}
			case "UPDATE":
				st.Conflict = &Conflict{Action: "update", AnyKey: true}
			}
		case r.words(i, "TOP"):
			i = r.next(i+1) - 1
		case r.at(i).isAny("LOW_PRIORITY", "DELAYED", "HIGH_PRIORITY", "INTO", "TABLE", "OVERWRITE"):
		default:
			return i
		}
	}
	return i
}

// columnNames reads the column list of an insert; a hole in it may be any number of columns.
func (r *reader) columnNames(s span, st *Statement) (cols []string, hole bool) {
	for _, it := range r.items(s) {
		t := r.at(it.lo)
		if it.hi != it.lo+1 || !t.name() {
			hole, st.Partial = true, true
			cols = append(cols, "")
			continue
		}
		cols = append(cols, t.last())
	}
	return cols, hole
}

// insertBody reads what stands behind the column list.
func (r *reader) insertBody(s span, cols []string, hole bool, st *Statement) {
	values, src, end := r.insertParts(s)
	rest := r.clauses(span{min(values, end), s.hi}, Insert)
	if src < end && values == src {
		st.FromSelect = true
		r.source(span{src, end}, cols, st)
		rest = r.clauses(span{end, s.hi}, Insert)
	}
	cs := append(r.clauses(span{s.lo, min(values, end)}, Insert), rest...)
	read := st.FromSelect
	for _, c := range cs {
		switch {
		case c.id == "value":
			r.valueRows(c.body, cols, hole, st)
			read = true
		case c.id == "set":
			r.setColumns(c.body, st)
			read = true
		case c.id == "head" && r.words(c.body.lo, "DEFAULT"):
			st.Rows, read = 1, true
		}
	}
	if !read {
		st.Partial = true
		r.unknown(cols, st)
	}
	r.tail(cs, st)
}

// insertParts finds where the values begin, where a query begins, and where what follows both does.
func (r *reader) insertParts(s span) (values, src, end int) {
	src = r.find(s, func(i int) bool { return r.at(i).isAny("SELECT", "WITH", "TABLE") || r.query(i) })
	end = r.find(s, func(i int) bool {
		id, _ := r.clauseAt(i, Insert)
		return id == "conflict" || id == "duplicate" || id == "returning" && i > src || id == "if"
	})
	values = r.find(span{s.lo, min(src, end)}, func(i int) bool { return r.at(i).isAny("VALUES", "VALUE", "SET", "DEFAULT") })
	return values, src, end
}

// unknown adds the columns of an insert whose values are not known.
func (r *reader) unknown(cols []string, st *Statement) {
	for _, c := range cols {
		st.Columns = append(st.Columns, Column{Name: c, Value: Value{Kind: HoleValue, Index: -1}})
	}
}

// valueRows reads the rows of VALUES: the values of the first, and the number of all.
func (r *reader) valueRows(s span, cols []string, hole bool, st *Statement) {
	if as := r.findWord(s, "AS"); as < s.hi {
		st.Alias, _ = r.alias(span{as, s.hi})
		s.hi = as
	}
	var first []span
	for i := s.lo; i < s.hi; {
		j := i
		if r.words(j, "ROW") {
			j++
		}
		switch {
		case r.opens(j):
			if st.Rows == 0 {
				first = r.items(r.inner(j))
			}
			st.Rows++
		case !r.at(j).is(","):
			st.Partial = true
		}
		i = r.next(j)
	}
	st.Columns = r.pair(cols, first, hole, st)
}

// pair gives each column its value. Behind a hole nothing is known of the order.
func (r *reader) pair(cols []string, vals []span, hole bool, st *Statement) []Column {
	n := len(vals)
	if len(cols) > 0 {
		n = len(cols)
	}
	known := len(cols) == len(vals) && !hole || len(cols) == 0
	for _, v := range vals {
		t := r.at(v.lo)
		if t.kind == kHole && v.hi == v.lo+1 && t.text != "'" && (len(cols) != len(vals)) {
			known = false
		}
		st.Partial = st.Partial || r.holes(v)
	}
	var out []Column
	for k := range n {
		c := Column{Value: Value{Kind: HoleValue, Index: -1}}
		if k < len(cols) {
			c.Name = cols[k]
		}
		before := k < len(vals) && !r.holes(span{vals[0].lo, vals[k].hi}) && (!hole || !hasEmpty(cols[:k+1]))
		if k < len(vals) && (known || before || len(cols) == len(vals)) {
			c.Value = r.value(vals[k])
		}
		out = append(out, c)
	}
	if !known {
		st.Partial = true
	}
	return out
}

func hasEmpty(names []string) bool {
	for _, n := range names {
		if n == "" {
			return true
		}
	}
	return false
}

// setColumns reads INSERT … SET a = 1.
func (r *reader) setColumns(s span, st *Statement) {
	st.Rows = 1
	for _, a := range r.assigns(s, nil, st) {
		st.Columns = append(st.Columns, Column{Name: a.Column, Value: a.Value})
	}
}

// source reads INSERT … SELECT.
func (r *reader) source(s span, cols []string, st *Statement) {
	q := r.sub(s)
	st.Tables = append(st.Tables, q.Tables...)
	st.Partial = st.Partial || q.Partial
	st.Where, st.WhereComplete = append([]Pred(nil), q.Where...), q.WhereComplete
	st.CTEs = append(st.CTEs, q.CTEs...)
	st.Limit = q.Limit
	list, where := r.arms(r.unwrap(s))
	var vals []span
	star := false
	for _, it := range r.items(list) {
		vals = append(vals, r.unnamed(it))
		t := r.at(it.hi - 1)
		star = star || t.op("*") && it.hi == it.lo+1 || t.last() == "*"
	}
	if star { // any number of values
		r.unknown(cols, st)
	} else if len(cols) > 0 || !list.empty() {
		st.Columns = r.pair(cols, vals, false, st)
	}
	for _, t := range r.absent(where) {
		st.NotExists = st.NotExists || t == st.Table && t != ""
	}
}

// arms is the select list and the WHERE of a query.
func (r *reader) arms(s span) (list, where span) {
	for _, c := range r.clauses(s, Select) {
		switch c.id {
		case "head":
			at := r.findWord(c.body, "SELECT")
			list = r.listHead(span{min(at+1, c.body.hi), c.body.hi}, &Statement{})
		case "where":
			return list, c.body
		}
	}
	return list, span{}
}
