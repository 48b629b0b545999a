package fix_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/idemvet/idemvet/analyzers"
	"github.com/idemvet/idemvet/internal/fix"
	"github.com/idemvet/idemvet/internal/load"
	"github.com/idemvet/idemvet/internal/patch"
	"github.com/idemvet/idemvet/internal/report"
	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/schema"
)

var update = flag.Bool("update", false, "write what the fixes make into testdata")

// cases is the module with the libraries that the cases may use.
const cases = "../../testdata/src"

// golden is one case: a package, the rule that speaks in it, and for each file what its fixes make of it. A package without a fixed
// file is one in which the rule speaks and no fix may be offered.
type golden struct {
	name, rule string
	windows    bool // lines end with CR and LF
	archive    *txtar.Archive
}

func (g *golden) text(data []byte) []byte {
	if g.windows {
		return bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n"))
	}
	return data
}

// want is what becomes of a file, nil where it stays.
func (g *golden) want(name string) []byte {
	for _, f := range g.archive.Files {
		if f.Name == name+".fixed" {
			return g.text(f.Data)
		}
	}
	return nil
}

func readCases(t *testing.T) []*golden {
	t.Helper()
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	var list []*golden
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		g := &golden{name: strings.TrimSuffix(filepath.Base(file), ".txtar"), archive: a}
		for line := range strings.SplitSeq(string(a.Comment), "\n") {
			if id, ok := strings.CutPrefix(line, "finding: "); ok {
				g.rule = id
			}
			g.windows = g.windows || line == "line ends: CR LF"
		}
		if g.rule == "" {
			t.Fatalf("%s: no line \"finding: RULE\"", file)
		}
		list = append(list, g)
	}
	return list
}

// TestGolden analyses all cases at once, applies the fixes, compares, and analyses once more: no fixed finding may be left.
func TestGolden(t *testing.T) {
	if testing.Short() {
		t.Skip("needs the libraries that rules know")
	}
	list := readCases(t)
	dir := t.TempDir()
	for _, name := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile(filepath.Join(cases, name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name), data)
	}
	for _, g := range list {
		for _, f := range g.archive.Files {
			if !strings.HasSuffix(f.Name, ".fixed") {
				write(t, filepath.Join(dir, g.name, f.Name), g.text(f.Data))
			}
		}
	}
	cache := t.TempDir()
	before := analyse(t, dir, cache)
	made := map[string][]byte{}
	fixed := map[string]bool{}
	for _, g := range list {
		p, err := patch.Make(before[g.name], func(rule.Applicability) bool { return true }, func(f report.File) ([]byte, error) { return os.ReadFile(f.Abs) })
		if err != nil {
			t.Fatalf("%s: %v", g.name, err)
		}
		for _, f := range p.Files {
			made[f.Rel] = f.New
			write(t, f.Abs, f.New)
		}
		for _, a := range p.Applied {
			fixed[a.Finding.Fingerprint] = true
		}
	}
	after := analyse(t, dir, cache)
	for _, g := range list {
		t.Run(g.name, func(t *testing.T) { g.check(t, before[g.name], after[g.name], made, fixed) })
	}
}

func (g *golden) check(t *testing.T, before, after []report.Finding, made map[string][]byte, fixed map[string]bool) {
	speaks := slices.ContainsFunc(before, func(f report.Finding) bool { return f.Rule == g.rule })
	if !speaks {
		t.Errorf("%s says nothing", g.rule)
	}
	changed := false
	for i := range g.archive.Files {
		f := &g.archive.Files[i]
		if strings.HasSuffix(f.Name, ".fixed") {
			continue
		}
		got, want := made[g.name+"/"+f.Name], g.want(f.Name)
		if *update && got != nil {
			g.put(t, f.Name, got)
			continue
		}
		changed = changed || want != nil
		if !bytes.Equal(got, want) {
			t.Errorf("%s became\n%s\nwant\n%s", f.Name, got, want)
		}
	}
	for _, f := range after {
		if fixed[f.Fingerprint] {
			t.Errorf("still there: %s:%d: %s: %s", f.Source.Rel, f.At.Line, f.Rule, f.Message)
		}
		if changed && !slices.ContainsFunc(before, func(b report.Finding) bool { return b.Rule == f.Rule }) {
			t.Errorf("new: %s:%d: %s: %s", f.Source.Rel, f.At.Line, f.Rule, f.Message)
		}
	}
}

// put writes what a file became into the archive.
func (g *golden) put(t *testing.T, name string, got []byte) {
	if g.windows {
		got = bytes.ReplaceAll(got, []byte("\r\n"), []byte("\n"))
	}
	at := slices.IndexFunc(g.archive.Files, func(f txtar.File) bool { return f.Name == name+".fixed" })
	if at < 0 {
		at = len(g.archive.Files)
		g.archive.Files = append(g.archive.Files, txtar.File{Name: name + ".fixed"})
	}
	g.archive.Files[at].Data = got
	write(t, filepath.Join("testdata", g.name+".txtar"), txtar.Format(g.archive))
}

// analyse returns the findings of each case.
func analyse(t *testing.T, dir, cache string) map[string][]report.Finding {
	t.Helper()
	prog, err := load.Load(t.Context(), load.Options{Dir: dir, Patterns: []string{"./..."}, CacheDir: cache, Rules: analyzers.Rules()})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range prog.Incomplete {
		t.Errorf("%s: %s", x.Package, x.Reason)
	}
	var metas []*rule.Meta
	for _, r := range analyzers.Rules() {
		metas = append(metas, &r.Meta)
	}
	selected, err := report.Select(metas, []string{"all"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]report.Finding{}
	for _, p := range prog.Packages {
		name := filepath.Base(p.Dir)
		s, err := schema.Load(p.Dir)
		if err != nil {
			t.Fatal(err)
		}
		found[name], _ = report.Findings([]report.Package{{Path: p.Path, Findings: rule.Settle(p.Result.Findings, s), Generated: p.Generated}}, report.Options{
			Base: dir, Dirs: prog.Dirs, Rules: metas,
			Wanted: report.Wanted{Rules: selected, Confidence: rule.Low, Generated: true},
		})
	}
	return found
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestRules compares what rules promise with what there are fixers for.
func TestRules(t *testing.T) {
	var promised []string
	for _, r := range analyzers.Rules() {
		if r.Fix != rule.NoFix {
			promised = append(promised, r.ID)
		}
	}
	slices.Sort(promised)
	if got := fix.Rules(); !slices.Equal(got, promised) {
		t.Errorf("rules say that they offer fixes: %v\nthere are fixers for:            %v", promised, got)
	}
}
