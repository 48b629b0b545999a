package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestUnwritable demands one clear line and no remains, for paths that cannot be opened and for writes that fail.
func TestUnwritable(t *testing.T) {
	dir, out, full := write(t, till), t.TempDir(), t.TempDir()
	file := filepath.Join(out, "good.json")
	gone := filepath.Join(out, "gone", "a.sarif")
	tests := []struct {
		name, path, says string
		code             int
	}{
		{"no such directory", gone, "cannot write " + gone + ": no such file or directory", exitUsage},
		{"directory", out, "cannot write " + out + ": is a directory", exitUsage},
		{"full device", "/dev/full", "cannot write /dev/full: no space left on device", exitIncomplete},
	}
	if err := syscall.Mount("tmpfs", full, "tmpfs", 0, "size=8k"); err != nil {
		t.Logf("no full disk: %v", err)
	} else {
		t.Cleanup(func() { _ = syscall.Unmount(full, 0) })
		path := filepath.Join(full, "a.sarif")
		tests = append(tests, struct {
			name, path, says string
			code             int
		}{"full disk", path, "cannot write " + path + ": no space left on device", exitIncomplete})
	}
	for _, tt := range tests {
		stdout, stderr, code := call(t, "-C", dir, "--format", "json="+file, "--format", "sarif="+tt.path)
		if code != tt.code || stdout != "" || stderr != "idemvet: "+tt.says+"\n" {
			t.Errorf("%s: exit status %d\nstdout %q\nstderr %q\nwant   %q", tt.name, code, stdout, stderr, tt.says)
		}
		if names := append(left(t, out), left(t, full)...); len(names) > 0 {
			t.Errorf("%s: left behind: %v", tt.name, names)
		}
	}
}

// TestReadOnly gives a directory that nothing can be created in. Modes do not stop root, a read-only mount does.
func TestReadOnly(t *testing.T) {
	dir, out := write(t, till), t.TempDir()
	if os.Getuid() == 0 {
		if err := syscall.Mount("tmpfs", out, "tmpfs", syscall.MS_RDONLY, ""); err != nil {
			t.Skipf("no read-only directory: %v", err)
		}
		t.Cleanup(func() { _ = syscall.Unmount(out, 0) })
	} else if err := os.Chmod(out, 0o555); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(out, "a.json")
	stdout, stderr, code := call(t, "-C", dir, "--format", "text", "--format", "json="+path)
	if code != exitUsage || stdout != "" || !strings.HasPrefix(stderr, "idemvet: cannot write "+path+": ") || strings.Count(stderr, "\n") != 1 {
		t.Errorf("exit status %d, %q, %q", code, stdout, stderr)
	}
}
