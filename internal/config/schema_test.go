package config

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"github.com/idemvet/idemvet/internal/rule"
)

// everything sets each key there is.
const everything = `version: 1
select: [default, IDV6]
ignore: keypii
confidence: low
severity: {IDV1: warning, KeyPII: info}
tests: true
generated: true
exclude:
  - "**/mocks/**"
  - gen
schema: ["db/**/*.sql"]
unique:
  orders: [[tenant_id, external_ref], [number]]
models: [pay.yaml]
rules:
  IDV601: {horizon: 72h}
fail-on: error
baseline: known.json
tags: [integration]
link: false
`

// compiled is the JSON schema as a library reads it.
func compiled(t *testing.T) *jsonschema.Schema {
	t.Helper()
	text, err := Schema(someRules)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(SchemaURL, doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile(SchemaURL)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func fromYAML(t *testing.T, text string) any {
	t.Helper()
	var v any
	if err := yaml.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// project has the files that the settings above name.
func project(t *testing.T, settings string) string {
	t.Helper()
	return write(t, map[string]string{"go.mod": "", Name: settings, "pay.yaml": payModel, "models/a.yaml": strings.Replace(payModel, "pay", "ship", 1), "models.yaml": strings.Replace(payModel, "pay", "mail", 1), "db/migrations/1.sql": "", "db/2.sql": ""})
}

// TestSchemaAccepts holds the two readers of a file together: what one takes, the other takes.
func TestSchemaAccepts(t *testing.T) {
	s := compiled(t)
	texts := map[string]string{"everything": everything, "nothing": "version: 1\n"}
	for _, k := range keys {
		texts["example of "+k.name] = k.name + ": " + k.example + "\n"
		if k.initial != "" {
			texts["initial "+k.name] = k.name + ": " + k.initial + "\n"
		}
	}
	for name, text := range texts {
		if _, mistakes := Verify(project(t, text), "", someRules); len(mistakes) > 0 {
			t.Errorf("%s: %v", name, mistakes)
		}
		if err := s.Validate(fromYAML(t, text)); err != nil {
			t.Errorf("%s: the schema refuses %s: %v", name, text, err)
		}
	}
	for _, text := range []string{
		"modles: []", "version: 2", "select: [keypi]", "select: {}", "confidence: hihg", "severity: {IDV105: inof}", "severity: {x: info}", "tests: 1",
		"exclude: [1]", "unique: {orders: [a]}", "unique: {orders: [[\"a b\"]]}", "rules: {IDV105: {}}", "rules: {IDV601: {horizont: 1h}}",
		"rules: {IDV601: {horizon: 3 days}}", "fail-on: never", "tags: [\"a,b\"]", "link: yes please", "baseline: \"\"",
	} {
		if _, mistakes := Verify(project(t, text+"\n"), "", someRules); len(mistakes) == 0 {
			t.Errorf("%s was read", text)
		}
		if s.Validate(fromYAML(t, text)) == nil {
			t.Errorf("the schema takes %s", text)
		}
	}
}

// TestSchemaKeys demands that the schema has the keys that are read, each with a place of its own.
func TestSchemaKeys(t *testing.T) {
	var names []string
	for name := range compiled(t).Properties {
		names = append(names, name)
	}
	slices.Sort(names)
	if want := slices.Sorted(slices.Values(whole.keyNames())); !slices.Equal(names, want) {
		t.Errorf("schema %q, read %q", names, want)
	}
	set := fromYAML(t, everything).(map[string]any)
	for _, k := range keys {
		if _, ok := set[k.name]; !ok {
			t.Errorf("the test sets no %s", k.name)
		}
	}
	c, err := Resolve(project(t, everything), "", someRules)
	if err != nil {
		t.Fatal(err)
	}
	fields := reflect.ValueOf(c.Settings)
	for i := range fields.NumField() {
		if name := fields.Type().Field(i).Name; fields.Field(i).IsZero() && name != "Link" {
			t.Errorf("%s is not read", name)
		}
	}
	if c.Rules.IDV601.Horizon != 72*time.Hour || !slices.Equal(c.Ignore, []string{"keypii"}) || len(c.Unique["orders"]) != 2 || len(c.SQLFiles) != 2 || c.Severity["IDV1"] != rule.Warning {
		t.Errorf("%+v", c)
	}
}

func TestFlags(t *testing.T) {
	dir := project(t, everything)
	c, err := Resolve(dir, "", someRules)
	if err != nil {
		t.Fatal(err)
	}
	want := []Flag{
		{"select", []string{"default", "IDV6"}}, {"ignore", []string{"keypii"}}, {"confidence", []string{"low"}},
		{"tests", []string{"true"}}, {"generated", []string{"true"}}, {"fail-on", []string{"error"}},
		{"baseline", []string{filepath.Join(dir, "known.json")}}, {"tags", []string{"integration"}}, {"no-link", []string{"true"}},
	}
	if got := c.Flags(); !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if c, err = Resolve(project(t, "tests: false\n"), "", someRules); err != nil || len(c.Flags()) != 1 || c.Flags()[0].Values[0] != "false" {
		t.Errorf("%+v, %v", c, err)
	}
}

// TestJSONCarries demands that go vet is told all that it can honour, and nothing that would only make it work again.
func TestJSONCarries(t *testing.T) {
	dir := project(t, everything)
	c, err := Resolve(dir, "", someRules)
	if err != nil {
		t.Fatal(err)
	}
	text, err := c.JSON()
	if err != nil || strings.Contains(text, "severity") || strings.Contains(text, "fail-on") || strings.Contains(text, "orders") {
		t.Errorf("%s, %v", text, err)
	}
	d, err := FromJSON(text)
	if err != nil {
		t.Fatal(err)
	}
	again, err := d.JSON()
	if err != nil || again != text {
		t.Errorf("%s\nreads as\n%s, %v", text, again, err)
	}
	for _, file := range []string{"gen/a.go", "pay/mocks/b.go", "pay/c.go"} {
		if file := filepath.Join(dir, filepath.FromSlash(file)); c.Excludes(file) != d.Excludes(file) || d.Excludes(file) == strings.HasSuffix(file, "c.go") {
			t.Errorf("%s: %t, %t", file, c.Excludes(file), d.Excludes(file))
		}
	}
	if d.Rules != c.Rules || !d.Tests || !d.Generated || d.Confidence != rule.Low || !slices.Equal(d.Select, c.Select) {
		t.Errorf("%+v", d)
	}
	for _, bad := range []string{`{"exclude": ["../x"]}`, `{"rules": {"IDV601": {"horizon": "3 days"}}}`, `{"rules": {"IDV105": {}}}`, `{"severity": {}}`} {
		if _, err := FromJSON(bad); err == nil {
			t.Errorf("%s was accepted", bad)
		}
	}
}

func TestVerifyListsAll(t *testing.T) {
	dir := project(t, "tests: 1\nmodels: [gone.yaml]\ncolour: red\nconfidence: some\nselect: [keypi, IDV1, IDV7]\nschema: x.sql\n")
	_, mistakes := Verify(dir, "", someRules)
	var lines []string
	for _, m := range mistakes {
		line, _, _ := strings.Cut(strings.TrimPrefix(m.Error(), Name+":"), ":")
		lines = append(lines, line)
	}
	if got := strings.Join(lines, " "); got != "1 2 3 4 5 5 6" {
		t.Errorf("lines %s: %v", got, mistakes)
	}
}

// TestYAML demands that what is shown is a file that says the same.
func TestYAML(t *testing.T) {
	for _, text := range []string{everything, "", "tests: true # why\n"} {
		dir := project(t, text)
		c, err := Resolve(dir, "", someRules)
		if err != nil {
			t.Fatal(err)
		}
		shown, err := c.YAML()
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "shown.yml"), []byte(shown), 0o644); err != nil {
			t.Fatal(err)
		}
		d, err := Resolve(dir, "shown.yml", someRules)
		if err != nil {
			t.Fatalf("%v in\n%s", err, shown)
		}
		for _, k := range keys {
			if c.Has(k.name) != strings.Contains(shown, "\n"+k.name+": ") && k.initial == "" {
				t.Errorf("%s in\n%s", k.name, shown)
			}
		}
		a, b := c.Settings, d.Settings
		if text == everything && (!reflect.DeepEqual(a.Unique, b.Unique) || !reflect.DeepEqual(a.Severity, b.Severity) || a.Rules != b.Rules || a.Baseline != b.Baseline) {
			t.Errorf("%+v reads as %+v", a, b)
		}
	}
	c, err := Resolve(project(t, everything), "", someRules)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"ignore: [keypii] # .idemvet.yml:3\n", "exclude: ['**/mocks/**', gen] # .idemvet.yml:8\n", "link: false # .idemvet.yml:20\n"} {
		if shown, err := c.YAML(); err != nil || !strings.Contains(shown, want) {
			t.Errorf("no %q in\n%s", want, shown)
		}
	}
	if shown, err := (&Config{}).YAML(); err != nil || !strings.Contains(shown, "confidence: medium # default\n") {
		t.Error(shown, err)
	}
}
