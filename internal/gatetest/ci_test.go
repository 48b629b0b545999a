package gatetest

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/idemvet/idemvet/internal/tooltest"
)

// action is what the tests read of action.yml.
type action struct {
	Inputs map[string]struct {
		Description string
		Default     *string
	}
	Outputs map[string]struct{ Description, Value string }
	Runs    struct {
		Using string
		Steps []step
	}
}

type step struct {
	ID, Name, Uses, Shell, Run, If string
	Env, With                      map[string]string
	Dir                            string `yaml:"working-directory"`
}

func readYAML(t *testing.T, path string, into any) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(tooltest.Root, path))
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(text, into); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return string(text)
}

var (
	inputUse  = regexp.MustCompile(`inputs\.([a-z-]+)`)
	stepUse   = regexp.MustCompile(`steps\.([a-z-]+)\.outputs\.([a-z-]+)`)
	longFlag  = regexp.MustCompile(`(?:^|[\s(])(--[a-z][a-z-]*)`)
	formatUse = regexp.MustCompile(`--format "?([a-z]+)`)
)

// TestAction demands that inputs and outputs of the action are declared and used, and that none gets into a script as text.
func TestAction(t *testing.T) {
	var a action
	text := readYAML(t, "action.yml", &a)
	used := map[string]bool{}
	for _, m := range inputUse.FindAllStringSubmatch(text, -1) {
		used[m[1]] = true
	}
	if got, want := slices.Sorted(maps.Keys(used)), slices.Sorted(maps.Keys(a.Inputs)); !slices.Equal(got, want) {
		t.Errorf("inputs used %v, declared %v", got, want)
	}
	for name, in := range a.Inputs {
		if in.Description == "" || in.Default == nil {
			t.Errorf("input %s has no description or default", name)
		}
	}
	scripts := map[string]string{}
	for _, s := range a.Runs.Steps {
		if strings.Contains(s.Run, "${{") {
			t.Errorf("%s: an expression inside a script: it can be made to be code", s.Name)
		}
		if s.Run != "" && s.Shell != "bash" || s.Run == "" && s.Uses == "" {
			t.Errorf("%s%s: no shell, or nothing to do", s.Name, s.Uses)
		}
		for name := range s.Env {
			if s.Run != "" && name != "IDEMVET_CACHE" && !strings.Contains(s.Run, "$"+name) {
				t.Errorf("%s: %s is not read", s.Name, name)
			}
		}
		scripts[s.ID] = s.Run
	}
	for _, m := range stepUse.FindAllStringSubmatch(text, -1) {
		if !strings.Contains(scripts[m[1]], m[2]+"=") {
			t.Errorf("the step %s writes no %s", m[1], m[2])
		}
	}
}

// TestActionRun runs the script of the action as GitHub does, offline: in the demo module, with inputs in the environment.
func TestActionRun(t *testing.T) {
	tooltest.Fetch(t, tooltest.Demo)
	var a action
	readYAML(t, "action.yml", &a)
	i := slices.IndexFunc(a.Runs.Steps, func(s step) bool { return s.ID == "idemvet" })
	s := a.Runs.Steps[i]
	tests := []struct {
		name   string
		inputs map[string]string
		code   int
		has    string
		sarif  bool
	}{
		{"defaults", nil, 1, "::error file=testdata/src/demo/pay/", false},
		{"sarif", map[string]string{"sarif": "true"}, 1, "::error file=", true},
		{"words", map[string]string{"args": "--quiet\n--select IDV102", "packages": "./pay ./ids"}, 0, "", false},
		{"not a command", map[string]string{"packages": "./pay;touch$IFS$(echo${IFS}x)"}, 3, "", false},
		{"wrong flag", map[string]string{"args": "--formt x", "sarif": "true"}, 2, "", false},
		{"gate", map[string]string{"fail-on": "inf"}, 2, "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			temp := runnerTemp(t)
			out := filepath.Join(temp, "output")
			env := []string{"GITHUB_WORKSPACE=" + abs(t, tooltest.Root), "RUNNER_TEMP=" + temp, "GITHUB_OUTPUT=" + out, "GOPROXY=off"}
			for name, value := range s.Env {
				if m := inputUse.FindStringSubmatch(value); m != nil {
					value = *a.Inputs[m[1]].Default
					if given, ok := tt.inputs[m[1]]; ok {
						value = given
					}
					env = append(env, name+"="+value)
				}
			}
			script := filepath.Join(temp, "script.sh")
			if err := os.WriteFile(script, []byte(s.Run), 0o666); err != nil {
				t.Fatal(err)
			}
			res := tooltest.Execute(t, tooltest.Demo, env, "bash", "--noprofile", "--norc", "-eo", "pipefail", script)
			if res.Code != tt.code || !strings.Contains(res.Stdout, tt.has) {
				t.Errorf("exit status %d, want %d; no %q in\n%s%s", res.Code, tt.code, tt.has, res.Stdout, res.Stderr)
			}
			told, _ := os.ReadFile(out)
			file := filepath.Join(temp, "idemvet.sarif")
			_, err := os.Stat(file)
			if want := fmt.Sprintf("sarif-file=%s\n", file); (err == nil) != tt.sarif || (string(told) == want) != tt.sarif {
				t.Errorf("file: %v, outputs %q", err, told)
			}
		})
	}
}

// runnerTemp is a directory with the tool where the action installs it.
func runnerTemp(t *testing.T) string {
	t.Helper()
	temp := t.TempDir()
	bin := filepath.Join(temp, "idemvet-bin")
	if err := os.Mkdir(bin, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(tooltest.Tool(t), filepath.Join(bin, "idemvet")); err != nil {
		t.Fatal(err)
	}
	return temp
}

func abs(t *testing.T, path string) string {
	t.Helper()
	full, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return full
}

// TestHook demands that pre-commit runs what there is.
func TestHook(t *testing.T) {
	var hooks []struct {
		ID, Name, Description, Language, Entry string
		Types                                  []string
		Pass                                   *bool `yaml:"pass_filenames"`
	}
	readYAML(t, ".pre-commit-hooks.yaml", &hooks)
	for _, h := range hooks {
		if h.ID != "idemvet" || h.Language != "golang" || h.Entry != "idemvet" || h.Pass == nil || *h.Pass || !slices.Equal(h.Types, []string{"go"}) {
			t.Errorf("%+v", h)
		}
	}
	if _, err := os.Stat(filepath.Join(tooltest.Root, "cmd", hooks[0].Entry, "main.go")); err != nil {
		t.Error(err)
	}
}

// TestCommandsInDocs holds every command line of idemvet that CI files and their page show against the real flags and formats.
func TestCommandsInDocs(t *testing.T) {
	help := tooltest.Execute(t, tooltest.Root, nil, tooltest.Tool(t), "--help").Stdout
	flags := map[string]bool{}
	for _, m := range longFlag.FindAllStringSubmatch(help, -1) {
		flags[m[1]] = true
	}
	seen := 0
	for _, path := range []string{"action.yml", "docs/gitlab-ci.yml", "docs/ci.md", "docs/configuration.md", "docs/shared-caches.md", "docs/drivers.md", "README.md"} {
		text, err := os.ReadFile(filepath.Join(tooltest.Root, path))
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range commandLines(string(text)) {
			seen++
			for _, m := range longFlag.FindAllStringSubmatch(line, -1) {
				if !flags[m[1]] {
					t.Errorf("%s: no flag %s: %s", path, m[1], line)
				}
			}
			for _, m := range formatUse.FindAllStringSubmatch(line, -1) {
				if res := tooltest.Execute(t, tooltest.Root, nil, tooltest.Tool(t), "-C", "gone", "--format", m[1]); !strings.Contains(res.Stderr, "-C gone") {
					t.Errorf("%s: %s: %s", path, res.Stderr, line)
				}
			}
		}
	}
	if seen < 12 {
		t.Errorf("%d command lines were seen", seen)
	}
	var job map[string]any
	readYAML(t, "docs/gitlab-ci.yml", &job)
	checkFences(t, "docs/ci.md", 3)
	checkFences(t, "docs/shared-caches.md", 2)
}

// commandLines are the lines that call idemvet, up to a pipe, and those of the action's script that gather its words.
func commandLines(text string) []string {
	var lines []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		line = strings.TrimPrefix(strings.TrimPrefix(line, "- "), "run: ")
		if strings.HasPrefix(line, "idemvet ") || strings.Contains(line, "words") {
			line, _, _ = strings.Cut(line, " | ")
			lines = append(lines, line)
		}
	}
	return lines
}

// checkFences parses the YAML examples of a page.
func checkFences(t *testing.T, path string, least int) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(tooltest.Root, path))
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(text), "```yaml\n")
	for _, block := range blocks[1:] {
		block, _, _ = strings.Cut(block, "```")
		var v any
		if err := yaml.Unmarshal([]byte(block), &v); err != nil || v == nil {
			t.Errorf("%s: %v in\n%s", path, err, block)
		}
	}
	if len(blocks)-1 < least {
		t.Errorf("%s: %d examples", path, len(blocks)-1)
	}
}

// TestExampleInputs demands that the workflow of the page gives the action inputs that it has.
func TestExampleInputs(t *testing.T) {
	var a action
	readYAML(t, "action.yml", &a)
	text, err := os.ReadFile(filepath.Join(tooltest.Root, "docs", "ci.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, block, _ := strings.Cut(string(text), "```yaml\n")
	block, _, _ = strings.Cut(block, "```")
	var flow struct {
		Jobs map[string]struct{ Steps []step }
	}
	if err := yaml.Unmarshal([]byte(block), &flow); err != nil {
		t.Fatal(err)
	}
	found := false
	for _, s := range flow.Jobs["idemvet"].Steps {
		if strings.HasPrefix(s.Uses, "idemvet/idemvet@") {
			found = true
			for name := range s.With {
				if _, ok := a.Inputs[name]; !ok {
					t.Errorf("no input %s", name)
				}
			}
		}
	}
	if !found {
		t.Error("no step uses the action")
	}
}
