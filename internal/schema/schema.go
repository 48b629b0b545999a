// Package schema finds out which unique constraints a program's database has, from what stands in the repository: SQL
// files replayed in migration order, struct tags, and ent schemas.
//
// It answers with three values, and leans to Unknown: a wrong Yes hides a defect, a wrong No accuses code that is right.
package schema

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Constraint is what code assumes or a database promises: no two rows of Table agree in all Columns.
type Constraint struct {
	Table   string
	Columns []string
}

// Unique is one promise found.
type Unique struct {
	Constraint
	Name    string
	Primary bool
	Where   string // the condition of a partial index
	Expr    bool   // part of it is an expression; Columns are the others
	Unsure  bool   // it may not hold, or not over these columns
	File    string // slash path below the root
	Line    int

	exprs []string // lower case
}

// Answer is what is known about a promise.
type Answer int

// The answers. Unknown is the zero value.
const (
	Unknown Answer = iota
	Yes
	No
)

func (a Answer) String() string {
	switch a {
	case Yes:
		return "yes"
	case No:
		return "no"
	}
	return "unknown"
}

// Schema is what was found. Queries may run at once, but not beside Add and Define.
type Schema struct {
	// Problems are the files that were left out, sorted.
	Problems []string

	layers []*layer
	added  []Unique
}

// Add records promises found elsewhere that hold beside those in SQL files, such as the creation of an index in Go code.
// Struct tags are better told by Define, which knows that they may not have been applied.
func (s *Schema) Add(u ...Unique) { s.added = append(s.added, u...) }

// Declare records that a table has unique keys, because somebody says so. Of a table whose definition was not seen it has these
// and no others. Call it after Define. File and line are where it is said.
func (s *Schema) Declare(name string, keys [][]string, file string, line int) {
	var list []Unique
	for _, cols := range keys {
		list = append(list, Unique{Constraint: Constraint{Table: name, Columns: cols}, File: file, Line: line})
	}
	if s.Knows(name) {
		s.Add(list...)
		return
	}
	t := &table{}
	if t.schema, t.name = splitName(name); t.name == "" {
		return
	}
	for _, u := range list {
		t.keys = append(t.keys, keyOf(u))
	}
	db := newDatabase()
	db.create(t, true)
	s.layers = append(s.layers, &layer{database: db, name: "\x00declared " + name})
}

// Knows reports whether the table's definition was seen: CREATE TABLE, or a tagged struct.
func (s *Schema) Knows(table string) bool {
	schema, name := splitName(table)
	return slices.ContainsFunc(s.layers, func(l *layer) bool { return len(match(l.tables[name], schema)) > 0 })
}

// Covers looks for a promise that makes two rows with equal values in cols impossible: a unique, non-partial,
// non-expression key whose columns are a subset of cols. The answer is No when the table is known and has none, and Unknown
// when it is not, or when a key may or may not apply; that key is then returned.
func (s *Schema) Covers(table string, cols []string) (Unique, Answer) {
	return s.ask(table, func(keys []*key) (*key, Answer) { return covers(keys, lowered(cols)) })
}

// Target asks for the target of a conflict clause: a unique key over exactly these columns, in any order. With where, the
// clause has a condition, so that a partial index may serve; without, a partial index over these columns is returned with No.
func (s *Schema) Target(table string, cols []string, where bool) (Unique, Answer) {
	return s.ask(table, func(keys []*key) (*key, Answer) { return serves(keys, lowered(cols), where) })
}

// Keys lists all promises about a table, sorted.
func (s *Schema) Keys(table string) []Unique {
	c := s.collect(table)
	var out []Unique
	list := append(slices.Clone(c.sql), c.model...)
	for _, t := range list {
		for _, k := range t.keys {
			if k.unique {
				out = append(out, k.promise(t.title()))
			}
		}
	}
	for _, k := range c.others {
		if k.unique {
			_, name := splitName(table)
			out = append(out, k.promise(name))
		}
	}
	slices.SortStableFunc(out, compareUnique)
	return slices.CompactFunc(out, func(a, b Unique) bool { return compareUnique(a, b) == 0 })
}

func compareUnique(a, b Unique) int {
	first := 0
	if a.Primary != b.Primary {
		first = 1
		if a.Primary {
			first = -1
		}
	}
	return cmp.Or(first,
		cmp.Compare(a.Table, b.Table), slices.Compare(a.Columns, b.Columns), cmp.Compare(a.Name, b.Name),
		cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Where, b.Where))
}

// Tables lists the tables whose definitions were seen.
func (s *Schema) Tables() []string {
	var out []string
	for _, l := range s.layers {
		for _, list := range l.tables {
			for _, t := range list {
				out = append(out, t.title())
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// String lists the tables with their keys.
func (s *Schema) String() string {
	var b strings.Builder
	for _, t := range s.Tables() {
		fmt.Fprintln(&b, t)
		for _, u := range s.Keys(t) {
			fmt.Fprintln(&b, "  "+u.String())
		}
	}
	return b.String()
}

func (u Unique) String() string {
	kind := "unique"
	if u.Primary {
		kind = "primary key"
	}
	out := kind + " (" + strings.Join(u.Columns, ", ") + ")"
	if u.Name != "" {
		out = u.Name + " " + out
	}
	if u.Expr {
		out += " with an expression"
	}
	if u.Where != "" {
		out += " where " + u.Where
	}
	if u.Unsure {
		out += " perhaps"
	}
	return fmt.Sprintf("%s %s:%d", out, u.File, u.Line)
}

func lowered(cols []string) []string {
	out := make([]string, len(cols))
	for i, c := range cols {
		out[i] = strings.ToLower(strings.Trim(c, "\"`[]"))
	}
	slices.Sort(out)
	return slices.Compact(out)
}
