package config

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/idemvet/idemvet/internal/rule"
)

var someHost = &Host{Place: "settings", Refused: map[string]string{"fail-on": "ask elsewhere"}}

// hosted is a value as a host has it after reading its configuration.
func hosted(t *testing.T, text string) any { return fromYAML(t, text) }

const hostRows = "models: [{package: example.com/pay, versions: v1, source: its documentation, entries: [{func: New, fresh: random}]}]\n"

func TestHostReads(t *testing.T) {
	c, err := someHost.Read(hosted(t, "version: 1\nselect: all\nignore: [KeyPII]\nconfidence: low\ntests: true\ngenerated: true\nrules: {idv601: {horizon: 72h}}\n"+hostRows), someRules)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(c.Select, []string{"all"}) || !slices.Equal(c.Ignore, []string{"KeyPII"}) || c.Confidence != rule.Low || !c.Tests || !c.Generated ||
		c.Rules.IDV601.Horizon != 72*time.Hour || len(c.Models.For("example.com/pay").Func("", "New")) != 1 {
		t.Errorf("%+v", c)
	}
	for _, none := range []any{nil, map[string]any(nil), map[string]any{}} {
		if c, err := someHost.Read(none, someRules); err != nil || c.Models != nil || len(c.Select) > 0 {
			t.Errorf("%#v: %+v, %v", none, c, err)
		}
	}
}

func TestHostRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"ingore: [IDV101]":    `settings: unknown key "ingore"; did you mean "ignore"?`,
		"ignore: [keypi]":     `settings: unknown rule "keypi"; did you mean "keypii"?`,
		"fail-on: error":      "settings: fail-on means nothing here: ask elsewhere",
		"confidence: hihg":    `settings: unknown value "hihg"; did you mean "high"?`,
		"tests: 1":            "settings: tests wants true or false, such as false",
		"version: 2":          "settings: version 2 is not known; want 1",
		"[ignore]":            "settings: want keys and values, such as ignore: [IDV503]",
		"rules: {idv105: {}}": `settings: unknown rule with options "idv105"`,
		"models: [a.yaml]":    "settings: models wants a list of models, each with package, versions, source and entries",
		strings.Replace(hostRows, "fresh", "frehs", 1):                                "settings: models[0]: field frehs not found",
		strings.Replace(hostRows, "versions: v1, ", "", 1):                            "settings: models[0]: missing versions",
		strings.Replace(hostRows, "random}", "random}, {func: New, fresh: clock}", 1): "settings: models[0]: duplicate row for func New",
	} {
		_, err := someHost.Read(hosted(t, text), someRules)
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), ":1") || strings.Contains(err.Error(), "line") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
	if _, err := someHost.Read(func() {}, someRules); err == nil || !strings.HasPrefix(err.Error(), "settings: ") {
		t.Errorf("a value that is no data: %v", err)
	}
}

// TestHostSchema holds the schema of a host and its reader together.
func TestHostSchema(t *testing.T) {
	text, err := someHost.Schema(someRules)
	if err != nil {
		t.Fatal(err)
	}
	var doc any
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("host.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("host.json")
	if err != nil {
		t.Fatal(err)
	}
	texts := []string{hostRows, "fail-on: error", "ignore: keypii", "ignore: [keypi]", "models: [a.yaml]", "nothing: 1", "rules: {IDV601: {horizon: 1h}}", "rules: {IDV601: {horizont: 1h}}"}
	for _, k := range someHost.shape().keys {
		texts = append(texts, k.name+": "+k.example)
	}
	for _, text := range texts {
		_, err := someHost.Read(hosted(t, text), someRules)
		if bad := s.Validate(fromYAML(t, text)); (bad == nil) != (err == nil) {
			t.Errorf("%s: the reader says %v, the schema %v", text, err, bad)
		}
	}
}
