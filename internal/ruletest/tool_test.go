package ruletest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

const root = "../.."

// demo needs few modules; all needs the real libraries that the rules know.
var (
	demo = filepath.Join(root, "testdata", "src", "demo")
	all  = filepath.Join(root, "testdata", "src")
)

// scratch holds the built tool and the caches of the test run.
var scratch string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "ruletest")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer func() { _ = os.RemoveAll(dir) }()
		scratch = dir
		return m.Run()
	}())
}

// build makes the tool, once.
var build = sync.OnceValues(func() (string, error) {
	tool := filepath.Join(scratch, "idemvet.exe")
	cmd := exec.Command("go", "build", "-o", tool, "./cmd/idemvet")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return tool, nil
})

func tool(t *testing.T) string {
	t.Helper()
	path, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// result is what a command left behind.
type result struct {
	stdout, stderr string
	code           int
}

// patience is how long one command may take before it counts as hanging; it covers compiling for go vet.
const patience = 5 * time.Minute

// execute runs a command in a directory with additions to the environment.
func execute(t *testing.T, dir string, env []string, name string, args ...string) result {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &stdout, &stderr
	cmd.Env = append(append(cmd.Environ(), "IDEMVET_CACHE="+filepath.Join(scratch, "cache")), env...)
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) || ctx.Err() != nil {
		t.Fatalf("%s %q in %s: %v %v\n%s", name, args, dir, err, ctx.Err(), stderr.String())
	}
	return result{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// report is what the tests read of the JSON format.
type report struct {
	Findings   []finding `json:"findings"`
	Incomplete []any     `json:"incomplete"`
}

type finding struct {
	Rule    string `json:"rule"`
	Message string `json:"message"`
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
}

func (f finding) String() string {
	return fmt.Sprintf("%s:%d:%d: %s: %s", f.File, f.Line, f.Column, f.Rule, f.Message)
}

// findings runs the tool over a module and demands a complete analysis.
func findings(t *testing.T, dir string, args ...string) []finding {
	t.Helper()
	res := execute(t, dir, nil, tool(t), append([]string{"--format", "json"}, args...)...)
	var rep report
	if err := json.Unmarshal([]byte(res.stdout), &rep); err != nil {
		t.Fatalf("exit status %d, no JSON: %v\n%s", res.code, err, res.stderr)
	}
	if len(rep.Incomplete) > 0 || res.code > 1 {
		t.Fatalf("exit status %d, incomplete %v\n%s", res.code, rep.Incomplete, res.stderr)
	}
	return rep.Findings
}

// modules lists the test modules of this run, their dependencies present.
func modules(t *testing.T) []string {
	t.Helper()
	dirs := []string{demo}
	if !testing.Short() {
		dirs = append(dirs, all)
	}
	for _, dir := range dirs {
		fetch(t, dir)
	}
	return dirs
}

// fetch downloads what a module needs, and says so when it has to.
func fetch(t *testing.T, dir string) {
	t.Helper()
	list := []string{"list", "-deps", "./..."}
	if execute(t, dir, []string{"GOPROXY=off"}, "go", list...).code == 0 {
		return
	}
	t.Logf("downloading the modules that %s requires", dir)
	fmt.Fprintf(os.Stderr, "ruletest: downloading the modules that %s requires; this can take minutes\n", dir)
	if res := execute(t, dir, nil, "go", list...); res.code != 0 {
		t.Fatalf("go list in %s: %s", dir, res.stderr)
	}
}
