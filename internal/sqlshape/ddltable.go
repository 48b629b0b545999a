package sqlshape

// tableItem reads an item of CREATE TABLE (…), which is also what ALTER TABLE … ADD takes.
func (r *reader) tableItem(s span, d *DDL) {
	name := ""
	if r.words(s.lo, "CONSTRAINT") {
		if !r.at(s.lo+1).isAny("PRIMARY", "UNIQUE", "CHECK", "FOREIGN", "EXCLUDE") {
			name = r.at(s.lo + 1).last()
			s.lo++
		}
		s.lo++
		r.tableKey(s, name, d)
		return
	}
	switch {
	case s.empty(), r.tableKey(s, "", d):
	case r.words(s.lo, "LIKE") && r.at(s.lo+1).name():
		d.Like = r.at(s.lo + 1).full()
		for i := s.lo; i < s.hi; i++ {
			d.LikeKeys = d.LikeKeys || r.words(i, "INCLUDING") && r.at(i+1).isAny("ALL", "INDEXES")
		}
	case r.words(s.lo, "CHECK"), r.words(s.lo, "FOREIGN", "KEY"), r.words(s.lo, "PERIOD", "FOR"):
	case r.at(s.lo).name():
		r.column(s, d)
	}
}

// tableKey reads a key that is an item of its own.
func (r *reader) tableKey(s span, name string, d *DDL) bool {
	k := Key{Name: name}
	i := s.lo
	switch {
	case r.words(i, "PRIMARY", "KEY"):
		k.Primary, k.Unique, k.Constraint = true, true, true
		i += 2
	case r.words(i, "UNIQUE"):
		k.Unique, k.Constraint = true, true
		i++
	case r.words(i, "EXCLUDE"):
		k.Exclusion, k.Constraint = true, true
		i++
	case r.at(i).isAny("FULLTEXT", "SPATIAL") && (r.at(i+1).isAny("KEY", "INDEX") || r.opens(i+2)):
		i++
	case r.at(i).isAny("KEY", "INDEX") && r.indexItem(i+1):
	case r.words(i, "INDEX") && r.words(i+2, "UNIQUE"): // of SQL Server
		k.Unique, k.Name = true, r.at(i+1).last()
		i += 3
	default:
		return false
	}
	for r.at(i).isAny("KEY", "INDEX", "CLUSTERED", "NONCLUSTERED") {
		i++
	}
	i, _ = r.ifExists(i)
	if r.words(i, "NULLS") {
		k.NullsNotDistinct = r.words(i, "NULLS", "NOT", "DISTINCT")
		i += 2
		if k.NullsNotDistinct {
			i++
		}
	}
	if t := r.at(i); i < s.hi && t.name() && !t.isAny("USING", "ON") {
		if k.Name == "" {
			k.Name = t.last()
		}
		i++
	}
	if r.words(i, "USING", "INDEX") {
		k.UsingIndex = r.at(i + 2).last()
	}
	r.keyBody(span{i, s.hi}, &k)
	d.Keys = append(d.Keys, k)
	return true
}

// indexItem tells the index KEY name (columns) of MySQL from a column that is called key: in the brackets behind its
// type stand numbers.
func (r *reader) indexItem(i int) bool {
	if i, if0 := r.ifExists(i); if0 {
		return r.at(i).name()
	}
	if r.at(i).name() && !r.at(i).isAny("USING") {
		i++
	}
	if r.words(i, "USING") {
		i += 2
	}
	return r.opens(i) && r.at(i+1).kind != kNum && !r.words(i+1, "MAX")
}

// Words that end the type of a column.
var columnWords = set(`NOT NULL DEFAULT PRIMARY UNIQUE REFERENCES CHECK CONSTRAINT COLLATE GENERATED IDENTITY AUTO_INCREMENT
	AUTOINCREMENT AS ON COMMENT KEY ENCODE OPTIONS FIRST AFTER VIRTUAL STORED INVISIBLE ROWGUIDCOL SPARSE STATIC`)

// column reads the definition of a column. A key that it declares is one of the table's.
func (r *reader) column(s span, d *DDL) {
	c := DDLColumn{Name: r.at(s.lo).last()}
	i := r.find(span{s.lo + 1, s.hi}, func(i int) bool {
		return columnWords[r.at(i).up] || r.words(i, "CHARACTER", "SET")
	})
	c.Type = r.text(span{s.lo + 1, i})
	switch r.at(s.lo + 1).up {
	case "SERIAL", "BIGSERIAL", "SMALLSERIAL", "SERIAL4", "SERIAL8", "SERIAL2":
		c.Auto = true
	}
	name := ""
	for i < s.hi {
		next := i + 1
		switch r.at(i).up {
		case "CONSTRAINT":
			name = r.at(i + 1).last()
			next++
		case "NOT":
			c.NotNull = c.NotNull || r.words(i+1, "NULL")
			next++
		case "DEFAULT":
			next = r.defaultValue(span{i + 1, s.hi}, &c)
		case "PRIMARY", "UNIQUE":
			next = r.columnKey(i, name, &c, d)
			name = ""
		case "GENERATED":
			c.Auto = true
			next = r.findWord(span{i, s.hi}, "AS") + 1
		case "IDENTITY", "AUTO_INCREMENT", "AUTOINCREMENT":
			c.Auto = true
		case "ON", "REFERENCES", "COLLATE", "COMMENT":
			next++
		}
		if r.opens(next) {
			next = r.next(next)
		}
		i = next
	}
	d.Columns = append(d.Columns, c)
}

// columnKey reads PRIMARY KEY or UNIQUE of a column.
func (r *reader) columnKey(i int, name string, c *DDLColumn, d *DDL) int {
	k := Key{Name: name, Columns: []string{c.Name}, Unique: true, Constraint: true}
	if r.words(i, "PRIMARY") {
		k.Primary, c.Primary, c.NotNull = true, true, true
	} else {
		c.Unique = true
	}
	i++
	for r.at(i).isAny("KEY", "CLUSTERED", "NONCLUSTERED", "ASC", "DESC") {
		i++
	}
	if r.words(i, "NULLS") {
		k.NullsNotDistinct = r.words(i, "NULLS", "NOT", "DISTINCT")
		i += 2
		if k.NullsNotDistinct {
			i++
		}
	}
	d.Keys = append(d.Keys, k)
	return i
}

// defaultValue reads the value of DEFAULT, and is the place behind it.
func (r *reader) defaultValue(s span, c *DDLColumn) int {
	end := r.find(span{s.lo + 1, s.hi}, func(i int) bool { return columnWords[r.at(i).up] })
	c.HasDefault = true
	c.Default = r.value(span{s.lo, end})
	return end
}
