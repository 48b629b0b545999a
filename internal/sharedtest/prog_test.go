package sharedtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/internal/tooltest"
)

// TestCacheProg demands that the tool shares results through the cache program of the go command: a second machine with nothing of its own
// analyses nothing, and keeps what it was given.
func TestCacheProg(t *testing.T) {
	store := filepath.Join(t.TempDir(), "sto re")
	first := newMachine(t, bank, "GOCACHEPROG="+cacheProg(t, store, "works"))
	want := first.run(t, "first", true)
	if kept(store) == 0 {
		t.Fatal("nothing was put into the store")
	}
	second := newMachine(t, bank, "IDEMVET_CACHEPROG="+cacheProg(t, store, "reads"))
	had := kept(store)
	if got := second.run(t, "second", false); got != want || kept(store) != had {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	second.env = append(second.env, "IDEMVET_CACHEPROG=off")
	if got := second.run(t, "second, on its own", false); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	off := newMachine(t, bank, "GOCACHEPROG="+cacheProg(t, store, "works"), "IDEMVET_CACHEPROG=off")
	off.run(t, "without", true)
	off.env = append(off.env, "IDEMVET_CACHE=off", "IDEMVET_CACHEPROG=")
	off.run(t, "no cache", true)
}

// TestBadCacheProg demands that a program that does not do its job costs one line, and nothing else.
func TestBadCacheProg(t *testing.T) {
	want := newMachine(t, bank).run(t, "alone", true)
	for _, tt := range []struct{ name, prog, says string }{
		{"missing", "no-such-program x", "executable file not found"},
		{"quotes", `"no-such`, "no end of the quotes"},
		{"dies", "", "it ended before it was told to"},
		{"refuses", "", "the store is on fire"},
		{"babbles", "", "cannot read its answer"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			store := filepath.Join(t.TempDir(), "store")
			if tt.prog == "" {
				tt.prog = cacheProg(t, store, tt.name)
			}
			m := newMachine(t, bank, "IDEMVET_CACHEPROG="+tt.prog)
			res := m.idemvet(t, "--format", "json")
			if got := withoutTime(t, res.Stdout); got != want || res.Code != 1 {
				t.Errorf("exit status %d\n%s\nwant\n%s", res.Code, got, want)
			}
			if !strings.HasPrefix(res.Stderr, "idemvet: the cache program ") || !strings.Contains(res.Stderr, tt.says) || strings.Count(res.Stderr, "\n") != 1 {
				t.Errorf("stderr %q, want %q", res.Stderr, tt.says)
			}
			m.run(t, "again", false)
		})
	}
}

// TestLyingCacheProg demands that data is taken only if it is what was put there.
func TestLyingCacheProg(t *testing.T) {
	store := filepath.Join(t.TempDir(), "store")
	want := newMachine(t, bank, "IDEMVET_CACHEPROG="+cacheProg(t, store, "works")).run(t, "first", true)
	m := newMachine(t, bank, "IDEMVET_CACHEPROG="+cacheProg(t, store, "lies"))
	res := m.idemvet(t, "--format", "json", "--stats")
	if got := withoutTime(t, res.Stdout); got != want || !strings.Contains(res.Stderr, "is not what was put there") {
		t.Errorf("%s\n%s\nwant\n%s", res.Stderr, got, want)
	}
	demand(t, "with lies", res.Stderr, true)
}

// TestMend demands that fixes go into the checkout that is mended, by names of its own, when the analysis was another's.
func TestMend(t *testing.T) {
	files := map[string]string{"go.mod": tooltest.GoMod, "pay/pay.go": tooltest.Payment}
	first := newMachine(t, files)
	if res := first.idemvet(t); res.Code != 1 {
		t.Fatalf("%+v", res)
	}
	second := newMachine(t, files, "IDEMVET_CACHE="+first.own())
	res := second.idemvet(t, "--stats", "--diff", "--unsafe-fixes")
	demand(t, "diff", res.Stderr, false)
	if !strings.Contains(res.Stdout, "pay/pay.go") || strings.Contains(res.Stdout, first.dir) {
		t.Errorf("a patch of other files:\n%s", res.Stdout)
	}
	if res := second.idemvet(t, "--fix", "--unsafe-fixes"); res.Code != 0 || !strings.Contains(res.Stderr, "idemvet: fixed pay/pay.go") {
		t.Errorf("%+v", res)
	}
	if tooltest.Read(t, filepath.Join(first.dir, "pay", "pay.go")) != tooltest.Payment {
		t.Error("the other checkout was changed")
	}
	if tooltest.Read(t, filepath.Join(second.dir, "pay", "pay.go")) == tooltest.Payment {
		t.Error("this checkout was not changed")
	}
	if res := first.idemvet(t); res.Code != 1 || !strings.Contains(res.Stdout, "pay/pay.go:17:3") {
		t.Errorf("the first checkout now: %+v", res)
	}
}

// TestNoDirectory demands that a cache that cannot be written costs nothing but time.
func TestNoDirectory(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	want := newMachine(t, bank).run(t, "alone", true)
	m := newMachine(t, bank, "IDEMVET_CACHE="+filepath.Join(file, "cache"))
	if got := m.run(t, "no directory", true); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	store := filepath.Join(t.TempDir(), "store")
	m.env = append(m.env, "IDEMVET_CACHEPROG="+cacheProg(t, store, "works"))
	m.run(t, "no directory but a program", true)
	m.run(t, "no directory but a program, again", false)
}
