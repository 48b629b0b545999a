package nogotest

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/analyzers"
	"github.com/idemvet/idemvet/internal/nogotest/action"
	"github.com/idemvet/idemvet/internal/tooltest"
)

func doc(t *testing.T, name string) string {
	t.Helper()
	return tooltest.Read(t, filepath.Join(tooltest.Root, "docs", filepath.FromSlash(name)))
}

// TestExamples holds the example files against the analyzers.
func TestExamples(t *testing.T) {
	var want []string
	flags := map[string]bool{}
	for _, a := range analyzers.Analyzers() {
		want = append(want, a.Name)
		if a.Name == "idemconfig" {
			page := doc(t, "bazel.md")
			for _, name := range []string{"select", "ignore", "confidence", "horizon", "tests", "generated", "config"} {
				flags[name] = true
				if a.Flags.Lookup(name) == nil || !strings.Contains(page, "`"+name+"`") {
					t.Errorf("flag %s: the analyzer or the page does not have it", name)
				}
			}
		}
	}
	slices.Sort(want)
	var got []string
	for _, m := range regexp.MustCompile(`"@com_github_idemvet_idemvet//analyzers/([a-z]+)"`).FindAllStringSubmatch(doc(t, "bazel/BUILD.bazel"), -1) {
		got = append(got, m[1])
	}
	if !slices.Equal(got, want) {
		t.Errorf("BUILD.bazel lists\n%v\nwant\n%v", got, want)
	}
	var conf map[string]action.Config
	if err := json.Unmarshal([]byte(doc(t, "bazel/nogo.json")), &conf); err != nil {
		t.Fatal(err)
	}
	for name, c := range conf {
		if name != "_base" && !slices.Contains(want, name) {
			t.Errorf("nogo.json: there is no analyzer %s", name)
		}
		for flag := range c.Flags {
			if name != "idemconfig" || !flags[flag] {
				t.Errorf("nogo.json: %s has no flag %s", name, flag)
			}
		}
	}
	for _, name := range []string{"bazel.md", "bazel/BUILD.bazel", "bazel/MODULE.bazel", "bazel/WORKSPACE"} {
		if !regexp.MustCompile(`(?i)not run here`).MatchString(doc(t, name)) {
			t.Errorf("%s does not say that it was not run", name)
		}
	}
}

// TestConfig demands that settings reach the rules by way of flags, that files can be left out, and that mistakes stop the build.
func TestConfig(t *testing.T) {
	dir := tooltest.Write(t, ferry)
	tests := []struct{ name, config, want string }{
		{"example", doc(t, "bazel/nogo.json"), "14 IDV101, 20 IDV101, 27 IDV101, 44 IDV106"},
		{"ignore", `{"idemconfig": {"analyzer_flags": {"ignore": "IDV106"}}}`, "14 IDV101, 20 IDV101, 27 IDV101"},
		{"select", `{"idemconfig": {"analyzer_flags": {"select": "unkeyedretry"}}}`, "44 IDV106"},
		{"whole configuration", `{"idemconfig": {"analyzer_flags": {"config": "{\"ignore\":[\"IDV101\"]}"}}}`, "44 IDV106"},
		{"excluded", `{"keyinretry": {"exclude_files": {"^board/": "there"}}}`, "44 IDV106"},
		{"excluded for all", `{"_base": {"exclude_files": {"board\\.go": ""}}}`, ""},
		{"only", `{"unkeyedretry": {"only_files": {"^dock/": "there"}}}`, "14 IDV101, 20 IDV101, 27 IDV101"},
		{"model", `{"idemconfig": {"analyzer_flags": {"config": "{\"models\":[{\"name\":\"m.yml\",\"text\":\"package: example.com/ferry/mint\\nversions: \\\">=v0.0.0 <v2.0.0\\\"\\nsource: its own\\nentries:\\n  - func: Hidden\\n    fresh: random\\n\"}]}"}}}`, "14 IDV101, 20 IDV101, 27 IDV101, 40 IDV101, 44 IDV106"},
		{"unknown flag", `{"idemconfig": {"analyzer_flags": {"selekt": "all"}}}`, "idemconfig has no flag selekt"},
		{"flag of a rule", `{"keyinretry": {"analyzer_flags": {"confidence": "low"}}}`, "keyinretry has no flag confidence"},
		{"switch", `{"idemconfig": {"analyzer_flags": {"tests": "perhaps"}}}`, `want true or false, got "perhaps"`},
		{"confidence", `{"idemconfig": {"analyzer_flags": {"confidence": "sure"}}}`, `-confidence: unknown confidence "sure"`},
		{"rule", `{"idemconfig": {"analyzer_flags": {"select": "keyinretri"}}}`, `unknown rule "keyinretri"; did you mean "keyinretry"?`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			res, err := Run(t, dir, tt.config, "./board")
			if err != nil {
				if tt.want == "" || !strings.Contains(err.Error(), tt.want) {
					t.Errorf("got %v, want %q", err, tt.want)
				}
				return
			}
			if got := strings.ReplaceAll(strings.Join(places(res.Findings), ", "), "board/board.go:", ""); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}
