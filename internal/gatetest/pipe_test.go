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

// TestInterruptedOutput stops the tool while a file is pending, at several moments: it must say so in one line, write no findings
// and leave no file.
func TestInterruptedOutput(t *testing.T) {
	dir := tooltest.Write(t, map[string]string{"go.mod": tooltest.GoMod, "m.go": tooltest.Header + tooltest.LongFunction()})
	for _, tt := range []struct {
		signal syscall.Signal
		after  time.Duration
	}{{syscall.SIGINT, 0}, {syscall.SIGTERM, 0}, {syscall.SIGINT, 300 * time.Millisecond}, {syscall.SIGINT, 700 * time.Millisecond}} {
		out := t.TempDir()
		var stdout, stderr bytes.Buffer
		cmd := exec.Command(tooltest.Tool(t), "--format", "text", "--format", "sarif="+filepath.Join(out, "a.sarif"))
		cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &stdout, &stderr
		cmd.Env = append(cmd.Environ(), "IDEMVET_CACHE=off", "GOWORK=off")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		waitForFile(t, out)
		time.Sleep(tt.after)
		if err := cmd.Process.Signal(tt.signal); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // the exit status says more
		code, says := cmd.ProcessState.ExitCode(), stderr.String()
		if code == 0 && tt.after > 0 {
			t.Logf("done within %s, before the signal", tt.after)
			continue
		}
		if code != 3 || stdout.Len() > 0 || !strings.HasPrefix(says, "idemvet: interrupted: ") || strings.Count(says, "\n") != 1 {
			t.Errorf("%v after %s: exit status %d\nstdout %q\nstderr %q", tt.signal, tt.after, code, stdout.String(), says)
		}
		if files, err := os.ReadDir(out); err != nil || len(files) > 0 {
			t.Errorf("%v after %s: left behind: %v, %v", tt.signal, tt.after, files, err)
		}
	}
}

// waitForFile waits until there is something in a directory.
func waitForFile(t *testing.T, dir string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if files, _ := os.ReadDir(dir); len(files) > 0 {
			return
		}
	}
	t.Fatal("no file was opened")
}

// TestClosedPipe gives the tool a standard output whose reader has left.
func TestClosedPipe(t *testing.T) {
	dir, out := tooltest.Write(t, map[string]string{"go.mod": tooltest.GoMod, "pay.go": tooltest.Payment}), t.TempDir()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	cmd := exec.Command(tooltest.Tool(t), "--format", "text", "--format", "json="+filepath.Join(out, "a.json"))
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, w, &stderr
	cmd.Env = append(cmd.Environ(), "IDEMVET_CACHE=off", "GOWORK=off")
	_ = cmd.Run() // the exit status says more
	if code := cmd.ProcessState.ExitCode(); code != 3 || stderr.String() != "idemvet: cannot write to the standard output: broken pipe\n" {
		t.Errorf("exit status %d, %q", code, stderr.String())
	}
	if files, err := os.ReadDir(out); err != nil || len(files) > 0 {
		t.Errorf("left behind: %v, %v", files, err)
	}
}
