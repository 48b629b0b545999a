package revision

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// repository is one with a commit of a file in a subdirectory.
func repository(t *testing.T) (*Repo, string) {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	if err := os.MkdirAll(filepath.Join(dir, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "sub", "f"), []byte("then"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"init", "--quiet"}, {"add", "."}, {"-c", "user.name=n", "-c", "user.email=e", "commit", "--quiet", "--message=m"}} {
		if _, err := git(t.Context(), dir, args...); err != nil {
			t.Fatal(err)
		}
	}
	r, err := Open(t.Context(), filepath.Join(dir, "sub"))
	if err != nil {
		t.Fatal(err)
	}
	head, err := r.Commit(t.Context(), "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	return r, head
}

// checkout makes a tree and looks at its file.
func checkout(t *testing.T, r *Repo, commit string) *Tree {
	t.Helper()
	tree, err := r.Checkout(t.Context(), commit)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tree.Close() })
	if text, err := os.ReadFile(filepath.Join(tree.Dir, "f")); err != nil || string(text) != "then" {
		t.Fatalf("%q, %v", text, err)
	}
	return tree
}

func TestCheckout(t *testing.T) {
	r, head := repository(t)
	if err := os.WriteFile(filepath.Join(r.top, "sub", "f"), []byte("now"), 0o644); err != nil {
		t.Fatal(err)
	}
	tree := checkout(t, r, head)
	if got := tree.Pattern(filepath.Join(r.top, "sub", "...")); got != filepath.Join(tree.Dir, "...") {
		t.Errorf("a pattern leads to %s", got)
	}
	if got := tree.Pattern("./..."); got != "./..." {
		t.Errorf("a relative pattern became %s", got)
	}
	if got := tree.Shown(filepath.Join(tree.Dir, "f") + ":1"); got != filepath.Join(r.top, "sub", "f")+":1" {
		t.Errorf("shown as %s", got)
	}
	for range 2 {
		if err := tree.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat(tree.temp); err == nil {
		t.Error("the directory is left")
	}
	if _, err := r.Checkout(t.Context(), strings.Repeat("0", 40)); err == nil {
		t.Error("a commit that does not exist was checked out")
	}
}

// TestTempInside: a tree inside of the work tree would be taken for a part of it.
func TestTempInside(t *testing.T) {
	r, head := repository(t)
	t.Setenv("TMPDIR", filepath.Join(r.top, "sub"))
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	if os.TempDir() != filepath.Join(r.top, "sub") {
		t.Skip("the temporary directory is not named by TMPDIR here")
	}
	if tree := checkout(t, r, head); within(tree.root, r.top) {
		t.Errorf("the tree is in %s", tree.root)
	}
}

// TestSweep: what others have left behind goes, what may be in use or is the user's stays.
func TestSweep(t *testing.T) {
	r, head := repository(t)
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	if os.TempDir() != temp {
		t.Skip("the temporary directory is not named by TMPDIR here")
	}
	mine := filepath.Join(t.TempDir(), "mine")
	if _, err := git(t.Context(), r.top, "worktree", "add", "--quiet", "--detach", mine, head); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(mine); err != nil { // a drive that is not there now
		t.Fatal(err)
	}
	old := time.Now().Add(-2 * time.Hour)
	for name, stays := range map[string]bool{"idemvet-rev-1": false, "idemvet-rev-2": true, "idemvet-rev-x": true, "idemvet-rev-3": true} {
		dir := filepath.Join(temp, name)
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if name == "idemvet-rev-3" { // old, and in use
			f, err := hold(filepath.Join(dir, lockName))
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = f.Close() }()
		}
		if name != "idemvet-rev-2" { // just made
			if err := os.Chtimes(dir, old, old); err != nil {
				t.Fatal(err)
			}
		}
		defer func() {
			if _, err := os.Stat(dir); (err == nil) != stays {
				t.Errorf("%s stays: %t, want %t", name, err == nil, stays)
			}
		}()
	}
	r.sweep(t.Context())
	if list, err := git(t.Context(), r.top, "worktree", "list"); err != nil || !strings.Contains(list, "mine") {
		t.Errorf("a worktree of the user is forgotten: %s %v", list, err)
	}
}

func TestOutward(t *testing.T) {
	text := "module m\nreplace a => ../a // ../no\nreplace (\n\tb v1.0.0 => ./b\n\tc => \"../../c\"\n\td => example.com/d v1.0.0\n)\nuse ..\n"
	if got, want := outward([]byte(text)), []string{"..", "../../c", "../a", "./b"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
