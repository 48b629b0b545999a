// Package golangcitest runs golangci-lint with the linter idemvet in it, as its users do.
package golangcitest

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/idemvet/idemvet/internal/tooltest"
)

// Source is the directory of the module that makes the binary.
var Source = filepath.Join(tooltest.Root, "cmd", "golangci-lint-idemvet")

// build makes the binary, once. Without a cache of builds this takes minutes.
var build = sync.OnceValues(func() (string, error) {
	tool, err := filepath.Abs(tooltest.Scratch("golangci-lint-idemvet.exe"))
	if err != nil {
		return "", err
	}
	fmt.Fprintln(os.Stderr, "building golangci-lint; the first time this can take minutes")
	cmd := exec.Command("go", "build", "-o", tool, ".")
	cmd.Dir = Source
	cmd.Env = append(cmd.Environ(), "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return tool, nil
})

// Binary is the file of the built golangci-lint.
func Binary(t *testing.T) string {
	t.Helper()
	path, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// Config is a configuration that enables nothing but idemvet, hides nothing, and has settings: YAML in one line, "" for none.
func Config(settings string) string {
	text := "version: \"2\"\nlinters:\n  default: none\n  enable: [idemvet]\n  settings:\n    custom:\n      idemvet:\n        type: module\n"
	if settings != "" {
		text += "        settings: " + settings + "\n"
	}
	return text + "issues:\n  max-issues-per-linter: 0\n  max-same-issues: 0\n  uniq-by-line: false\n"
}

// Issue is one that golangci-lint reports.
type Issue struct {
	FromLinter string
	Text       string
	Pos        struct {
		Filename     string
		Line, Column int
	}
	SuggestedFixes []any
}

func (i Issue) String() string {
	return fmt.Sprintf("%s:%d: %s: %s", filepath.ToSlash(i.Pos.Filename), i.Pos.Line, i.FromLinter, i.Text)
}

// Run runs golangci-lint over the packages of a module. File names are relative to the directory.
func Run(t *testing.T, dir string, args ...string) tooltest.Result {
	t.Helper()
	env := []string{"GOWORK=off", "GOLANGCI_LINT_CACHE=" + tooltest.Scratch("golangci-cache")}
	return tooltest.Execute(t, dir, env, Binary(t), append([]string{"run", "--allow-parallel-runners"}, args...)...)
}

// Issues lists what golangci-lint reports, in its order, and demands that it could work.
func Issues(t *testing.T, dir string, args ...string) []Issue {
	t.Helper()
	res := Run(t, dir, append([]string{"--output.json.path=stdout", "--show-stats=false"}, args...)...)
	var report struct{ Issues []Issue }
	if err := json.Unmarshal([]byte(res.Stdout), &report); err != nil || res.Code > 1 || (res.Code == 1) != (len(report.Issues) > 0) {
		t.Fatalf("exit status %d, %d issues, %v\n%s%s", res.Code, len(report.Issues), err, res.Stdout, res.Stderr)
	}
	return report.Issues
}
