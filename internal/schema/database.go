package schema

import (
	"slices"
	"strings"
)

// A key is a constraint or an index as the replay sees it; those that are not unique are kept for their names, which later
// statements drop.
type key struct {
	name    string   // lower case; "" when the database chooses one
	derived []string // names that a database chooses
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
	file         string
	cols         []string
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
	c.cols = slices.Clone(t.cols)
	c.keys = make([]*key, len(t.keys))
	for i, k := range t.keys {
		c.keys[i] = k.clone()
	}
	return &c
}

func (t *table) find(name string) int {
	return slices.IndexFunc(t.keys, func(k *key) bool { return name != "" && k.name == name })
}

// findDerived looks for a key without a name by the one that the database gives it: PostgreSQL from the table and the columns,
// MySQL, which names the table whenever it drops an index, from the first column.
func (t *table) findDerived(name string, tableNamed bool) int {
	return slices.IndexFunc(t.keys, func(k *key) bool {
		return k.name == "" && (slices.Contains(k.derived, name) || tableNamed && !k.primary && len(k.cols) > 0 && k.cols[0] == name)
	})
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
	plain   bool // the files have no versions
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
