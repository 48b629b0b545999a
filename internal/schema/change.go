package schema

import (
	"slices"
	"strings"
)

func (d *database) create(t *table, ifNotExists bool) {
	for _, o := range d.tables[t.name] {
		// Of two files without versions, nobody knows which one is run.
		if o.schema == t.schema && ifNotExists && (!d.plain || o.file == t.file) {
			return
		}
	}
	d.tables[t.name] = append(d.tables[t.name], t)
}

func (d *database) drop(full string) {
	_, name := splitName(full)
	gone := d.target(full)
	if len(gone) == 0 {
		delete(d.foreign, name) // a table of another folder stays: scripts that clear a database are no migrations
		return
	}
	d.tables[name] = slices.DeleteFunc(d.tables[name], func(t *table) bool { return slices.Contains(gone, t) })
}

func (d *database) rename(full, to string) {
	list := slices.Clone(d.target(full))
	_, name := splitName(full)
	schema, newName := splitName(to)
	if len(list) == 0 {
		d.touched[name], d.touched[newName] = true, true
		return
	}
	d.tables[name] = slices.DeleteFunc(d.tables[name], func(t *table) bool { return slices.Contains(list, t) })
	for _, t := range list {
		if t.name = newName; strings.Contains(to, ".") {
			t.schema = schema
		}
		d.tables[newName] = append(d.tables[newName], t)
	}
}

// add gives a key to the table, in all its definitions.
func (d *database) add(full string, k *key, ifNotExists bool) {
	delete(d.dropped, k.name)
	list := d.target(full)
	if len(list) == 0 {
		schema, name := splitName(full)
		t := d.foreign[name]
		if t == nil {
			t = &table{schema: schema, name: name}
			d.foreign[name] = t
		}
		list = []*table{t}
	}
	for _, t := range list {
		if ifNotExists && t.find(k.name) >= 0 {
			continue
		}
		added := k.clone()
		added.unsure = k.unsure || t.schema != list[0].schema // which of the schemas is meant is not told
		t.keys = append(t.keys, added)
	}
}

// all lists the definitions of all tables, in order.
func (d *database) all() []*table {
	var out []*table
	for _, list := range d.tables {
		out = append(out, list...)
	}
	for _, t := range d.foreign {
		out = append(out, t)
	}
	slices.SortStableFunc(out, func(a, b *table) int { return strings.Compare(a.title(), b.title()) })
	return out
}

// dropKey removes a key by name, from the table if one is given.
func (d *database) dropKey(full, name string, ifExists bool) {
	_, name = splitName(name)
	list := d.all()
	if full != "" {
		list = d.target(full)
		if _, bare := splitName(full); len(list) == 0 && d.foreign[bare] != nil {
			list = []*table{d.foreign[bare]}
		}
	}
	if drop(list, func(t *table) int { return t.find(name) }) ||
		drop(list, func(t *table) int { return t.findDerived(name, full != "") }) {
		return
	}
	d.dropped[name] = true
	if full != "" && !ifExists && !harmlessName(name) {
		for _, t := range list {
			t.doubtUnnamed()
		}
	}
}

func drop(list []*table, find func(*table) int) bool {
	found := false
	for _, t := range list {
		if i := find(t); i >= 0 {
			t.keys = slices.Delete(t.keys, i, i+1)
			found = true
		}
	}
	return found
}

// doubtUnnamed is for the drop of a key of unknown name: it can be any that the database has named itself.
func (t *table) doubtUnnamed() {
	for _, k := range t.keys {
		if k.name == "" && !k.primary {
			k.unsure = true
		}
	}
}

// harmlessName reports whether a constraint is called like a foreign key or a check.
func harmlessName(name string) bool {
	for _, s := range []string{"fkey", "fk", "check", "chk", "foreign", "ibfk"} {
		if strings.HasSuffix(name, "_"+s) || strings.HasPrefix(name, s+"_") || strings.Contains(name, "_"+s+"_") {
			return true
		}
	}
	return false
}

func (d *database) dropPrimary(full string) {
	for _, t := range d.changed(full) {
		t.keys = slices.DeleteFunc(t.keys, func(k *key) bool { return k.primary })
	}
}

// changed is target for changes other than new keys: on a table of another folder they cannot be followed.
func (d *database) changed(full string) []*table {
	list := d.target(full)
	if len(list) == 0 {
		_, name := splitName(full)
		d.touched[name] = true
	}
	return list
}

// addColumn reports whether the table had the column.
func (d *database) addColumn(full, col string) bool {
	had := false
	for _, t := range d.target(full) {
		if slices.Contains(t.cols, col) {
			had = true
		} else {
			t.cols = append(t.cols, col)
		}
	}
	return had
}

// dropColumn drops the keys over the column; in MySQL they lose it and stay.
func (d *database) dropColumn(full, col string) {
	for _, t := range d.changed(full) {
		t.cols = slices.DeleteFunc(t.cols, func(c string) bool { return c == col })
		var kept []*key
		for _, k := range t.keys {
			over := slices.Contains(k.cols, col) || slices.ContainsFunc(k.exprs, func(e string) bool { return mentions(e, col) })
			if over && d.shrinks && len(k.cols) > 1 {
				k.cols = slices.DeleteFunc(k.cols, func(c string) bool { return c == col })
				k.unsure, over = true, false
			}
			if !over {
				kept = append(kept, k)
			}
		}
		t.keys = kept
	}
}

func (d *database) renameColumn(full, from, to string) {
	for _, t := range d.changed(full) {
		if i := slices.Index(t.cols, from); i >= 0 {
			t.cols[i] = to
		}
		for _, k := range t.keys {
			for i, c := range k.cols {
				if c == from {
					k.cols[i] = to
				}
			}
			for i, e := range k.exprs {
				k.exprs[i] = replaceWord(e, from, to)
			}
			k.where = replaceWord(k.where, from, to)
		}
	}
}

func (d *database) renameKey(full, from, to string) {
	_, from = splitName(from)
	_, to = splitName(to)
	list := d.all()
	if full != "" {
		list = d.target(full)
	}
	for _, t := range list {
		i := t.find(from)
		if i < 0 {
			i = t.findDerived(from, full != "")
		}
		if i >= 0 {
			t.keys[i].name = to
		}
	}
}
