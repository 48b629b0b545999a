package report

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/internal/rule"
)

var rules = []*rule.Meta{
	{ID: "IDV101", Name: "keyinretry", Severity: rule.Error, Default: true},
	{ID: "IDV105", Name: "keypii", Severity: rule.Warning, Default: true},
	{ID: "IDV307", Name: "expiredclaim", Severity: rule.Error},
}

func TestSelect(t *testing.T) {
	tests := []struct {
		words, ignored []string
		want           []string
		err            string
	}{
		{nil, nil, []string{"IDV101", "IDV105"}, ""},
		{[]string{"core"}, nil, []string{"IDV101"}, ""},
		{[]string{"all"}, []string{"idv1"}, []string{"IDV307"}, ""},
		{[]string{"KeyInRetry", "IDV3"}, nil, []string{"IDV101", "IDV307"}, ""},
		{[]string{"all"}, []string{"keypii", "IDV307"}, []string{"IDV101"}, ""},
		{[]string{"IDV102"}, nil, nil, `unknown rule "IDV102"; did you mean "IDV101"?`},
		{nil, []string{"keyinretri"}, nil, `unknown rule "keyinretri"; did you mean "keyinretry"?`},
		{[]string{"I"}, nil, nil, `unknown rule "I"; known: core, default, all, IDV101, keyinretry, IDV105, keypii, IDV307, expiredclaim`},
	}
	for _, tt := range tests {
		got, err := Select(rules, tt.words, tt.ignored)
		if tt.err != "" {
			if err == nil || err.Error() != tt.err {
				t.Errorf("Select(%q, %q): error %v, want %s", tt.words, tt.ignored, err, tt.err)
			}
			continue
		}
		for _, m := range rules {
			want := false
			for _, id := range tt.want {
				want = want || id == m.ID
			}
			if err != nil || got.Has(m.ID) != want {
				t.Errorf("Select(%q, %q) has %s: %t, %v", tt.words, tt.ignored, m.ID, got.Has(m.ID), err)
			}
		}
	}
}

func TestRegrade(t *testing.T) {
	given := map[string]rule.Severity{"all": rule.Info, "IDV1": rule.Warning, "keypii": rule.Error}
	got, err := Regrade(rules, given)
	if err != nil || len(got) != 3 || got["IDV101"] != rule.Warning || got["IDV105"] != rule.Error || got["IDV307"] != rule.Info {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := Regrade(rules, map[string]rule.Severity{"keypi": rule.Info}); err == nil || !strings.Contains(err.Error(), `did you mean "keypii"?`) {
		t.Error(err)
	}
}

// at makes a finding of package example.com/pay.
func at(file string, line int, change func(*rule.Finding)) rule.Finding {
	f := rule.Finding{
		Rule: "IDV101", Severity: rule.Error, Confidence: rule.High, Message: "m", Function: "Charge", Subject: "Idempotency-Key",
		At: rule.Place{Pkg: "example.com/pay", File: file, Line: line, Column: 1},
	}
	if change != nil {
		change(&f)
	}
	return f
}

// run resolves findings of one package with default options, changed by the caller.
func run(found []rule.Finding, change func(*Options)) []Finding {
	base, _ := filepath.Abs("base")
	all, _ := Select(rules, []string{"all"}, nil)
	o := Options{
		Base: base, Dirs: map[string]string{"example.com/pay": filepath.Join(base, "pay")},
		Rules: rules, Wanted: Wanted{Rules: all, Confidence: rule.Medium},
	}
	if change != nil {
		change(&o)
	}
	asked, _ := Findings([]Package{{Path: "example.com/pay", Findings: found, Generated: []string{"gen.go"}}}, o)
	return asked
}

func TestFilter(t *testing.T) {
	found := []rule.Finding{
		at("b.go", 2, nil), at("a.go", 9, nil), at("b.go", 2, nil),
		at("a_test.go", 1, nil), at("gen.go", 1, nil),
		at("a.go", 5, func(f *rule.Finding) { f.Confidence = rule.Low }),
		at("a.go", 7, func(f *rule.Finding) { f.Rule = "IDV307" }),
	}
	tests := []struct {
		name   string
		change func(*Options)
		want   int
	}{
		{"default", nil, 3},
		{"tests", func(o *Options) { o.Tests = true }, 4},
		{"generated", func(o *Options) { o.Generated = true }, 4},
		{"low", func(o *Options) { o.Confidence = rule.Low }, 4},
		{"excluded", func(o *Options) { o.Excluded = func(abs string) bool { return filepath.Base(abs) == "b.go" } }, 2},
		{"one rule", func(o *Options) { o.Wanted.Rules = Selection{"IDV307": true} }, 1},
	}
	for _, tt := range tests {
		if got := run(found, tt.change); len(got) != tt.want {
			t.Errorf("%s: %d findings, want %d", tt.name, len(got), tt.want)
		}
	}
	graded := run(found, func(o *Options) { o.Severity = map[string]rule.Severity{"IDV101": rule.Info} })
	if graded[0].Severity != rule.Error || graded[1].Severity != rule.Info || graded[1].Fingerprint != run(found, nil)[1].Fingerprint {
		t.Errorf("severities: %+v", graded)
	}
	got := run(found, nil)
	if got[0].Source.Rel != "pay/a.go" || got[0].At.Line != 7 || got[2].Source.Rel != "pay/b.go" || got[2].Name != "keyinretry" {
		t.Errorf("order or paths: %+v", got)
	}
}

func TestFingerprint(t *testing.T) {
	before := run([]rule.Finding{at("a.go", 9, nil), at("a.go", 12, nil)}, nil)
	moved := run([]rule.Finding{at("a.go", 109, nil), at("a.go", 112, nil)}, nil)
	other := run([]rule.Finding{at("a.go", 9, func(f *rule.Finding) { f.Function = "Refund" })}, nil)
	if before[0].Fingerprint != moved[0].Fingerprint || before[1].Fingerprint != moved[1].Fingerprint {
		t.Error("moved code has another fingerprint")
	}
	if before[0].Fingerprint == before[1].Fingerprint || before[0].Fingerprint == other[0].Fingerprint {
		t.Error("different findings share a fingerprint")
	}
	if before[0].Group != before[0].Fingerprint || before[1].Group != before[0].Group || other[0].Group == before[0].Group {
		t.Error("the group is not the fingerprint of the first of its equals")
	}
}

func TestTally(t *testing.T) {
	for _, show := range []bool{false, true} {
		r := &Report{Findings: []Finding{{}, {Known: true}, {Suppressed: &Suppression{Reason: "r"}}, {Known: true, Suppressed: &Suppression{Reason: "r"}}}}
		r.Tally(show)
		if got := [3]int{r.Stats.Findings, r.Stats.Suppressed, r.Stats.Baseline}; got != [3]int{1, 2, 1} {
			t.Errorf("show %t: counts %v", show, got)
		}
		if want := map[bool]int{false: 1, true: 4}[show]; len(r.Findings) != want {
			t.Errorf("show %t: %d findings are left, want %d", show, len(r.Findings), want)
		}
	}
}

func TestResolve(t *testing.T) {
	base := t.TempDir()
	r := resolver{base: base, dirs: map[string]string{"example.com/in": filepath.Join(base, "in"), "example.com/up": filepath.Dir(base)}}
	tests := []struct {
		at   rule.Place
		want string
	}{
		{rule.Place{Pkg: "example.com/in", File: "a.go", Line: 1}, "in/a.go"},
		{rule.Place{Pkg: "example.com/in [example.com/in.test]", File: "a.go", Line: 1}, "in/a.go"},
		{rule.Place{Pkg: "example.com/up", File: "a.go", Line: 1}, "../a.go"},
		{rule.Place{Pkg: "example.com/far", File: "a.go", Line: 1}, "example.com/far/a.go"},
		{rule.Place{Pkg: "example.com/in", File: `gen\dir 50%\a,b.go`, Line: 1}, "in/gen/dir 50%/a,b.go"},
		{rule.Place{Pkg: "example.com/far", File: `gen\a.go`, Line: 1}, "example.com/far/gen/a.go"},
		{rule.Place{}, ""},
	}
	for _, tt := range tests {
		if got := r.file(tt.at).Rel; got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.at, got, tt.want)
		}
	}
}
