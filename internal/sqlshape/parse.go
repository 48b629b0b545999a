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
