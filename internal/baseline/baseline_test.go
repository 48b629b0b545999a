package baseline

import (
	"slices"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/internal/report"
	"github.com/idemvet/idemvet/internal/rule"
)

// found makes a finding of the group; groups are named after their fingerprints.
func found(group string, line int) report.Finding {
	return report.Finding{Group: group, Finding: rule.Finding{
		Rule: "IDV101", Function: "(*Till).Pay", At: rule.Place{Pkg: "example.com/till", File: "till.go", Line: line},
	}}
}

// known lists the lines of the findings that are known.
func known(list []report.Finding) []int {
	lines := []int{}
	for _, f := range list {
		if f.Known {
			lines = append(lines, f.At.Line)
		}
	}
	return lines
}

func suppressed(f report.Finding) report.Finding {
	f.Suppressed = &report.Suppression{Reason: "r"}
	return f
}

func everything(Entry) bool { return true }

func TestApply(t *testing.T) {
	two := New("", []report.Finding{found("idv1:a", 1), found("idv1:a", 2), found("idv1:b", 3)})
	tests := []struct {
		name   string
		now    []report.Finding
		others []report.Finding // that nobody asked for
		known  []int
		stale  int
	}{
		{"moved", []report.Finding{found("idv1:a", 101), found("idv1:b", 102), found("idv1:a", 103)}, nil, []int{101, 102, 103}, 0},
		{"the first of two is mended", []report.Finding{found("idv1:a", 2), found("idv1:b", 3)}, nil, []int{2, 3}, 1},
		{"one more", []report.Finding{found("idv1:a", 1), found("idv1:a", 2), found("idv1:a", 4), found("idv1:b", 5)}, nil, []int{1, 2, 5}, 0},
		{"another one", []report.Finding{found("idv1:c", 1)}, nil, []int{}, 3},
		{"not asked for", []report.Finding{found("idv1:b", 3)}, []report.Finding{found("idv1:a", 1), found("idv1:a", 2)}, []int{3}, 0},
		{"suppressed since", []report.Finding{suppressed(found("idv1:a", 1)), found("idv1:a", 2), found("idv1:a", 3), found("idv1:b", 4)}, nil, []int{2, 3, 4}, 0},
	}
	for _, tt := range tests {
		two.Apply(tt.now)
		if got := known(tt.now); !slices.Equal(got, tt.known) {
			t.Errorf("%s: known in lines %v, want %v", tt.name, got, tt.known)
		}
		gone := &Baseline{Entries: two.Stale(slices.Concat(tt.now, tt.others), everything)}
		if gone.Findings() != tt.stale {
			t.Errorf("%s: %d stale, want %d", tt.name, gone.Findings(), tt.stale)
		}
		if left := two.Without(gone.Entries); left.Findings() != 3-tt.stale {
			t.Errorf("%s: %d left, want %d", tt.name, left.Findings(), 3-tt.stale)
		}
	}
}

// TestTwoBaselines: a finding that one of them knows uses up its share of the other.
func TestTwoBaselines(t *testing.T) {
	one := New("", []report.Finding{found("idv1:a", 1)})
	now := []report.Finding{found("idv1:a", 1), found("idv1:a", 2)}
	one.Apply(now)
	one.Apply(now)
	if got := known(now); !slices.Equal(got, []int{1}) {
		t.Errorf("known in lines %v, want 1 only", got)
	}
}

func TestStaleCovers(t *testing.T) {
	b := New("", []report.Finding{found("idv1:a", 1)})
	if got := b.Stale(nil, func(e Entry) bool { return e.Package != "example.com/till" }); len(got) != 0 {
		t.Errorf("stale, though its package was not analysed: %v", got)
	}
}

func TestEncode(t *testing.T) {
	list := []report.Finding{suppressed(found("idv1:c", 1)), found("idv1:b", 1), found("idv1:a", 7), found("idv1:b", 9)}
	list[3].Function = "ignored"
	b := New("idemvet devel", list)
	want := `{
  "version": 1,
  "tool": "idemvet devel",
  "findings": [
    {"fingerprint":"idv1:a","rule":"IDV101","package":"example.com/till","file":"till.go","function":"(*Till).Pay","count":1},
    {"fingerprint":"idv1:b","rule":"IDV101","package":"example.com/till","file":"till.go","function":"(*Till).Pay","count":2}
  ]
}
`
	if got := string(b.Encode()); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	back, err := Parse("f", b.Encode())
	if err != nil || back.Tool != b.Tool || !slices.Equal(back.Entries, b.Entries) {
		t.Errorf("read back: %+v, %v", back, err)
	}
	if back, err = Parse("f", (&Baseline{}).Encode()); err != nil || len(back.Entries) != 0 {
		t.Errorf("an empty one: %+v, %v", back, err)
	}
}

func TestParseErrors(t *testing.T) {
	const head, entry = "{\n\"version\": 1,\n", `{"fingerprint":"idv1:a","rule":"R","package":"p","file":"f","function":"g","count":1}`
	tests := []struct{ text, says string }{
		{"", "b.json:1: damaged JSON: unexpected end"},
		{"[]", "b.json:1: want an object"},
		{"{}", `b.json:1: no "version": not a baseline`},
		{"{\"version\": 1}", `b.json:1: no "findings": not a baseline`},
		{"{\n\"version\": 2, \"findings\": []}", "b.json:2: version 2 is not known, only 1"},
		{"{\n\"version\": \"1\"}", "b.json:2: want no string here"},
		{head + "\"findngs\": []}", `b.json:3: unknown key "findngs"; did you mean "findings"?`},
		{head + "\"version\": 1}", `b.json:3: "version" is also in line 2`},
		{head + "\"findings\": {}}", "b.json:3: want a list of findings"},
		{head + "\"findings\": [\n" + entry + "\n" + entry + "]}", "b.json:5: damaged JSON: invalid character '{' after array element"},
		{head + "\"findings\": [\n" + entry + ",\n" + entry + "]}", "b.json:5: fingerprint idv1:a is also in line 4"},
		{head + "\"findings\": [\n\n" + strings.Replace(entry, "count", "cuont", 1) + "]}", `b.json:5: unknown key "cuont"; did you mean "count"?`},
		{head + "\"findings\": [\n" + strings.Replace(entry, ":1}", ":0}", 1) + "]}", "b.json:4: want a count of at least 1, not 0"},
		{head + "\"findings\": [\n" + strings.Replace(entry, ":1}", ":\"1\"}", 1) + "]}", "b.json:4: count cannot be a string"},
		{head + "\"findings\": [\n" + strings.Replace(entry, "idv1", "sha1", 1) + "]}", "b.json:4: want a fingerprint that begins with idv1:"},
		{head + "\"findings\": [\n" + strings.Replace(entry, `"R"`, `""`, 1) + "]}", "b.json:4: want a rule and a package"},
		{head + "\"findings\": []}\n{}", "b.json:4: damaged JSON"},
	}
	for _, tt := range tests {
		b, err := Parse("b.json", []byte(tt.text))
		if err == nil || !strings.HasPrefix(err.Error(), tt.says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s\ngot  %v, %v\nwant %s", tt.text, b, err, tt.says)
		}
	}
}
