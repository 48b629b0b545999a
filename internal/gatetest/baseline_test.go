package gatetest

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/internal/tooltest"
)

// booths are two packages with a known mistake each, and one of them twice in one function.
var booths = map[string]string{
	"go.mod":         tooltest.GoMod,
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

func TestBaseline(t *testing.T) {
	dir := tooltest.Write(t, booths)
	file := filepath.Join(dir, ".idemvet-baseline.json")
	tooltest.Idemvet(t, dir, "--format", "concise", "--baseline", "b.json").Expect(t, 2, "", "idemvet: no baseline b.json; make it with idemvet baseline write\n")
	tooltest.Idemvet(t, dir, "baseline", "check").Expect(t, 2, "", "no baseline .idemvet-baseline.json")
	tooltest.Idemvet(t, filepath.Join(dir, "north"), "baseline", "write", "../...").Expect(t, 0, "../.idemvet-baseline.json: 3 known findings written\nnext: --baseline ../.idemvet-baseline.json, or baseline: .idemvet-baseline.json in .idemvet.yml\n", "")
	first := tooltest.Read(t, file)
	tooltest.Idemvet(t, dir, "baseline", "write").Expect(t, 0, ".idemvet-baseline.json: 3 known findings written\nnext: --baseline .idemvet-baseline.json, or baseline: .idemvet-baseline.json in .idemvet.yml\n", "")
	if tooltest.Read(t, file) != first {
		t.Errorf("written twice, the file differs:\n%s%s", first, tooltest.Read(t, file))
	}
	known := []string{"--format", "concise", "--baseline", ".idemvet-baseline.json"}
	tooltest.Idemvet(t, dir, known...).Expect(t, 0, "", "")
	tooltest.Idemvet(t, dir, "baseline", "check").Expect(t, 0, "3 known findings, 0 new findings, 0 stale entries\n", "")

	t.Run("shown", func(t *testing.T) {
		res := tooltest.Idemvet(t, dir, "--format", "json", "--baseline", ".idemvet-baseline.json", "--show-suppressed")
		if res.Code != 0 || strings.Count(res.Stdout, `"status": "baseline"`) != 3 || !strings.Contains(res.Stdout, `"baseline": 3`) || !strings.Contains(res.Stdout, `"findings": 0`) {
			t.Errorf("exit status %d\n%s", res.Code, res.Stdout)
		}
	})
	t.Run("first of two is mended", func(t *testing.T) {
		text := booth("north", 2)
		at := strings.Index(text, "rand.Text()")
		tooltest.Change(t, dir, map[string]string{"north/north.go": text[:at] + `r.URL.Path` + text[at+len("rand.Text()"):]})
		defer tooltest.Change(t, dir, booths)
		tooltest.Idemvet(t, dir, known...).Expect(t, 0, "", "idemvet: baseline .idemvet-baseline.json: 1 entry matches nothing any more; idemvet baseline prune --baseline .idemvet-baseline.json\n")
		tooltest.Idemvet(t, dir, "baseline", "check").Expect(t, 1, "stale: IDV101 in Sell of example.com/m/north/north.go: 1 finding not found any more\n.idemvet-baseline.json: 2 known findings, 0 new findings, 1 stale entry\n", "")
	})
	t.Run("one more", func(t *testing.T) {
		tooltest.Change(t, dir, map[string]string{"north/north.go": booth("north", 3)})
		defer tooltest.Change(t, dir, booths)
		res := tooltest.Idemvet(t, dir, known...)
		res.Expect(t, 1, "north/north.go:", "")
		if strings.Count(res.Stdout, "\n") != 1 {
			t.Errorf("more than one is new:\n%s", res.Stdout)
		}
		tooltest.Idemvet(t, dir, "baseline", "check").Expect(t, 1, "3 known findings, 1 new finding, 0 stale entries\n", "")
		tooltest.Idemvet(t, dir, "baseline", "prune").Expect(t, 0, "0 known findings removed, 3 known findings left\n", "")
		if tooltest.Read(t, file) != first {
			t.Errorf("prune changed the file, and nothing was stale:\n%s", tooltest.Read(t, file))
		}
	})
	t.Run("moved", func(t *testing.T) {
		tooltest.Change(t, dir, map[string]string{"north/north.go": "", "north/other.go": "// Package north is one.\n\n" + booth("north", 2)})
		defer tooltest.Change(t, dir, map[string]string{"north/other.go": "", "north/north.go": booth("north", 2)})
		tooltest.Idemvet(t, dir, known...).Expect(t, 0, "", "")
		tooltest.Idemvet(t, dir, "baseline", "check").Expect(t, 0, "0 new findings, 0 stale entries\n", "")
	})
	t.Run("not looked for", func(t *testing.T) {
		tooltest.Idemvet(t, dir, append(known, "./south")...).Expect(t, 0, "", "")
		tooltest.Idemvet(t, dir, append(known, "--ignore", "IDV101")...).Expect(t, 0, "", "")
		tooltest.Change(t, dir, map[string]string{"north/north.go": "package north\n\nvar x int = \"a\"\n"})
		defer tooltest.Change(t, dir, booths)
		tooltest.Idemvet(t, dir, known...).Expect(t, 3, "", "north/north.go:3")
		tooltest.Idemvet(t, dir, "baseline", "prune").Expect(t, 3, "0 known findings removed, 3 known findings left\n", "north/north.go:3")
		if res := tooltest.Idemvet(t, dir, "baseline", "write"); res.Code != 3 || !strings.HasSuffix(res.Stderr, "idemvet: .idemvet-baseline.json not written, because the analysis is incomplete\n") {
			t.Errorf("exit status %d\n%s", res.Code, res.Stderr)
		}
		if tooltest.Read(t, file) != first {
			t.Errorf("an incomplete analysis changed the file:\n%s", tooltest.Read(t, file))
		}
	})
	t.Run("package is gone", func(t *testing.T) {
		tooltest.Change(t, dir, map[string]string{"north/north.go": ""})
		defer tooltest.Change(t, dir, booths)
		tooltest.Idemvet(t, dir, "baseline", "prune").Expect(t, 0, "removed: IDV101 in Sell of example.com/m/north/north.go: 2 findings not found any more\n.idemvet-baseline.json: 2 known findings removed, 1 known finding left\n", "")
		if got := tooltest.Read(t, file); strings.Count(got, "IDV101") != 1 || !strings.Contains(got, "example.com/m/south") {
			t.Errorf("left:\n%s", got)
		}
	})
	if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) != 1 {
		t.Errorf("left behind: %q", left)
	}
}

// TestBaselineTests: a run without test files says nothing of entries of test files.
func TestBaselineTests(t *testing.T) {
	dir := tooltest.Write(t, map[string]string{"go.mod": tooltest.GoMod, "m.go": "package m\n", "m_test.go": booth("m", 1)})
	tooltest.Idemvet(t, dir, "baseline", "write", "--tests", "--output", "b.json").Expect(t, 0, "b.json: 1 known finding written\nnext: --baseline b.json, or baseline: b.json in .idemvet.yml\n", "")
	tooltest.Idemvet(t, dir, "--baseline", "b.json").Expect(t, 0, "no findings", "")
	tooltest.Change(t, dir, map[string]string{"m_test.go": "package m\n"})
	tooltest.Idemvet(t, dir, "--baseline", "b.json").Expect(t, 0, "no findings", "")
	tooltest.Idemvet(t, dir, "baseline", "check", "--tests", "--baseline", "b.json").Expect(t, 1, "stale: IDV101 in Sell of example.com/m/m_test.go: 1 finding", "")
}

// TestBaselineFile: the usual file is beside the configuration, and damage is told with file and line.
func TestBaselineFile(t *testing.T) {
	dir := tooltest.Write(t, map[string]string{"go.mod": tooltest.GoMod, "sub/.idemvet.yml": "version: 1\n", "sub/m.go": booth("sub", 1)})
	tooltest.Idemvet(t, dir, "baseline", "write", "-C", "sub").Expect(t, 0, ".idemvet-baseline.json: 1 known finding written\nnext: --baseline .idemvet-baseline.json, or baseline: .idemvet-baseline.json in .idemvet.yml\n", "")
	file := filepath.Join("sub", ".idemvet-baseline.json")
	text := tooltest.Read(t, filepath.Join(dir, file))
	tooltest.Change(t, dir, map[string]string{file: strings.Replace(text, `"count":1}`, "", 1)})
	tooltest.Idemvet(t, dir, "--baseline", file).Expect(t, 2, "", "idemvet: "+file+":6: damaged JSON")
	tooltest.Change(t, dir, map[string]string{file: strings.Replace(text, `"rule"`, `"ruel"`, 1)})
	tooltest.Idemvet(t, dir, "--baseline", file).Expect(t, 2, "", "idemvet: "+file+":5: unknown key \"ruel\"; did you mean \"rule\"?\n")
	tooltest.Idemvet(t, dir, "baseline", "prune", "-C", "sub").Expect(t, 2, "", "idemvet: .idemvet-baseline.json:5: ")
	tooltest.Idemvet(t, dir, "baseline", "write", "--output", "gone/b.json").Expect(t, 2, "", "b.json: no such file or directory\n")
}
