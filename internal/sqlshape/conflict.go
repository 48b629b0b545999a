package sqlshape

// selfNames is the names that the target's own row goes by.
func selfNames(st *Statement) []string {
	out := []string{st.Table}
	if st.Alias != "" {
		out = append(out, st.Alias)
	}
	for k := len(st.Table) - 1; k >= 0; k-- {
		if st.Table[k] == '.' {
			return append(out, st.Table[k+1:])
		}
	}
	return out
}

// onConflict reads what stands behind ON CONFLICT. Of several clauses the first decides which key is meant.
func (r *reader) onConflict(s span, st *Statement) {
	if st.Conflict != nil {
		st.Partial = true
		return
	}
	c := &Conflict{}
	st.Conflict = c
	i := r.conflictTarget(s, c)
	do := r.findWord(span{i, s.hi}, "DO")
	if r.words(i, "WHERE") {
		c.TargetWhere = true
	}
	if r.holes(span{i, do}) {
		c.TargetKnown = false
	}
	st.Partial = st.Partial || r.holes(s)
	switch {
	case r.words(do, "DO", "NOTHING"):
		c.Action = "nothing"
	case r.words(do, "DO", "UPDATE"):
		c.Action = "update"
		r.doUpdate(span{do + 2, s.hi}, c, st)
	default:
		st.Partial = true
	}
}

// conflictTarget reads (columns) or ON CONSTRAINT name, and is the place behind it.
func (r *reader) conflictTarget(s span, c *Conflict) int {
	i := s.lo
	switch {
	case r.words(i, "ON", "CONSTRAINT"):
		t := r.at(i + 2)
		if t.name() {
			c.Constraint, c.TargetKnown = t.last(), true
		}
		return i + 3
	case r.opens(i):
		c.TargetKnown = true
		for _, it := range r.items(r.inner(i)) {
			t := r.at(it.lo)
			switch {
			case r.holes(it):
				c.TargetKnown = false
			case t.name() && !r.opens(it.lo+1) && r.find(it, func(k int) bool { return r.at(k).kind == kOp }) == it.hi:
				c.Target = append(c.Target, t.last())
			default:
				c.TargetExpr = true
			}
		}
		return r.next(i)
	case r.at(i).kind == kHole:
		return i + 1
	}
	c.AnyKey = true
	return i
}

func (r *reader) doUpdate(s span, c *Conflict, st *Statement) {
	if r.words(s.lo, "SET") {
		s.lo++
	}
	where := r.findWord(s, "WHERE")
	c.Where = where < s.hi
	c.Sets = r.assigns(span{s.lo, where}, selfNames(st), st)
}

// renamed tells whether the new row of VALUES (…) AS new(a, b) has columns of other names; these are not followed.
func (r *reader) renamed(alias string, end int) bool {
	if alias == "" {
		return false
	}
	for i := end - 1; i > 0; i-- {
		if r.words(i, "AS") && r.at(i+1).last() == alias {
			return r.opens(i + 2)
		}
	}
	return false
}

// onDuplicate reads ON DUPLICATE KEY UPDATE. The alias of an insert of MySQL is that of the new row.
func (r *reader) onDuplicate(s span, st *Statement) {
	if r.words(s.lo, "UPDATE") {
		s.lo++
	}
	c := &Conflict{Action: "update", AnyKey: true}
	alias := st.Alias
	st.Alias = ""
	c.Sets = r.assigns(s, selfNames(st), st)
	st.Partial = st.Partial || r.renamed(alias, s.lo)
	for k := range c.Sets {
		if v := &c.Sets[k].Value; v.Kind == ColumnValue && v.Qual == alias && alias != "" {
			v.Kind, v.Qual = ExcludedValue, ""
		}
	}
	st.Conflict = c
	st.Partial = st.Partial || r.holes(s)
}
