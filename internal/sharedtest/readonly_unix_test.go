//go:build unix

package sharedtest

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/idemvet/idemvet/internal/tooltest"
)

// listing tells the names, sizes and times of a tree.
func listing(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil {
			b.WriteString(strings.TrimPrefix(path, dir) + " " + info.Mode().String() + " " + info.ModTime().String() + "\n")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestReadOnly demands that a directory that may only be read gives its results, is left as it is, and is nothing to complain about.
// Permissions do not hold for root, so root becomes somebody else.
func TestReadOnly(t *testing.T) {
	shared := filepath.Join(t.TempDir(), "shared")
	first := newMachine(t, bank, "IDEMVET_CACHE="+shared)
	want := first.run(t, "first", true)
	more := map[string]string{"more/more.go": strings.ReplaceAll(bank["ledger/ledger.go"], "ledger", "more")}
	before := listing(t, shared)
	err := filepath.WalkDir(shared, func(path string, d fs.DirEntry, err error) error {
		return errors.Join(err, os.Chmod(path, map[bool]fs.FileMode{true: 0o555, false: 0o444}[d.IsDir()]))
	})
	if err != nil {
		t.Fatal(err)
	}
	readOnly := listing(t, shared)
	second := newMachine(t, bank, "IDEMVET_CACHE="+shared, "HOME="+t.TempDir(), "GOCACHE="+t.TempDir(), "GOTOOLCHAIN=local", "GOENV=off")
	res := second.somebody(t, "--format", "json", "--stats")
	demand(t, "second", res.Stderr, false)
	if got := withoutTime(t, res.Stdout); got != want || res.Code != 1 || strings.Count(res.Stderr, "idemvet: ") != 2 {
		t.Errorf("exit status %d, %s\n%s\nwant\n%s", res.Code, res.Stderr, got, want)
	}
	tooltest.Change(t, second.dir, more)
	res = second.somebody(t, "--format", "json")
	if res.Code != 1 || res.Stderr != "" || !strings.Contains(res.Stdout, "more/more.go") {
		t.Errorf("%+v", res)
	}
	if after := listing(t, shared); after != readOnly || strings.Count(before, "\n") != strings.Count(after, "\n") {
		t.Errorf("before\n%s\nafter\n%s", readOnly, after)
	}
	_ = filepath.WalkDir(shared, func(path string, _ fs.DirEntry, err error) error { return errors.Join(err, os.Chmod(path, 0o777)) })
}

// somebody runs the tool as a user without power.
func (m *machine) somebody(t *testing.T, args ...string) tooltest.Result {
	t.Helper()
	tool := filepath.Join(filepath.Dir(m.dir), "idemvet.exe")
	data, err := os.ReadFile(tooltest.Tool(t))
	if err == nil {
		err = os.WriteFile(tool, data, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), tool, args...)
	var stdout, stderr bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = m.dir, &stdout, &stderr
	cmd.Env = append(cmd.Environ(), m.env...)
	if os.Geteuid() == 0 {
		const nobody = 65534
		for _, kv := range m.env {
			if name, dir, _ := strings.Cut(kv, "="); name == "HOME" || name == "GOCACHE" {
				err = errors.Join(err, os.Chown(dir, nobody, nobody))
			}
		}
		for dir := m.dir; len(dir) > len(os.TempDir()); dir = filepath.Dir(dir) {
			err = errors.Join(err, os.Chmod(dir, 0o755))
		}
		for _, dir := range []string{m.dir, envOf(m.env, "IDEMVET_CACHE"), envOf(m.env, "HOME"), envOf(m.env, "GOCACHE")} {
			for dir = filepath.Dir(dir); len(dir) > len(os.TempDir()); dir = filepath.Dir(dir) {
				err = errors.Join(err, os.Chmod(dir, 0o755))
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return tooltest.Result{Stdout: stdout.String(), Stderr: stderr.String(), Code: cmd.ProcessState.ExitCode()}
}

func envOf(env []string, name string) string {
	value := ""
	for _, kv := range env {
		if n, v, _ := strings.Cut(kv, "="); n == name {
			value = v
		}
	}
	return value
}
