package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const emptyReport = `{"version": 1, "tool": {"name": "idemvet", "version": "v0.1.0", "rules": "sha256:0"}, "findings": [], "incomplete": [],
"stats": {"packages": 2, "cached": 1, "findings": 0, "suppressed": 0, "baseline": 0, "seconds": 0.5}}
`

func TestMergeErrors(t *testing.T) {
	dir := write(t, map[string]string{
		"good.json": emptyReport, "cut.json": emptyReport[:100], "sarif.json": `{"version": "2.1.0"}`, "next.json": strings.Replace(emptyReport, "1", "2", 1), "dir/x": "",
	})
	tests := []struct {
		args []string
		says string
	}{
		{nil, "idemvet: merge takes the reports to merge; idemvet --format json=FILE writes one\n"},
		{[]string{"-", "good.json", "-"}, "idemvet: merge can read the standard input once only; give - once\n"},
		{[]string{"good.json", "gone.json"}, "idemvet: cannot read the report gone.json: no such file or directory\n"},
		{[]string{"dir"}, "idemvet: cannot read the report dir: is a directory\n"},
		{[]string{"good.json", "cut.json"}, "idemvet: cut.json:1: damaged JSON: unexpected end of JSON input\n"},
		{[]string{"sarif.json"}, "idemvet: sarif.json: not a report of idemvet --format json\n"},
		{[]string{"next.json"}, "idemvet: next.json: version 2 of the format is not known, only 1; use a newer idemvet\n"},
		{[]string{"good.json", "--format", "jsn"}, "idemvet: unknown format \"jsn\"; did you mean \"json\"?\n"},
		{[]string{"good.json", "--select", "IDV101"}, "idemvet: unknown flag --select; see idemvet merge --help\n"},
		{[]string{"good.json", "--format", "text=gone/out"}, "idemvet: cannot write gone/out: no such file or directory\n"},
	}
	for _, tt := range tests {
		args := append([]string{"merge", "-C", dir, "--output", "out.txt"}, tt.args...)
		if len(tt.args) > 1 && tt.args[1] == "--format" {
			args = append([]string{"merge", "-C", dir}, tt.args...)
		}
		stdout, stderr, code := call(t, args...)
		if code != exitUsage || stdout != "" || stderr != tt.says {
			t.Errorf("%q: exit status %d, %q\n%swant %s", tt.args, code, stdout, stderr, tt.says)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*out*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestMergeInput reads a part from the standard input, and a report that is replaced by the outcome.
func TestMergeInput(t *testing.T) {
	dir := write(t, map[string]string{"a.json": emptyReport, "b.json": strings.Replace(emptyReport, "sha256:0", "sha256:1", 1)})
	root := newRoot()
	var out, errs strings.Builder
	root.SetIn(strings.NewReader(emptyReport))
	root.SetOut(&out)
	root.SetErr(&errs)
	root.SetArgs([]string{"merge", "-C", dir, "a.json", "-", "a.json"})
	if err := root.ExecuteContext(t.Context()); err != nil || out.String() != "no findings in 6 packages\n" || errs.String() != "" {
		t.Errorf("%v: %q %q", err, out.String(), errs.String())
	}
	stdout, stderr, code := call(t, "merge", "-C", dir, "a.json", "b.json", "b.json", "--format", "json", "--output", "a.json")
	text, err := os.ReadFile(filepath.Join(dir, "a.json"))
	if err != nil || code != exitClean || stdout != "" || !strings.Contains(string(text), `"packages": 6,`) || !strings.Contains(string(text), `"version": "v0.1.0"`) {
		t.Errorf("%v, exit status %d, %q\n%s", err, code, stdout, text)
	}
	if stderr != "idemvet: a.json and b.json were made with different rules; make all parts with the same idemvet\n" {
		t.Error(stderr)
	}
	if _, stderr, _ := call(t, "merge", "-C", dir, "--quiet", "a.json", "b.json"); stderr != "" {
		t.Errorf("quiet: %q", stderr)
	}
}
