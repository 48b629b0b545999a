package output

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/idemvet/idemvet/internal/report"
)

// Code scanning refuses a file with more results than this, or a result with more locations.
const (
	maxResults   = 25_000
	maxLocations = 1_000
)

const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// SARIF prints the Static Analysis Results Interchange Format 2.1.0 in the way that GitHub code scanning reads it: all rules
// with their pages, results with their paths, findings that do not count with the reason. Of more than 25,000 results the most
// severe are kept, and a notification says how many are missing.
func SARIF(w io.Writer, r *report.Report, o Options) error {
	s := sarifWriter{o: o, src: sources{read: o.read}, index: map[string]int{}}
	for i, m := range o.Rules {
		s.index[m.ID] = i
	}
	kept := mostSevere(r.Findings, maxResults)
	for _, f := range kept {
		s.suppressed = s.suppressed || f.Suppressed != nil
		s.known = s.known || f.Known
	}
	run := sarifRun{
		Tool:        sarifTool{s.driver()},
		Invocations: []sarifInvocation{invocation(r, len(r.Findings)-len(kept))},
		ColumnKind:  "utf16CodeUnits",
		Results:     []sarifResult{},
	}
	log := sarifLog{sarifSchema, "2.1.0", []sarifRun{run}}
	return writeList(w, log, "results", len(kept), func(i int) any { return s.result(kept[i]) })
}

// sarifWriter turns findings into results.
type sarifWriter struct {
	o     Options
	src   sources
	index map[string]int // of rules
	// Of one run either all results or none say whether they are suppressed, and whether they are new.
	suppressed, known bool
}

// mostSevere keeps at most n findings, in their order: those that count before the others, then the more severe.
func mostSevere(all []report.Finding, n int) []*report.Finding {
	ranked := make([]int, len(all))
	for i := range ranked {
		ranked[i] = i
	}
	if len(all) > n {
		slices.SortStableFunc(ranked, func(a, b int) int { return cmp.Compare(weight(&all[b]), weight(&all[a])) })
		ranked = ranked[:n]
		slices.Sort(ranked)
	}
	kept := make([]*report.Finding, len(ranked))
	for i, j := range ranked {
		kept[i] = &all[j]
	}
	return kept
}

func weight(f *report.Finding) int {
	if f.Counts() {
		return 10 + f.Severity.Rank()
	}
	return f.Severity.Rank()
}

// invocation tells how the run went: what was not analysed, and how many results were left out.
func invocation(r *report.Report, missing int) sarifInvocation {
	inv := sarifInvocation{Successful: len(r.Incomplete) == 0}
	for _, inc := range r.Incomplete {
		inv.Notifications = append(inv.Notifications, sarifNotification{"error", sarifMessage{Text: notAnalysed(inc)}})
	}
	if missing > 0 {
		text := fmt.Sprintf("%d of %d results were left out, the least severe: code scanning takes %d", missing, len(r.Findings), maxResults)
		inv.Notifications = append(inv.Notifications, sarifNotification{"warning", sarifMessage{Text: text}})
	}
	return inv
}

func (s *sarifWriter) result(f *report.Finding) sarifResult {
	out := sarifResult{
		RuleID: f.Rule, Level: level(f.Severity), Message: sarifMessage{Text: story(f)},
		Locations: []sarifLocation{s.location(f.Source, f.At)},
		// The name primaryLocationLineHash, which code scanning tells results apart by, is not used: GitHub's upload action computes
		// it from the source line when it is absent, and prints a warning for each result whose value is another.
		Fingerprints: map[string]string{"idemvet/v1": f.Fingerprint},
		Properties:   sarifResultBag{string(f.Confidence), f.Function, f.At.Pkg},
	}
	if i, ok := s.index[f.Rule]; ok {
		out.RuleIndex = &i
	}
	out.Flows, out.Related = s.path(f)
	for _, x := range f.Fixes {
		if len(x.Edits) > 0 {
			out.Fixes = append(out.Fixes, s.fix(x))
		}
	}
	if s.suppressed {
		out.Suppressions = s.suppression(f)
	}
	if s.known {
		out.Baseline = "new"
		if f.Known {
			out.Baseline = "unchanged"
		}
	}
	return out
}

func (s *sarifWriter) suppression(f *report.Finding) *[]sarifSuppression {
	list := []sarifSuppression{}
	if x := f.Suppressed; x != nil {
		list = append(list, sarifSuppression{"inSource", x.Reason, s.line(x.Source, x.Line)})
	}
	return &list
}
