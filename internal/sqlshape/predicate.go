package sqlshape

import (
	"slices"
	"strings"
)

// conditions reads a condition: its conjuncts of the form column OP value, and whether these are all of it.
func (r *reader) conditions(s span) (preds []Pred, complete bool) {
	s = r.unwrap(s)
	if s.empty() {
		return nil, false
	}
	if r.findWord(s, "OR", "XOR") < s.hi || r.find(s, func(i int) bool { return r.at(i).op("||") && r.dialect == MySQL }) < s.hi {
		return nil, false
	}
	complete = true
	for _, c := range r.conjuncts(s) {
		p, ok := r.conjunct(c)
		preds = append(preds, p...)
		complete = complete && ok
	}
	return preds, complete
}

// conjuncts cuts a condition at its ANDs, those of BETWEEN apart.
func (r *reader) conjuncts(s span) []span {
	between := false
	return r.split(s, func(i int) bool {
		switch r.at(i).up {
		case "BETWEEN":
			between = true
		case "AND":
			if !between {
				return true
			}
			between = false
		}
		return false
	})
}

// conjunct reads one conjunct. ok is false when it says something that the predicates do not.
func (r *reader) conjunct(s span) (preds []Pred, ok bool) {
	if r.opens(s.lo) && r.at(s.lo).mate == s.hi-1 && !r.query(s.lo) {
		return r.conditions(s)
	}
	if s.empty() || r.at(s.lo).kind == kHole && s.hi-s.lo == 1 {
		return nil, false
	}
	if r.depth++; r.depth > maxDepth {
		r.depth--
		return nil, false
	}
	defer func() { r.depth-- }()
	for i := s.lo; i < s.hi; i++ {
		if r.at(i).kind == kOdd {
			return nil, false
		}
	}
	if at := r.loose(s); at < s.hi {
		preds, _ = r.conjunct(span{s.lo, at})
		return preds, false
	}
	if r.words(s.lo, "NOT") {
		return r.negated(span{s.lo + 1, s.hi})
	}
	op := r.find(s, func(i int) bool { return r.comparison(i) })
	if op == s.hi {
		return r.boolean(s)
	}
	return r.compare(s, op)
}

// loose is the place of a hole that follows a whole operand, and so stands for more clauses.
func (r *reader) loose(s span) int {
	return r.find(s, func(i int) bool { return i > s.lo && r.at(i).kind == kHole && operandEnd(r.at(i-1)) })
}

// negated reads what stands behind NOT.
func (r *reader) negated(s span) ([]Pred, bool) {
	preds, ok := r.conjunct(s)
	if len(preds) != 1 || !ok {
		return nil, false
	}
	p := &preds[0]
	if p.Op == "=" && p.Value.Kind == LiteralValue && p.Value.Text == "true" && !p.Negated && r.find(s, r.comparison) == s.hi {
		p.Value.Text = "false"
		return preds, true
	}
	p.Negated = !p.Negated
	return preds, true
}

// boolean reads a conjunct without an operator: a column, a constant.
func (r *reader) boolean(s span) ([]Pred, bool) {
	switch v := r.value(s); v.Kind {
	case ColumnValue:
		truth := Value{Kind: LiteralValue, Index: -1, Text: "true"}
		return []Pred{{Column: v.Text, Qual: v.Qual, Op: "=", Value: truth}}, true
	case LiteralValue:
		return nil, v.Text == "true" || v.Text == "1"
	}
	return nil, false
}

// comparison tells whether an operator of comparison stands at i.
func (r *reader) comparison(i int) bool {
	t := r.at(i)
	if t.kind == kOp {
		return comparisons[t.text] != ""
	}
	switch t.up {
	case "IS", "IN", "LIKE", "ILIKE", "BETWEEN", "SIMILAR", "REGEXP", "RLIKE", "GLOB", "CONTAINS":
		return t.up != "CONTAINS" || !r.opens(i+1)
	case "NOT":
		return r.at(i+1).isAny("IN", "LIKE", "ILIKE", "BETWEEN", "SIMILAR", "REGEXP", "RLIKE", "GLOB")
	}
	return false
}

// compare reads a comparison whose operator is at op.
func (r *reader) compare(s span, op int) ([]Pred, bool) {
	left, p := span{s.lo, op}, Pred{}
	if r.words(op, "NOT") {
		p.Negated = true
		op++
	}
	right := span{op + 1, s.hi}
	switch t := r.at(op); t.up {
	case "IS":
		return r.is(left, right)
	case "LIKE", "ILIKE":
		p.Op = "like"
		right.hi = r.findWord(right, "ESCAPE")
	case "IN", "BETWEEN", "REGEXP", "RLIKE", "GLOB", "SIMILAR", "CONTAINS":
		p.Op = strings.ToLower(t.up)
	default:
		p.Op = comparisons[t.text]
	}
	if p.Op == "in" {
		return r.in(left, right, p)
	}
	if r.at(right.lo).isAny("ANY", "ALL", "SOME") && r.opens(right.lo+1) {
		return r.quantified(left, right, p)
	}
	if p.Op == "=" {
		if preds, ok := r.rows(left, right); ok {
			return preds, true
		}
	}
	return r.sides(left, right, p)
}

// sides puts the column on the left.
func (r *reader) sides(left, right span, p Pred) ([]Pred, bool) {
	a, b := r.value(left), r.value(right)
	if a.Kind != ColumnValue && b.Kind == ColumnValue && flipped[p.Op] != "" {
		a, b, p.Op = b, a, flipped[p.Op]
	}
	if a.Kind == LiteralValue && b.Kind == LiteralValue {
		return nil, p.Op == "=" && a.Text == b.Text
	}
	if a.Kind != ColumnValue {
		return nil, false
	}
	p.Column, p.Qual, p.Value = a.Text, a.Qual, b
	return []Pred{p}, r.find(right, r.comparison) == right.hi
}

// is reads IS NULL and its kin.
func (r *reader) is(left, right span) ([]Pred, bool) {
	col := r.value(left)
	if col.Kind != ColumnValue {
		return nil, false
	}
	p := Pred{Column: col.Text, Qual: col.Qual}
	not := r.words(right.lo, "NOT")
	if not {
		right.lo++
	}
	switch {
	case r.words(right.lo, "DISTINCT", "FROM"):
		p.Op, p.Value = "<>", r.value(span{right.lo + 2, right.hi})
		if not {
			p.Op = "="
		}
	case r.at(right.lo).isAny("NULL", "UNKNOWN"):
		p.Op, p.Value = "is null", Value{Kind: NullValue, Index: -1}
		if not {
			p.Op = "is not null"
		}
	default:
		p.Op, p.Value = "=", r.value(right)
		p.Negated = not
	}
	return []Pred{p}, true
}

// in reads IN: a list, a query, an array.
func (r *reader) in(left, right span, p Pred) ([]Pred, bool) {
	list := r.items(r.inner(right.lo))
	if len(list) == 1 && !p.Negated && r.opens(list[0].lo) {
		if preds, ok := r.rows(left, list[0]); ok {
			return preds, true
		}
	}
	col := r.value(left)
	if col.Kind != ColumnValue {
		return nil, false
	}
	p.Column, p.Qual = col.Text, col.Qual
	switch {
	case r.query(right.lo):
		p.Value = Value{Kind: ExprValue, Index: -1, Text: r.text(right)}
		r.inside(right, &p.Value)
	case r.words(right.lo, "UNNEST") && r.opens(right.lo+1):
		p.Value = r.value(r.inner(right.lo + 1))
	default:
		p.Value = r.value(right)
	}
	return []Pred{p}, true
}

// quantified reads = ANY (…) and <> ALL (…).
func (r *reader) quantified(left, right span, p Pred) ([]Pred, bool) {
	col := r.value(left)
	if col.Kind != ColumnValue || p.Op != "=" && p.Op != "<>" {
		return nil, false
	}
	p.Column, p.Qual, p.Value = col.Text, col.Qual, r.value(r.inner(right.lo+1))
	switch all := r.words(right.lo, "ALL"); {
	case p.Op == "=" && !all:
		p.Op = "any"
	case p.Op == "<>" && all:
		p.Op, p.Negated = "any", true
	default:
		return nil, false
	}
	return []Pred{p}, true
}

// rows reads (a, b) = (x, y).
func (r *reader) rows(left, right span) ([]Pred, bool) {
	if r.words(left.lo, "ROW") {
		left.lo++
	}
	if r.words(right.lo, "ROW") {
		right.lo++
	}
	if !r.opens(left.lo) || r.at(left.lo).mate != left.hi-1 || !r.opens(right.lo) || r.query(right.lo) {
		return nil, false
	}
	cols, vals := r.items(r.inner(left.lo)), r.items(r.inner(right.lo))
	if len(cols) != len(vals) || r.at(right.lo).mate != right.hi-1 {
		return nil, false
	}
	var preds []Pred
	for i, c := range cols {
		col := r.value(c)
		if col.Kind != ColumnValue {
			return nil, false
		}
		preds = append(preds, Pred{Column: col.Text, Qual: col.Qual, Op: "=", Value: r.value(vals[i])})
	}
	return preds, true
}

// absent is the tables that a condition wants no row of: NOT EXISTS (SELECT … FROM t).
func (r *reader) absent(s span) []string {
	var out []string
	for i := s.lo; i < s.hi; i = r.next(i) {
		if r.words(i, "NOT", "EXISTS") && r.opens(i+2) {
			out = append(out, r.sub(r.inner(i+2)).Tables...)
		}
	}
	slices.Sort(out)
	return out
}
