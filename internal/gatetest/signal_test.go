//go:build unix

package gatetest

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/idemvet/idemvet/internal/tooltest"
)

// slowGo is a directory with a go command that waits in the tree of another revision, so that a run can be met there.
func slowGo(t *testing.T) string {
	t.Helper()
	command, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	script := "#!/bin/sh\ncase \"$PWD\" in *idemvet-rev-*) : >\"" + dir + "/waiting\"; exec sleep 120;; esac\nexec " + command + " \"$@\"\n"
	tooltest.Change(t, dir, map[string]string{"go": script})
	if err := os.Chmod(filepath.Join(dir, "go"), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// started is a run that is in the middle of analysing another revision.
func (h *history) started(t *testing.T) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	var stderr bytes.Buffer
	slow := slowGo(t)
	cmd := exec.Command(tooltest.Tool(t), "--new-from-rev", "HEAD")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // to end the waiting ones with it
	cmd.Dir, cmd.Stderr = h.dir, &stderr
	cmd.Env = append(os.Environ(), "TMPDIR="+h.temp, "GOWORK=off", "IDEMVET_CACHE="+tooltest.Cache(),
		"PATH="+slow+string(filepath.ListSeparator)+os.Getenv("PATH"))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) })
	for end := time.Now().Add(tooltest.Patience); ; time.Sleep(10 * time.Millisecond) {
		if _, err := os.Stat(filepath.Join(slow, "waiting")); err == nil {
			return cmd, &stderr
		}
		if time.Now().After(end) {
			t.Fatalf("no tree of another revision: %s", stderr.String())
		}
	}
}

// TestInterrupted stops a run in the middle of another revision: it says so in one line, and leaves nothing behind.
func TestInterrupted(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(sig.String(), func(t *testing.T) {
			h := commit(t, booths)
			cmd, stderr := h.started(t)
			if n := strings.Count(h.git(t, "worktree", "list"), "\n"); n != 2 {
				t.Errorf("%d worktrees, want 2", n)
			}
			if err := cmd.Process.Signal(sig); err != nil {
				t.Fatal(err)
			}
			_ = cmd.Wait()
			if code := cmd.ProcessState.ExitCode(); code != 3 || strings.Count(stderr.String(), "\n") != 1 || !strings.HasPrefix(stderr.String(), "idemvet: interrupted: ") {
				t.Errorf("exit status %d\n%s", code, stderr.String())
			}
			if n := strings.Count(h.git(t, "worktree", "list"), "\n"); n != 1 {
				t.Errorf("%d worktrees, want 1", n)
			}
		})
	}
}

// TestKilled: what a killed run has left behind is removed by the next one, what a running one uses is not.
func TestKilled(t *testing.T) {
	h := commit(t, booths)
	killed, _ := h.started(t)
	if err := syscall.Kill(-killed.Process.Pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	_ = killed.Wait()
	running, _ := h.started(t)
	if n := strings.Count(h.git(t, "worktree", "list"), "\n"); n != 2 {
		t.Errorf("%d worktrees, want 2: the killed run's is to be removed", n)
	}
	h.run(t, ".", nil, "--new-from-rev", "HEAD").Expect(t, 0, "", "")
	if n := strings.Count(h.git(t, "worktree", "list"), "\n"); n != 2 {
		t.Errorf("%d worktrees, want 2: the running run's is to be kept", n)
	}
	_ = running.Process.Signal(os.Interrupt)
	_ = running.Wait()
	if code := running.ProcessState.ExitCode(); code != 3 {
		t.Errorf("exit status %d of the running run", code)
	}
}
