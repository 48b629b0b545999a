package sqlshape

// updates reads UPDATE.
func (r *reader) updates(s span, st *Statement) {
	st.Verb = Update
	cs := r.clauses(span{s.lo + 1, s.hi}, Update)
	head := cs[0].body
	for head.lo < head.hi {
		switch {
		case r.words(head.lo, "OR"):
			head.lo += 2
		case r.words(head.lo, "TOP"):
			head.lo = r.top(head.lo, st)
		case r.at(head.lo).isAny("LOW_PRIORITY", "IGNORE"):
			head.lo++
		default:
			r.target(r.from(head, st), st)
			head.lo = head.hi
		}
	}
	if st.Table == "" {
		st.Partial = true
	}
	for _, c := range cs {
		if c.id == "from" {
			srcs := r.from(c.body, st)
			if r.resolve(srcs, st) {
				st.Tables = nil
			} else {
				st.Joined = st.Joined || len(srcs) > 0
			}
			r.tables(srcs, st)
		}
	}
	for _, c := range cs {
		if c.id == "set" {
			st.Sets = append(st.Sets, r.assigns(c.body, selfNames(st), st)...)
		}
	}
	st.Partial = st.Partial || len(st.Sets) == 0
	r.tail(cs, st)
}

// deletes reads DELETE.
func (r *reader) deletes(s span, st *Statement) {
	st.Verb = Delete
	cs := r.clauses(span{s.lo + 1, s.hi}, Delete)
	head := cs[0].body
	for head.lo < head.hi && r.at(head.lo).isAny("LOW_PRIORITY", "QUICK", "IGNORE", "TOP") {
		if r.words(head.lo, "TOP") {
			head.lo = r.top(head.lo, st)
			continue
		}
		head.lo++
	}
	listed := ""
	if head.lo < head.hi && r.at(head.lo).name() {
		listed = r.at(head.lo).full()
		head.hi = min(head.hi, head.lo+1)
	}
	r.deleteFrom(cs, listed, st)
	if st.Table == "" {
		st.Partial = true
	}
	r.tail(cs, st)
}

// deleteFrom finds the target: DELETE FROM t, DELETE t, DELETE a FROM t a, and DELETE column FROM t of CQL.
func (r *reader) deleteFrom(cs []clause, listed string, st *Statement) {
	from := false
	for _, c := range cs {
		switch c.id {
		case "from":
			from = true
			srcs := r.from(c.body, st)
			r.target(srcs, st)
			if listed == "" {
				continue
			}
			for _, s := range srcs {
				if s.alias == listed || s.table == listed {
					st.Table, st.Alias = s.table, s.alias
				}
			}
		case "using":
			srcs := r.from(c.body, st)
			if r.resolve(srcs, st) {
				st.Tables = nil
			}
			r.tables(srcs, st)
			st.Joined = true
		}
	}
	if !from && listed != "" {
		st.Table = listed
		st.Tables = append(st.Tables, listed)
	}
}

// merges reads MERGE.
func (r *reader) merges(s span, st *Statement) {
	st.Verb = Merge
	i := s.lo + 1
	for r.at(i).isAny("INTO", "TOP") {
		if r.words(i, "TOP") {
			i = r.next(i + 1)
			continue
		}
		i++
	}
	using := r.findWord(span{i, s.hi}, "USING")
	r.target(r.from(span{i, using}, st), st)
	on := r.findWord(span{using, s.hi}, "ON")
	r.tables(r.from(span{min(using+1, on), on}, st), st)
	st.Joined = false
	when := r.findWord(span{on, s.hi}, "WHEN")
	r.mergeBranches(span{when, s.hi}, span{min(on+1, when), when}, st)
	if st.Table == "" || when == s.hi {
		st.Partial = true
	}
}

// mergeBranches reads the WHEN branches.
func (r *reader) mergeBranches(s, on span, st *Statement) {
	var sets []Assign
	inserts, updates, conditional := false, false, false
	end := r.find(s, func(i int) bool { id, _ := r.clauseAt(i, Merge); return id == "returning" })
	r.tail(r.clauses(span{end, s.hi}, Merge), st)
	for i := s.lo; i < end; {
		next := r.findWord(span{i + 1, end}, "WHEN")
		then := r.findWord(span{i, next}, "THEN")
		body := span{min(then+1, next), next}
		switch {
		case r.words(body.lo, "INSERT"):
			inserts = true
			r.mergeInsert(span{body.lo + 1, body.hi}, st)
		case r.words(body.lo, "UPDATE"):
			updates = true
			conditional = conditional || r.findWord(span{i, then}, "AND") < then
			at := r.findWord(body, "SET")
			sets = append(sets, r.assigns(span{min(at+1, body.hi), body.hi}, selfNames(st), st)...)
		case r.holes(body) || body.empty():
			st.Partial = true
		}
		i = next
	}
	if !inserts {
		st.Sets = sets
		return
	}
	st.Conflict = &Conflict{Action: "nothing", Sets: sets, Where: conditional}
	if updates {
		st.Conflict.Action = "update"
	}
	r.mergeTarget(on, st)
}

func (r *reader) mergeInsert(s span, st *Statement) {
	var cols []string
	hole := false
	if r.opens(s.lo) {
		cols, hole = r.columnNames(r.inner(s.lo), st)
	}
	if at := r.findWord(s, "VALUES"); at < s.hi {
		r.valueRows(span{at + 1, s.hi}, cols, hole, st)
	}
}

// mergeTarget takes the columns of the target that the ON condition compares for its key.
func (r *reader) mergeTarget(on span, st *Statement) {
	preds, complete := r.conditions(on)
	st.Conflict.TargetKnown = complete
	for _, p := range preds {
		column, other := p.Column, p.Value
		if p.Qual != "" && !contains(selfNames(st), p.Qual) {
			if other.Kind != ColumnValue || !contains(selfNames(st), other.Qual) {
				continue // a condition on the source alone
			}
			column = other.Text
		}
		if p.Op == "=" && !p.Negated {
			st.Conflict.Target = append(st.Conflict.Target, column)
		} else {
			st.Conflict.TargetKnown = false
		}
	}
}

func contains(list []string, s string) bool {
	for _, e := range list {
		if e == s {
			return true
		}
	}
	return false
}
