package sharedtest

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/internal/tooltest"
)

// vetted lists the directories of which go vet asked the tool, as -x shows them.
func vetted(stderr string) []string {
	var dirs []string
	dir := ""
	for line := range strings.Lines(stderr) {
		line = strings.TrimSpace(line)
		if d, ok := strings.CutPrefix(line, "cd "); ok {
			dir = d
		}
		if strings.Contains(line, "idemvet.exe") && strings.HasSuffix(line, "vet.cfg") {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

const said = "ledger/ledger.go:12:15: accounts: a call that is tried again adds once more, and nothing tells it from the first (IDV401)\n"

// TestVet demands that a second machine, with an empty build cache and another checkout, gets the first one's answers of the go command's cache
// program, and that they name its own files. Without -trimpath the go command itself makes the directory of a package a part of what
// its results are kept by, so answers about libraries are shared there, and those about the program from the same directory only.
func TestVet(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a part of the standard library twice")
	}
	vet := []string{"vet", "-vettool=" + tooltest.Tool(t)}
	for _, flags := range []string{"-trimpath", ""} {
		t.Run("flags "+flags, func(t *testing.T) {
			store := filepath.Join(t.TempDir(), "store")
			fresh := func() *machine {
				return newMachine(t, bank, "GOFLAGS="+flags, "GOCACHE="+t.TempDir(), "GOCACHEPROG="+cacheProg(t, store, "works"))
			}
			first, second := fresh(), fresh()
			all := len(vetted(first.goTool(t, append(vet, "-x", "./...")...).Stderr))
			if all < 50 {
				t.Fatalf("the tool was asked %d times", all)
			}
			asked := vetted(second.goTool(t, append(vet, "-x", "./...")...).Stderr)
			if slices.ContainsFunc(asked, func(dir string) bool { return flags != "" || !strings.HasPrefix(dir, second.dir) }) {
				t.Errorf("the second machine was asked again of %q", asked)
			}
			if flags == "" {
				moved := *first
				moved.env = append(slices.Clone(first.env), "GOCACHE="+t.TempDir())
				if again := vetted(moved.goTool(t, append(vet, "-x", "./...")...).Stderr); len(again) > 0 {
					t.Errorf("in the same directory the tool was asked again of %q", again)
				}
			}
			for who, m := range map[string]*machine{"first": first, "second": second} {
				m.says(t, who, flags != "")
			}
		})
	}
}

// says holds what go vet prints against what it has to.
func (m *machine) says(t *testing.T, who string, trimmed bool) {
	t.Helper()
	vet := func(args ...string) []string { return append([]string{"vet", "-vettool=" + tooltest.Tool(t)}, args...) }
	if res := m.goTool(t, vet("./...")...); res.Code != 1 || res.Stderr != said {
		t.Errorf("%s: exit status %d, %q", who, res.Code, res.Stderr)
	}
	line := "12\t" + strings.Split(bank["ledger/ledger.go"], "\n")[11] + "\n"
	if res := m.goTool(t, vet("-c=0", "./...")...); res.Code != 1 || res.Stderr != said+line {
		t.Errorf("%s: with a line of context: exit status %d, %q", who, res.Code, res.Stderr)
	}
	name := filepath.Join(m.dir, "ledger", "ledger.go")
	if trimmed {
		name = "ledger/ledger.go"
	}
	res := m.goTool(t, vet("-json", "./...")...)
	if res.Code != 0 || !strings.Contains(res.Stdout, `"posn": "`+name+`:12:15"`) || !strings.Contains(res.Stdout, `"end": "`+name+`:12:`) {
		t.Errorf("%s: exit status %d, %s", who, res.Code, res.Stdout)
	}
	inner := *m
	inner.dir = filepath.Join(m.dir, "ledger")
	short := strings.TrimPrefix(said, "ledger/")
	if trimmed {
		short = said // relative to the module: the tool cannot know where go vet runs
	}
	if res := inner.goTool(t, vet("./...")...); res.Code != 1 || strings.TrimPrefix(res.Stderr, "./") != short {
		t.Errorf("%s: in a directory: exit status %d, %q", who, res.Code, res.Stderr)
	}
}
