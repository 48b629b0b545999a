package sqlshape

// selects reads SELECT, TABLE t, VALUES (…) and a query in brackets with clauses behind it.
func (r *reader) selects(s span, st *Statement) {
	st.Verb = Select
	cs := r.clauses(s, Select)
	for _, c := range cs {
		if c.id == "union" {
			r.union(c, s, st)
			return
		}
	}
	switch {
	case r.words(s.lo, "SELECT"):
		r.list(span{s.lo + 1, cs[0].body.hi}, st)
		st.Partial = st.Partial || s.hi == s.lo+1
	case r.words(s.lo, "TABLE"):
		r.target(r.from(span{s.lo + 1, cs[0].body.hi}, st), st)
		st.Selected = []string{"*"}
	case r.query(s.lo):
		ctes, q := st.CTEs, r.sub(r.inner(s.lo))
		*st = *q
		st.CTEs, st.Subs, st.Advisory = append(ctes, q.CTEs...), nil, nil
	case r.words(s.lo, "VALUES"):
		st.Rows = len(r.items(span{s.lo + 1, cs[0].body.hi}))
	}
	for _, c := range cs {
		if c.id == "from" {
			srcs := r.from(c.body, st)
			st.Partial = st.Partial || len(srcs) == 0
			r.target(srcs, st)
			r.adopt(srcs, st)
		}
	}
	r.tail(cs, st)
	r.existence(cs, st)
}

// union reads the first arm as the statement; ORDER BY and LIMIT behind the last arm are of the whole.
func (r *reader) union(c clause, s span, st *Statement) {
	first := r.sub(span{s.lo, c.at})
	ctes := st.CTEs
	*st = *first
	st.CTEs, st.Subs, st.Advisory = append(ctes, first.CTEs...), nil, nil
	st.SetOp = true
	at := c.body.lo
	for r.at(at).isAny("ALL", "DISTINCT") {
		at++
	}
	if at < s.hi {
		other := r.sub(span{at, s.hi})
		st.Tables = append(append([]string(nil), first.Tables...), other.Tables...)
		st.Partial = st.Partial || other.Partial
		st.Count, st.Exists, st.One = first.Count && other.Count, first.Exists && other.Exists, first.One && other.One
		st.Limit, st.Lock, st.OrderBy = other.Limit, other.Lock, other.OrderBy
	}
}

// list reads what stands between SELECT and the next clause.
func (r *reader) list(s span, st *Statement) {
	s = r.listHead(s, st)
	items := r.items(s)
	st.Selected = r.names(s)
	for k, it := range items {
		at := it.lo
		if k == 0 && len(items) == 1 {
			st.One = r.constant(r.unnamed(it))
		}
		for i := at; i < it.hi; i++ {
			if r.query(i) {
				i = r.at(i).mate
				continue
			}
			if r.opens(i+1) && aggregates[r.at(i).up] && !r.words(r.next(i+1), "OVER") {
				st.Grouped = true
			}
		}
		if k == 0 && r.at(at).isAny("COUNT", "COUNT_BIG") && r.opens(at+1) {
			st.Count = true
		}
		if r.at(at).kind == kHole {
			st.Partial = true
		}
	}
}

// listHead reads DISTINCT [ON (…)], TOP n and the like.
func (r *reader) listHead(s span, st *Statement) span {
	for s.lo < s.hi {
		switch {
		case r.at(s.lo).isAny("ALL", "SQL_CALC_FOUND_ROWS", "HIGH_PRIORITY", "SQL_NO_CACHE"):
			s.lo++
		case r.words(s.lo, "DISTINCT"):
			st.Distinct = true
			s.lo++
			if r.words(s.lo, "ON") && r.opens(s.lo+1) {
				s.lo = r.next(s.lo + 1)
			}
		case r.words(s.lo, "TOP"):
			s.lo = r.top(s.lo, st)
		default:
			return s
		}
	}
	return s
}

// top reads TOP n or TOP (n), and is the place behind it.
func (r *reader) top(i int, st *Statement) int {
	st.Limit = r.number(i + 1)
	i = r.next(i + 1)
	if r.words(i, "PERCENT") {
		st.Limit = -1
		i++
	}
	return i
}

func (r *reader) constant(s span) bool {
	v := r.value(s)
	return v.Kind == LiteralValue || v.Kind == NullValue
}

// adopt takes the shape of a query that is the whole FROM list: SELECT count(*) FROM (SELECT …) t keeps the table and
// the conditions of what is counted.
func (r *reader) adopt(srcs []source, st *Statement) {
	if len(srcs) != 1 || srcs[0].query == nil {
		return
	}
	q := srcs[0].query
	st.Table = q.Table
	st.Where, st.WhereComplete = append([]Pred(nil), q.Where...), q.WhereComplete
	if st.Lock == "" {
		st.Lock, st.SkipLocked, st.NoWait = q.Lock, q.SkipLocked, q.NoWait
	}
}

// existence reads SELECT EXISTS (SELECT …), also inside CASE, IF, NOT and casts.
func (r *reader) existence(cs []clause, st *Statement) {
	for _, c := range cs {
		if c.id == "from" || c.id == "where" {
			return
		}
	}
	head := cs[0].body
	for i := head.lo; i < head.hi; i++ {
		if !r.words(i, "EXISTS") || !r.opens(i+1) {
			continue
		}
		if st.Exists {
			st.WhereComplete = false // another one stands beside the first
			return
		}
		in := r.sub(r.inner(i + 1))
		st.Exists = true
		st.Table, st.Alias, st.Lock = in.Table, in.Alias, in.Lock
		st.Where, st.WhereComplete = append([]Pred(nil), in.Where...), in.WhereComplete
		st.Joined, st.SetOp = in.Joined, in.SetOp
		i = r.at(i + 1).mate
	}
}
