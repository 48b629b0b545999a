package lib

import (
	"go/ast"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
)

func TestRange(t *testing.T) {
	versions := []string{"v1.10.0", "v1.2.0", "v0.9.0", "v2.0.0-rc.1", "v2.0.0", "v1.11.0-beta.1", "v2.1.0+incompatible"}
	for _, c := range []struct{ text, lowest, newest string }{
		{">=v1.0.0 <v2.0.0", "v1.2.0", "v1.10.0"},
		{">=v1.2.0", "v1.2.0", "v2.1.0+incompatible"},
		{">v1.2.0 <=v2.0.0", "v1.10.0", "v2.0.0"},
		{">=v1.11.0-beta.1 <v3.0.0", "v1.11.0-beta.1", "v2.1.0+incompatible"},
		{">=v3.0.0", "", ""},
		{"=v1.2.0", "v1.2.0", "v1.2.0"},
	} {
		r, err := ParseRange(c.text)
		if err != nil {
			t.Fatal(err)
		}
		if lowest, newest := r.Ends(versions); lowest != c.lowest || newest != c.newest {
			t.Errorf("%s: %s to %s, want %s to %s", c.text, lowest, newest, c.lowest, c.newest)
		}
	}
	for _, text := range []string{"", "go1.26", "v1.0.0", ">=1.0.0", "~v1.0.0", ">=v1.x"} {
		if _, err := ParseRange(text); err == nil {
			t.Errorf("%q was accepted", text)
		}
	}
	r, _ := ParseRange(">=v0.0.0")
	if !r.Has("v0.0.0-20220617161101-71ec9f2aa569") {
		t.Error("an untagged module is not in >=v0.0.0")
	}
}

func TestImportNames(t *testing.T) {
	for path, want := range map[string]string{
		"fmt": "fmt", "math/rand/v2": "rand", "gopkg.in/yaml.v3": "yaml", "github.com/a/go-redis": "redis",
		"github.com/a/nats.go": "nats", "github.com/a/stripe-go/v72": "stripe", "github.com/a/go-cache/v2": "cache",
		"github.com/a/some-name": "somename",
	} {
		s := &ast.ImportSpec{Path: &ast.BasicLit{Value: strconv.Quote(path)}}
		if names := importNames(s); !slices.Contains(names, want) {
			t.Errorf("%s: %v, want %s", path, names, want)
		}
	}
}

const source = `package p

import (
	"fmt"
	"example.com/missing/odd-name"
	"example.com/p/dep"
)

type T struct{ dep.Config }

var names = [...]string{"a", "b"}

var table = map[string]func(){"x": func() { undefined() }}

func (T) F(a [len(names)]int) error { return fmt.Errorf("%v", undefined) }
`

// TestUniverse checks that declarations are typed although bodies are broken and imports that only bodies use are missing.
func TestUniverse(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"p.go": source, "p_test.go": "package p\nfunc {", "p_windows.go": "package p\nfunc {", "dep/dep.go": "package dep\ntype Config struct{ Key string }",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cache, err := NewCache()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = cache.Close() }()
	u := OpenDir(cache, NewStd(cache.GOROOT), "example.com/p", dir)
	p, err := u.Load("example.com/p")
	if err != nil || len(p.Errors) > 0 {
		t.Fatal(err, p)
	}
	f, _, _ := types.LookupFieldOrMethod(p.Types.Scope().Lookup("T").Type(), true, p.Types, "F")
	if f == nil || f.Type().String() != "func(a [2]int) error" {
		t.Errorf("F is %v", f)
	}
	if key, _, _ := types.LookupFieldOrMethod(p.Types.Scope().Lookup("T").Type(), true, p.Types, "Key"); key == nil {
		t.Error("the field of the embedded type of the other package is missing")
	}
	if _, err := u.Load("example.com/other"); err == nil {
		t.Error("a package of no module was loaded")
	}
}
