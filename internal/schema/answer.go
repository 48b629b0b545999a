package schema

import (
	"slices"
	"strings"
)

// What all layers say about one table.
type collected struct {
	sql, model []*alternative
	others     []*key // from places that do not define the table
	touched    bool   // changed from a place that does not define it
}

// An alternative is one definition, with what weakens it.
type alternative struct {
	*table
	layer *layer
}

func (s *Schema) collect(name string) collected {
	schema, bare := splitName(name)
	var c collected
	for _, l := range s.layers {
		for _, t := range match(l.tables[bare], schema) {
			if a := (&alternative{t, l}); l.model {
				c.model = append(c.model, a)
			} else {
				c.sql = append(c.sql, a)
			}
		}
	}
	definers := c.definers()
	for _, l := range s.layers {
		if t := l.foreign[bare]; t != nil && len(match([]*table{t}, schema)) > 0 {
			for _, k := range t.keys {
				k = k.clone()
				// An index on a table that two databases have is on one of them.
				k.unsure = k.unsure || definers > 1
				c.others = append(c.others, k)
			}
		}
		c.touched = c.touched || l.touched[bare] && !slices.ContainsFunc(c.sql, func(a *alternative) bool { return a.layer == l })
	}
	for _, u := range s.added {
		if sc, n := splitName(u.Table); n == bare && len(match([]*table{{schema: sc, name: n}}, schema)) > 0 {
			c.others = append(c.others, keyOf(u))
		}
	}
	return c
}

// definers counts the layers of SQL that define the table.
func (c *collected) definers() int {
	n := 0
	for i, a := range c.sql {
		if !slices.ContainsFunc(c.sql[:i], func(b *alternative) bool { return b.layer == a.layer }) {
			n++
		}
	}
	return n
}

type judge func([]*key) (*key, Answer)

// ask puts a question to each definition of the table: only what all say is said.
func (s *Schema) ask(table string, judge judge) (Unique, Answer) {
	c := s.collect(table)
	first := c.sql
	if len(first) == 0 {
		first = c.model
	}
	if len(first) == 0 {
		return s.askOthers(c, table, judge)
	}
	u, answer := s.agree(c, first, judge)
	if answer == No && len(c.sql) > 0 {
		// The tag may have been applied, and the file be incomplete.
		for _, a := range c.model {
			if k, said := judge(a.keys); said == Yes {
				return k.promise(a.title()), Unknown
			}
		}
	}
	if c.touched {
		answer = Unknown
	}
	return u, answer
}

func (s *Schema) askOthers(c collected, table string, judge judge) (Unique, Answer) {
	k, answer := judge(c.others)
	if k == nil {
		return Unique{}, Unknown
	}
	_, name := splitName(table)
	if answer == No || c.touched || s.droppedElsewhere(k, nil, name) {
		answer = Unknown
	}
	return k.promise(name), answer
}

func (s *Schema) agree(c collected, list []*alternative, judge judge) (u Unique, answer Answer) {
	for i, a := range list {
		k, said := judge(s.keysOf(a, c.others))
		if said == No && (a.open || a.mayAdd(a.name)) {
			said = Unknown
		}
		if k != nil && (i == 0 || said == Unknown && u.Columns == nil) {
			u = k.promise(a.title())
		}
		switch {
		case i == 0:
			answer = said
		case answer != said:
			answer = Unknown
		}
	}
	return u, answer
}

// keysOf lists the keys of a definition with those from elsewhere, and doubts those that something unread may have dropped.
func (s *Schema) keysOf(a *alternative, others []*key) []*key {
	out := slices.Concat(a.keys, others)
	for i, k := range out {
		if !k.unsure && k.unique && (s.droppedElsewhere(k, a.layer, a.name) || a.layer.mayDrop(k.name)) {
			out[i] = k.clone()
			out[i].unsure = true
		}
	}
	return out
}

// droppedElsewhere reports whether a folder that does not define the table itself drops a key of this name.
func (s *Schema) droppedElsewhere(k *key, own *layer, table string) bool {
	return slices.ContainsFunc(s.layers, func(l *layer) bool {
		gone := func(name string) bool { return l.dropped[name] }
		return l != own && len(l.tables[table]) == 0 && (gone(k.name) || k.name == "" && slices.ContainsFunc(k.derived, gone))
	})
}

// mayAdd reports whether a text that was not understood is about the table.
func (a *alternative) mayAdd(table string) bool {
	return slices.ContainsFunc(a.layer.doubts, func(d string) bool {
		return mentions(d, table) && (strings.Contains(d, "unique") || strings.Contains(d, "primary key"))
	})
}

func (l *layer) mayDrop(name string) bool {
	return name != "" && slices.ContainsFunc(l.doubts, func(d string) bool {
		return mentions(d, name) && strings.Contains(d, "drop")
	})
}

func (k *key) promise(table string) Unique {
	return Unique{
		Constraint: Constraint{Table: table, Columns: slices.Clone(k.cols)},
		Name:       k.name, Primary: k.primary, Where: k.where, Expr: len(k.exprs) > 0, Unsure: k.unsure, exprs: k.exprs,
		File: k.file, Line: k.line,
	}
}

func (k *key) plain() bool { return !k.unsure && k.where == "" && len(k.exprs) == 0 && len(k.cols) > 0 }

// within reports whether the key is over nothing but cols. An expression counts when it reads one of them: what else it
// reads is not known.
func (k *key) within(cols []string) bool {
	if k.wild {
		return true
	}
	for _, c := range k.cols {
		if !slices.Contains(cols, c) {
			return false
		}
	}
	for _, e := range k.exprs {
		if !slices.ContainsFunc(cols, func(c string) bool { return mentions(e, c) }) {
			return false
		}
	}
	return true
}

func covers(keys []*key, cols []string) (*key, Answer) {
	var perhaps *key
	for _, k := range keys {
		switch {
		case !k.unique || !k.within(cols):
		case k.plain():
			return k, Yes
		case perhaps == nil:
			perhaps = k
		}
	}
	if perhaps != nil {
		return perhaps, Unknown
	}
	return nil, No
}

func serves(keys []*key, cols []string, where bool) (*key, Answer) {
	var perhaps, partial *key
	for _, k := range keys {
		switch {
		case !k.unique || !k.within(cols) || !k.wild && len(k.cols)+len(k.exprs) != len(cols):
		case k.plain():
			return k, Yes
		case k.unsure || len(k.exprs) > 0:
			perhaps = k
		case where:
			return k, Yes
		default:
			partial = k
		}
	}
	if perhaps != nil {
		return perhaps, Unknown
	}
	return partial, No
}
