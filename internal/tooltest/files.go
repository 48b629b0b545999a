package tooltest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// Fetch downloads what a module needs, and says so when it has to.
func Fetch(t *testing.T, dir string) {
	t.Helper()
	list := []string{"list", "-deps", "./..."}
	if Execute(t, dir, []string{"GOPROXY=off"}, "go", list...).Code == 0 {
		return
	}
	t.Logf("downloading the modules that %s requires", dir)
	fmt.Fprintf(os.Stderr, "downloading the modules that %s requires; this can take minutes\n", dir)
	if res := Execute(t, dir, nil, "go", list...); res.Code != 0 {
		t.Fatalf("go list in %s: %s", dir, res.Stderr)
	}
}

// Write writes files into a new directory.
func Write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	Change(t, dir, files)
	return dir
}

// Change writes files into a directory. One without content is removed, and its directory if it was the last.
func Change(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		err := os.MkdirAll(filepath.Dir(path), 0o755)
		if text == "" {
			err = os.Remove(path)
			_ = os.Remove(filepath.Dir(path))
		} else if err == nil {
			err = os.WriteFile(path, []byte(text), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Read is the content of a file.
func Read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
