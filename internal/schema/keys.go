package schema

import (
	"slices"
	"strings"

	"github.com/idemvet/idemvet/internal/sqlshape"
)

func (r *runner) key(table string, k sqlshape.Key, line int) *key {
	out := &key{
		name: strings.ToLower(k.Name), cols: slices.Clone(k.Columns), where: k.Where,
		unique: k.Unique || k.Primary || k.Exclusion, primary: k.Primary,
		unsure: r.loose || k.Partial || k.NullFiltered || k.Exclusion, wild: k.Partial,
		file: r.path, line: line,
	}
	if k.Exprs {
		if out.exprs = slices.Clone(k.ExprText); len(out.exprs) == 0 {
			out.unsure, out.wild = true, true
		}
	}
	out.derived = derivedNames(table, out)
	return out
}

// derivedNames are what PostgreSQL calls a key that was given no name.
func derivedNames(full string, k *key) []string {
	_, table := splitName(full)
	switch {
	case k.name != "" || len(k.cols) == 0:
		return nil
	case k.primary:
		return []string{fit(table, "", "_pkey")}
	}
	cols := strings.Join(k.cols, "_")
	return []string{fit(table, "_"+cols, "_key"), fit(table, "_"+cols, "_idx")}
}

// fit cuts the longer of the two parts until the name has the 63 bytes that PostgreSQL keeps.
func fit(table, cols, suffix string) string {
	for len(table)+len(cols)+len(suffix) > 63 {
		if len(table) > max(0, len(cols)-1) { // its underscore does not count
			table = table[:len(table)-1]
		} else {
			cols = cols[:len(cols)-1]
		}
	}
	return table + cols + suffix
}

func (r *runner) addKey(table string, c sqlshape.Change, line int) {
	if c.Key.UsingIndex == "" {
		r.db.add(table, r.key(table, c.Key, line), c.IfExists)
		return
	}
	// The index becomes the constraint, and takes its name.
	_, index := splitName(c.Key.UsingIndex)
	for _, t := range r.db.changed(table) {
		if i := t.find(index); i >= 0 {
			k := t.keys[i]
			k.unique, k.primary = true, k.primary || c.Key.Primary
			if c.Key.Name != "" {
				k.name = strings.ToLower(c.Key.Name)
			}
		}
	}
}
