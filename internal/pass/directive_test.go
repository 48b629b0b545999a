package pass_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/idemvet/idemvet/analyzers"
	"github.com/idemvet/idemvet/internal/pass"
)

// retry is a package that calls what is given in a retry loop.
const retry = "package %s\n\nimport \"example.com/stall/post\"\n\nfunc Sell() (err error) {\n\tfor range 3 {\n\t\tif err = post.%s(); err == nil {\n\t\t\treturn nil\n\t\t}\n\t}\n\treturn err\n}\n"

// shapes are what hosts are given.
var shapes = map[string][]*analysis.Analyzer{"rule by rule": analyzers.Analyzers(), "bundle": {pass.Bundle(analyzers.Rules(), nil)}}

// TestDirectivesTravel demands that a row in the source of one package counts in another that imports it, and so does what is said to do
// no harm; and that a comment which suppresses a finding is heeded.
func TestDirectivesTravel(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":         "module example.com/stall\n\ngo 1.26.0\n",
		"hide/hide.go":   "package hide\n\nvar plugin func() string\n\n//idemvet:model fresh: random\nfunc Ticket() string { return plugin() }\n",
		"sell/sell.go":   "package sell\n\nimport (\n\t\"net/http\"\n\n\t\"example.com/stall/hide\"\n)\n\nfunc Sell(c *http.Client, r *http.Request) (err error) {\n\tfor range 3 {\n\t\tr.Header.Set(\"Idempotency-Key\", hide.Ticket())\n\t\tif _, err = c.Do(r); err == nil {\n\t\t\treturn nil\n\t\t}\n\t}\n\treturn err\n}\n",
		"meant/meant.go": "package meant\n\nimport (\n\t\"net/http\"\n\n\t\"example.com/stall/hide\"\n)\n\nfunc Sell(c *http.Client, r *http.Request) (err error) {\n\tfor range 3 {\n\t\tr.Header.Set(\"Idempotency-Key\", hide.Ticket()) //idemvet:ignore IDV101 -- it forgets\n\t\tif _, err = c.Do(r); err == nil {\n\t\t\treturn nil\n\t\t}\n\t}\n\treturn err\n}\n",
		"blank/blank.go": "package blank\n\n//idemvet:ignore IDV101\nfunc F() {}\n",
		"post/post.go":   "package post\n\nimport \"net/http\"\n\n//idemvet:idempotent -- it knows the order\nfunc Known() error { return Plain() }\n\nfunc Plain() error {\n\t_, err := http.Post(\"https://stall.example.com\", \"\", nil)\n\treturn err\n}\n",
		"known/known.go": fmt.Sprintf(retry, "known", "Known"),
		"plain/plain.go": fmt.Sprintf(retry, "plain", "Plain"),
		"wrong/wrong.go": "package wrong\n\n//idemvet:model frehs: random\nfunc F() string { return \"\" }\n",
	} {
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
		got := map[string]bool{}
		for act := range graph.All() {
			for _, d := range act.Diagnostics {
				got[act.Package.Name+" "+d.Category] = true
				if d.Category == "" && !strings.HasPrefix(d.Message, "not analysed: wrong.go:3: //idemvet:model: field frehs not found") {
					t.Errorf("%s: unexpected: %s", shape, d.Message)
				}
			}
		}
		if !got["sell IDV101"] || !got["wrong "] || got["meant IDV101"] || !got["blank IDV001"] || !got["plain IDV106"] || got["known IDV106"] {
			t.Errorf("%s: got %v", shape, got)
		}
	}
}
