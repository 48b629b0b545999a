package sqlshape

// assigns reads the assignments of a SET clause. self is the names that the target goes by: what is qualified by
// another name is another row's column.
func (r *reader) assigns(s span, self []string, st *Statement) []Assign {
	var out []Assign
	for _, it := range r.items(s) {
		a, ok := r.assign(it, self)
		if !ok {
			st.Partial = true
		}
		out = append(out, a...)
	}
	return out
}

var compound = map[string]bool{"+=": true, "-=": true, "*=": true, "/=": true, "%=": true, "^=": true}

func (r *reader) assign(s span, self []string) ([]Assign, bool) {
	eq := r.find(s, func(i int) bool {
		return r.at(i).kind == kOp && (r.at(i).text == "=" || r.at(i).text == ":=" || compound[r.at(i).text] ||
			r.at(i).text == "|=" || r.at(i).text == "&=")
	})
	if eq == s.hi || eq == s.lo {
		return nil, false
	}
	right := span{eq + 1, s.hi}
	ok := true
	if at := r.loose(right); at < right.hi {
		right.hi, ok = at, false
	}
	if r.opens(s.lo) {
		out, read := r.tuple(r.inner(s.lo), right, self)
		return out, ok && read
	}
	t := r.at(s.lo)
	if !t.name() || t.last() == "" || eq != s.lo+1 && !r.at(s.lo+1).is("[") {
		return nil, false
	}
	a := Assign{Column: t.last(), Value: r.value(right)}
	a.Params = a.Value.Params
	if eq != s.lo+1 {
		a.Value.Kind, a.Value.Text = ExprValue, r.text(s)
	}
	m := mention{r: r, column: a.Column, self: self}
	a.Relative = compound[r.at(eq).text] || m.relative(right)
	a.Self = a.Value.Kind == ColumnValue && m.same(r.at(r.bare(right).lo))
	return []Assign{a}, ok && !r.holes(right)
}

// tuple reads (a, b) = (x, y) and (a, b) = (SELECT …).
func (r *reader) tuple(left, right span, self []string) ([]Assign, bool) {
	if r.words(right.lo, "ROW") {
		right.lo++
	}
	cols := r.items(left)
	vals := r.items(r.inner(right.lo))
	plain := r.opens(right.lo) && !r.query(right.lo) && len(vals) == len(cols)
	var out []Assign
	for k, c := range cols {
		if c.hi != c.lo+1 || r.at(c.lo).last() == "" {
			return out, false
		}
		a := Assign{Column: r.at(c.lo).last(), Value: Value{Kind: ExprValue, Index: -1}}
		if plain {
			a.Value = r.value(vals[k])
			m := mention{r: r, column: a.Column, self: self}
			a.Relative = m.relative(vals[k])
		} else {
			a.Value.Text = r.text(right)
			r.inside(right, &a.Value)
		}
		a.Params = a.Value.Params
		out = append(out, a)
	}
	return out, plain || r.query(right.lo)
}

// mention looks for a column in the expression that becomes its new value.
type mention struct {
	r      *reader
	column string
	self   []string
}

func (m mention) same(t *token) bool {
	if !t.name() || t.last() != m.column || t.qual() == "excluded" {
		return false
	}
	if t.qual() == "" || t.qual() == Hole || len(m.self) > 0 && m.self[0] == "" {
		return true // the target's name is not known
	}
	for _, s := range m.self {
		if s == t.qual() {
			return true
		}
	}
	return false
}

// in tells whether the column is mentioned in the span. A call VALUES(col) mentions the new row's.
func (m mention) in(s span) bool {
	for i := s.lo; i < s.hi; i++ {
		if m.r.words(i, "VALUES") && m.r.opens(i+1) {
			i = m.r.at(i + 1).mate
			continue
		}
		if m.same(m.r.at(i)) && !m.r.opens(i+1) {
			return true
		}
	}
	return false
}

// relative tells whether the value builds on the old value of the column: it is an operand of arithmetic or of
// concatenation, or an argument of a function that is not known to be steady. A CASE or COALESCE that only keeps the
// old value is steady, and so is what stands in its conditions.
func (m mention) relative(s span) bool {
	r := m.r
	s = r.bare(s)
	if !m.in(s) {
		return false
	}
	if r.words(s.lo, "NOT") {
		return true
	}
	if r.words(s.lo, "CASE") && r.at(s.lo).mate == s.hi-1 {
		return m.branches(span{s.lo + 1, s.hi - 1})
	}
	if r.query(s.lo) {
		return m.query(r.unwrap(s))
	}
	if r.find(s, r.comparison) < s.hi {
		return false
	}
	if r.call(s) {
		steady := steadyFuncs[r.at(s.lo).up]
		for _, arg := range r.items(r.inner(s.lo + 1)) {
			if !steady && m.in(arg) || m.relative(arg) {
				return true
			}
		}
		return false
	}
	return m.operands(s)
}

// operands looks at the operands of the operators at the top.
func (m mention) operands(s span) bool {
	r := m.r
	at := r.find(s, func(i int) bool { return r.at(i).kind == kOp && relativeOps[r.at(i).text] })
	if at == s.hi {
		for i := s.lo; i < s.hi; i = r.next(i) {
			if r.opens(i) && m.relative(r.inner(i)) {
				return true
			}
		}
		return false
	}
	if r.at(at).text == "-" && r.at(at+1).kind == kStr && at+2 == s.hi {
		return m.relative(span{s.lo, at}) // data - 'key' removes
	}
	return m.in(s)
}

// branches looks at the results of a CASE.
func (m mention) branches(s span) bool {
	r := m.r
	for i := s.lo; i < s.hi; i = r.next(i) {
		if !r.at(i).isAny("THEN", "ELSE") {
			continue
		}
		end := r.findWord(span{i + 1, s.hi}, "WHEN", "ELSE")
		if m.relative(span{i + 1, end}) {
			return true
		}
	}
	return false
}

// query looks at the select list of a query: (SELECT n + 1 FROM …).
func (m mention) query(s span) bool {
	if !m.r.words(s.lo, "SELECT") {
		return false
	}
	return m.relative(span{s.lo + 1, m.r.findWord(s, "FROM")})
}
