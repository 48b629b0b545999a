package pass_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/idemvet/idemvet/analyzers"
)

// The key is minted in one package, retried in another and sent in a third, so that both kinds of facts must travel.
var program = map[string]string{
	"go.mod": "module example.com/shop\n\ngo 1.26.0\n",
	"again/again.go": `package again

type Config struct{ Before func(n int) }

func Do(c Config, op func() error) (err error) {
	for range 3 {
		if c.Before != nil {
			c.Before(1)
		}
		if err = op(); err == nil {
			return nil
		}
	}
	return err
}
`,
	"ids/ids.go": `package ids

import "time"

func New() string { return "k" + time.Now().String() }
`,
	"pay/pay.go": `package pay

import (
	"net/http"

	"example.com/shop/again"
	"example.com/shop/ids"
)

func Charge(c *http.Client, req *http.Request) error {
	return again.Do(again.Config{}, func() error {
		req.Header.Set("Idempotency-Key", ids.New())
		_, err := c.Do(req)
		return err
	})
}
`,
}

func TestFactsTravel(t *testing.T) {
	dir := t.TempDir()
	for name, text := range program {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax, Dir: dir}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	for shape, list := range shapes {
		graph, err := checker.Analyze(list, pkgs, nil)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for act := range graph.All() {
			if act.Err != nil {
				t.Fatalf("%s: %s: %v %v", shape, act, act.Err, act.Package.Errors)
			}
			for _, d := range act.Diagnostics {
				if d.Category != "IDV101" || d.URL == "" || !strings.HasSuffix(d.Message, "(IDV101)") {
					t.Errorf("%s: incomplete diagnostic: %+v", shape, d)
				}
				pos := act.Package.Fset.Position(d.Pos)
				got = append(got, fmt.Sprintf("%s:%d", filepath.Base(pos.Filename), pos.Line))
			}
		}
		if len(got) != 1 || got[0] != "pay.go:12" {
			t.Errorf("%s: findings at %v, want one at pay.go:12", shape, got)
		}
	}
}

// TestFlags demands that each setting can be given as text, and that mistakes in it are told.
func TestFlags(t *testing.T) {
	list := analyzers.Analyzers()
	if err := analysis.Validate(list); err != nil {
		t.Fatal(err)
	}
	conf := list[0]
	for name, good := range map[string]string{"config": "{}", "select": "all", "ignore": "IDV5,keyscope", "confidence": "low", "horizon": "72h", "tests": "true", "generated": "0"} {
		if err := conf.Flags.Set(name, good); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	seen := 0
	conf.Flags.VisitAll(func(f *flag.Flag) {
		seen++
		if f.Value.String() == "" {
			t.Errorf("flag %s is not covered here", f.Name)
		}
		if err := f.Value.Set(f.DefValue); err != nil && f.DefValue != "" {
			t.Errorf("%s: %v", f.Name, err)
		}
	})
	if seen != 7 {
		t.Errorf("%d flags", seen)
	}
}
