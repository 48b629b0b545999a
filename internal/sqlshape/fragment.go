package sqlshape

// Fragment reads a piece that is no statement of its own. A piece like n = n + 1 reads as an assignment and as a
// condition: only the place that it is put tells which it is. An expression alone reads as nothing; its caller knows
// the column, and asks for column = expression.
func Fragment(text string) Statement {
	toks, dialect := tokenize(text)
	st := read(toks, dialect, func(r *reader, s span) *Statement { return r.fragment(s) })
	st.Verb = ""
	return *st
}

// TableRef reads "accounts a" or "accounts AS a", as query builders take it. A query in brackets has no table.
func TableRef(text string) (table, alias string) {
	toks, _ := tokenize(text)
	mates(toks)
	r := &reader{toks: toks, memo: map[int]*Statement{}}
	st := &Statement{}
	r.target(r.from(span{0, len(toks)}, st), st)
	return st.Table, st.Alias
}

// fragment reads the clauses of a piece; what stands in front of them is read as a list, as assignments, and as a
// condition, whatever of these it can be.
func (r *reader) fragment(s span) *Statement {
	if beginsQuery[r.at(s.lo).up] && !r.words(s.lo, "VALUES") || r.query(s.lo) && r.at(s.lo).mate == s.hi-1 {
		return r.statement(r.unwrap(s))
	}
	st := &Statement{Limit: -1}
	cs := r.clauses(s, "")
	for _, c := range cs {
		switch c.id {
		case "head":
			r.piece(c.body, st)
		case "from":
			r.target(r.from(c.body, st), st)
		case "set":
			st.Sets = append(st.Sets, r.assigns(c.body, selfNames(st), st)...)
		case "value":
			r.valueRows(c.body, nil, false, st)
		}
	}
	r.tail(cs, st)
	r.nested(s, st)
	r.advisory(s, st)
	r.finish(st)
	return st
}

func (r *reader) piece(s span, st *Statement) {
	if s.empty() {
		return
	}
	joined := r.at(s.lo).isAny("AND", "OR")
	if joined {
		s.lo++
	}
	switch {
	case r.at(s.lo).isAny("JOIN", "LEFT", "RIGHT", "INNER", "CROSS", "FULL", "LATERAL"):
		r.tables(r.from(s, st), st)
		st.Joined = true
		return
	case r.findWord(s, "JOIN") < s.hi:
		r.target(r.from(s, st), st)
		return
	case r.words(s.lo, "SKIP", "LOCKED"), r.words(s.lo, "NOWAIT"):
		st.SkipLocked, st.NoWait = r.words(s.lo, "SKIP"), r.words(s.lo, "NOWAIT")
		return
	}
	if !r.comparesIn(s) {
		r.list(r.unwrap(s), st)
		st.Partial = st.Partial || len(st.Selected) == 0 && !st.Grouped && !st.One
		return
	}
	if len(r.items(s)) == 1 {
		r.where(s, st)
	}
	if !joined && r.findWord(s, "AND", "OR", "IN", "IS", "NOT", "LIKE", "BETWEEN", "EXISTS") == s.hi {
		scratch := &Statement{}
		st.Sets = r.assigns(s, selfNames(st), scratch)
		st.Partial = st.Partial || len(r.items(s)) > 1 && scratch.Partial
	}
}

// comparesIn tells whether the span has a comparison outside of brackets, or in brackets around the whole.
func (r *reader) comparesIn(s span) bool {
	s = r.unwrap(s)
	return r.find(s, func(i int) bool {
		return r.comparison(i) || r.at(i).isAny("AND", "OR", "NOT", "EXISTS") || compound[r.at(i).text]
	}) < s.hi
}
