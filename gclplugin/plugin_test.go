package gclplugin

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/golangci/plugin-module-register/register"
	"go.yaml.in/yaml/v3"
	"golang.org/x/tools/go/analysis"

	"github.com/idemvet/idemvet/analyzers"
)

var update = flag.Bool("update", false, "write the schema of the settings")

func TestPlugin(t *testing.T) {
	registered, err := register.GetPlugin(Name)
	if err != nil {
		t.Fatal(err)
	}
	for _, settings := range []any{nil, map[string]any{}, map[string]any{"select": []any{"IDV1"}, "rules": map[string]any{"idv601": map[string]any{"horizon": "72h"}}}} {
		p, err := registered(settings)
		if err != nil {
			t.Fatal(err)
		}
		list, err := p.BuildAnalyzers()
		if err != nil || len(list) != 1 || list[0].Name != Name || p.GetLoadMode() != register.LoadModeTypesInfo {
			t.Fatalf("%v, %v", list, err)
		}
		if err := analysis.Validate(list); err != nil {
			t.Error(err)
		}
	}
	if _, err := registered(map[string]any{"baseline": "known.json"}); err == nil || !strings.Contains(err.Error(), "issues.new-from-rev") {
		t.Error(err)
	}
}

// TestSchema demands that the schema of the settings is current. With -update it is made so.
func TestSchema(t *testing.T) {
	const file = "settings.schema.json"
	want, err := host.Schema(analyzers.Metas())
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(file, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is stale; go test ./gclplugin -update writes it (%v)", file, err)
	}
}

// customConfig is what golangci-lint custom reads of .custom-gcl.yml. Its own type cannot be imported.
type customConfig struct {
	Version     string `yaml:"version"`
	Name        string `yaml:"name"`
	Destination string `yaml:"destination"`
	Plugins     []struct {
		Module  string `yaml:"module"`
		Import  string `yaml:"import"`
		Version string `yaml:"version"`
		Path    string `yaml:"path"`
	} `yaml:"plugins"`
}

// TestCustom looks at .custom-gcl.yml, since golangci-lint custom needs the network: known keys only, this package, and the version
// of golangci-lint that the command is built with.
func TestCustom(t *testing.T) {
	text, err := os.ReadFile("../.custom-gcl.yml")
	if err != nil {
		t.Fatal(err)
	}
	var c customConfig
	dec := yaml.NewDecoder(bytes.NewReader(text))
	dec.KnownFields(true)
	if err := dec.Decode(&c); err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile("../cmd/golangci-lint-idemvet/go.mod")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(mod), "github.com/golangci/golangci-lint/v2 "+c.Version+"\n") {
		t.Errorf("version %q is not the one in %s", c.Version, "cmd/golangci-lint-idemvet/go.mod")
	}
	if len(c.Plugins) != 1 {
		t.Fatalf("%+v", c)
	}
	p := c.Plugins[0]
	if p.Module != "github.com/idemvet/idemvet" || p.Import != p.Module+"/gclplugin" || p.Path != "." || p.Version != "" || c.Name != "golangci-lint-idemvet" {
		t.Errorf("%+v", c)
	}
}

// TestDocs demands that the configuration in the docs is one that the plugin takes.
func TestDocs(t *testing.T) {
	text, err := os.ReadFile("../docs/golangci-lint.md")
	if err != nil {
		t.Fatal(err)
	}
	taken := 0
	for _, block := range strings.Split(string(text), "```yaml\n")[1:] {
		block, _, _ = strings.Cut(block, "```")
		var doc map[string]any
		if err := yaml.Unmarshal([]byte(block), &doc); err != nil {
			t.Errorf("%v in\n%s", err, block)
			continue
		}
		settings := doc
		if doc["linters"] != nil {
			for _, key := range []string{"linters", "settings", "custom", Name, "settings"} {
				settings, _ = settings[key].(map[string]any)
			}
		}
		if doc["plugins"] != nil {
			continue
		}
		if _, err := New(settings); err != nil || len(settings) == 0 {
			t.Errorf("%v in\n%s", err, block)
		}
		taken++
	}
	if taken != 2 {
		t.Errorf("%d examples of settings, want 2", taken)
	}
	for key := range host.Refused {
		if !strings.Contains(string(text), "`"+key+"`") {
			t.Errorf("nothing is said of %s", key)
		}
	}
}
