package gatetest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/internal/tooltest"
)

// history is a repository for one test.
type history struct {
	dir  string // of the work tree
	temp string // where the tool makes its temporary files
}

// commit makes a repository of the files, with one commit.
func commit(t *testing.T, files map[string]string) *history {
	t.Helper()
	h := &history{tooltest.Write(t, files), t.TempDir()}
	h.git(t, "init", "--quiet", "--initial-branch=main")
	h.save(t)
	t.Cleanup(func() { h.clean(t) })
	return h
}

// save commits all that is there.
func (h *history) save(t *testing.T) {
	t.Helper()
	h.git(t, "add", "--all")
	h.git(t, "-c", "user.name=n", "-c", "user.email=e", "commit", "--quiet", "--allow-empty", "--message=m")
}

func (h *history) git(t *testing.T, args ...string) string {
	t.Helper()
	res := tooltest.Execute(t, h.dir, []string{"GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_CONFIG_NOSYSTEM=1"}, "git", args...)
	if res.Code != 0 {
		t.Fatalf("git %q: %s", args, res.Stderr)
	}
	return res.Stdout
}

// run runs the tool in a directory of the work tree.
func (h *history) run(t *testing.T, sub string, env []string, args ...string) tooltest.Result {
	t.Helper()
	env = append([]string{"TMPDIR=" + h.temp, "TMP=" + h.temp, "GOWORK=", "GOPROXY=off"}, env...)
	return tooltest.Execute(t, filepath.Join(h.dir, sub), env, tooltest.Tool(t), append([]string{"--format", "concise"}, args...)...)
}

// clean demands that no work tree and no temporary file is left.
func (h *history) clean(t *testing.T) {
	t.Helper()
	left, _ := os.ReadDir(h.temp)
	trees, _ := os.ReadDir(filepath.Join(h.dir, ".git", "worktrees"))
	if len(left)+len(trees) > 0 {
		t.Errorf("left behind: %v, %v", left, trees)
	}
}

// chain is a program whose cause and effect lie apart: who sends the ticket does not make its key.
var chain = map[string]string{
	"go.mod":       tooltest.GoMod,
	"keys/keys.go": "package keys\n\n// For is the key of an order.\nfunc For(order string) string { return order }\n",
	"sell/sell.go": `package sell

import (
	"net/http"

	"example.com/m/keys"
)

func Sell(c *http.Client, r *http.Request, order string) {
	for range 3 {
		r.Header.Set("Idempotency-Key", keys.For(order))
		if _, err := c.Do(r); err == nil {
			return
		}
	}
}
`,
}

const freshKeys = "package keys\n\nimport \"crypto/rand\"\n\n// For is a key.\nfunc For(string) string { return rand.Text() }\n"

func TestNewFromRev(t *testing.T) {
	h := commit(t, booths)
	h.run(t, ".", nil).Expect(t, 1, "north/north.go:10", "")
	h.run(t, ".", nil, "--new-from-rev", "HEAD").Expect(t, 0, "", "")
	tests := []struct {
		name  string
		files map[string]string
		code  int
		says  string
	}{
		{"lines shifted", map[string]string{"north/north.go": "// Package north is one.\n\n" + booth("north", 2)}, 0, ""},
		{"file renamed", map[string]string{"north/north.go": "", "north/a.go": booth("north", 2)}, 0, ""},
		{"function moved to another file", map[string]string{"north/north.go": "package north\n", "north/b.go": booth("north", 2)}, 0, ""},
		{"first of two mended", map[string]string{"north/north.go": strings.Replace(booth("north", 2), "rand.Text()", "r.URL.Path", 1)}, 0, ""},
		{"one more", map[string]string{"north/north.go": booth("north", 3)}, 1, "north/north.go:22"},
		{"untracked package", map[string]string{"west/west.go": booth("west", 1)}, 1, "west/west.go:10"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			defer h.git(t, "clean", "-fdq")
			defer h.git(t, "checkout", "--quiet", ".")
			tooltest.Change(t, h.dir, tt.files)
			res := h.run(t, ".", nil, "--new-from-rev", "HEAD")
			res.Expect(t, tt.code, tt.says, "")
			if strings.Count(res.Stdout, "\n") != tt.code {
				t.Errorf("old findings are told:\n%s", res.Stdout)
			}
		})
	}
	res := h.run(t, ".", nil, "--new-from-rev", "HEAD", "--show-suppressed", "--format", "json=out.json")
	out := tooltest.Read(t, filepath.Join(h.dir, "out.json"))
	if res.Code != 0 || strings.Count(out, `"status": "baseline"`) != 3 || !strings.Contains(out, `"baseline": 3`) {
		t.Errorf("exit status %d\n%s", res.Code, out)
	}
}

// TestCauseElsewhere: the finding is new though its line is old, because what makes it one is.
func TestCauseElsewhere(t *testing.T) {
	h := commit(t, chain)
	tooltest.Change(t, h.dir, map[string]string{"keys/keys.go": freshKeys})
	h.run(t, ".", nil, "--new-from-rev", "HEAD").Expect(t, 1, "sell/sell.go:11:", "")
	h.run(t, ".", nil, "--new-from-rev", "HEAD", "./sell").Expect(t, 1, "sell/sell.go:11:", "")
	h.save(t)
	h.run(t, ".", nil, "--new-from-rev", "HEAD").Expect(t, 0, "", "")
	h.run(t, ".", nil, "--new-from-rev", "HEAD~1").Expect(t, 1, "sell/sell.go:11:", "")
	h.run(t, ".", nil, "--new-from-rev", "HEAD~1", filepath.Join(h.dir, "sell")+"/...").Expect(t, 1, "sell/sell.go:11:", "")
	h.run(t, "sell", nil, "--new-from-rev", "HEAD", "../...").Expect(t, 0, "", "")
}

func TestNewFromMergeBase(t *testing.T) {
	h := commit(t, chain)
	h.git(t, "checkout", "--quiet", "-b", "topic")
	tooltest.Change(t, h.dir, map[string]string{"north/north.go": booth("north", 1)})
	h.save(t)
	h.git(t, "checkout", "--quiet", "main")
	tooltest.Change(t, h.dir, map[string]string{"keys/keys.go": freshKeys})
	h.save(t)
	h.git(t, "checkout", "--quiet", "topic")
	res := h.run(t, ".", nil, "--new-from-merge-base", "main")
	res.Expect(t, 1, "north/north.go:10:", "")
	if strings.Count(res.Stdout, "\n") != 1 {
		t.Errorf("more than the branch brought:\n%s", res.Stdout)
	}
	h.git(t, "checkout", "--quiet", "--orphan", "alone")
	h.save(t)
	h.run(t, ".", nil, "--new-from-merge-base", "main").Expect(t, 2, "", "idemvet: --new-from-merge-base main: has no commit in common with what is checked out; name a revision: --new-from-rev\n")
}

func TestRevisionErrors(t *testing.T) {
	h := commit(t, chain)
	tooltest.Change(t, h.dir, map[string]string{"north/north.go": booth("north", 1)})
	h.save(t)
	h.git(t, "update-ref", "refs/remotes/origin/release", "HEAD")
	shallow := &history{filepath.Join(t.TempDir(), "shallow"), h.temp}
	h.git(t, "clone", "--quiet", "--depth=1", "file://"+h.dir, shallow.dir)
	first := strings.TrimSpace(h.git(t, "rev-parse", "HEAD~1"))
	outside := &history{tooltest.Write(t, chain), h.temp}
	empty := &history{tooltest.Write(t, chain), h.temp}
	empty.git(t, "init", "--quiet", "--initial-branch=main")
	const hint = "fetch the history first: git fetch --unshallow, or fetch-depth: 0 in the checkout step of a CI job\n"
	tests := []struct {
		name string
		at   *history
		args []string
		says string
	}{
		{"unknown", h, []string{"--new-from-rev", "v9"}, "--new-from-rev v9: unknown revision"},
		{"remote", h, []string{"--new-from-rev", "release"}, "--new-from-rev release: unknown revision; did you mean origin/release?\n"},
		{"no commit", h, []string{"--new-from-rev", "HEAD:go.mod"}, "unknown revision"},
		{"like an option", h, []string{"--new-from-rev=--all"}, "--new-from-rev --all: no revision begins with -\n"},
		{"empty", h, []string{"--new-from-rev", ""}, "idemvet: --new-from-rev is empty; want a revision\n"},
		{"both", h, []string{"--new-from-rev", "HEAD", "--new-from-merge-base", "main"}, "exclude each other\n"},
		{"no repository", outside, []string{"--new-from-rev", "HEAD"}, "is not in a git repository; run in a checkout, or compare with a file: --baseline\n"},
		{"nothing committed", empty, []string{"--new-from-rev", "HEAD"}, "--new-from-rev HEAD: unknown revision"},
		{"shallow", shallow, []string{"--new-from-rev", first}, "not in this shallow clone; " + hint},
		{"shallow branch", shallow, []string{"--new-from-merge-base", first}, "not in this shallow clone; " + hint},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { tt.at.run(t, ".", nil, tt.args...).Expect(t, 2, "", tt.says) })
	}
	t.Run("no git", func(t *testing.T) {
		res := h.run(t, ".", []string{"PATH=" + t.TempDir()}, "--new-from-rev", "HEAD")
		res.Expect(t, 2, "", "idemvet: --new-from-rev: git is not in PATH; install it to compare revisions\n")
	})
}

// TestWeakBase: what is wrong with the other revision makes findings new, says so, and does not change the exit status.
func TestWeakBase(t *testing.T) {
	files := map[string]string{"README": "r\n", "app/go.mod": tooltest.GoMod, "app/north/north.go": booth("north", 1), "app/south/south.go": "package south\n\nvar x int = \"a\"\n"}
	h := commit(t, files)
	tooltest.Change(t, h.dir, map[string]string{"app/south/south.go": booth("south", 1), "lib/go.mod": tooltest.GoMod, "lib/l.go": booth("l", 1)})
	res := h.run(t, "app", nil, "--new-from-rev", "HEAD")
	res.Expect(t, 1, "south/south.go:10:", "example.com/m/south was not analysed, so its findings count as new: south/south.go:3")
	if strings.Contains(res.Stdout, "north") {
		t.Errorf("what was analysed is not subtracted:\n%s", res.Stdout)
	}
	h.run(t, "lib", nil, "--new-from-rev", "HEAD").Expect(t, 1, "l.go:10:", "has no such directory, so all findings count as new\n")
	tooltest.Change(t, h.dir, map[string]string{"app/west/west.go": booth("west", 1)})
	h.run(t, "app", nil, "--new-from-rev", "HEAD", "./west", "./north").Expect(t, 1, "west/west.go:10:", "")
	h.git(t, "rm", "--quiet", "--cached", "app/go.mod")
	h.save(t)
	h.git(t, "rm", "--quiet", "--cached", "app/go.mod")
	h.git(t, "-c", "user.name=n", "-c", "user.email=e", "commit", "--quiet", "--message=no module")
	res = h.run(t, "app", nil, "--new-from-rev", "HEAD")
	res.Expect(t, 1, "north/north.go:10:", "not analysed, so all findings count as new: ")
	if strings.Contains(res.Stderr, h.temp) {
		t.Errorf("a name that is another one in each run: %s", res.Stderr)
	}
}

// TestHook: in a hook, git's own variables lead to an index that must stay as it is, and other hooks are not run.
func TestNewFromHook(t *testing.T) {
	h := commit(t, booths)
	ran := filepath.Join(h.dir, ".git", "ran")
	hook := filepath.Join(h.dir, ".git", "hooks", "post-checkout")
	tooltest.Change(t, h.dir, map[string]string{"west/west.go": booth("west", 1), ".git/hooks/post-checkout": "#!/bin/sh\ntouch " + ran + "\n"})
	if err := os.Chmod(hook, 0o755); err != nil {
		t.Fatal(err)
	}
	h.git(t, "add", "west")
	index := filepath.Join(h.dir, ".git", "index")
	before, status := tooltest.Read(t, index), h.git(t, "status", "--porcelain")
	h.run(t, ".", []string{"GIT_DIR=.git", "GIT_INDEX_FILE=.git/index", "GIT_PREFIX="}, "--new-from-rev", "HEAD").Expect(t, 1, "west/west.go:10:", "")
	if tooltest.Read(t, index) != before || h.git(t, "status", "--porcelain") != status {
		t.Error("the index is another one")
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("a hook was run")
	}
}

// TestOutsideOfRepository: relative names that lead out of the repository hold for the other revision too.
func TestOutsideOfRepository(t *testing.T) {
	dep := map[string]string{
		"lib/go.mod":    "module example.com/lib\n\ngo 1.26\n\nrequire example.com/deep v1.0.0\n\nreplace example.com/deep => ../deep\n",
		"lib/lib.go":    "package lib\n\nimport \"example.com/deep\"\n\n// Key is a key.\nfunc Key() string { return deep.Key() }\n",
		"deep/go.mod":   "module example.com/deep\n\ngo 1.26\n",
		"deep/deep.go":  "package deep\n\n// Key is a key.\nfunc Key() string { return \"k\" }\n",
		"repo/app/a.go": booth("app", 1),
		"repo/app/b.go": "package app\n\nimport \"example.com/lib\"\n\nvar key = lib.Key()\n", // does not compile without it
	}
	const replaced = "module example.com/app\n\ngo 1.26\n\nrequire (\n\texample.com/deep v1.0.0\n\texample.com/lib v1.0.0\n)\n\nreplace example.com/lib => ../../lib\n\nreplace example.com/deep => ../../deep\n"
	tests := []struct {
		name  string
		files map[string]string
		env   func(dir string) []string
	}{
		{"replace", map[string]string{"repo/app/go.mod": replaced}, func(string) []string { return nil }},
		{"workspace above", map[string]string{
			"repo/app/go.mod": "module example.com/app\n\ngo 1.26\n", "go.work": "go 1.26\n\nuse (\n\t./lib\n\t./repo/app\n)\n",
		}, func(string) []string { return nil }},
		{"workspace by name", map[string]string{
			"repo/app/go.mod": "module example.com/app\n\ngo 1.26\n", "repo/w/go.work": "go 1.26\n\nuse (\n\t../../lib\n\t../app\n)\n",
		}, func(dir string) []string { return []string{"GOWORK=" + filepath.Join(dir, "repo", "w", "go.work")} }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := tooltest.Write(t, dep)
			tooltest.Change(t, dir, tt.files)
			h := &history{filepath.Join(dir, "repo"), t.TempDir()}
			h.git(t, "init", "--quiet", "--initial-branch=main")
			h.save(t)
			h.run(t, "app", tt.env(dir)).Expect(t, 1, "a.go:10:", "")
			h.run(t, "app", tt.env(dir), "--new-from-rev", "HEAD").Expect(t, 0, "", "")
			h.clean(t)
			if _, err := os.Stat(filepath.Join(dir, "lib", "lib.go")); err != nil {
				t.Error("what was lent is gone with the tree")
			}
		})
	}
}

// TestSuppressedThen: a suppression is no baseline. Who takes the comment away brings the finding.
func TestSuppressedThen(t *testing.T) {
	line := "\t\tr.Header.Set("
	h := commit(t, map[string]string{
		"go.mod": tooltest.GoMod, "north/north.go": strings.Replace(booth("north", 1), line, "\t\t//idemvet:ignore IDV101 -- the box office checks\n"+line, 1),
	})
	h.run(t, ".", nil).Expect(t, 0, "", "")
	tooltest.Idemvet(t, h.dir, "baseline", "write", "--output", "b.json").Expect(t, 0, "b.json: 0 known findings written\nnext: --baseline b.json, or baseline: b.json in .idemvet.yml\n", "")
	res := h.run(t, ".", nil, "--show-suppressed", "--format", "json=out.json")
	if out := tooltest.Read(t, filepath.Join(h.dir, "out.json")); res.Code != 0 || !strings.Contains(out, `"reason": "the box office checks"`) || !strings.Contains(out, `"suppressed": 1`) {
		t.Errorf("exit status %d\n%s", res.Code, out)
	}
	tooltest.Change(t, h.dir, map[string]string{"north/north.go": booth("north", 1)})
	h.run(t, ".", nil, "--new-from-rev", "HEAD").Expect(t, 1, "north/north.go:10:", "")
	h.run(t, ".", nil, "--baseline", "b.json").Expect(t, 1, "north/north.go:10:", "")
}

// TestFixNewOnly: what is known is not mended, and that it is still there afterwards is no reason to take a fix back.
func TestFixNewOnly(t *testing.T) {
	h := commit(t, booths)
	tooltest.Change(t, h.dir, map[string]string{"west/west.go": booth("west", 1)})
	for _, diff := range []bool{true, false} {
		flag := map[bool]string{true: "--diff", false: "--fix"}[diff]
		res := h.run(t, ".", nil, "--new-from-rev", "HEAD", "--unsafe-fixes", flag)
		if strings.Contains(res.Stdout+res.Stderr, "taken back") || strings.Contains(res.Stdout, "north") || diff && !strings.Contains(res.Stdout, "west/west.go") {
			t.Errorf("%s: exit status %d\n%s%s", flag, res.Code, res.Stdout, res.Stderr)
		}
	}
	if h.git(t, "status", "--porcelain", "--untracked-files=no") != "" {
		t.Errorf("known findings were mended:\n%s", h.git(t, "diff"))
	}
	if tooltest.Read(t, filepath.Join(h.dir, "west", "west.go")) == booth("west", 1) {
		t.Error("the new finding was not mended")
	}
}
