package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// call runs the program in this process.
func call(t *testing.T, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, err strings.Builder
	code = run(t.Context(), args, &out, &err)
	return out.String(), err.String(), code
}

func TestUsageErrors(t *testing.T) {
	tests := []struct {
		args []string
		says string
	}{
		{[]string{"--formt", "json"}, "idemvet: unknown flag --formt; did you mean --format?\n"},
		{[]string{"-format", "json"}, "idemvet: unknown flag --format; did you mean --format?\n"},
		{[]string{"--zzzzzzzz"}, "idemvet: unknown flag --zzzzzzzz; see idemvet --help\n"},
		{[]string{"--format", "xml"}, "idemvet: unknown format \"xml\"; known: checkstyle, concise, github, gitlab, json, junit, rdjsonl, sarif, text\n"},
		{[]string{"--format", "json", "--format", "text"}, "idemvet: two formats for one output: give all but one a file, as in --format text=FILE\n"},
		{[]string{"--format", "sarif="}, "idemvet: --format sarif=: a file must follow the equals sign\n"},
		{[]string{"--format", "json=a", "--format", "text", "--format", "sarif=./b/../a"}, "idemvet: two formats for one output: ./b/../a; give each its own file\n"},
		{[]string{"--format", "json=a", "--format", "text", "--output", "a"}, "idemvet: two formats for one output: a; give each its own file\n"},
		{[]string{"--format", "json=a", "--output", "b"}, "idemvet: --output b: every format has a file already\n"},
		{[]string{"--confidence", "hihg"}, "did you mean \"high\"?\n"},
		{[]string{"--fail-on", "never"}, "unknown severity \"never\"; known: error, warning, info\n"},
		{[]string{"--select", "keyinretri"}, "idemvet: unknown rule \"keyinretri\"; did you mean \"keyinretry\"?\n"},
		{[]string{"-C", "gone"}, "idemvet: -C gone: no such file or directory\n"},
		{[]string{"--baseline", ""}, "idemvet: --baseline is empty; want a file\n"},
		{[]string{"--baseline", "gone.json"}, "idemvet: no baseline gone.json; make it with idemvet baseline write\n"},
		{[]string{"baseline", "prune", "--baselin", "b"}, "idemvet: unknown flag --baselin; did you mean --baseline?\n"},
		{[]string{"baseline", "chek"}, "unknown command \"chek\" for \"idemvet baseline\"\n"},
		{[]string{"explian", "IDV101"}, "idemvet: unknown command \"explian\"; did you mean \"explain\"?\n"},
		{[]string{"explain"}, "idemvet: explain takes one rule, such as IDV101; `idemvet rules` lists them\n"},
		{[]string{"explain", "IDV10l"}, "idemvet: unknown rule \"IDV10l\"; did you mean \"IDV101\"?\n"},
		{[]string{"rules", "--format", "yaml"}, "known: text, json\n"},
	}
	for _, tt := range tests {
		stdout, stderr, code := call(t, tt.args...)
		if code != exitUsage || stdout != "" || !strings.HasSuffix(stderr, tt.says) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%q: exit status %d\nstdout %q\nstderr %q\nwant   %q", tt.args, code, stdout, stderr, tt.says)
		}
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, args := range [][]string{{"."}, {"--new-from-rev", "HEAD", "."}, {"baseline", "write", "."}} {
		var stdout, stderr strings.Builder
		code := run(ctx, args, &stdout, &stderr)
		if code != exitIncomplete || stdout.String() != "" || !strings.HasPrefix(stderr.String(), "idemvet: interrupted: ") || strings.Count(stderr.String(), "\n") != 1 {
			t.Errorf("%q: exit status %d, %q, %q", args, code, stdout.String(), stderr.String())
		}
	}
}

func TestPages(t *testing.T) {
	tests := []struct {
		args []string
		has  string
	}{
		{[]string{"--help"}, "idemvet --format json ./..."},
		{[]string{"version"}, "idemvet "},
		{[]string{"rules"}, "IDV101  keyinretry"},
		{[]string{"explain", "idv101"}, "IDV101 keyinretry: idempotency key minted inside the retry\n"},
		{[]string{"explain", "keyinretry", "--format", "markdown"}, "\n## Bad\n\n```go\n"},
		{[]string{"completion", "bash"}, "idemvet"},
	}
	for _, tt := range tests {
		if stdout, stderr, code := call(t, tt.args...); code != exitClean || !strings.Contains(stdout, tt.has) || stderr != "" {
			t.Errorf("%q: exit status %d, no %q in %q %q", tt.args, code, tt.has, stdout, stderr)
		}
	}
	for _, args := range [][]string{{"rules", "--format", "json"}, {"version", "--format", "json"}, {"explain", "IDV101", "--format", "json"}} {
		if stdout, _, code := call(t, args...); code != exitClean || !json.Valid([]byte(stdout)) {
			t.Errorf("%q: exit status %d, %q", args, code, stdout)
		}
	}
}

func TestColor(t *testing.T) {
	tests := []struct {
		mode           colorMode
		noColor, force string
		want           bool
	}{
		{"always", "1", "", true},
		{"never", "", "1", false},
		{"auto", "", "1", true},
		{"auto", "", "0", false},
		{"auto", "1", "1", false},
	}
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func(old *os.File) { os.Stdout = old; _ = null.Close() }(os.Stdout)
	os.Stdout = null
	for _, tt := range tests {
		t.Setenv("NO_COLOR", tt.noColor)
		t.Setenv("FORCE_COLOR", tt.force)
		if got := tt.mode.on(os.Stdout); got != tt.want {
			t.Errorf("%+v: %t", tt, got)
		}
	}
}

func TestPendingFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out.json")
	for _, commit := range []bool{false, true} {
		p, err := create(path, path)
		if err != nil {
			t.Fatal(err)
		}
		if commit {
			err = errors.Join(p.close(), p.commit())
		}
		discard([]*pending{nil, p})
		if _, missing := os.Stat(path); err != nil || (missing == nil) != commit {
			t.Errorf("commit %t: %v, %v", commit, err, missing)
		}
	}
	if files, _ := os.ReadDir(dir); len(files) != 1 {
		t.Errorf("left behind: %v", files)
	}
	if _, err := create(filepath.Join(dir, "gone", "out"), "out"); err == nil || !strings.Contains(err.Error(), "out: no such file") {
		t.Errorf("error: %v", err)
	}
	if _, err := create(dir, dir); err == nil {
		t.Error("a directory was accepted")
	}
}

func TestOneLine(t *testing.T) {
	if got := oneLine("go: bad\n\n  go.mod:1: unknown\n"); got != "go: bad; go.mod:1: unknown" {
		t.Error(got)
	}
}
