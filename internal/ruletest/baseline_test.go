package ruletest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// booths are two packages with a known mistake each, and one of them twice in one function.
var booths = map[string]string{
	"go.mod":         goMod,
	"north/north.go": booth("north", 2),
	"south/south.go": booth("south", 1),
}

// booth sends a ticket with a new key in each attempt, in so many loops of one function.
func booth(pkg string, loops int) string {
	const loop = `
	for range 3 {
		r.Header.Set("Idempotency-Key", rand.Text())
		if _, err := c.Do(r); err == nil {
			break
		}
	}`
	return "package " + pkg + `

import (
	"crypto/rand"
	"net/http"
)

func Sell(c *http.Client, r *http.Request) {` + strings.Repeat(loop, loops) + `
	r.Header.Set("Ticket-Printer", rand.Text())
}
`
}

// change writes files; an empty text removes one.
func change(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		err := os.MkdirAll(filepath.Dir(path), 0o755)
		if text == "" {
			err = os.Remove(path)
			_ = os.Remove(filepath.Dir(path)) // if that was its last file
		} else if err == nil {
			err = os.WriteFile(path, []byte(text), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// idemvet runs the tool in a directory, without a workspace.
func idemvet(t *testing.T, dir string, args ...string) result {
	t.Helper()
	return execute(t, dir, []string{"GOWORK=off"}, tool(t), args...)
}

// expect compares a result with an exit status and words of both outputs; no words means no output.
func (r result) expect(t *testing.T, code int, stdout, stderr string) {
	t.Helper()
	says := func(text, words string) bool { return text == words || words != "" && strings.Contains(text, words) }
	if r.code != code || !says(r.stdout, stdout) || !says(r.stderr, stderr) || strings.Count(r.stderr, "\n") > 1 {
		t.Errorf("exit status %d, want %d\nstdout %q, want %q\nstderr %q, want %q", r.code, code, r.stdout, stdout, r.stderr, stderr)
	}
}

func TestBaseline(t *testing.T) {
	dir := write(t, booths)
	file := filepath.Join(dir, ".idemvet-baseline.json")
	idemvet(t, dir, "--format", "concise", "--baseline", "b.json").expect(t, 2, "", "idemvet: no baseline b.json; make it with idemvet baseline write\n")
	idemvet(t, dir, "baseline", "check").expect(t, 2, "", "no baseline .idemvet-baseline.json")
	idemvet(t, filepath.Join(dir, "north"), "baseline", "write", "../...").expect(t, 0, "../.idemvet-baseline.json: 3 known findings written\nnext: --baseline ../.idemvet-baseline.json, or baseline: .idemvet-baseline.json in .idemvet.yml\n", "")
	first := read(t, file)
	idemvet(t, dir, "baseline", "write").expect(t, 0, ".idemvet-baseline.json: 3 known findings written\nnext: --baseline .idemvet-baseline.json, or baseline: .idemvet-baseline.json in .idemvet.yml\n", "")
	if read(t, file) != first {
		t.Errorf("written twice, the file differs:\n%s%s", first, read(t, file))
	}
	known := []string{"--format", "concise", "--baseline", ".idemvet-baseline.json"}
	idemvet(t, dir, known...).expect(t, 0, "", "")
	idemvet(t, dir, "baseline", "check").expect(t, 0, "3 known findings, 0 new findings, 0 stale entries\n", "")

	t.Run("shown", func(t *testing.T) {
		res := idemvet(t, dir, "--format", "json", "--baseline", ".idemvet-baseline.json", "--show-suppressed")
		if res.code != 0 || strings.Count(res.stdout, `"status": "baseline"`) != 3 || !strings.Contains(res.stdout, `"baseline": 3`) || !strings.Contains(res.stdout, `"findings": 0`) {
			t.Errorf("exit status %d\n%s", res.code, res.stdout)
		}
	})
	t.Run("first of two is mended", func(t *testing.T) {
		text := booth("north", 2)
		at := strings.Index(text, "rand.Text()")
		change(t, dir, map[string]string{"north/north.go": text[:at] + `r.URL.Path` + text[at+len("rand.Text()"):]})
		defer change(t, dir, booths)
		idemvet(t, dir, known...).expect(t, 0, "", "idemvet: baseline .idemvet-baseline.json: 1 entry matches nothing any more; idemvet baseline prune --baseline .idemvet-baseline.json\n")
		idemvet(t, dir, "baseline", "check").expect(t, 1, "stale: IDV101 in Sell of example.com/m/north/north.go: 1 finding not found any more\n.idemvet-baseline.json: 2 known findings, 0 new findings, 1 stale entry\n", "")
	})
	t.Run("one more", func(t *testing.T) {
		change(t, dir, map[string]string{"north/north.go": booth("north", 3)})
		defer change(t, dir, booths)
		res := idemvet(t, dir, known...)
		res.expect(t, 1, "north/north.go:", "")
		if strings.Count(res.stdout, "\n") != 1 {
			t.Errorf("more than one is new:\n%s", res.stdout)
		}
		idemvet(t, dir, "baseline", "check").expect(t, 1, "3 known findings, 1 new finding, 0 stale entries\n", "")
		idemvet(t, dir, "baseline", "prune").expect(t, 0, "0 known findings removed, 3 known findings left\n", "")
		if read(t, file) != first {
			t.Errorf("prune changed the file, and nothing was stale:\n%s", read(t, file))
		}
	})
	t.Run("moved", func(t *testing.T) {
		change(t, dir, map[string]string{"north/north.go": "", "north/other.go": "// Package north is one.\n\n" + booth("north", 2)})
		defer change(t, dir, map[string]string{"north/other.go": "", "north/north.go": booth("north", 2)})
		idemvet(t, dir, known...).expect(t, 0, "", "")
		idemvet(t, dir, "baseline", "check").expect(t, 0, "0 new findings, 0 stale entries\n", "")
	})
	t.Run("not looked for", func(t *testing.T) {
		idemvet(t, dir, append(known, "./south")...).expect(t, 0, "", "")
		idemvet(t, dir, append(known, "--ignore", "IDV101")...).expect(t, 0, "", "")
		change(t, dir, map[string]string{"north/north.go": "package north\n\nvar x int = \"a\"\n"})
		defer change(t, dir, booths)
		idemvet(t, dir, known...).expect(t, 3, "", "north/north.go:3")
		idemvet(t, dir, "baseline", "prune").expect(t, 3, "0 known findings removed, 3 known findings left\n", "north/north.go:3")
		if res := idemvet(t, dir, "baseline", "write"); res.code != 3 || !strings.HasSuffix(res.stderr, "idemvet: .idemvet-baseline.json not written, because the analysis is incomplete\n") {
			t.Errorf("exit status %d\n%s", res.code, res.stderr)
		}
		if read(t, file) != first {
			t.Errorf("an incomplete analysis changed the file:\n%s", read(t, file))
		}
	})
	t.Run("package is gone", func(t *testing.T) {
		change(t, dir, map[string]string{"north/north.go": ""})
		defer change(t, dir, booths)
		idemvet(t, dir, "baseline", "prune").expect(t, 0, "removed: IDV101 in Sell of example.com/m/north/north.go: 2 findings not found any more\n.idemvet-baseline.json: 2 known findings removed, 1 known finding left\n", "")
		if got := read(t, file); strings.Count(got, "IDV101") != 1 || !strings.Contains(got, "example.com/m/south") {
			t.Errorf("left:\n%s", got)
		}
	})
	if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) != 1 {
		t.Errorf("left behind: %q", left)
	}
}

// TestBaselineTests: a run without test files says nothing of entries of test files.
func TestBaselineTests(t *testing.T) {
	dir := write(t, map[string]string{"go.mod": goMod, "m.go": "package m\n", "m_test.go": booth("m", 1)})
	idemvet(t, dir, "baseline", "write", "--tests", "--output", "b.json").expect(t, 0, "b.json: 1 known finding written\nnext: --baseline b.json, or baseline: b.json in .idemvet.yml\n", "")
	idemvet(t, dir, "--baseline", "b.json").expect(t, 0, "no findings", "")
	change(t, dir, map[string]string{"m_test.go": "package m\n"})
	idemvet(t, dir, "--baseline", "b.json").expect(t, 0, "no findings", "")
	idemvet(t, dir, "baseline", "check", "--tests", "--baseline", "b.json").expect(t, 1, "stale: IDV101 in Sell of example.com/m/m_test.go: 1 finding", "")
}

// TestBaselineFile: the usual file is beside the configuration, and damage is told with file and line.
func TestBaselineFile(t *testing.T) {
	dir := write(t, map[string]string{"go.mod": goMod, "sub/.idemvet.yml": "version: 1\n", "sub/m.go": booth("sub", 1)})
	idemvet(t, dir, "baseline", "write", "-C", "sub").expect(t, 0, ".idemvet-baseline.json: 1 known finding written\nnext: --baseline .idemvet-baseline.json, or baseline: .idemvet-baseline.json in .idemvet.yml\n", "")
	file := filepath.Join("sub", ".idemvet-baseline.json")
	text := read(t, filepath.Join(dir, file))
	change(t, dir, map[string]string{file: strings.Replace(text, `"count":1}`, "", 1)})
	idemvet(t, dir, "--baseline", file).expect(t, 2, "", "idemvet: "+file+":6: damaged JSON")
	change(t, dir, map[string]string{file: strings.Replace(text, `"rule"`, `"ruel"`, 1)})
	idemvet(t, dir, "--baseline", file).expect(t, 2, "", "idemvet: "+file+":5: unknown key \"ruel\"; did you mean \"rule\"?\n")
	idemvet(t, dir, "baseline", "prune", "-C", "sub").expect(t, 2, "", "idemvet: .idemvet-baseline.json:5: ")
	idemvet(t, dir, "baseline", "write", "--output", "gone/b.json").expect(t, 2, "", "b.json: no such file or directory\n")
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
