package rule

import (
	"slices"
	"strings"

	"github.com/idemvet/idemvet/internal/schema"
)

// Settle decides the findings that hang on the schema of the database: it drops them, makes them surer, or turns them into
// what remains when the database refuses the second row. A nil schema is one of which nothing is known.
func Settle(list []Finding, s *schema.Schema) []Finding {
	var kept []Finding
	for _, f := range list {
		if f.Assumes == nil || f.settle(s) {
			f.Fixes = f.holding(s)
			kept = append(kept, f)
		}
	}
	return kept
}

// holding are the fixes that mend the finding whatever the schema says, or by what it says. Where the table has another unique key, a
// conflict with that would be passed over too, which may be a mistake that has to show; the primary key is drawn as a rule.
func (f *Finding) holding(s *schema.Schema) []Fix {
	if !slices.ContainsFunc(f.Fixes, func(x Fix) bool { return x.IfUnique }) {
		return f.Fixes
	}
	unique := false
	if a := f.Assumes; s != nil && a != nil && len(a.Columns) > 0 {
		u, answer := s.Covers(a.Table, a.Columns)
		unique = answer == schema.Yes && !slices.ContainsFunc(s.Keys(a.Table), func(k schema.Unique) bool { return !k.Primary && !slices.Equal(k.Columns, u.Columns) })
	}
	return slices.DeleteFunc(slices.Clone(f.Fixes), func(x Fix) bool { return x.IfUnique && !unique })
}

// settle reports whether the finding stands.
func (f *Finding) settle(s *schema.Schema) bool {
	a := f.Assumes
	switch a.Kind {
	case NoTarget:
		return s != nil && f.settleTarget(s)
	case Unenforced:
		return s != nil && s.Knows(a.Table) && !slices.ContainsFunc(s.Keys(a.Table), func(k schema.Unique) bool { return k.Expr || intersects(k.Columns, a.Columns) })
	}
	if a.Kind == Unkeyed {
		return f.settleUnkeyed(s)
	}
	if s == nil || len(a.Columns) == 0 {
		return true
	}
	switch a.Kind {
	case HasUnique:
		return f.settleRefused(s)
	case Unrefused:
		_, answer := s.Covers(a.Table, a.Columns)
		return answer != schema.Yes
	}
	switch u, answer := s.Covers(a.Table, a.Columns); answer {
	case schema.Yes:
		f.surfaces(indexName(u))
	case schema.No:
		if f.Confidence != Low {
			f.Severity, f.Confidence = Error, High
		}
		f.Help = strings.Replace(f.Help, unknownIndex, "there is no unique index on ", 1)
	}
	return true
}

// settleRefused decides about a row that a repeat inserts again: it is refused by a unique key, or just stored twice.
func (f *Finding) settleRefused(s *schema.Schema) bool {
	a := f.Assumes
	u, answer := s.Covers(a.Table, a.Columns)
	if answer == schema.Yes && !(u.Primary && a.Drawn) && !intersects(u.Columns, a.Fresh) && f.Confidence == Medium {
		f.Confidence = High
	}
	return answer != schema.No
}

// settleUnkeyed decides about a row that a repeat stores once more, unless a unique key refuses it.
func (f *Finding) settleUnkeyed(s *schema.Schema) bool {
	a := f.Assumes
	answer := schema.Unknown
	if s != nil && len(a.Columns) > 0 {
		_, answer = s.Covers(a.Table, a.Columns)
	}
	if answer == schema.No {
		f.Severity, f.Confidence = Error, a.Most
	}
	return answer == schema.No || answer == schema.Unknown && !a.Identified
}

func indexName(u schema.Unique) string {
	switch {
	case u.Primary:
		return "the primary key of " + u.Table
	case u.Name != "":
		return "the unique index " + u.Name
	}
	return "a unique index of " + u.Table
}

// surfaces turns a finding into what is left of it where the database refuses the second row: one of the two runs gets an
// error that nobody expects. Where an error is meant anyway, only its kind is wrong.
func (f *Finding) surfaces(index string) {
	f.Help = "take that refusal for \"already there\" (handle the violation, or ON CONFLICT DO NOTHING), and read what is there"
	f.Severity, f.Confidence = Warning, Medium
	if f.Assumes.Startup {
		f.Confidence = Low
	}
	if f.Assumes.Refuses {
		f.Severity, f.Confidence = Info, Low
	}
	f.Message = Fit(f.Subject+": when two runs both find nothing, "+index+" stops the second insert, and that error is not told from others",
		f.Subject+": when two runs both find nothing, the second insert fails, and that error is not told from others")
	f.Title = "a race shows as an error"
	f.Runs = "run 1 and run 2 both find nothing · run 1 inserts · run 2 is refused by the index and fails, though the row it wants is there"
}

// settleTarget decides about a conflict clause: whether a key can collide that it does not cover.
func (f *Finding) settleTarget(s *schema.Schema) bool {
	a := f.Assumes
	if !s.Knows(a.Table) {
		return false
	}
	for _, k := range s.Keys(a.Table) {
		if a.Constraint != "" && k.Name == a.Constraint || a.Primary && k.Primary {
			return !k.Unsure && f.collides(s, k.Columns)
		}
	}
	if a.Constraint != "" || a.Primary {
		return false
	}
	if len(a.Columns) > 0 {
		// An index over an expression is not one over the column in it.
		if u, answer := s.Target(a.Table, a.Columns, a.Partial); answer == schema.No || answer == schema.Unknown && u.Expr && !u.Unsure {
			f.Message = Fit(f.Subject + ": ON CONFLICT (" + strings.Join(a.Columns, ", ") + ") names no unique index: the database refuses the statement, or a repeat inserts again")
			f.Help = "create a unique index on " + a.Table + " (" + strings.Join(a.Columns, ", ") + "), or name the columns of the one that exists"
			return true
		} else if answer == schema.Unknown {
			return false
		}
	}
	return f.collides(s, a.Columns)
}

// collides looks at the keys of the table. A key over a column that holds a new value each time never collides. Where the
// clause names such a one, or takes any and finds only such, a repeat is not recognised; another key that can collide and is
// not named makes the repeat fail.
func (f *Finding) collides(s *schema.Schema, target []string) bool {
	a := f.Assumes
	var open []schema.Unique // that a repeat would violate
	for _, k := range s.Keys(a.Table) {
		if k.Unsure || k.Expr || k.Where != "" {
			return false
		}
		if subset(k.Columns, a.Inserted) && !intersects(k.Columns, a.Fresh) {
			open = append(open, k)
		}
	}
	named := len(target) > 0
	drawn := len(a.Inserted) > 0 && !subset(target, a.Inserted) // by the database
	switch {
	case named && !drawn && !intersects(target, a.Fresh):
		return false // it can collide, and is named
	case named && len(open) > 0:
		f.Message = Fit(f.Subject + ": the conflict clause is for (" + strings.Join(target, ", ") + "), which is new each time; a repeat violates " + indexName(open[0]) + " instead")
		f.Help = "name the columns that a repeat has in common: ON CONFLICT (" + strings.Join(open[0].Columns, ", ") + ")"
		return true
	case len(open) == 0 && len(a.Inserted) > 0:
		f.Message = Fit(f.Subject + ": no unique index covers what a repeat has in common, so the conflict clause never applies and the row is inserted again")
		f.Help = "add a unique index on " + a.Table + " over the columns that identify the request or message"
		return true
	}
	return false
}

func subset(list, of []string) bool {
	for _, c := range list {
		if !slices.Contains(of, c) {
			return false
		}
	}
	return len(list) > 0
}

func intersects(a, b []string) bool {
	return slices.ContainsFunc(a, func(c string) bool { return slices.Contains(b, c) })
}
