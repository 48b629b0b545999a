package pass_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

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
	graph, err := checker.Analyze(analyzers.Analyzers(), pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for act := range graph.All() {
		if act.Err != nil {
			t.Fatal(act.Err)
		}
		for _, d := range act.Diagnostics {
			pos := act.Package.Fset.Position(d.Pos)
			if d.Category != "IDV101" || d.URL == "" || !strings.HasSuffix(d.Message, "(IDV101)") {
				t.Errorf("incomplete diagnostic: %+v", d)
			}
			got = append(got, filepath.Base(pos.Filename))
			if pos.Line != 12 {
				t.Errorf("reported in line %d, want 12", pos.Line)
			}
		}
	}
	if len(got) != 1 || got[0] != "pay.go" {
		t.Errorf("findings in %v, want one in pay.go", got)
	}
}
