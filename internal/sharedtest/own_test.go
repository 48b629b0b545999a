package sharedtest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/idemvet/idemvet/internal/tooltest"
)

// withoutTime takes the stats out of a report: how long it took, and what came from the cache.
func withoutTime(t *testing.T, out string) string {
	t.Helper()
	var rep map[string]any
	if err := json.Unmarshal([]byte(out), &rep); err != nil {
		t.Fatalf("no report: %v\n%s", err, out)
	}
	delete(rep, "stats")
	text, err := json.MarshalIndent(rep, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var counts = regexp.MustCompile(`packages: (\d+) own, (\d+) of them from the cache; (\d+) foreign checked from source, .*; (\d+) analysed again as wired`)

// demand holds the stats of a run against what it may have done: everything, or nothing.
func demand(t *testing.T, who, stderr string, all bool) {
	t.Helper()
	m := counts.FindStringSubmatch(stderr)
	if m == nil {
		t.Fatalf("%s: no counts in %s", who, stderr)
	}
	nothing := m[1] == m[2] && m[3] == "0" && m[4] == "0"
	everything := m[1] != "0" && m[2] == "0" && m[4] != "0"
	if all && !everything || !all && !nothing {
		t.Errorf("%s: %s", who, m[0])
	}
}

// run gives the report of a machine, and demands that it did all the work or none.
func (m *machine) run(t *testing.T, who string, all bool) string {
	t.Helper()
	res := m.idemvet(t, "--format", "json", "--stats")
	if res.Code != 1 {
		t.Fatalf("%s: exit status %d\n%s%s", who, res.Code, res.Stdout, res.Stderr)
	}
	demand(t, who, res.Stderr, all)
	return withoutTime(t, res.Stdout)
}

func copyDir(t *testing.T, from, to string) {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}

// TestCopied demands that a second machine with the first one's directory analyses nothing and prints the same bytes, whatever is
// different about where things lie.
func TestCopied(t *testing.T) {
	first := newMachine(t, bank)
	want := first.run(t, "first", true)
	for _, words := range []string{`"ledger/ledger.go"`, `"desk/desk.go"`} {
		if !strings.Contains(want, words) {
			t.Errorf("no %s in %s", words, want)
		}
	}
	if strings.Contains(want, first.dir) {
		t.Errorf("the report names %s", first.dir)
	}
	modules := filepath.Join(t.TempDir(), "modules")
	if err := os.Symlink(strings.TrimSpace(first.goTool(t, "env", "GOMODCACHE").Stdout), modules); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name string
		env  []string
	}{
		{"elsewhere", nil},
		{"trimmed", []string{"GOFLAGS=-trimpath"}},
		{"other module cache", []string{"GOMODCACHE=" + modules}},
	} {
		second := newMachine(t, bank, tt.env...)
		copyDir(t, first.own(), second.own())
		if got := second.run(t, tt.name, false); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", tt.name, got, want)
		}
		text := second.idemvet(t)
		if first := first.idemvet(t); text != first {
			t.Errorf("%s:\n%+v\nwant\n%+v", tt.name, text, first)
		}
	}
}

// TestModules demands the same of a program with libraries, seen through another module cache.
func TestModules(t *testing.T) {
	tooltest.Fetch(t, tooltest.Demo)
	checkout := func() *machine {
		m := newMachine(t, nil)
		copyDir(t, tooltest.Demo, m.dir)
		return m
	}
	first, second := checkout(), checkout()
	modules := filepath.Join(t.TempDir(), "modules")
	if err := os.Symlink(strings.TrimSpace(first.goTool(t, "env", "GOMODCACHE").Stdout), modules); err != nil {
		t.Fatal(err)
	}
	res := first.idemvet(t, "--format", "json")
	copyDir(t, first.own(), second.own())
	second.env = append(second.env, "GOMODCACHE="+modules)
	if got, want := second.run(t, "second", false), withoutTime(t, res.Stdout); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

const withC = `package counter

// static int one(void) { return 1; }
import "C"

import (
	"context"
	"database/sql"
)

func One() int { return int(C.one()) }

func Count(ctx context.Context, db *sql.DB) error {
	var err error
	for range 3 {
		if _, err = db.ExecContext(ctx, "UPDATE counters SET n = n + 1 WHERE id = 7"); err == nil {
			return nil
		}
	}
	return err
}
`

// TestCgo demands it of a package with C in it.
func TestCgo(t *testing.T) {
	files := map[string]string{"go.mod": bank["go.mod"], "counter/counter.go": withC}
	first := newMachine(t, files, "CGO_ENABLED=1")
	second := newMachine(t, files, "CGO_ENABLED=1")
	res := first.idemvet(t, "--format", "json")
	if res.Code != 1 || !strings.Contains(res.Stdout, "counter/counter.go") {
		t.Fatalf("%+v", res)
	}
	copyDir(t, first.own(), second.own())
	if got, want := second.run(t, "second", false), withoutTime(t, res.Stdout); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestAtOnce demands right answers of runs that fill one directory at the same time.
func TestAtOnce(t *testing.T) {
	shared := filepath.Join(t.TempDir(), "shared")
	want := newMachine(t, bank).run(t, "alone", true)
	var wg sync.WaitGroup
	for range 3 {
		m := newMachine(t, bank, "IDEMVET_CACHE="+shared)
		wg.Go(func() {
			res := m.idemvet(t, "--format", "json")
			if got := withoutTime(t, res.Stdout); got != want || res.Code != 1 || res.Stderr != "" {
				t.Errorf("exit status %d, %s\n%s\nwant\n%s", res.Code, res.Stderr, got, want)
			}
		})
	}
	wg.Wait()
	newMachine(t, bank, "IDEMVET_CACHE="+shared).run(t, "afterwards", false)
}

// TestElsewhereBroken demands that a package that the go command complains about is told of as seen from where the run is.
func TestElsewhereBroken(t *testing.T) {
	files := map[string]string{
		"go.mod":       bank["go.mod"],
		"a/b/b.go":     "package b\n\nimport _ \"embed\"\n\n//go:embed gone.txt\nvar Text string\n",
		"a/b/c/c.go":   "package c\n\nvar X int = \"no\"\n",
		"a/b/c/c_x.go": "package c\n",
	}
	m := newMachine(t, files, "GOFLAGS=-mod=mod", "GOPROXY=off")
	for _, tt := range []struct{ dir, b, c string }{{".", "a/b/b.go:5:12", "a/b/c/c.go:3:13"}, {"a", "b/b.go:5:12", "b/c/c.go:3:13"}} {
		res := m.idemvet(t, "-C", tt.dir, "--format", "json")
		for _, want := range []string{` ` + tt.b, ` ` + tt.c} {
			if res.Code != 3 || !strings.Contains(res.Stderr, want) {
				t.Errorf("in %s: exit status %d, no%s in\n%s", tt.dir, res.Code, want, res.Stderr)
			}
		}
	}
}
