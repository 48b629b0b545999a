package load

import (
	"context"
	"encoding/json"
	"go/ast"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/summary"
	"github.com/idemvet/idemvet/internal/unit"
)

// recorder is an analysis for tests. It reports each call of a function of another package, tells which packages
// it saw, and leaves a fact for each function whose name begins with Fact.
type recorder struct {
	mu   sync.Mutex
	seen []string
}

func (r *recorder) run(p *unit.Package, imported unit.Lookup) *unit.Result {
	r.mu.Lock()
	r.seen = append(r.seen, p.Path)
	r.mu.Unlock()
	res := &unit.Result{Facts: &summary.Package{}}
	for _, file := range p.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Name.Name == "Boom" {
					panic("boom")
				}
				if strings.HasPrefix(n.Name.Name, "Fact") {
					res.Facts.SetFunc("", n.Name.Name, &summary.Function{})
				}
			case *ast.SelectorExpr:
				obj := p.Info.Uses[n.Sel]
				if obj == nil || obj.Pkg() == nil || obj.Pkg() == p.Types {
					break
				}
				pos := p.Fset.Position(n.Pos())
				msg := obj.Type().String()
				if imported(obj.Pkg().Path()).Func("", n.Sel.Name) != nil {
					msg += " with fact"
				}
				at := rule.Place{Pkg: p.Path, File: filepath.Base(pos.Filename), Line: pos.Line, Column: pos.Column}
				res.Findings = append(res.Findings, rule.Finding{Rule: "IDV101", At: at, Message: msg})
			}
			return true
		})
	}
	slices.SortFunc(res.Findings, func(a, b rule.Finding) int { return a.Compare(&b) })
	return res
}

// take returns the packages seen since the last call, sorted.
func (r *recorder) take() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	slices.Sort(r.seen)
	s := strings.Join(r.seen, " ")
	r.seen = nil
	return s
}

func writeFiles(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// shop has a base package, one above it that does not show the base's types, and one that uses both.
var shop = map[string]string{
	"go.mod":       "module shop\n\ngo 1.24\n",
	"base/base.go": "package base\n\ntype T struct{ X int }\n\nfunc New() *T { return nil }\n\nfunc Other() {}\n",
	"mid/mid.go":   "package mid\n\nimport \"shop/base\"\n\nfunc Get() int { return base.New().X }\n",
	"top/top.go":   "package top\n\nimport (\n\t\"net/http\"\n\n\t\"shop/mid\"\n)\n\nvar Client http.Client\n\nvar n = mid.Get()\n",
	"lone/lone.go": "package lone\n\nimport \"strings\"\n\nfunc Up(s string) string { return strings.ToUpper(s) }\n",
}

type fixture struct {
	t    *testing.T
	opts Options
	rec  *recorder
}

func newFixture(t *testing.T, files map[string]string) *fixture {
	t.Helper()
	t.Setenv("GOFLAGS", "-mod=mod")
	t.Setenv("GOWORK", "off")
	f := &fixture{t: t, rec: &recorder{}}
	f.opts = Options{Dir: t.TempDir(), CacheDir: t.TempDir(), Salt: "1", Run: f.rec.run}
	writeFiles(t, f.opts.Dir, files)
	return f
}

func (f *fixture) write(name, text string) {
	f.t.Helper()
	writeFiles(f.t, f.opts.Dir, map[string]string{name: text})
}

// load runs Load, and demands that exactly the given packages were analysed.
func (f *fixture) load(analysed string) *Program {
	f.t.Helper()
	prog, err := Load(context.Background(), f.opts)
	if err != nil {
		f.t.Fatal(err)
	}
	if got := f.rec.take(); got != analysed {
		f.t.Errorf("analysed %q, want %q", got, analysed)
	}
	return prog
}

// text is everything in a program that must not depend on the cache.
func text(t *testing.T, p *Program) string {
	t.Helper()
	var out []any
	for _, q := range p.Packages {
		out = append(out, q.Path, q.Dir, q.Module, q.Report, q.Generated, q.Files, q.Result.Findings, q.Result.Facts.Encode(), q.Result.Incomplete)
	}
	data, err := json.Marshal(append(out, p.Dirs, p.Incomplete))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

const allShop = "shop/base shop/lone shop/mid shop/top"

func TestWarm(t *testing.T) {
	f := newFixture(t, shop)
	cold := f.load(allShop)
	if cold.Stats.ForeignLoaded == 0 || cold.Stats.Cached != 0 {
		t.Errorf("cold: %+v", cold.Stats)
	}
	warm := f.load("")
	if s := warm.Stats; s.Cached != 4 || s.ForeignLoaded+s.ForeignCached != 0 {
		t.Errorf("warm: %+v", s)
	}
	if a, b := text(t, cold), text(t, warm); a != b {
		t.Errorf("cold %s\nwarm %s", a, b)
	}
	f.opts.Salt = "2"
	if again := f.load(allShop); again.Stats.ForeignLoaded != 0 || again.Stats.ForeignCached == 0 {
		t.Errorf("other rules: %+v", again.Stats)
	}
}

func TestOtherCheckout(t *testing.T) {
	f := newFixture(t, shop)
	f.load(allShop)
	f.opts.Dir = t.TempDir()
	writeFiles(t, f.opts.Dir, shop)
	prog := f.load("")
	if dir := prog.Dirs["shop/base"]; !strings.HasSuffix(dir, "base") || prog.Packages[0].Dir != dir {
		t.Errorf("directory %s", dir)
	}
}

func TestEarlyCutoff(t *testing.T) {
	f := newFixture(t, shop)
	f.load(allShop)
	base := shop["base/base.go"]
	f.write("base/base.go", "\n"+base+"\nfunc private() {}\n") // moved lines, nothing visible
	f.load("shop/base")
	f.write("base/base.go", base+"\nfunc Visible() {}\n") // visible to mid, which does not pass it on
	f.load("shop/base shop/mid")
	f.write("base/base.go", base+"\nfunc FactA() {}\n")
	f.load("shop/base shop/mid")
	f.write("mid/mid.go", shop["mid/mid.go"]+"\nfunc FactB() {}\n")
	f.load("shop/mid shop/top")
	f.write("lone/lone.go", "package lone\n\nimport \"container/heap\"\n\nvar X heap.Interface\n") // an import nobody had
	f.load("shop/lone")
	got := text(t, f.load(""))
	f.opts.CacheDir = "off"
	if want := text(t, f.load(allShop)); got != want {
		t.Errorf("from the cache %s\nanew %s", got, want)
	}
}

func TestFacts(t *testing.T) {
	f := newFixture(t, shop)
	f.write("base/base.go", "package base\n\nfunc FactA() {}\n")
	f.write("mid/mid.go", "package mid\n\nimport \"shop/base\"\n\nfunc Get() int { base.FactA(); return 0 }\n")
	if got := text(t, f.load(allShop)); !strings.Contains(got, "func() with fact") {
		t.Errorf("no fact in %s", got)
	}
	f.write("mid/mid.go", "package mid\n\nimport \"shop/base\"\n\nfunc Get() int { base.FactA(); return 1 }\n")
	if got := text(t, f.load("shop/mid")); !strings.Contains(got, "func() with fact") {
		t.Errorf("no cached fact in %s", got)
	}
}

func TestBroken(t *testing.T) {
	f := newFixture(t, shop)
	f.write("mid/mid.go", "package mid\n\nimport \"shop/base\"\n\nfunc Get() int { return \"no\" }\n\nvar _ = base.New\n")
	f.write("syntax/syntax.go", "package syntax\n\nfunc (\n")
	f.write("missing/missing.go", "package missing\n\nimport \"example.invalid/none\"\n\nvar _ = none.X\n")
	for _, want := range []string{"shop/base shop/lone shop/top", ""} {
		prog := f.load(want)
		var lines []string
		for _, i := range prog.Incomplete {
			lines = append(lines, i.Package+" "+i.Reason)
		}
		got := strings.Join(lines, "\n")
		for _, want := range []string{"shop/mid mid/mid.go:5:25: cannot use", "shop/missing missing/missing.go:3:8: ", "shop/syntax syntax/syntax.go:"} {
			if !strings.Contains(got, want) || len(lines) != 3 {
				t.Errorf("no %q in\n%s", want, got)
			}
		}
	}
	f.write("top/top.go", shop["top/top.go"]+"\n") // needs the types of the broken package
	f.load("shop/top")
}

func TestPanic(t *testing.T) {
	f := newFixture(t, shop)
	f.write("base/base.go", shop["base/base.go"]+"\nfunc Boom() {}\n")
	for _, want := range []string{allShop, "shop/base"} { // not remembered
		prog := f.load(want)
		if len(prog.Incomplete) != 1 || prog.Incomplete[0] != (Incomplete{"shop/base", "internal error: boom"}) {
			t.Errorf("incomplete: %v", prog.Incomplete)
		}
	}
}

func TestCgo(t *testing.T) {
	f := newFixture(t, map[string]string{
		"go.mod": "module shop\n\ngo 1.24\n",
		"c/c.go": "package c\n\n// int one(void) { return 1; }\nimport \"C\"\n\nfunc One() int { return int(C.one()) }\n",
		"d/d.go": "package d\n\nimport \"shop/c\"\n\nvar _ = c.One()\n",
	})
	t.Setenv("CGO_ENABLED", "1")
	t.Setenv("CC", "no-such-compiler")
	if prog := f.load("shop/c shop/d"); len(prog.Incomplete) != 0 {
		t.Errorf("incomplete: %v", prog.Incomplete)
	}
}

func TestDamagedCache(t *testing.T) {
	f := newFixture(t, shop)
	want := text(t, f.load(allShop))
	err := filepath.WalkDir(f.opts.CacheDir, func(name string, _ os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(name, "-d") {
			data, _ := os.ReadFile(name)
			for i := range data {
				data[i] ^= 0x55
			}
			return os.WriteFile(name, data, 0o666)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	prog, err := Load(context.Background(), f.opts)
	if err != nil {
		t.Fatal(err)
	}
	if got := text(t, prog); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	f.rec.take()
	f.load("") // mended
}

func TestReadOnlyCache(t *testing.T) {
	f := newFixture(t, shop)
	f.opts.CacheDir = filepath.Join(f.opts.Dir, "go.mod", "cache") // cannot be made, also not by root
	f.load(allShop)
	f.load(allShop)
	f.opts.CacheDir = t.TempDir()
	if err := os.Chmod(f.opts.CacheDir, 0o555); err != nil {
		t.Fatal(err)
	}
	f.load(allShop)
}

func TestDeterminism(t *testing.T) {
	f := newFixture(t, shop)
	f.opts.CacheDir = "off"
	want := text(t, f.load(allShop))
	for range 5 {
		if got := text(t, f.load(allShop)); got != want {
			t.Fatalf("got %s\nwant %s", got, want)
		}
	}
}
