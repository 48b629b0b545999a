package paritytest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/inprocess"
	"github.com/idemvet/idemvet/internal/golangcitest"
	"github.com/idemvet/idemvet/internal/nogotest"
	"github.com/idemvet/idemvet/internal/tooltest"
)

// settings are what a run asks for, in a form that each driver has a word for.
type settings struct {
	Select     []string `json:"select,omitempty"`
	Ignore     []string `json:"ignore,omitempty"`
	Confidence string   `json:"confidence,omitempty"`
	Tests      bool     `json:"tests,omitempty"`
	Generated  bool     `json:"generated,omitempty"`
}

func (s settings) json(t *testing.T) string {
	t.Helper()
	data, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// flags are those that the command and go vet share.
func (s settings) flags() []string {
	var out []string
	add := func(name, value string) {
		if value != "" && value != "false" {
			out = append(out, "-"+name+"="+value)
		}
	}
	add("-select", strings.Join(s.Select, ","))
	add("-ignore", strings.Join(s.Ignore, ","))
	add("-confidence", s.Confidence)
	add("-tests", strconv.FormatBool(s.Tests))
	add("-generated", strconv.FormatBool(s.Generated))
	return out
}

// driver runs the rules over ./... of a directory; it lists findings as file:line rule.
type driver struct {
	name string
	run  func(t *testing.T, dir string, s settings) []string
}

// drivers are all there are, the command first: the others are compared with it.
var drivers = []driver{
	{"idemvet --no-link", command},
	{"go vet", vet},
	{"go vet -json", vetJSON},
	{"in-process", embedded},
	{"nogo", nogo},
	{"golangci-lint", golangci},
}

func command(t *testing.T, dir string, s settings) []string {
	var out []string
	for _, f := range tooltest.Findings(t, dir, append(append([]string{"--no-link"}, s.flags()...), "./...")...) {
		out = append(out, place(f.File, f.Line, f.Rule))
	}
	return out
}

var vetLine = regexp.MustCompile(`(?m)^(\S+\.go):(\d+):\d+: .*\((IDV\d+)\)$`)

func vet(t *testing.T, dir string, s settings) []string {
	res := goVet(t, dir, s)
	var out []string
	for _, m := range vetLine.FindAllStringSubmatch(res.Stderr, -1) {
		out = append(out, strings.TrimPrefix(filepath.ToSlash(m[1]), "./")+":"+m[2]+" "+m[3])
	}
	if (res.Code == 1) != (len(out) > 0) || res.Code > 1 || strings.Contains(res.Stderr, "not analysed") {
		t.Fatalf("exit status %d, %d findings\n%s", res.Code, len(out), res.Stderr)
	}
	return out
}

func vetJSON(t *testing.T, dir string, s settings) []string {
	res := goVet(t, dir, s, "-json")
	if res.Code != 0 || strings.Contains(res.Stderr, "not analysed") {
		t.Fatalf("exit status %d\n%s", res.Code, res.Stderr)
	}
	var out []string
	for dec := json.NewDecoder(bytes.NewReader([]byte(res.Stdout))); ; {
		var tree map[string]map[string][]struct{ Posn, Category string }
		if err := dec.Decode(&tree); errors.Is(err, io.EOF) {
			return out
		} else if err != nil {
			t.Fatalf("%v\n%s", err, res.Stdout)
		}
		for _, rules := range tree {
			for _, list := range rules {
				for _, d := range list {
					m := regexp.MustCompile(`^(.*):(\d+):\d+$`).FindStringSubmatch(d.Posn)
					if m == nil {
						t.Fatalf("position %q", d.Posn)
					}
					out = append(out, relative(t, dir, m[1])+":"+m[2]+" "+d.Category)
				}
			}
		}
	}
}

func goVet(t *testing.T, dir string, s settings, more ...string) tooltest.Result {
	t.Helper()
	args := append([]string{"vet", "-vettool=" + tooltest.Tool(t)}, s.flags()...)
	return tooltest.Execute(t, dir, []string{"GOWORK=off"}, "go", append(append(args, more...), "./...")...)
}

func embedded(t *testing.T, dir string, s settings) []string {
	res, err := inprocess.Run(t.Context(), inprocess.Config{Dir: dir, Env: []string{"GOWORK=off"}, Settings: s.json(t), Tests: s.Tests})
	if err != nil || len(res.Incomplete) > 0 {
		t.Fatalf("%v, incomplete: %v", err, res)
	}
	var out []string
	for _, f := range res.Findings {
		out = append(out, place(f.File, f.Line, f.Rule))
	}
	return out
}

func nogo(t *testing.T, dir string, s settings) []string {
	if s.Tests {
		t.Skip("Bazel builds tests as packages of their own, which the harness does not do")
	}
	conf, err := json.Marshal(map[string]any{"idemconfig": map[string]any{"analyzer_flags": map[string]string{"config": s.json(t)}}})
	if err != nil {
		t.Fatal(err)
	}
	res, err := nogotest.Run(t, dir, string(conf), "./...")
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, f := range res.Findings {
		if f.Rule == "" {
			t.Fatalf("%s:%d: %s", f.File, f.Line, f.Message)
		}
		out = append(out, place(f.File, f.Line, f.Rule))
	}
	return out
}

var ruleID = regexp.MustCompile(`IDV\d{3}`)

func golangci(t *testing.T, dir string, s settings) []string {
	// It hides generated files itself, whatever the settings of a linter say, unless told not to.
	text := strings.Replace(golangcitest.Config(s.json(t)), "linters:\n", "linters:\n  exclusions: {generated: disable}\n", 1)
	conf := filepath.Join(tooltest.Write(t, map[string]string{".golangci.yml": text}), ".golangci.yml")
	var out []string
	for _, issue := range golangcitest.Issues(t, dir, "--config="+conf, "--path-mode=abs", "./...") {
		rule := ruleID.FindString(issue.Text)
		if rule == "" {
			t.Fatalf("an issue without a rule: %s", issue)
		}
		out = append(out, relative(t, dir, issue.Pos.Filename)+fmt.Sprintf(":%d %s", issue.Pos.Line, rule))
	}
	return out
}

func place(file string, line int, rule string) string {
	return fmt.Sprintf("%s:%d %s", filepath.ToSlash(file), line, rule)
}

// relative is a file as seen from a directory, from where relative ones are seen already.
func relative(t *testing.T, dir, file string) string {
	t.Helper()
	abs, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	if filepath.IsAbs(file) {
		if file, err = filepath.Rel(abs, file); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.ToSlash(file)
}

// compare demands the same findings of all drivers and returns how many there are.
func compare(t *testing.T, dir string, s settings) int {
	t.Helper()
	var want []string
	for i, d := range drivers {
		t.Run(d.name, func(t *testing.T) {
			got := d.run(t, dir, s)
			slices.Sort(got)
			got = slices.Compact(got)
			if i == 0 {
				want = got
				return
			}
			for _, x := range got {
				if !slices.Contains(want, x) {
					t.Errorf("only %s: %s", d.name, x)
				}
			}
			for _, x := range want {
				if !slices.Contains(got, x) {
					t.Errorf("not %s: %s", d.name, x)
				}
			}
		})
	}
	return len(want)
}
