package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/analyzers"
	"github.com/idemvet/idemvet/internal/output"
)

// till is a module with one finding and no dependencies.
var till = map[string]string{
	"go.mod": "module example.com/shop\n\ngo 1.26\n",
	"shop.go": `package shop

import (
	"crypto/rand"
	"net/http"
)

func Pay(c *http.Client, r *http.Request) (err error) {
	for range 3 {
		r.Header.Set("Idempotency-Key", rand.Text())
		if _, err = c.Do(r); err == nil {
			return nil
		}
	}
	return err
}
`,
}

// left lists what is in a directory, with hidden files.
func left(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// TestOutputBelow: what a run writes is named as seen from where it works.
func TestOutputBelow(t *testing.T) {
	dir := write(t, till)
	if _, stderr, code := call(t, "-C", dir, "--format", "concise=out.txt", "--format", "json", "--output", "out.json"); code != exitFindings || stderr != "" {
		t.Fatalf("exit status %d, %q", code, stderr)
	}
	for _, name := range []string{"out.txt", "out.json"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	if _, stderr, code := call(t, "-C", dir, "--output", "gone/out.txt"); code != exitUsage || stderr != "idemvet: cannot write gone/out.txt: no such file or directory\n" {
		t.Errorf("exit status %d, %q", code, stderr)
	}
}

// TestSeveralFormats writes every format in one run, each the same as in a run of its own, and nothing else.
func TestSeveralFormats(t *testing.T) {
	dir, out := write(t, till), t.TempDir()
	t.Setenv("GITHUB_WORKSPACE", "")
	t.Setenv("CI_PROJECT_DIR", "")
	args := []string{"-C", dir}
	for _, name := range output.Names() {
		args = append(args, "--format", name+"="+filepath.Join(out, name))
	}
	stdout, stderr, code := call(t, args...)
	if code != exitFindings || stdout != "" || stderr != "" || !slices.Equal(left(t, out), output.Names()) {
		t.Fatalf("exit status %d, %q, %q, %v", code, stdout, stderr, left(t, out))
	}
	for _, name := range output.Names() {
		text, err := os.ReadFile(filepath.Join(out, name))
		if err != nil || !strings.Contains(string(text), "shop.go") {
			t.Errorf("%s: %v\n%s", name, err, text)
		}
		alone, _, _ := call(t, "-C", dir, "--format", name)
		if name != "json" && alone != string(text) { // JSON tells how long it took
			t.Errorf("%s: another text in a run of its own:\n%s", name, alone)
		}
	}
}

// TestCheckout demands that a host which looks files up from the root of the checkout finds them.
func TestCheckout(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "services", "shop")
	if err := os.MkdirAll(filepath.Dir(dir), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(write(t, till), dir); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ variable, format string }{{"GITHUB_WORKSPACE", "github"}, {"GITHUB_WORKSPACE", "sarif"}, {"CI_PROJECT_DIR", "gitlab"}} {
		t.Setenv("GITHUB_WORKSPACE", "")
		t.Setenv("CI_PROJECT_DIR", "")
		t.Setenv(tt.variable, root)
		if stdout, _, _ := call(t, "-C", dir, "--format", tt.format); !strings.Contains(stdout, "services/shop/shop.go") {
			t.Errorf("%s, %s: %s", tt.variable, tt.format, stdout)
		}
		if stdout, _, _ := call(t, "-C", dir, "--format", "concise"); !strings.HasPrefix(stdout, "shop.go:") {
			t.Errorf("%s: %s", tt.variable, stdout)
		}
	}
}

// TestRulesInSARIF demands of the real rules what code scanning wants, though nothing is found.
func TestRulesInSARIF(t *testing.T) {
	dir := write(t, map[string]string{"go.mod": "module example.com/m\n\ngo 1.26\n", "m.go": "package m\n"})
	stdout, _, code := call(t, "-C", dir, "--format", "sarif")
	var doc struct {
		Runs []struct {
			Tool struct {
				Driver struct {
					Rules []struct {
						ID                                      string
						Name                                    string
						ShortDescription, FullDescription, Help struct{ Text, Markdown string }
					}
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(stdout), &doc); err != nil || code != exitClean {
		t.Fatal(err, code)
	}
	rules := doc.Runs[0].Tool.Driver.Rules
	if len(rules) != len(analyzers.Metas()) {
		t.Errorf("%d rules, want %d", len(rules), len(analyzers.Metas()))
	}
	for _, r := range rules {
		short, full := r.ShortDescription.Text, r.FullDescription.Text
		if short == "" || full == "" || full == short || strings.HasPrefix(full, "Severity ") || len(r.Help.Text) < 200 || !strings.Contains(r.Help.Markdown, "\n## ") {
			t.Errorf("%s: %q, %q, help of %d bytes", r.ID, short, full, len(r.Help.Text))
		}
	}
}

// broken fails after some bytes, as a pipe does whose reader has left.
type broken struct{ n int }

func (b *broken) Write(p []byte) (int, error) {
	if b.n -= len(p); b.n < 0 {
		return 0, errors.New("broken pipe")
	}
	return len(p), nil
}

// TestBrokenOutput demands that every format tells when it cannot be written, and that the file beside it does not appear.
func TestBrokenOutput(t *testing.T) {
	dir, out := write(t, till), t.TempDir()
	for _, name := range output.Names() {
		var stderr strings.Builder
		args := []string{"-C", dir, "--format", "concise=" + filepath.Join(out, "a.txt"), "--format", name}
		code := run(t.Context(), args, &broken{8}, &stderr)
		if code != exitIncomplete || stderr.String() != "idemvet: cannot write to the standard output: broken pipe\n" || len(left(t, out)) > 0 {
			t.Errorf("%s: exit status %d, %q, left behind: %v", name, code, stderr.String(), left(t, out))
		}
	}
}

// TestSameFile refuses two formats for one file that has two names.
func TestSameFile(t *testing.T) {
	dir := t.TempDir()
	one, two := filepath.Join(dir, "one"), filepath.Join(dir, "two")
	if err := os.WriteFile(one, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(one, two); err != nil {
		t.Skip(err)
	}
	for path, same := range map[string]bool{two: true, filepath.Join(dir, "three"): false} {
		if _, err := sinks(dir, []string{"json=" + one, "sarif=" + path}, ""); (err != nil) != same {
			t.Errorf("%s: %v", path, err)
		}
	}
}
