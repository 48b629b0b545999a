package gatetest

import (
	"bytes"
	"encoding/json"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/internal/fix"

	"github.com/idemvet/idemvet/internal/tooltest"
)

// fixes are the flags of a run that mends all it can.
var fixes = []string{"--strict", "--fix", "--unsafe-fixes"}

// copied copies a module to a directory of its own.
func copied(t *testing.T, module string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(module)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// sources are the Go files of a directory by name.
func sources(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		files[rel], err = os.ReadFile(path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestFixAll mends everything in the test modules: what is offered holds, what is written is sound, and nothing is left to mend.
func TestFixAll(t *testing.T) {
	for _, src := range tooltest.Modules(t) {
		t.Run(filepath.Base(src), func(t *testing.T) {
			dir := copied(t, src)
			before, found := sources(t, dir), count(tooltest.Findings(t, dir, "--strict"))
			res := tooltest.Execute(t, dir, nil, tooltest.Tool(t), append(fixes, "--format", "json")...)
			if res.Code != 1 {
				t.Errorf("exit status %d, want 1: there is more than can be mended\n%s", res.Code, res.Stderr)
			}
			if strings.Contains(res.Stderr, "taken back") {
				t.Errorf("fixes were offered that do not hold:\n%s", res.Stderr)
			}
			done := mended(res.Stderr)
			for _, id := range fix.Rules() {
				if done[id] == 0 && src == tooltest.All {
					t.Errorf("nothing was mended for %s", id)
				}
			}
			after := sources(t, dir)
			if maps.EqualFunc(before, after, bytes.Equal) {
				t.Error("nothing has changed")
			}
			soundSources(t, before, after)
			rest := tooltest.Findings(t, dir, "--strict")
			left := count(rest)
			for id, n := range done {
				if left[id] != found[id]-n {
					t.Errorf("%s: %d findings before, %d mended, %d left", id, found[id], n, left[id])
				}
			}
			again := tooltest.Execute(t, dir, nil, tooltest.Tool(t), append(fixes, "--quiet")...)
			if again.Code != 1 || again.Stderr != "" || !maps.EqualFunc(after, sources(t, dir), bytes.Equal) {
				t.Errorf("a second --fix: exit status %d, stderr %q, sources changed", again.Code, again.Stderr)
			}
			var shown tooltest.Report
			if err := json.Unmarshal([]byte(res.Stdout), &shown); err != nil || len(shown.Findings) != len(rest) {
				t.Errorf("--fix shows %d findings, another run %d (%v)", len(shown.Findings), len(rest), err)
			}
		})
	}
}

// mended counts by rule what a run says that it has fixed.
func mended(stderr string) map[string]int {
	n := map[string]int{}
	for line := range strings.SplitSeq(stderr, "\n") {
		if what, ok := strings.CutPrefix(line, "idemvet: fixed "); ok {
			if parts := strings.SplitN(what, ": ", 3); len(parts) == 3 {
				n[parts[1]]++
			}
		}
	}
	return n
}

func count(list []tooltest.Finding) map[string]int {
	n := map[string]int{}
	for _, f := range list {
		n[f.Rule]++
	}
	return n
}

// soundSources demands that files parse, and are formatted if they were.
func soundSources(t *testing.T, before, after map[string][]byte) {
	t.Helper()
	if !slices.Equal(slices.Sorted(maps.Keys(before)), slices.Sorted(maps.Keys(after))) {
		t.Error("there are other files than before")
	}
	for name, now := range after {
		if bytes.Equal(now, before[name]) {
			continue
		}
		if _, err := parser.ParseFile(token.NewFileSet(), name, now, parser.SkipObjectResolution); err != nil {
			t.Error(err)
			continue
		}
		was, err := format.Source(before[name])
		tidy, failed := format.Source(now)
		if err == nil && bytes.Equal(was, before[name]) && (failed != nil || !bytes.Equal(tidy, now)) {
			t.Errorf("%s was formatted and is not any more", name)
		}
	}
}

// TestDiff demands a patch that other tools take, from a run that changes nothing.
func TestDiff(t *testing.T) {
	for _, src := range tooltest.Modules(t) {
		t.Run(filepath.Base(src), func(t *testing.T) {
			dir := copied(t, src)
			before := sources(t, dir)
			res := tooltest.Execute(t, dir, nil, tooltest.Tool(t), "--strict", "--diff", "--unsafe-fixes", "--output", filepath.Join(t.TempDir(), "out"))
			if res.Code != 1 || !strings.HasPrefix(res.Stdout, "--- a/") {
				t.Fatalf("exit status %d, no patch: %.200s\n%s", res.Code, res.Stdout, res.Stderr)
			}
			if !maps.EqualFunc(before, sources(t, dir), bytes.Equal) {
				t.Fatal("--diff has changed the sources")
			}
			if _, err := exec.LookPath("git"); err != nil {
				t.Skip("no git to apply the patch with")
			}
			path := filepath.Join(t.TempDir(), "fixes.patch")
			if err := os.WriteFile(path, []byte(res.Stdout), 0o644); err != nil {
				t.Fatal(err)
			}
			if got := tooltest.Execute(t, dir, []string{"GIT_CEILING_DIRECTORIES=" + filepath.Dir(dir)}, "git", "apply", path); got.Code != 0 {
				t.Fatalf("git apply: %s", got.Stderr)
			}
			after := sources(t, dir)
			if maps.EqualFunc(before, after, bytes.Equal) {
				t.Error("the patch changes nothing")
			}
			soundSources(t, before, after)
			tooltest.Findings(t, dir, "--strict")
		})
	}
}

// small is a module whose one finding can be mended.
const small = `package small

import (
	"crypto/rand"
	"net/http"
)

func pay(c *http.Client, req *http.Request) (err error) {
	for range 3 {
		req.Header.Set("Idempotency-Key", rand.Text())
		var resp *http.Response
		if resp, err = c.Do(req); err == nil {
			return resp.Body.Close()
		}
	}
	return err
}
`

// TestFixLeavesNothing wants the exit status of a clean run where all is mended.
func TestFixLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/small\n\ngo 1.24\n", "small.go": small} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if res := tooltest.Execute(t, dir, nil, tooltest.Tool(t)); res.Code != 1 {
		t.Fatalf("exit status %d before\n%s", res.Code, res.Stderr)
	}
	if res := tooltest.Execute(t, dir, nil, tooltest.Tool(t), "--fix"); res.Code != 1 || !strings.Contains(res.Stderr, "--unsafe-fixes") {
		t.Errorf("--fix alone: exit status %d, no hint in %q", res.Code, res.Stderr)
	}
	res := tooltest.Execute(t, dir, nil, tooltest.Tool(t), "--fix", "--unsafe-fixes")
	if res.Code != 0 || res.Stderr != "idemvet: fixed small.go:10: IDV101: make the value once, before the code that runs again\n" {
		t.Errorf("exit status %d, %q", res.Code, res.Stderr)
	}
	text, err := os.ReadFile(filepath.Join(dir, "small.go"))
	if err != nil || !strings.Contains(string(text), "\tkey := rand.Text()\n\tfor range 3 {\n\t\treq.Header.Set(\"Idempotency-Key\", key)\n") {
		t.Errorf("%v\n%s", err, text)
	}
}
