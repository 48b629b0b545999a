package report

import (
	"slices"
	"testing"

	"github.com/idemvet/idemvet/internal/rule"
)

// told is a finding of a report, named by its fingerprint.
func told(file string, line int, fingerprint string, change func(*Finding)) Finding {
	f := Finding{Finding: at(file, line, nil), Source: File{Rel: file}, Fingerprint: fingerprint}
	if change != nil {
		change(&f)
	}
	return f
}

func suppressed(f *Finding) { f.Suppressed = &Suppression{Reason: "r"} }

func knownBefore(f *Finding) { f.Known = true }

func TestMerge(t *testing.T) {
	gap := Incomplete{Package: "p", Reason: "r"}
	parts := func() []*Report {
		return []*Report{
			{Findings: []Finding{told("b.go", 7, "1", nil), told("c.go", 1, "2", suppressed)}, Incomplete: []Incomplete{{Package: "q"}},
				Stats: Stats{Packages: 3, Cached: 1, Findings: 1, Suppressed: 2, Baseline: 1, Seconds: 0.5}},
			{Findings: []Finding{told("a.go", 9, "3", knownBefore), told("b.go", 7, "1", nil)}, Incomplete: []Incomplete{gap, {}},
				Stats: Stats{Packages: 2, Cached: 2, Findings: 1, Baseline: 1, Seconds: 0.25}},
			{Incomplete: []Incomplete{gap}},
		}
	}
	for _, show := range []bool{false, true} {
		r := Merge(parts(), show)
		want := map[bool][]string{false: {"1"}, true: {"3", "1", "2"}}[show]
		var got []string
		for _, f := range r.Findings {
			got = append(got, f.Fingerprint)
		}
		if !slices.Equal(got, want) {
			t.Errorf("show %t: findings %v, want %v", show, got, want)
		}
		// One suppressed and one known finding were left out by the first part itself.
		if s := (Stats{Packages: 5, Cached: 3, Findings: 1, Suppressed: 2, Baseline: 2, Seconds: 0.5}); r.Stats != s {
			t.Errorf("show %t: %+v, want %+v", show, r.Stats, s)
		}
		if !slices.Equal(r.Incomplete, []Incomplete{{}, gap, {Package: "q"}}) {
			t.Errorf("incomplete: %v", r.Incomplete)
		}
	}
}

// TestMergeConflict: of two views of a finding the worse one wins, whichever comes first.
func TestMergeConflict(t *testing.T) {
	tests := []struct {
		name          string
		better, worse func(*Finding)
	}{
		{"suppressed", suppressed, func(f *Finding) { f.Severity = rule.Info }},
		{"known", knownBefore, nil},
		{"severity", func(f *Finding) { f.Severity = rule.Warning }, func(f *Finding) { f.Confidence = rule.Low }},
		{"confidence", func(f *Finding) { f.Confidence = rule.Medium }, nil},
		{"message", func(f *Finding) { f.Message = "a" }, nil},
	}
	for _, tt := range tests {
		a, b := told("a.go", 1, "1", tt.better), told("a.go", 1, "1", tt.worse)
		for _, pair := range [][]Finding{{a, b}, {b, a}} {
			r := Merge([]*Report{{Findings: pair[:1]}, {Findings: pair[1:]}}, true)
			if len(r.Findings) != 1 {
				t.Fatalf("%s: %d findings", tt.name, len(r.Findings))
			}
			if f := r.Findings[0]; f.Counts() != b.Counts() || f.Severity != b.Severity || f.Confidence != b.Confidence || f.Message != b.Message {
				t.Errorf("%s: the better view won: %+v", tt.name, f)
			}
		}
	}
	r := Merge([]*Report{{Findings: []Finding{told("a.go", 1, "1", nil), told("a.go", 2, "1", nil), told("b.go", 1, "1", nil)}}}, true)
	if len(r.Findings) != 3 {
		t.Errorf("of one fingerprint at three places %d are left", len(r.Findings))
	}
}
