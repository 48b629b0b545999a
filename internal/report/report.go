// Package report turns what the engine found into what a user is shown: paths instead of import paths,
// fingerprints, the findings that were asked for, in a stable order.
package report

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/suppress"
)

// Report is the outcome of one run, ready for printing.
type Report struct {
	Findings   []Finding // sorted by file, line, column, rule and message; with those that do not count if they were asked for
	Others     []Finding // found, and not asked for; not printed, but a baseline that has them is not stale
	Incomplete []Incomplete
	Stats      Stats
}

// Finding is a rule's finding together with what only the whole run knows.
type Finding struct {
	rule.Finding
	Name        string // of the rule
	Source      File
	Fingerprint string // identity that survives moved code
	Group       string // the same without the ordinal: the fingerprint of the first of its equals
	Steps       []Step // the path, resolved
	Fixes       []Fix  // the finding's own, resolved
	Suppressed  *Suppression
	Known       bool // in the baseline, or in the revision that this run is compared with
}

// Fix is a change that mends a finding, its edits resolved.
type Fix struct {
	rule.Fix
	Edits []Edit
}

// Edit is one resolved edit of a fix.
type Edit struct {
	rule.Edit
	Source File
}

// Suppression is a comment in the source that says why a finding stands.
type Suppression struct {
	Reason string
	Source File
	Line   int
}

// Counts reports whether a finding is one to act on: neither suppressed nor known before.
func (f *Finding) Counts() bool { return f.Suppressed == nil && !f.Known }

// Words for Known in formats for programs.
const (
	StatusNew   = "new"
	StatusKnown = "baseline"
)

// Status is the word for Known in formats for programs.
func (f *Finding) Status() string {
	if f.Known {
		return StatusKnown
	}
	return StatusNew
}

// Step is one resolved position of a finding's path.
type Step struct {
	rule.Step
	Source File
}

// Incomplete names a package that was not analysed, or not in full, and why.
type Incomplete struct {
	Package string `json:"package"`
	Reason  string `json:"reason"`
}

// Stats counts what a run did.
type Stats struct {
	Packages   int     `json:"packages"`
	Cached     int     `json:"cached"`
	Findings   int     `json:"findings"`
	Suppressed int     `json:"suppressed"`
	Baseline   int     `json:"baseline"`
	Seconds    float64 `json:"seconds"`
}

// Package is what the engine found in one package that the user named.
type Package struct {
	Path      string
	Findings  []rule.Finding
	Comments  []suppress.Comment // that suppress findings
	Generated []string           // names of its generated files
}

// Options say how places are resolved and what is shown.
type Options struct {
	Base  string            // absolute directory that paths are relative to
	Dirs  map[string]string // import path → absolute directory
	Rules []*rule.Meta
	// Severity holds the severities of rules, by id, that are other than what the findings say.
	Severity map[string]rule.Severity
	// Excluded reports whether findings in a file, given by its absolute name, are not shown; nil means none are excluded.
	Excluded func(abs string) bool
	Wanted
	// Whole says that the findings are all that the program has, so that a comment without one suppresses nothing.
	Whole bool
	Today time.Time // for comments that hold until a day
}

// Wanted says which findings were asked for.
type Wanted struct {
	Rules      Selection
	Confidence rule.Confidence // the least one
	Tests      bool            // those in test files too
	Generated  bool            // those in generated files too
}

// Has reports whether a finding was asked for. It is told whether its file is generated.
func (w Wanted) Has(f *rule.Finding, generated bool) bool {
	return w.Rules.Has(f.Rule) &&
		f.Confidence.Rank() >= w.Confidence.Rank() &&
		(w.Tests || !f.Test && !strings.HasSuffix(f.At.File, "_test.go")) &&
		(w.Generated || !generated)
}

// Findings resolves and sorts the findings of the packages: those that were asked for, and the others.
func Findings(pkgs []Package, o Options) (asked, others []Finding) {
	r := resolver{base: o.Base, dirs: o.Dirs}
	names := make(map[string]string)
	for _, m := range o.Rules {
		names[m.ID] = m.Name
	}
	generated := make(map[File]bool)
	var all []Finding
	var comments []suppress.Comment
	for _, p := range pkgs {
		for _, c := range p.Comments {
			c.At.Pkg = importPath(c.At.Pkg)
			comments = append(comments, c)
		}
		for _, name := range p.Generated {
			generated[r.file(rule.Place{Pkg: p.Path, File: name})] = true
		}
		for _, f := range p.Findings {
			all = append(all, r.finding(f, names[f.Rule]))
		}
	}
	all = tidy(all)
	meant := suppress.New(comments, o.Rules, o.Today)
	for i := range all {
		if c := meant.Find(&all[i].Finding); c != nil {
			all[i].Suppressed = &Suppression{c.Reason, r.file(c.At), c.At.Line}
		}
	}
	about := meant.Faults()
	if o.Whole {
		about = append(about, meant.Unused()...)
	}
	for _, f := range about {
		all = append(all, r.finding(f, names[f.Rule]))
	}
	for i := range all {
		if s, ok := o.Severity[all[i].Rule]; ok {
			all[i].Severity = s
		}
	}
	slices.SortFunc(all, compare)
	fingerprint(all)
	for _, f := range all {
		if o.Wanted.Has(&f.Finding, generated[f.Source]) && (o.Excluded == nil || !o.Excluded(f.Source.Abs)) {
			asked = append(asked, f)
		} else {
			others = append(others, f)
		}
	}
	return asked, others
}

// tidy sorts findings and drops what is told twice: a package and its test variant report the same mistake.
func tidy(all []Finding) []Finding {
	slices.SortFunc(all, compare)
	return once(slices.CompactFunc(all, func(a, b Finding) bool { return compare(a, b) == 0 }))
}

// once drops a finding that leads to a place at which the same rule speaks itself: a package that only has a function run
// again tells what the package of the function tells too.
func once(all []Finding) []Finding {
	type key struct {
		rule string
		at   rule.Place
	}
	at := map[key]bool{}
	for _, f := range all {
		at[key{f.Rule, f.At}] = true
	}
	return slices.DeleteFunc(all, func(f Finding) bool {
		for _, s := range f.Path {
			if s.Role == rule.Sink && s.At != f.At && s.At.Pkg != f.At.Pkg && at[key{f.Rule, s.At}] {
				return true
			}
		}
		return false
	})
}

// compare orders findings by file, line, column, rule and message.
func compare(a, b Finding) int {
	return cmp.Or(
		cmp.Compare(a.Source.Rel, b.Source.Rel),
		cmp.Compare(a.At.Line, b.At.Line), cmp.Compare(a.At.Column, b.At.Column),
		cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Message, b.Message))
}

// AtLeast reports whether a finding that counts is at or above the gate.
func (r *Report) AtLeast(gate rule.Severity) bool {
	return slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Counts() && f.Severity.Rank() >= gate.Rank() })
}

// Tally counts the findings, and drops those that do not count unless they are to be shown.
func (r *Report) Tally(show bool) {
	r.Stats.Findings, r.Stats.Suppressed, r.Stats.Baseline = 0, 0, 0
	for i := range r.Findings {
		switch f := &r.Findings[i]; {
		case f.Suppressed != nil:
			r.Stats.Suppressed++
		case f.Known:
			r.Stats.Baseline++
		default:
			r.Stats.Findings++
		}
	}
	if !show {
		r.Findings = slices.DeleteFunc(r.Findings, func(f Finding) bool { return !f.Counts() })
	}
}
