package output

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/internal/report"
)

// checkedOut writes the sources of the samples to a directory and makes the report of a run there: what has no directory cannot
// be read.
func checkedOut(t *testing.T) (string, *report.Report) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the name of a sample is none on this system")
	}
	dir := t.TempDir()
	for name, text := range disk {
		path := filepath.Join(dir, strings.TrimPrefix(name, "/src/"))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	here := func(f *report.File) {
		if f.Abs = filepath.Join(dir, f.Rel); disk["/src/"+f.Rel] == "" {
			f.Abs = ""
		}
	}
	r := full()
	for i := range r.Findings {
		f := &r.Findings[i]
		here(&f.Source)
		if f.Suppressed != nil {
			here(&f.Suppressed.Source)
		}
		for j := range f.Steps {
			here(&f.Steps[j].Source)
		}
		for j := range f.Fixes {
			for k := range f.Fixes[j].Edits {
				here(&f.Fixes[j].Edits[k].Source)
			}
		}
	}
	return dir, r
}

// TestPrintedAgain demands that a report that was read says the same in every format, seen from the root of a checkout too.
func TestPrintedAgain(t *testing.T) {
	dir, r := checkedOut(t)
	o := about()
	o.Read = os.ReadFile
	back, tool, err := Parse("r.json", []byte(show(t, JSON, r, o)), dir)
	if err != nil || tool != o.Tool {
		t.Fatal(tool, err)
	}
	for _, root := range []string{"", dir, filepath.Dir(dir)} {
		o.Root = root
		for _, name := range Names() {
			if got, want := show(t, formats[name], back, o), show(t, formats[name], r, o); got != want {
				t.Errorf("%s, root %q: got\n%s\nwant\n%s", name, root, got, want)
			}
		}
	}
	if got := show(t, Text, back, o); !strings.Contains(got, "│ ┌ for range 3 {") {
		t.Errorf("no frame in %s", got)
	}
}

// TestLinkedDirectory: a path that leads upwards begins behind the link that the run was in.
func TestLinkedDirectory(t *testing.T) {
	dir, _ := checkedOut(t)
	deep, link := filepath.Join(dir, "a", "b"), filepath.Join(t.TempDir(), "link")
	if err := os.MkdirAll(deep, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(deep, link); err != nil {
		t.Skip(err)
	}
	text := strings.ReplaceAll(show(t, JSON, &report.Report{Findings: []report.Finding{shipment()}}, about()), "depot/ship.go", "../../depot/ship.go")
	back, _, err := Parse("r.json", []byte(text), link)
	if err != nil {
		t.Fatal(err)
	}
	if got := show(t, Text, back, Options{Read: os.ReadFile}); !strings.Contains(got, "order.Retry(newID())") {
		t.Errorf("no frame in %s", got)
	}
}

// reportText is a report in JSON with one finding, changed in one place.
func reportText(t *testing.T, old, by string) string {
	t.Helper()
	text := show(t, JSON, &report.Report{Findings: []report.Finding{shipment()}}, about())
	if !strings.Contains(text, old) {
		t.Fatalf("no %s in %s", old, text)
	}
	return strings.Replace(text, old, by, 1)
}

func TestParseErrors(t *testing.T) {
	const damaged = "r.json: damaged report: "
	tests := []struct{ text, says string }{
		{"", "r.json:1: damaged JSON: unexpected end"},
		{reportText(t, `"stats"`, `stats`), "r.json:111: damaged JSON: invalid character 's'"},
		{reportText(t, "\n", "\n")[:300], "r.json:14: damaged JSON: unexpected end"},
		{reportText(t, "", "") + "{}", "r.json:120: damaged JSON: invalid character '{' after top-level value"},
		{"null", "r.json: not a report of idemvet --format json"},
		{"[1]", "r.json: not a report of idemvet --format json"},
		{`{"version": "2.1.0", "runs": []}`, "r.json: not a report of idemvet --format json"},
		{`{"version": 1, "tool": "idemvet devel", "findings": []}`, "r.json: not a report of idemvet --format json"},
		{reportText(t, `"name": "idemvet"`, `"name": "another"`), "r.json: not a report of idemvet --format json"},
		{reportText(t, `"version": 1,`, ``), "r.json: not a report of idemvet --format json"},
		{reportText(t, `"version": 1`, `"version": 2`), "r.json: version 2 of the format is not known, only 1; use a newer idemvet"},
		{`{"version": 2, "findings": {}, "tool": {"name": "idemvet"}}`, "r.json: version 2 of the format is not known"},
		{reportText(t, `"line": 5`, `"line": "5"`), "r.json:22: damaged report: findings.line cannot be a string"},
		{reportText(t, `"findings"`, `"found"`), damaged + `no list "findings"`},
		{reportText(t, `"incomplete": []`, `"incomplete": null`), damaged + `no list "findings", or no list "incomplete"`},
		{reportText(t, `"error"`, `"fatal"`), damaged + `findings[0]: unknown severity "fatal"; known: error, warning, info`},
		{reportText(t, `"high"`, `"hihg"`), damaged + `findings[0]: unknown confidence "hihg"; did you mean "high"?`},
		{reportText(t, `"status": "new"`, `"status": ""`), damaged + `findings[0]: unknown status ""`},
		{reportText(t, `"idv1:aa"`, `""`), damaged + "findings[0]: no rule, or no fingerprint"},
		{reportText(t, `"rule": "IDV101"`, `"rule": ""`), damaged + "findings[0]: no rule, or no fingerprint"},
	}
	for _, tt := range tests {
		r, _, err := Parse("r.json", []byte(tt.text), ".")
		if err == nil || !strings.HasPrefix(err.Error(), tt.says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.60s\ngot  %v, %v\nwant %s", tt.text, r, err, tt.says)
		}
	}
}

// TestParseNewer demands that fields that are not known yet, and those that an older idemvet did not write, are no mistake.
func TestParseNewer(t *testing.T) {
	for _, text := range []string{
		reportText(t, `"version": 1`, `"version": 1, "host": {"name": "x"}`), reportText(t, `"severity"`, `"weight": [7], "severity"`),
		reportText(t, `"title": "key minted inside the retry",`, ""), reportText(t, `"end_line": 9,`, ""),
	} {
		if r, _, err := Parse("r.json", []byte(text), "."); err != nil || len(r.Findings) != 1 || r.Findings[0].Rule != "IDV101" {
			t.Errorf("%v, %v: %s", r, err, text)
		}
	}
}

// TestParseHostile prints reports whose places are nowhere, and whose files are none: whatever they say, every format goes on.
func TestParseHostile(t *testing.T) {
	dir, _ := checkedOut(t)
	changes := map[string][]string{
		`"line": 5`:       {`"line": -5`, `"line": 9000000000000000000`, `"line": 0`},
		`"column": 29`:    {`"column": -1`, `"column": 9000000000000000000`},
		`"end_line": 5`:   {`"end_line": -9`, `"end_line": 9000000000000000000`},
		`"column": 41`:    {`"column": -41`, `"column": 9000000000000000000`},
		`"depot/ship.go"`: {`"/dev/zero"`, `"depot"`, `"\u0000"`, `"../../../../../../nowhere/x.go"`},
	}
	for old, list := range changes {
		for _, by := range list {
			text := strings.ReplaceAll(reportText(t, old, by), old, by)
			r, _, err := Parse("r.json", []byte(text), dir)
			if err != nil {
				t.Fatalf("%s: %v", by, err)
			}
			for _, name := range Names() {
				wellFormed(t, name, []byte(show(t, formats[name], r, Options{Root: dir, Read: os.ReadFile})))
			}
		}
	}
}
