package output

import (
	"cmp"
	"iter"
	"path/filepath"
	"strings"

	"github.com/idemvet/idemvet/internal/report"
	"github.com/idemvet/idemvet/internal/rule"
)

// counted yields the findings that count. What is suppressed or known before is left out of formats that have no word
// for it: the reader would take it for something to mend.
func counted(r *report.Report) iter.Seq[*report.Finding] {
	return func(yield func(*report.Finding) bool) {
		for i := range r.Findings {
			if f := &r.Findings[i]; f.Counts() && !yield(f) {
				return
			}
		}
	}
}

// story is all that a finding says, in paragraphs: the message, the two executions, what to write instead.
func story(f *report.Finding) string {
	parts := []string{f.Message}
	if f.Runs != "" {
		parts = append(parts, f.Runs)
	}
	if f.Help != "" {
		parts = append(parts, "help: "+f.Help)
	}
	return strings.Join(parts, "\n\n")
}

// notAnalysed says in one line what is missing from a report, and why.
func notAnalysed(inc report.Incomplete) string {
	if inc.Package == "" {
		return "not analysed: " + inc.Reason
	}
	return inc.Package + " not analysed: " + inc.Reason
}

// where names what was not analysed; the tool itself when that is no package.
func where(inc report.Incomplete) string { return cmp.Or(inc.Package, "idemvet") }

// path is a file as a CI host looks for it: from Root, if the file lies there.
func (o Options) path(f report.File) string {
	if o.Root == "" || f.Abs == "" {
		return f.Rel
	}
	rel, err := filepath.Rel(o.Root, f.Abs)
	if err != nil || !filepath.IsLocal(rel) {
		return f.Rel
	}
	return filepath.ToSlash(rel)
}

// url is the address of a rule's page; "" for a rule that is not among Rules.
func (o Options) url(id string) string {
	for _, m := range o.Rules {
		if m.ID == id {
			return m.URL()
		}
	}
	return ""
}

// end is where a place ends. An unknown end is the start.
func end(at rule.Place) (line, column int) {
	if at.EndLine < at.Line || at.EndLine == at.Line && at.EndColumn < at.Column {
		return at.Line, at.Column
	}
	return at.EndLine, at.EndColumn
}
