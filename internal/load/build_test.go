package load

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/idemvet/idemvet/internal/unit"
)

func TestTests(t *testing.T) {
	f := newFixture(t, shop)
	f.write("mid/mid_test.go", "package mid\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) { t.Log(Get()) }\n")
	f.write("mid/x_test.go", "package mid_test\n\nimport (\n\t\"testing\"\n\n\t\"shop/mid\"\n\t\"shop/top\"\n)\n\nfunc TestB(t *testing.T) { t.Log(mid.Get(), top.Client) }\n")
	f.load(allShop)
	f.opts.Tests = true
	prog := f.load("shop/mid shop/mid_test shop/top") // top is built again for the test of mid
	again := f.load("")
	if a, b := text(t, prog), text(t, again); a != b || len(prog.Incomplete) != 0 {
		t.Errorf("first %s\nthen %s", a, b)
	}
	var paths []string
	for _, p := range prog.Packages {
		paths = append(paths, p.Path)
		if p.Path == "shop/mid" && (strings.Join(p.Files, " ") != "mid.go mid_test.go" || len(p.Result.Findings) != 4) {
			t.Errorf("mid: files %v, findings %v", p.Files, p.Result.Findings)
		}
	}
	if got := strings.Join(paths, " "); got != "shop/base shop/lone shop/mid shop/mid_test shop/top" {
		t.Errorf("packages %s", got)
	}
}

func TestReplacedModules(t *testing.T) {
	f := newFixture(t, shop)
	f.write("go.mod", "module shop\n\ngo 1.24\n\nrequire example.com/lib v0.0.0\n\nreplace example.com/lib => ./lib\n")
	f.write("lib/go.mod", "module example.com/lib\n\ngo 1.24\n\nrequire shop v0.0.0\n")
	f.write("lib/lib.go", "package lib\n\nimport \"shop/base\"\n\ntype L = base.T\n")
	f.write("top/top.go", "package top\n\nimport (\n\t\"example.com/lib\"\n\t\"shop/base\"\n)\n\nvar X *lib.L = base.New()\n")
	prog := f.load("example.com/lib " + allShop)
	if len(prog.Incomplete) != 0 || prog.Packages[0].Report || !prog.Packages[1].Report {
		t.Errorf("incomplete %v, lib %v, base %v", prog.Incomplete, prog.Packages[0].Report, prog.Packages[1].Report)
	}
	outside := t.TempDir()
	writeFiles(t, outside, map[string]string{
		"go.mod": "module example.com/lib\n\ngo 1.24\n\nrequire shop v0.0.0\n",
		"lib.go": "package lib\n\nimport \"shop/base\"\n\ntype L = base.T\n",
	})
	f.write("go.mod", "module shop\n\ngo 1.24\n\nrequire example.com/lib v0.0.0\n\nreplace example.com/lib => "+outside+"\n")
	if err := os.RemoveAll(filepath.Join(f.opts.Dir, "lib")); err != nil {
		t.Fatal(err)
	}
	if prog := f.load(""); len(prog.Incomplete) != 0 || prog.Dirs["example.com/lib"] != outside { // the same package in another place
		t.Errorf("incomplete: %v, directories %v", prog.Incomplete, prog.Dirs)
	}
}

// TestVendoredBridge has a vendored package that imports back. Its function bodies are nobody's business.
func TestVendoredBridge(t *testing.T) {
	f := newFixture(t, shop)
	t.Setenv("GOFLAGS", "-mod=vendor")
	f.write("go.mod", "module shop\n\ngo 1.24\n\nrequire example.com/lib v1.0.0\n")
	f.write("vendor/modules.txt", "# example.com/lib v1.0.0\n## explicit; go 1.24\nexample.com/lib\n")
	f.write("vendor/example.com/lib/lib.go", "package lib\n\nimport \"shop/base\"\n\ntype L = base.T\n\nfunc f() { undefined() }\n")
	f.write("top/top.go", "package top\n\nimport (\n\t\"example.com/lib\"\n\t\"shop/base\"\n)\n\nvar Y *lib.L = base.New()\n")
	if prog := f.load("shop/base shop/lone shop/mid shop/top"); len(prog.Incomplete) != 0 {
		t.Errorf("incomplete: %v", prog.Incomplete)
	}
}

func TestErrors(t *testing.T) {
	tests := []struct {
		name  string
		files map[string]string
		opts  Options
		kind  Kind
		want  string
	}{
		{"no directory", nil, Options{Dir: "/no/such/directory"}, Usage, "no directory /no/such/directory"},
		{"no Go files", map[string]string{"go.mod": "module a\n", "x/README": ""}, Options{Patterns: []string{"./x"}}, Usage, "no Go files"},
		{"empty module", map[string]string{"go.mod": "module a\n"}, Options{}, Usage, "no packages match ./..."},
		{"no such package", map[string]string{"go.mod": "module a\n", "a.go": "package a\n"}, Options{Patterns: []string{"./b"}}, Usage, "directory not found"},
		{"standard library", map[string]string{"go.mod": "module a\n"}, Options{Patterns: []string{"errors"}}, Usage, "standard library"},
		{"broken go.mod", map[string]string{"go.mod": "modul a\n", "a.go": "package a\n"}, Options{}, Broken, "go.mod:1: unknown directive: modul"},
		{"no module", map[string]string{"a.go": "package a\n"}, Options{}, Broken, "no go.mod in"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := newFixture(t, test.files)
			f.opts.Patterns = test.opts.Patterns
			if test.opts.Dir != "" {
				f.opts.Dir = test.opts.Dir
			}
			_, err := Load(context.Background(), f.opts)
			var e *Error
			if !errors.As(err, &e) || e.Kind != test.kind || !strings.Contains(e.Msg, test.want) || strings.Contains(e.Msg, "\n") {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

func TestCancel(t *testing.T) {
	f := newFixture(t, shop)
	ctx, cancel := context.WithCancel(context.Background())
	f.opts.Run = func(p *unit.Package, imported unit.Lookup) *unit.Result {
		cancel()
		return f.rec.run(p, imported)
	}
	if _, err := Load(ctx, f.opts); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// fuse is a context that ends when it has been asked n times.
type fuse struct {
	context.Context
	n atomic.Int32
}

func (f *fuse) Err() error {
	if f.n.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// TestCancelAnywhere ends the context at the first places that ask, and at some of the many that follow, until a run gets through.
func TestCancelAnywhere(t *testing.T) {
	f := newFixture(t, shop)
	f.opts.CacheDir = "off"
	for n := int32(0); n < 5000; n += 1 + n/2 {
		ctx := &fuse{Context: context.Background()}
		ctx.n.Store(n)
		_, err := Load(ctx, f.opts)
		if err == nil && n > 10 {
			return
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("asked %d times: %v", n, err)
		}
	}
	t.Error("no run gets through")
}

func TestPartsOfBuild(t *testing.T) {
	f := newFixture(t, shop)
	f.write("lone/tag.go", "//go:build special\n\npackage lone\n\nfunc FactTag() {}\n")
	f.load(allShop)
	f.opts.Tags = "special"
	prog := f.load("shop/lone")
	for _, p := range prog.Packages {
		if p.Path == "shop/lone" && !slices.Equal(p.Files, []string{"lone.go", "tag.go"}) {
			t.Errorf("files %v", p.Files)
		}
	}
	f.opts.Patterns = []string{"./top"}
	prog = f.load("")
	if len(prog.Packages) != 3 || prog.Packages[0].Report || !prog.Packages[2].Report {
		t.Errorf("got %d packages", len(prog.Packages))
	}
}
