package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/internal/rule"
)

var someRules = []*rule.Meta{
	{ID: "IDV101", Name: "keyinretry", Severity: rule.Error, Default: true},
	{ID: "IDV105", Name: "keypii", Severity: rule.Warning, Default: true},
	{ID: "IDV503", Name: "dualwrite", Severity: rule.Warning, Default: true},
	{ID: "IDV601", Name: "shortwindow", Severity: rule.Error, Default: true},
}

const payModel = "package: example.com/pay\nversions: v1\nsource: its documentation\nentries:\n  - func: New\n    fresh: random\n"

func write(t *testing.T, files map[string]string) string {
	t.Helper()
	t.Setenv("GOWORK", "")
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

func TestErrors(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"unknown key", "version: 1\nmodles: [a.yaml]\n", `.idemvet.yml:2: unknown key "modles"; did you mean "models"?`},
		{"strange key", "colour: red\n", `.idemvet.yml:1: unknown key "colour"`},
		{"twice", "models: []\nmodels: []\n", ".idemvet.yml:2: models is also in line 1"},
		{"version", "version: 2\n", ".idemvet.yml:1: version 2 is not known; want 1"},
		{"list", "- models\n", ".idemvet.yml:1: want keys and values"},
		{"no list", "models: {a: b}\n", ".idemvet.yml:1: models wants a list of files"},
		{"numbers", "models: [1]\n", ".idemvet.yml:1: models wants a list of files"},
		{"no file", "models:\n  - pay.yaml\n  - gone/*.yaml\n", ".idemvet.yml:3: models: no file gone/*.yaml"},
		{"bad glob", "models: [\"[\"]\n", `.idemvet.yml:1: bad pattern "["`},
		{"directory", "models: [dir]\n", ".idemvet.yml:1: models: cannot read dir: is a directory"},
		{"bad model", "models: [bad.yaml]\n", "bad.yaml:6: field frehs not found"},
		{"no YAML", "version: 1\nmodels: [\n", ".idemvet.yml:"},
		{"rule", "select:\n  - IDV1\n  - keypi\n", `.idemvet.yml:3: unknown rule "keypi"; did you mean "keypii"?`},
		{"ignored rule", "ignore: [IDV9]\n", `.idemvet.yml:1: unknown rule "IDV9"`},
		{"graded rule", "severity:\n  IDV105: info\n  IDV10X: info\n", `.idemvet.yml:3: unknown rule "IDV10X"; did you mean "IDV101"?`},
		{"severity", "severity: {IDV105: inof}\n", `.idemvet.yml:1: unknown value "inof"; did you mean "info"?`},
		{"severities", "severity: [IDV105]\n", ".idemvet.yml:1: severity wants severities by rule, such as {IDV105: info}"},
		{"confidence", "confidence: hihg\n", `.idemvet.yml:1: unknown value "hihg"; did you mean "high"?`},
		{"no bool", "tests: 1\n", ".idemvet.yml:1: tests wants true or false, such as false"},
		{"quoted bool", "generated: \"true\"\n", ".idemvet.yml:1: generated wants true or false"},
		{"exclude above", "exclude: [../gen/**]\n", `.idemvet.yml:1: pattern "../gen/**": want one for files below`},
		{"exclude not", "exclude: [\"!a.go\"]\n", `.idemvet.yml:1: pattern "!a.go": there are no exceptions`},
		{"stars", "exclude: [a**b]\n", `.idemvet.yml:1: bad pattern "a**b"`},
		{"no schema", "version: 1\nschema: db/*.sql\n", ".idemvet.yml:2: schema: no file db/*.sql"},
		{"columns", "unique:\n  orders: [tenant, ref]\n", ".idemvet.yml:2: unique wants lists of columns by table, such as {orders: [[tenant_id, external_ref]]}"},
		{"two columns", "unique:\n  orders:\n    - [\"tenant, ref\"]\n", `.idemvet.yml:3: column "tenant, ref": want a name`},
		{"rule option", "rules:\n  IDV601: {horizont: 72h}\n", `.idemvet.yml:2: unknown option "horizont"; did you mean "horizon"?`},
		{"no options", "rules: {IDV105: {}}\n", `.idemvet.yml:1: unknown rule with options "IDV105"`},
		{"duration", "rules: {IDV601: {horizon: 3 days}}\n", `.idemvet.yml:1: bad duration "3 days": want one such as 90m or 72h`},
		{"no duration", "rules: {IDV601: {horizon: -1h}}\n", `.idemvet.yml:1: bad duration "-1h"`},
		{"null", "exclude:\n", ".idemvet.yml:1: exclude wants a list of patterns"},
		{"tag", "tags: [\"a,b\"]\n", `.idemvet.yml:1: tag "a,b": want a name`},
		{"endless", "exclude: &a [*a]\n", ".idemvet.yml:1: exclude wants a list of patterns"},
		{"endless table", "unique: {a: &a [*a]}\n", ".idemvet.yml:1: unique wants lists of columns by table"},
		{"merge", "x: &a {tests: true}\n<<: *a\n", `.idemvet.yml:1: unknown key "x"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := write(t, map[string]string{Name: c.text, "pay.yaml": payModel, "dir/x": "", "bad.yaml": strings.Replace(payModel, "fresh", "frehs", 1)})
			if _, err := Resolve(dir, "", someRules); err == nil || !strings.HasPrefix(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got %v, want %s…", err, c.want)
			}
		})
	}
	if _, err := Resolve(t.TempDir(), "gone.yml", someRules); err == nil || err.Error() != "cannot read the configuration gone.yml: no such file or directory" {
		t.Error(err)
	}
}

func TestFind(t *testing.T) {
	dir := write(t, map[string]string{
		Name: "models: ['models/*.yaml', models/pay.yaml]\n", "models/pay.yaml": payModel,
		"work/go.work": "", "work/" + Name: "# nothing\n", "work/mod/go.mod": "", "work/mod/in/x": "", "mod/go.mod": "", "mod/in/x": "", "mod/in/deep/x": "", "mod/in/" + Name: "",
	})
	tests := []struct{ from, file string }{
		{".", Name},
		{"mod", ""}, // the module's root ends the search
		{"mod/in", "mod/in/" + Name},
		{"mod/in/deep", "mod/in/" + Name},
		{"work/mod/in", "work/" + Name},
		{"models", ""}, // no module: the directory alone
	}
	for _, tt := range tests {
		c, err := Resolve(filepath.Join(dir, tt.from), "", someRules)
		if want := filepath.Join(dir, tt.file); err != nil || c.File != want && tt.file != "" || tt.file == "" && c.File != "" {
			t.Errorf("from %s: %+v, %v; want %q", tt.from, c, err, tt.file)
		}
	}
	c, err := Resolve(filepath.Join(dir, "mod"), "../"+Name, someRules)
	if err != nil || len(c.Sources) != 1 || c.Sources[0].Name != "models/pay.yaml" || c.Models.For("example.com/pay") == nil {
		t.Errorf("%+v, %v", c, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "models/pay.yaml"), []byte("x: y\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Resolve(filepath.Join(dir, "mod"), "../"+Name, someRules); err == nil || !strings.HasPrefix(err.Error(), "../models/pay.yaml:1: ") {
		t.Errorf("a mistake in a model is not told from where the user stands: %v", err)
	}
}

func TestJSON(t *testing.T) {
	dir := write(t, map[string]string{Name: "models: [pay.yaml]\n", "pay.yaml": payModel})
	c, err := Resolve(dir, "", someRules)
	if err != nil {
		t.Fatal(err)
	}
	text, err := c.JSON()
	if err != nil || strings.Contains(text, "\n") {
		t.Fatalf("%q, %v", text, err)
	}
	d, err := FromJSON(text)
	if err != nil || d.Models.ID() != c.Models.ID() || c.Models.ID() == "" {
		t.Errorf("%q reads as %+v, %v", text, d, err)
	}
	if empty, err := (&Config{}).JSON(); empty != "{}" || err != nil {
		t.Errorf("%q, %v", empty, err)
	}
	for _, bad := range []string{"{", `{"modles": []}`, "{} {}", `{"models": [{"name": "a.yaml", "text": "x: y"}]}`} {
		if _, err := FromJSON(bad); err == nil {
			t.Errorf("%s was accepted", bad)
		}
	}
}
