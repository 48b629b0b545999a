package sqlshape

// source is an item of a FROM list.
type source struct {
	table, alias string
	query        *Statement
}

// from reads a FROM list with its joins.
func (r *reader) from(s span, st *Statement) []source {
	var out []source
	for i := s.lo; i < s.hi; {
		if r.at(i).is(",") || beforeItem[r.at(i).up] {
			i++
			continue
		}
		src, end, ok := r.item(span{i, s.hi}, st)
		if ok {
			out = append(out, src...)
		} else {
			st.Partial = true
		}
		i = r.find(span{max(end, i+1), s.hi}, func(k int) bool {
			return r.at(k).is(",") || r.at(k).isAny("JOIN", "STRAIGHT_JOIN", "APPLY")
		})
	}
	st.Joined = st.Joined || len(out) > 1
	return out
}

// item reads one item of a FROM list.
func (r *reader) item(s span, st *Statement) (out []source, end int, ok bool) {
	t := r.at(s.lo)
	switch {
	case r.query(s.lo):
		var src source
		src.query = r.sub(r.inner(s.lo))
		src.alias, end = r.alias(span{r.next(s.lo), s.hi})
		return []source{src}, end, true
	case r.opens(s.lo):
		out = r.from(r.inner(s.lo), st)
		return out, r.next(s.lo), len(out) > 0
	case t.kind == kHole:
		return []source{{}}, s.lo + 1, false
	case !t.name() || keyword(t):
		return nil, s.lo + 1, false
	}
	var src source
	end = s.lo + 1
	if r.opens(end) && !r.at(end+1).isAny("NOLOCK", "UPDLOCK", "HOLDLOCK", "XLOCK") {
		end = r.next(end)
		if r.words(end, "WITH", "ORDINALITY") {
			end += 2
		}
	} else {
		if src.table = t.full(); src.table == "dual" || valueWords[t.up] {
			src.table = ""
		}
		end = r.hints(end, st)
	}
	src.alias, end = r.alias(span{end, s.hi})
	return []source{src}, r.hints(end, st), true
}

// alias reads [AS] alias [(columns)].
func (r *reader) alias(s span) (string, int) {
	i := s.lo
	as := i < s.hi && r.words(i, "AS")
	if as {
		i++
	}
	t := r.at(i)
	if i >= s.hi || !t.name() || len(t.parts) > 1 || !as && notAlias[t.up] {
		return "", s.lo
	}
	i++
	if r.opens(i) && !r.query(i) {
		i = r.next(i)
	}
	return t.last(), i
}

// hints reads the table hints of SQL Server; some of them are locks.
func (r *reader) hints(i int, st *Statement) int {
	at := i
	if r.words(i, "WITH") {
		at++
	}
	if !r.opens(at) || at == i && !r.at(at+1).isAny("NOLOCK", "UPDLOCK", "HOLDLOCK", "XLOCK") {
		return i
	}
	in := r.inner(at)
	for k := in.lo; k < in.hi; k++ {
		switch t := r.at(k); {
		case t.isAny("UPDLOCK", "HOLDLOCK", "XLOCK", "SERIALIZABLE", "TABLOCKX"):
			st.Lock = "update"
		case t.isAny("READPAST"):
			st.SkipLocked = true
		case t.isAny("NOWAIT"):
			st.NoWait = true
		}
	}
	return r.next(at)
}

// target makes the first item of a list the statement's table.
func (r *reader) target(srcs []source, st *Statement) {
	if len(srcs) > 0 && st.Table == "" {
		st.Table, st.Alias = srcs[0].table, srcs[0].alias
	}
	r.tables(srcs, st)
}

// tables notes the tables of a list.
func (r *reader) tables(srcs []source, st *Statement) {
	for _, s := range srcs {
		if s.table != "" {
			st.Tables = append(st.Tables, s.table)
		}
	}
}

// resolve replaces a target that is the alias of an item of the FROM list: UPDATE a SET … FROM accounts a.
func (r *reader) resolve(srcs []source, st *Statement) bool {
	for _, s := range srcs {
		if s.alias != "" && s.alias == st.Table && s.table != "" {
			st.Table, st.Alias = s.table, s.alias
			return true
		}
	}
	return false
}
