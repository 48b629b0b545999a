package schema

import (
	"slices"
	"strings"
)

// A key is a constraint or an index as the replay sees it; those that are not unique are kept for their names, which later
// statements drop.
type key struct {
	name    string // lower case; "" when the database chooses one
	derived []string
	cols    []string
	exprs   []string // texts of the parts that are no columns
	unique  bool
	primary bool
	unsure  bool   // may not hold
	wild    bool   // its columns are not all known
	where   string // condition of a partial index
	file    string
	line    int
}

func (k *key) clone() *key {
	c := *k
	c.cols, c.exprs = slices.Clone(k.cols), slices.Clone(k.exprs)
	return &c
}

// A table is one definition of a table.
type table struct {
	schema, name string
	keys         []*key
	open         bool // it may have keys that are not listed
}

func (t *table) title() string {
	if t.schema == "" {
		return t.name
	}
	return t.schema + "." + t.name
}

func (t *table) clone() *table {
	c := *t
	c.keys = make([]*key, len(t.keys))
	for i, k := range t.keys {
		c.keys[i] = k.clone()
	}
	return &c
}

// find looks a key up by its name, or by the name that a database gives to one without.
func (t *table) find(name string) int {
	if name == "" {
		return -1
	}
	byName := func(k *key) bool { return k.name == name }
	if i := slices.IndexFunc(t.keys, byName); i >= 0 {
		return i
	}
	return slices.IndexFunc(t.keys, func(k *key) bool { return k.name == "" && slices.Contains(k.derived, name) })
}

// A database is what the files of one folder make when run. A table can have several definitions: files that create it
// twice are alternatives, of which nobody knows which one runs.
type database struct {
	tables map[string][]*table // by lower-case name without schema
	// What is done to tables that this folder does not create.
	foreign map[string]*table // keys added, by name without schema
	touched map[string]bool   // tables changed otherwise
	dropped map[string]bool   // keys dropped, by name
	// doubts are texts that may change keys in ways that are not understood.
	doubts  []string
	shrinks bool // dropping a column takes it out of the keys, as MySQL does
}

func newDatabase() *database {
	return &database{
		tables: map[string][]*table{}, foreign: map[string]*table{},
		touched: map[string]bool{}, dropped: map[string]bool{}, shrinks: true,
	}
}

// splitName separates a table from its schema; the name of a database in front is dropped. The schemas that databases look
// into by default count as none.
func splitName(full string) (schema, name string) {
	full = strings.ToLower(strings.TrimSpace(full))
	if !strings.ContainsAny(full, ".\"`[") {
		return "", full
	}
	parts := strings.Split(full, ".")
	for i := range parts {
		parts[i] = strings.Trim(parts[i], "\"`[] ")
	}
	name = parts[len(parts)-1]
	if len(parts) > 1 {
		schema = parts[len(parts)-2]
	}
	if schema == "public" || schema == "dbo" || schema == "main" {
		schema = ""
	}
	return schema, name
}

// match lists the definitions that a name can mean. A name without schema means the table of any schema, since the search
// path is not in the text; one with a schema means that schema, or a table whose schema is not told.
func match(list []*table, schema string) []*table {
	var exact, bare []*table
	for _, t := range list {
		switch t.schema {
		case schema:
			exact = append(exact, t)
		case "":
			bare = append(bare, t)
		}
	}
	switch {
	case len(exact) > 0 && schema != "":
		return exact
	case schema != "":
		return bare
	}
	return list
}

// target lists the definitions that a statement changes: unlike a question, it means one schema.
func (d *database) target(full string) []*table {
	schema, name := splitName(full)
	list := match(d.tables[name], schema)
	if schema == "" {
		bare := slices.DeleteFunc(slices.Clone(list), func(t *table) bool { return t.schema != "" })
		if len(bare) > 0 {
			return bare
		}
	}
	return list
}

func (d *database) create(t *table, ifNotExists bool) {
	exists := slices.ContainsFunc(d.tables[t.name], func(o *table) bool { return o.schema == t.schema })
	if exists && ifNotExists {
		return
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
	found := false
	for _, t := range list {
		if i := t.find(name); i >= 0 {
			t.keys = slices.Delete(t.keys, i, i+1)
			found = true
		}
	}
	if found {
		return
	}
	d.dropped[name] = true
	if full != "" && !ifExists && !harmlessName(name) {
		for _, t := range list {
			t.doubtUnnamed()
		}
	}
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

// dropColumn drops the keys over the column; in MySQL they lose it and stay.
func (d *database) dropColumn(full, col string) {
	for _, t := range d.changed(full) {
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
		if i := t.find(from); i >= 0 {
			t.keys[i].name = to
		}
	}
}
