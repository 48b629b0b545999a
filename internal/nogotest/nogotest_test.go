package nogotest

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/idemvet/idemvet/analyzers"
	"github.com/idemvet/idemvet/internal/pass"
	"github.com/idemvet/idemvet/internal/tooltest"
)

func TestMain(m *testing.M) { tooltest.Main(m) }

func run(t *testing.T, dir string, patterns ...string) *Result {
	t.Helper()
	res, err := Run(t, dir, "", patterns...)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func places(list []Finding) []string {
	var out []string
	for _, f := range list {
		out = append(out, fmt.Sprintf("%s:%d %s", f.File, f.Line, f.Rule))
	}
	slices.Sort(out)
	return out
}

func compare(t *testing.T, what string, got, want []string) {
	t.Helper()
	if len(want) == 0 || !slices.Equal(got, want) {
		t.Errorf("%s\n%s\ngo vet\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

var line = regexp.MustCompile(`(?m)^(\S+\.go):(\d+):\d+: .*\((IDV\d+)\)$`)

// vet lists what go vet finds with a tool.
func vet(t *testing.T, tool, dir string, flags ...string) []string {
	t.Helper()
	res := tooltest.Execute(t, dir, nil, "go", append([]string{"vet", "-vettool=" + tool}, flags...)...)
	var out []string
	for _, m := range line.FindAllStringSubmatch(res.Stderr, -1) {
		out = append(out, fmt.Sprintf("%s:%s %s", strings.TrimPrefix(filepath.ToSlash(m[1]), "./"), m[2], m[3]))
	}
	if res.Code != min(1, len(out)) {
		t.Fatalf("go vet: exit status %d\n%s", res.Code, res.Stderr)
	}
	slices.Sort(out)
	return out
}

// TestFerry demands what go vet finds of a program in which much must be known of other packages, and demands that nothing is missed.
func TestFerry(t *testing.T) {
	dir := tooltest.Write(t, ferry)
	res := run(t, dir, "./...")
	want := vet(t, tooltest.Tool(t), dir, "./...")
	compare(t, "nogo", places(res.Findings), want)
	if wanted := []string{"board/board.go:14 IDV101", "board/board.go:20 IDV101", "board/board.go:27 IDV101", "board/board.go:44 IDV106", "deck/deck.go:13 IDV101"}; !slices.Equal(want, wanted) {
		t.Errorf("go vet finds\n%s\nwant\n%s", strings.Join(want, "\n"), strings.Join(wanted, "\n"))
	}
	for _, f := range res.Findings {
		if f.URL == "" || !strings.HasSuffix(f.Message, "("+f.Rule+")") || strings.Contains(f.Message, "\n") {
			t.Errorf("%+v does not stand alone", f)
		}
	}
}

// TestUnitchecker demands the same of x/tools' own tool for go vet, made of our analyzers.
func TestUnitchecker(t *testing.T) {
	exe, err := compile("unitchecker", "package main\n\nimport (\n\t\"golang.org/x/tools/go/analysis/unitchecker\"\n\n\t\""+module+"/analyzers\"\n)\n\nfunc main() { unitchecker.Main(analyzers.Analyzers()...) }\n")
	if err != nil {
		t.Fatal(err)
	}
	dir := tooltest.Write(t, ferry)
	compare(t, "unitchecker", vet(t, exe, dir, "./..."), vet(t, tooltest.Tool(t), dir, "./..."))
}

// TestChecker demands the same of x/tools' driver for whole programs, which hands on facts of indirect imports too, in both shapes.
func TestChecker(t *testing.T) {
	dir := tooltest.Write(t, ferry)
	want := vet(t, tooltest.Tool(t), dir, "./...")
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax, Dir: dir}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	for shape, list := range map[string][]*analysis.Analyzer{"rule by rule": analyzers.Analyzers(), "bundle": {pass.Bundle(analyzers.Rules(), nil)}} {
		graph, err := checker.Analyze(list, pkgs, &checker.Options{SanityCheck: true})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for act := range graph.All() {
			if act.Err != nil {
				t.Errorf("%s: %v", shape, act.Err)
			}
			for _, d := range act.Diagnostics {
				at := act.Package.Fset.Position(d.Pos)
				got = append(got, fmt.Sprintf("%s:%d %s", filepath.Base(filepath.Dir(at.Filename))+"/"+filepath.Base(at.Filename), at.Line, d.Category))
			}
		}
		slices.Sort(got)
		compare(t, "checker, "+shape, got, want)
	}
}

// TestDemo has foreign modules below it. They must not be analysed, so that little time goes into them and nothing is told of them.
func TestDemo(t *testing.T) {
	tooltest.Fetch(t, tooltest.Demo)
	res := run(t, tooltest.Demo, "./...")
	compare(t, "nogo", places(res.Findings), vet(t, tooltest.Tool(t), tooltest.Demo, "./..."))
	if len(res.External) == 0 {
		t.Error("the demo shows no foreign module")
	}
	for _, p := range res.External {
		if n := len(res.Facts[p]); n > 0 {
			t.Errorf("%s, which is modelled, has %d bytes of facts", p, n)
		}
	}
}

// TestCgo demands that findings in a file with cgo are at its lines, not at those of what the go command made of it.
func TestCgo(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("there is no C compiler: ", err)
	}
	dir := tooltest.Write(t, tide)
	compare(t, "nogo", places(run(t, dir, "./...").Findings), vet(t, tooltest.Tool(t), dir, "./..."))
}

// mostFacts is how many bytes the facts of a package with a handful of functions may take.
const mostFacts = 2000

// TestFactsStable demands the same bytes of facts each time, and few.
func TestFactsStable(t *testing.T) {
	dir := tooltest.Write(t, ferry)
	first := run(t, dir, "./...")
	for i := range 19 {
		again := run(t, dir, "./post")
		for p, b := range again.Facts {
			if !bytes.Equal(b, first.Facts[p]) {
				t.Fatalf("run %d: the facts of %s differ", i+1, p)
			}
		}
	}
	for p, b := range first.Facts {
		t.Logf("%s: %d bytes", p, len(b))
		if len(b) > mostFacts {
			t.Errorf("%s has %d bytes of facts, at most %d", p, len(b), mostFacts)
		}
	}
}
