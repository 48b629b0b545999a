package load

import (
	"context"
	"go/ast"
	"go/parser"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func TestStrip(t *testing.T) {
	tests := []struct{ in, want string }{
		{"func f() { a() }", "func f() {}"},
		{"func f() interface{ X() } { a() }", "func f() interface{ X() } {}"},
		{"func f[T interface{ ~int }](x struct{ a T }) func() struct{} { return '{' }", "func f[T interface{ ~int }](x struct{ a T }) func() struct{} {}"},
		{"func asm(x int) int\n\ntype T struct { F func() }", "func asm(x int) int\ntype T struct { F func() }"},
		{"var x = func() int { return 1 }()", "var x = func() int {}()"},
		{"var x = []func(){a, b}", "var x = []func(){}"},
		{"var x = map[string]func() func(){\"}\": nil}", "var x = map[string]func() func(){}"},
		{"var x = [...]T{{1, 2}, T{3}}", "var x = [...]T{{}, T{}}"},
		{"var x = [...]struct{ a []int }{{nil}}\nvar y = []T{{}}", "var x = [...]struct{ a []int }{{}}\nvar y = []T{}"},
		{"var x = &T{a: `}`, b: \"}\", /* } */ c: 1.5}", "var x = &T{}"},
		{"const c = 1 // }\nconst d = `a\n{`", "const c = 1  \nconst d = `a\n{`"},
		{"type T interface { /* a\nb */ M(func(int) bool) }", "type T interface { \nM(func(int) bool) }"},
		{"var f func(a int) = func(b int) { c() }", "var f func(a int) = func(b int) {}"},
		{"var o = sync.OnceValue(func() int { return 2 })", "var o = sync.OnceValue(func() int {})"},
	}
	for _, test := range tests {
		if got := string(strip([]byte(test.in), map[string]bool{})); got != test.want {
			t.Errorf("strip(%q)\n got %q\nwant %q", test.in, got, test.want)
		}
	}
}

func TestStripUses(t *testing.T) {
	uses := map[string]bool{}
	out := strip([]byte("//go:build go1.22\n\n// Doc.\npackage p\nvar x a . B = c.D{e.F}\nfunc f(g.H) { i.J() }"), uses)
	if !strings.HasPrefix(string(out), "//go:build go1.22\n") {
		t.Errorf("the build constraint is lost: %q", out)
	}
	for name, want := range map[string]bool{"a": true, "c": true, "g": true, "e": false, "i": false} {
		if uses[name] != want {
			t.Errorf("%s: %v", name, uses[name])
		}
	}
}

func FuzzStrip(f *testing.F) {
	f.Add("package p\nfunc f() { g() }\nvar x = [...]T{{1}}")
	f.Fuzz(func(_ *testing.T, src string) {
		strip([]byte(src), map[string]bool{}) // must end and not panic
	})
}

// TestStripTypes demands that the declarations of stripped packages have the same types as those of whole packages.
func TestStripTypes(t *testing.T) {
	patterns := []string{"net/http", "go/types", "reflect", "encoding/json", "database/sql", "unicode"}
	o := &Options{Patterns: patterns, Dir: t.TempDir()}
	pkgs, env, err := goList(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	g := &graph{byID: make(map[string]*node)}
	all := make(map[*node]bool)
	for _, p := range pkgs {
		if p.ImportPath != "unsafe" {
			n := newNode(p)
			g.byID[p.ImportPath] = n
			g.order = append(g.order, n)
			all[n] = true
		}
	}
	g.link()
	l := &loader{ctx: context.Background(), opt: o, env: env, graph: g, store: &store{}, types: newTypeTable(env), workers: runtime.GOMAXPROCS(0)}
	l.checkForeign(l.stripAll(all), nil)
	for _, n := range g.order {
		if n.types == nil {
			t.Errorf("%s was not checked", n.path)
			continue
		}
		if a, b := api(n), l.wholeAPI(t, n); !slices.Equal(a, b) {
			t.Errorf("%s\nstripped %q\nwhole    %q", n.path, a, b)
		}
	}
}

func api(n *node) []string {
	w := newAPIWalker(n.types)
	w.walk()
	slices.Sort(w.lines)
	return slices.Compact(w.lines)
}

// wholeAPI checks the files of n with bodies and describes the result.
func (l *loader) wholeAPI(t *testing.T, n *node) []string {
	var files []*ast.File
	for _, name := range n.files {
		file, err := parser.ParseFile(l.types.fset, n.file(name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	whole := *n
	conf := l.config(n)
	conf.IgnoreFuncBodies = true
	whole.types, _ = conf.Check(n.path, l.types.fset, files, nil)
	return api(&whole)
}
