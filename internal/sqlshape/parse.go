package sqlshape

import "slices"

// Parse reads the statements of a text.
func Parse(text string) []Statement {
	toks, dialect := tokenize(text)
	var out []Statement
	for _, part := range statements(toks) {
		st := read(part, dialect, func(r *reader, s span) *Statement { return r.statement(s) })
		out = append(out, *st)
	}
	return out
}

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

// read reads one statement by the given way.
func read(toks []token, dialect Dialect, how func(*reader, span) *Statement) *Statement {
	r := &reader{toks: toks, dialect: dialect, memo: map[int]*Statement{}}
	params := count(toks)
	closed := mates(toks)
	st := how(r, span{0, len(toks)})
	st.Params, st.Dialect = params, r.dialect
	st.Partial = st.Partial || !closed || r.unclear(toks)
	return st
}

// statements cuts the tokens at semicolons. The body of a trigger or a routine is not run by this text: it belongs to
// the statement that declares it.
func statements(toks []token) [][]token {
	var out [][]token
	lo, body := 0, false
	for i := 0; i <= len(toks); i++ {
		if i < len(toks) && !toks[i].is(";") {
			body = body || toks[i].up == "BEGIN" && routine(toks[lo:i])
			continue
		}
		if body && i < len(toks) && toks[i-1].up != "END" {
			continue
		}
		if i > lo {
			out = append(out, toks[lo:i:i])
		}
		lo, body = i+1, false
	}
	return out
}

func routine(toks []token) bool {
	if len(toks) == 0 || toks[0].up != "CREATE" {
		return false
	}
	for _, t := range toks[:min(len(toks), 8)] {
		if t.isAny("TRIGGER", "PROCEDURE", "FUNCTION") {
			return true
		}
	}
	return false
}

// statement reads a statement or a query.
func (r *reader) statement(s span) *Statement {
	st := &Statement{Limit: -1}
	main := r.with(s, st)
	r.verb(main, st)
	r.nested(s, st)
	r.advisory(s, st)
	r.finish(st)
	return st
}

// with reads the CTEs, and is the statement behind them.
func (r *reader) with(s span, st *Statement) span {
	if !r.words(s.lo, "WITH") {
		return s
	}
	i := s.lo + 1
	if r.words(i, "RECURSIVE") {
		i++
	}
	for i < s.hi && (r.at(i).name() || r.at(i).kind == kHole) {
		name := r.at(i).last()
		i++
		if r.opens(i) && !r.query(i) {
			i = r.next(i)
		}
		for r.at(i).isAny("AS", "NOT", "MATERIALIZED") {
			i++
		}
		if !r.opens(i) {
			st.Partial = true
			break
		}
		cte := *r.sub(r.inner(i))
		cte.Name = name
		st.CTEs = append(st.CTEs, cte)
		i = r.next(i)
		if !r.at(i).is(",") {
			break
		}
		i++
	}
	return span{min(i, s.hi), s.hi}
}

// nested notes the tables of the queries in brackets, at any depth.
func (r *reader) nested(s span, st *Statement) {
	for i := s.lo; i < s.hi; i++ {
		if !r.opens(i) || !beginsQuery[r.at(i+1).up] {
			continue
		}
		q := r.sub(r.inner(i))
		st.Tables = append(st.Tables, q.Tables...)
		st.Partial = st.Partial || q.Partial
		if !r.words(i-1, "AS") && !r.words(i-1, "MATERIALIZED") {
			st.Subs = append(st.Subs, *q)
		}
		i = r.at(i).mate
	}
}

// finish sorts the tables and drops the names of CTEs.
func (r *reader) finish(st *Statement) {
	own := map[string]bool{}
	for _, c := range st.CTEs {
		own[c.Name] = true
	}
	st.Tables = sorted(st.Tables, own)
	for k := range st.CTEs {
		st.CTEs[k].Tables = sorted(st.CTEs[k].Tables, own)
	}
}

func sorted(names []string, without map[string]bool) []string {
	var out []string
	for _, n := range names {
		if n != "" && !without[n] {
			out = append(out, n)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// verb reads the statement by its first word.
func (r *reader) verb(s span, st *Statement) {
	first := r.at(s.lo)
	switch first.up {
	case "SELECT", "VALUES", "TABLE":
		r.selects(s, st)
	case "INSERT", "REPLACE", "UPSERT":
		r.inserts(s, st)
	case "UPDATE":
		r.updates(s, st)
	case "DELETE":
		r.deletes(s, st)
	case "MERGE":
		r.merges(s, st)
	case "IF":
		r.ifStatement(s, st)
	default:
		switch {
		case r.query(s.lo):
			r.selects(s, st)
		case first.up != "" && (r.control(s, st) || r.ddl(s, st)):
		case otherVerbs[first.up]:
			st.Verb = Other
			st.Partial = first.isAny("BEGIN", "END")
		default:
			st.Partial = true
		}
	}
}

var otherVerbs = set(`EXPLAIN ANALYZE VACUUM GRANT REVOKE SET SHOW PRAGMA USE DO DECLARE PREPARE EXECUTE DEALLOCATE COMMENT CREATE
	ALTER DROP REFRESH REINDEX LISTEN NOTIFY UNLISTEN UNLOCK DISCARD RESET CLUSTER CHECKPOINT ATTACH DETACH OPTIMIZE
	DESCRIBE DESC KILL FLUSH PRINT RAISERROR THROW WHILE RETURN CLOSE OPEN FETCH GO SECURITY IMPORT RENAME BEGIN END`)

// ifStatement reads IF [NOT] EXISTS (SELECT …) statement, of SQL Server.
func (r *reader) ifStatement(s span, st *Statement) {
	at := r.findWord(s, "INSERT", "UPDATE", "DELETE", "MERGE", "SELECT")
	end := r.findWord(s, "ELSE")
	if at >= end {
		st.Verb, st.Partial = Other, true
		return
	}
	body := span{at, end}
	if r.words(end-1, "END") {
		body.hi--
	}
	r.verb(body, st)
	for _, t := range r.absent(span{s.lo, at}) {
		st.NotExists = st.NotExists || t == st.Table
	}
	st.Partial = st.Partial || end < s.hi
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
