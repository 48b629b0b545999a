package report

import (
	"cmp"
	"slices"
	"strings"
)

// Merge makes one report of several, in the order that one run over all of it has. A finding or gap that several tell is in it
// once. Findings that do not count are dropped unless they are to be shown; those that the parts themselves left out stay
// counted.
func Merge(parts []*Report, show bool) *Report {
	all, hidden := &Report{}, Stats{}
	gaps := map[Incomplete]bool{}
	for _, p := range parts {
		all.Findings = append(all.Findings, p.Findings...)
		for _, inc := range p.Incomplete {
			if !gaps[inc] {
				gaps[inc] = true
				all.Incomplete = append(all.Incomplete, inc)
			}
		}
		all.Stats.Packages += p.Stats.Packages
		all.Stats.Cached += p.Stats.Cached
		all.Stats.Seconds = max(all.Stats.Seconds, p.Stats.Seconds)
		listed := *p
		listed.Tally(true)
		hidden.Suppressed += max(0, p.Stats.Suppressed-listed.Stats.Suppressed)
		hidden.Baseline += max(0, p.Stats.Baseline-listed.Stats.Baseline)
	}
	all.Findings = heaviest(all.Findings)
	slices.SortStableFunc(all.Findings, compare)
	slices.SortStableFunc(all.Incomplete, func(a, b Incomplete) int { return strings.Compare(a.Package, b.Package) })
	all.Tally(show)
	all.Stats.Suppressed += hidden.Suppressed
	all.Stats.Baseline += hidden.Baseline
	return all
}

// heaviest keeps one of the findings that share fingerprint and position.
func heaviest(list []Finding) []Finding {
	type key struct {
		fingerprint, file string
		line, column      int
	}
	at := map[key]int{}
	var out []Finding
	for _, f := range list {
		k := key{f.Fingerprint, f.Source.Rel, f.At.Line, f.At.Column}
		i, seen := at[k]
		switch {
		case !seen:
			at[k] = len(out)
			out = append(out, f)
		case weigh(&f, &out[i]) > 0:
			out[i] = f
		}
	}
	return out
}

// weigh says which of two views of a finding is the worse one, so that no part of a report can hide what another tells: one that
// counts before one that does not, then by severity and confidence. The message is compared so that the order of the parts does
// not matter.
func weigh(a, b *Finding) int {
	counts := func(f *Finding) int {
		if f.Counts() {
			return 1
		}
		return 0
	}
	return cmp.Or(
		cmp.Compare(counts(a), counts(b)),
		cmp.Compare(a.Severity.Rank(), b.Severity.Rank()),
		cmp.Compare(a.Confidence.Rank(), b.Confidence.Rank()),
		cmp.Compare(a.Message, b.Message))
}
