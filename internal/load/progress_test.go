package load

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// TestProgress demands that the last that is told of a stage is that all is done, and that packages from the cache count as done.
func TestProgress(t *testing.T) {
	t.Setenv("GOWORK", "off")
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{"go.mod": "module shop\n\ngo 1.26\n", "a/a.go": "package a\n", "b/b.go": "package b\n", "c/c.go": "package c\n"})
	cache := t.TempDir()
	for _, want := range []string{"1 2 3", "3"} {
		var mu sync.Mutex
		done := map[int]bool{}
		_, err := Load(t.Context(), Options{Dir: dir, CacheDir: cache, Salt: "s", Progress: func(n, total int, what string) {
			mu.Lock()
			defer mu.Unlock()
			if strings.HasPrefix(what, "analysing") {
				done[n] = total == 3
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range strings.Fields(want) {
			if !done[int(n[0]-'0')] {
				t.Errorf("%s was not told: %v", n, done)
			}
		}
		if len(done) != len(strings.Fields(want)) {
			t.Errorf("%v, want %s", done, want)
		}
		if err := os.WriteFile(filepath.Join(dir, "c", "c.go"), []byte("package c\n\nvar X int\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestEnv demands that the go command gets the environment, and that results of one system are not taken for another.
func TestEnv(t *testing.T) {
	t.Setenv("GOWORK", "off")
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{"go.mod": "module shop\n\ngo 1.26\n", "a/a.go": "package a\n", "a/a_windows.go": "package a\n"})
	o := Options{Dir: dir, CacheDir: t.TempDir(), Salt: "s"}
	var builds []*Program
	for _, env := range [][]string{{"GOOS=linux"}, {"GOOS=windows"}, {"GOOS=darwin"}} {
		o.Env = env
		prog, err := Load(t.Context(), o)
		if err != nil || len(prog.Packages) != 1 {
			t.Fatalf("%v, %v", prog, err)
		}
		if prog.Packages[0].Cached {
			t.Errorf("%q: from the cache", env)
		}
		builds = append(builds, prog)
	}
	all := Unite(builds)
	if len(all.Packages) != 1 || strings.Join(all.Packages[0].Files, " ") != "a.go a_windows.go" || all.Stats.Packages != 3 || all.Dirs["shop/a"] == "" {
		t.Errorf("%+v, %+v", all, all.Packages[0])
	}
}
