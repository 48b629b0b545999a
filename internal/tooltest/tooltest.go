// Package tooltest runs the built tool in tests, as users run it. What several packages of such tests share is here, so that they
// can be packages of their own: go test gives each its time, and runs them side by side.
package tooltest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// Root is the directory of the module, as seen from a package two levels below it.
const Root = "../.."

// Demo needs few modules; All needs the real libraries that the rules know.
var (
	Demo = filepath.Join(Root, "testdata", "src", "demo")
	All  = filepath.Join(Root, "testdata", "src")
)

// GoMod is the go.mod of a module without dependencies.
const GoMod = "module example.com/m\n\ngo 1.26\n"

// scratch holds the built tool and the caches of the test run.
var scratch string

// Main is the TestMain of a package that uses the tool.
func Main(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "tooltest")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer func() { _ = os.RemoveAll(dir) }()
		scratch = dir
		return m.Run()
	}())
}

// Scratch is a path for what the tests of the package share, gone when they end.
func Scratch(name string) string { return filepath.Join(scratch, name) }

// Cache is the tool's cache in this test run.
func Cache() string { return Scratch("cache") }

// build makes the tool, once.
var build = sync.OnceValues(func() (string, error) {
	tool := filepath.Join(scratch, "idemvet.exe")
	cmd := exec.Command("go", "build", "-o", tool, "./cmd/idemvet")
	cmd.Dir = Root
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return tool, nil
})

// Tool is the file of the built tool.
func Tool(t *testing.T) string {
	t.Helper()
	path, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// Result is what a command left behind.
type Result struct {
	Stdout, Stderr string
	Code           int
}

// Expect compares a result with an exit status and words of both outputs; no words means no output. More than one line on the
// standard error is too many.
func (r Result) Expect(t *testing.T, code int, stdout, stderr string) {
	t.Helper()
	says := func(text, words string) bool { return text == words || words != "" && strings.Contains(text, words) }
	if r.Code != code || !says(r.Stdout, stdout) || !says(r.Stderr, stderr) || strings.Count(r.Stderr, "\n") > 1 {
		t.Errorf("exit status %d, want %d\nstdout %q, want %q\nstderr %q, want %q", r.Code, code, r.Stdout, stdout, r.Stderr, stderr)
	}
}

// Patience is how long one command may take before it counts as hanging; it covers compiling for go vet.
var Patience = 5 * time.Minute

// Execute runs a command in a directory with additions to the environment.
func Execute(t *testing.T, dir string, env []string, name string, args ...string) Result {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), Patience)
	defer cancel()
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &stdout, &stderr
	cmd.Env = append(append(cmd.Environ(), "IDEMVET_CACHE="+Cache()), env...)
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) || ctx.Err() != nil {
		t.Fatalf("%s %q in %s: %v %v\n%s", name, args, dir, err, ctx.Err(), stderr.String())
	}
	return Result{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// Idemvet runs the tool in a directory that is no part of a workspace.
func Idemvet(t *testing.T, dir string, args ...string) Result {
	t.Helper()
	return Execute(t, dir, []string{"GOWORK=off"}, Tool(t), args...)
}

// Report is what the tests read of the JSON format.
type Report struct {
	Findings   []Finding `json:"findings"`
	Incomplete []any     `json:"incomplete"`
}

// Finding is one of a Report.
type Finding struct {
	Rule    string `json:"rule"`
	Message string `json:"message"`
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
}

func (f Finding) String() string {
	return fmt.Sprintf("%s:%d:%d: %s: %s", f.File, f.Line, f.Column, f.Rule, f.Message)
}

// Findings runs the tool over a module and demands a complete analysis.
func Findings(t *testing.T, dir string, args ...string) []Finding {
	t.Helper()
	res := Execute(t, dir, nil, Tool(t), append([]string{"--format", "json"}, args...)...)
	var rep Report
	if err := json.Unmarshal([]byte(res.Stdout), &rep); err != nil {
		t.Fatalf("exit status %d, no JSON: %v\n%s", res.Code, err, res.Stderr)
	}
	if len(rep.Incomplete) > 0 || res.Code > 1 {
		t.Fatalf("exit status %d, incomplete %v\n%s", res.Code, rep.Incomplete, res.Stderr)
	}
	return rep.Findings
}

// Modules lists the test modules of this run, their dependencies present.
func Modules(t *testing.T) []string {
	t.Helper()
	dirs := []string{Demo}
	if !testing.Short() {
		dirs = append(dirs, All)
	}
	for _, dir := range dirs {
		Fetch(t, dir)
	}
	return dirs
}
