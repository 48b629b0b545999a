package docgen_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/analyzers"
	"github.com/idemvet/idemvet/internal/docgen"
	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/suppress"
)

const root = "../.."

func TestPagesAreFresh(t *testing.T) {
	pages, err := docgen.Pages(root, suppress.Metas(), analyzers.Rules())
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range pages {
		got, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil || string(got) != want {
			t.Errorf("%s is stale: run go generate ./internal/docgen", name)
		}
	}
}

func TestPages(t *testing.T) {
	dir := tree(t, map[string]string{
		"analyzers/sample/doc.md":    "## Bad\n\n<!-- example: sample/bad.go#call -->\n\n## Good\n",
		"testdata/src/sample/bad.go": "package sample\n\nfunc f() {\n\t// docs:begin call\n\t// want \"IDV999: y\"\n\tg(func() {\n\t\th() // want \"IDV999: x\"\n\t})\n\t// docs:end call\n}\n",
	})
	pages, err := docgen.Pages(dir, nil, sample())
	if err != nil {
		t.Fatal(err)
	}
	const code = "```go\ng(func() {\n\th()\n})\n```\n"
	if page := pages["analyzers/sample/page.md"]; !strings.Contains(page, code) || !strings.HasPrefix(page, "# IDV999 sample: a title\n") {
		t.Errorf("page:\n%s", page)
	}
	if rules := pages["rules.md"]; !strings.Contains(rules, "| [IDV999](#sample) |") || !strings.Contains(rules, "\n### Good\n") {
		t.Errorf("rules.md:\n%s", rules)
	}
}

func TestMissingRegion(t *testing.T) {
	dir := tree(t, map[string]string{
		"analyzers/sample/doc.md":    "## Bad\n<!-- example: sample/bad.go#gone -->\n",
		"testdata/src/sample/bad.go": "package sample\n\n// docs:begin other\n// docs:end other\n",
	})
	_, err := docgen.Pages(dir, nil, sample())
	if err == nil || !strings.HasPrefix(err.Error(), "analyzers/sample/doc.md:2: testdata/src/sample/bad.go has no pair of lines") {
		t.Errorf("error: %v", err)
	}
}

func sample() []*rule.Rule {
	return []*rule.Rule{{Meta: rule.Meta{ID: "IDV999", Name: "sample", Title: "a title", Severity: rule.Error, Confidence: rule.High, Fix: rule.NoFix}}}
}

// tree writes files into a new directory.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
