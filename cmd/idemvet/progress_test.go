package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
)

// console opens a terminal. What was written to it is returned when it is closed.
func console(t *testing.T) (tty *os.File, closed func() string) {
	t.Helper()
	master, tty, err := pty.Open()
	if err != nil {
		t.Skipf("no pseudo terminals here: %v", err)
	}
	var buf bytes.Buffer
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = io.Copy(&buf, master) // ends with an error when the other side is closed
	}()
	return tty, func() string {
		_ = tty.Close()
		<-done
		_ = master.Close()
		return buf.String()
	}
}

func TestMeter(t *testing.T) {
	t.Setenv("TERM", "xterm")
	t.Setenv("CI", "")
	tests := []struct {
		name, variable, value string
		quiet                 bool
		patience              time.Duration
		want                  bool
	}{
		{"shown", "X", "", false, 0, true},
		{"quiet", "X", "", true, 0, false},
		{"CI", "CI", "true", false, 0, false},
		{"dumb", "TERM", "dumb", false, 0, false},
		{"short run", "X", "", false, time.Hour, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Setenv(tt.variable, tt.value)
			tty, closed := console(t)
			m := startMeter(tty, tt.quiet, tt.patience)
			m.tell(120, 659, "analysing packages")
			time.Sleep(300 * time.Millisecond)
			m.tell(130, 659, "analysing packages")
			time.Sleep(300 * time.Millisecond)
			m.end()
			m.end()
			got := closed()
			if want := "\r\x1b[Kidemvet: analysing packages: 120/659 …\r\x1b[Kidemvet: analysing packages: 130/659 …\r\x1b[K"; got != want && tt.want || !tt.want && got != "" {
				t.Errorf("%q", got)
			}
		})
	}
}

// TestProgress runs the main job with a go command that takes its time.
func TestProgress(t *testing.T) {
	dir := with(t, nil)
	t.Setenv("TERM", "xterm")
	t.Setenv("CI", "")
	slow(t)
	tty, closed := console(t)
	var stdout strings.Builder
	code := run(t.Context(), []string{"-C", dir, "--format", "concise", "--stats", "./charge"}, &stdout, tty)
	got := closed()
	line, rest, ok := strings.Cut(got, "\r\x1b[Kidemvet: packages: ")
	if code != exitFindings || !strings.HasPrefix(line, "\r\x1b[Kidemvet: listing packages …") || !ok || strings.Contains(rest, "\x1b") {
		t.Errorf("exit status %d, %q", code, got)
	}
	if strings.Contains(stdout.String(), "listing") {
		t.Error(stdout.String())
	}
	if _, stderr, code := call(t, "-C", dir, "./charge"); code != exitFindings || stderr != "" {
		t.Errorf("where there is no terminal: exit status %d, %q", code, stderr)
	}
}

// slow puts a go command in front of the real one that waits before it lists.
func slow(t *testing.T) {
	t.Helper()
	path, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	script(t, "go", "if [ \"$1\" = list ]; then sleep 1.5; fi\nexec "+path+" \"$@\"\n")
}

// script puts a shell script first in PATH.
func script(t *testing.T, name, text string) {
	t.Helper()
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("no shell here")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+text), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
}
