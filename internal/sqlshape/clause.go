package sqlshape

import (
	"strconv"
	"strings"
)

// clause is a clause of a statement: its keyword, and what stands behind it.
type clause struct {
	id   string
	at   int // where the keyword stands
	body span
}

// clauses cuts a statement at the keywords of its clauses; what stands in front of the first one is "head".
func (r *reader) clauses(s span, verb Verb) []clause {
	out := []clause{{"head", s.lo, span{s.lo, s.hi}}}
	for i := s.lo; i < s.hi; i = r.next(i) {
		id, skip := r.clauseAt(i, verb)
		last := &out[len(out)-1]
		if id == "" || r.belongs(last.id, id) {
			continue
		}
		last.body.hi = i
		out = append(out, clause{id, i, span{min(i+skip, s.hi), s.hi}})
	}
	return out
}

// belongs tells whether a clause is part of the one before it: the SET and WHERE of ON CONFLICT.
func (r *reader) belongs(before, id string) bool {
	switch before {
	case "conflict", "duplicate":
		return id != "returning" && id != "conflict" && id != "if"
	}
	return false
}

// clauseAt tells which clause begins at i, and how many words its keyword has.
func (r *reader) clauseAt(i int, verb Verb) (id string, skip int) {
	t := r.at(i)
	if t.up == "" || r.words(i-1, "AS") {
		return "", 0
	}
	next := r.at(i + 1)
	switch t.up {
	case "FROM":
		if r.words(i-1, "DISTINCT") && r.at(i-2).isAny("IS", "NOT") {
			return "", 0
		}
		return "from", 1
	case "WHERE", "HAVING", "LIMIT", "OFFSET", "RETURNING":
		return strings.ToLower(t.up), 1
	case "GROUP", "ORDER":
		if next.up == "BY" {
			return strings.ToLower(t.up), 2
		}
	case "UNION", "INTERSECT", "EXCEPT", "MINUS":
		return "union", 1
	case "FETCH":
		if next.isAny("FIRST", "NEXT") {
			return "fetch", 2
		}
	case "FOR":
		return "for", 1
	case "LOCK":
		if r.words(i+1, "IN", "SHARE", "MODE") {
			return "for", 2
		}
	case "THEN":
		if next.up == "RETURN" {
			return "returning", 2
		}
	case "OUTPUT":
		if next.isColumnOf("inserted", "deleted") || next.full() == "$action" {
			return "returning", 1
		}
	case "ON":
		return r.onClause(i)
	case "SET", "VALUES", "VALUE", "USING", "IF", "INTO", "SELECT", "WINDOW":
		return r.verbClause(i, verb)
	}
	return "", 0
}

func (r *reader) onClause(i int) (string, int) {
	next := r.at(i + 2)
	switch {
	case r.words(i, "ON", "CONFLICT") && (next.is("(") || next.isAny("DO", "ON") || next.kind == kHole || next.kind == kEnd):
		return "conflict", 2
	case r.words(i, "ON", "DUPLICATE", "KEY"):
		return "duplicate", 3
	}
	return "", 0
}

// verbClause is for words that begin a clause in some statements alone.
func (r *reader) verbClause(i int, verb Verb) (string, int) {
	up := r.at(i).up
	switch {
	case up == "SET" && (verb == Insert || verb == Update || verb == Replace || verb == ""),
		(up == "VALUES" || up == "VALUE") && (verb == Insert || verb == Replace || verb == ""):
		if up == "VALUE" && !r.at(i+1).is("(") {
			return "", 0
		}
		return strings.ToLower(strings.TrimSuffix(up, "S")), 1
	case up == "USING" && (verb == Insert || verb == Update || verb == Delete):
		if r.at(i+1).isAny("TTL", "TIMESTAMP") {
			return "ttl", 1
		}
		if verb == Delete && !r.opens(i+1) {
			return "using", 1
		}
	case up == "IF" && (verb == Insert || verb == Update || verb == Delete) && !r.at(i+1).is("("):
		return "if", 1
	case up == "INTO" && verb == Select:
		return "into", 1
	case up == "WINDOW" && verb == Select && r.words(i+2, "AS"):
		return "window", 1
	}
	return "", 0
}

// tail reads the clauses that mean the same in every statement.
func (r *reader) tail(cs []clause, st *Statement) {
	for _, c := range cs {
		switch c.id {
		case "where":
			r.where(c.body, st)
		case "returning":
			st.HasReturning = true
			st.Returning = r.names(c.body)
		case "limit":
			r.limit(c.body, st)
		case "fetch":
			st.Limit = 1
			if !r.at(c.body.lo).isAny("ROW", "ROWS") {
				st.Limit = r.number(c.body.lo)
			}
		case "for":
			r.lock(c, st)
		case "order":
			for _, it := range r.items(c.body) {
				st.OrderBy = append(st.OrderBy, r.text(it))
			}
		case "group", "having":
			st.Grouped = true
		case "conflict":
			r.onConflict(c.body, st)
		case "duplicate":
			r.onDuplicate(c.body, st)
		case "if":
			r.ifClause(c.body, st)
		}
	}
}

func (r *reader) where(s span, st *Statement) {
	preds, complete := r.conditions(s)
	st.Where, st.WhereComplete = append(st.Where, preds...), complete
}

// limit reads LIMIT n, LIMIT offset, n and LIMIT ALL.
func (r *reader) limit(s span, st *Statement) {
	items := r.items(s)
	if len(items) > 0 {
		st.Limit = r.number(items[len(items)-1].lo)
	}
}

func (r *reader) number(i int) int {
	if r.opens(i) {
		i++
	}
	n, err := strconv.Atoi(r.at(i).text)
	if err != nil || r.at(i).kind != kNum || n < 0 {
		return -1
	}
	return n
}

var lockModes = []struct {
	words []string
	mode  string
}{
	{[]string{"UPDATE"}, "update"},
	{[]string{"NO", "KEY", "UPDATE"}, "no key update"},
	{[]string{"KEY", "SHARE"}, "key share"},
	{[]string{"SHARE"}, "share"},
	{[]string{"SHARE", "MODE"}, "share"},
}

// lock reads FOR UPDATE and its kin; of several the first.
func (r *reader) lock(c clause, st *Statement) {
	if r.words(c.at, "LOCK") && r.dialect == "" {
		r.dialect = MySQL
	}
	for _, m := range lockModes {
		if !r.words(c.body.lo, m.words...) || st.Lock != "" {
			continue
		}
		st.Lock = m.mode
		i := c.body.lo + len(m.words)
		if r.words(i, "OF") {
			for i++; i < c.body.hi && (r.at(i).name() && !r.at(i).isAny("NOWAIT", "SKIP") || r.at(i).is(",")); i++ {
				if r.at(i).name() {
					st.LockOf = append(st.LockOf, r.at(i).full())
				}
			}
		}
	}
	for i := c.body.lo; i < c.body.hi; i++ {
		st.SkipLocked = st.SkipLocked || r.words(i, "SKIP", "LOCKED")
		st.NoWait = st.NoWait || r.words(i, "NOWAIT")
	}
}

// names is the plain columns of a list, "*" included; what an alias renames counts by its column.
func (r *reader) names(s span) []string {
	var out []string
	for _, it := range r.items(s) {
		if v := r.value(r.unnamed(it)); v.Kind == ColumnValue {
			out = append(out, v.Text)
		} else if r.at(it.lo).op("*") && it.hi == it.lo+1 {
			out = append(out, "*")
		}
	}
	return out
}

// unnamed drops the alias of an item of a list.
func (r *reader) unnamed(s span) span {
	if as := r.findWord(s, "AS"); as < s.hi && as > s.lo {
		s.hi = as
		return s
	}
	n := s.hi - 1
	if n > s.lo && (r.at(n).kind == kWord && !keyword(r.at(n)) || r.at(n).kind == kName && len(r.at(n).parts) == 1) && operandEnd(r.at(n-1)) {
		s.hi = n
	}
	return s
}

// ifClause reads the IF of CQL, which makes the write a claim.
func (r *reader) ifClause(s span, st *Statement) {
	switch {
	case r.words(s.lo, "NOT", "EXISTS"):
		st.Conflict = &Conflict{Action: "nothing", AnyKey: true}
	case r.words(s.lo, "EXISTS"):
	default:
		preds, complete := r.conditions(s)
		st.Where = append(st.Where, preds...)
		st.WhereComplete = st.WhereComplete && complete
	}
	st.Conditional = true
	if r.dialect == "" {
		r.dialect = CQL
	}
}
