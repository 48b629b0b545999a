package sqlshape

// alter reads ALTER TABLE and ALTER INDEX … RENAME TO. The latter names no table.
func (r *reader) alter(s span, d *DDL) {
	i := s.lo + 2
	i, d.IfExists = r.ifExists(i)
	if r.words(i, "ONLY") {
		i++
	}
	name := r.at(i)
	i++
	if r.words(s.lo+1, "INDEX") {
		d.Name = name.last()
		c := Change{Op: OtherChange, Name: d.Name}
		if r.words(i, "RENAME", "TO") {
			c.Op, c.To = RenameKey, r.at(i+2).last()
		}
		d.Changes = append(d.Changes, c)
		return
	}
	if name.name() {
		d.Table = name.full()
	}
	for r.at(i).op("*") || r.words(i, "WITH", "CHECK") || r.words(i, "WITH", "NOCHECK") {
		i = r.next(i)
		if r.at(i).isAny("CHECK", "NOCHECK") {
			i++
		}
	}
	adding := false
	for _, it := range r.items(span{i, s.hi}) {
		adding = r.change(it, adding, d)
	}
}

// change reads one action. In SQL Server one ADD adds several things: adding tells that the action before was one.
func (r *reader) change(s span, adding bool, d *DDL) bool {
	i := s.lo + 1
	switch r.at(s.lo).up {
	case "ADD":
		r.add(span{i, s.hi}, d)
		return true
	case "DROP":
		r.dropChange(span{i, s.hi}, d)
	case "RENAME":
		d.Changes = append(d.Changes, r.rename(i))
	case "ALTER", "MODIFY", "CHANGE":
		r.alterColumn(s, d)
	default:
		if adding && r.at(s.lo).name() {
			r.add(s, d)
			return true
		}
		d.Changes = append(d.Changes, Change{Op: OtherChange})
	}
	return false
}

// add reads what stands behind ADD: a column with its keys, a key, or several of them in brackets.
func (r *reader) add(s span, d *DDL) {
	if r.words(s.lo, "COLUMN") {
		s.lo++
	}
	var exists bool
	s.lo, exists = r.ifExists(s.lo)
	parts := []span{s}
	if r.opens(s.lo) {
		parts = r.items(r.inner(s.lo))
	}
	var in DDL
	for _, p := range parts {
		r.tableItem(p, &in)
	}
	for _, c := range in.Columns {
		d.Changes = append(d.Changes, Change{Op: AddColumn, Name: c.Name, Column: c, IfExists: exists})
	}
	for _, k := range in.Keys {
		d.Changes = append(d.Changes, Change{Op: AddKey, Name: k.Name, Key: k, IfExists: exists})
	}
	if len(in.Columns)+len(in.Keys) == 0 {
		d.Changes = append(d.Changes, Change{Op: OtherChange})
	}
}

func (r *reader) dropChange(s span, d *DDL) {
	c := Change{Op: DropColumn}
	i := s.lo
	switch {
	case r.words(i, "PRIMARY", "KEY"):
		d.Changes = append(d.Changes, Change{Op: DropPrimary})
		return
	case r.words(i, "FOREIGN", "KEY"), r.words(i, "CHECK"), r.words(i, "PARTITION"):
		d.Changes = append(d.Changes, Change{Op: OtherChange})
		return
	case r.at(i).isAny("CONSTRAINT", "INDEX", "KEY") && i+1 < s.hi:
		c.Op = DropKey
		i++
	case r.words(i, "COLUMN"):
		i++
	}
	i, c.IfExists = r.ifExists(i)
	names := r.items(span{i, i + 1})
	if r.opens(i) {
		names = r.items(r.inner(i))
	}
	for _, n := range names {
		c.Name = r.at(n.lo).last()
		d.Changes = append(d.Changes, c)
	}
}

func (r *reader) rename(i int) Change {
	switch {
	case r.at(i).isAny("TO", "AS"):
		return Change{Op: RenameTable, To: r.at(i + 1).full()}
	case r.at(i).isAny("CONSTRAINT", "INDEX", "KEY") && r.words(i+2, "TO"):
		return Change{Op: RenameKey, Name: r.at(i + 1).last(), To: r.at(i + 3).last()}
	case r.words(i, "COLUMN"):
		i++
	}
	if r.words(i+1, "TO") {
		return Change{Op: RenameColumn, Name: r.at(i).last(), To: r.at(i + 2).last()}
	}
	return Change{Op: OtherChange}
}

// alterColumn reads ALTER [COLUMN] of all dialects, and MODIFY and CHANGE of MySQL, which redefine the column.
func (r *reader) alterColumn(s span, d *DDL) {
	i := s.lo + 1
	if r.at(i).isAny("CONSTRAINT", "INDEX", "CHECK") {
		d.Changes = append(d.Changes, Change{Op: OtherChange, Name: r.at(i + 1).last()})
		return
	}
	if r.words(i, "COLUMN") {
		i++
	}
	i, _ = r.ifExists(i)
	c := Change{Op: AlterColumn, Name: r.at(i).last()}
	if r.words(s.lo, "CHANGE") {
		c.To = r.at(i + 1).last()
		i++
	}
	whole := r.at(s.lo).isAny("CHANGE", "MODIFY") ||
		!r.at(i+1).isAny("SET", "DROP", "TYPE", "ADD", "RESTART", "ALTER") && i+1 < s.hi
	var in DDL
	if whole {
		r.column(span{i, s.hi}, &in)
		c.Column = in.Columns[0]
	}
	d.Changes = append(d.Changes, c)
	for _, k := range in.Keys {
		d.Changes = append(d.Changes, Change{Op: AddKey, Key: k})
	}
}
