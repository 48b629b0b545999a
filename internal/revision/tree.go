package revision

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// Tree is a commit in a directory of its own. It has to be closed.
type Tree struct {
	Dir string // what corresponds to the directory of the Repo; a commit may lack it

	repo *Repo
	temp string // holds root below the same path as the work tree has, so that relative names that lead out of it are true
	root string
	lock *os.File
}

// tempPrefix begins the name of the temporary directory; other runs recognise by it what a killed one left behind.
const tempPrefix = "idemvet-rev-"

var ours = regexp.MustCompile(`^(.*[/\\]` + tempPrefix + `[0-9]+)(?:[/\\].*)?$`)

// Checkout makes a tree of a commit, and first removes what runs have left behind that were killed. Nothing is left if it fails.
func (r *Repo) Checkout(ctx context.Context, commit string) (*Tree, error) {
	r.sweep(ctx)
	temp, err := r.tempDir()
	if err != nil {
		return nil, fmt.Errorf("no temporary directory for %s: %w", commit, err)
	}
	t := &Tree{repo: r, temp: temp}
	t.root = t.Path(r.top)
	t.Dir = filepath.Join(t.root, r.prefix)
	if t.lock, err = hold(filepath.Join(temp, lockName)); err == nil {
		if err = os.MkdirAll(filepath.Dir(t.root), 0o700); err == nil {
			_, err = git(ctx, r.top, "worktree", "add", "--quiet", "--detach", t.root, commit)
		}
	}
	if err == nil {
		err = t.lend(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, t.Close())
	}
	return t, nil
}

// tempDir makes a directory outside of the repository, or `go list ./...` would find it.
func (r *Repo) tempDir() (string, error) {
	parent := os.TempDir()
	if within(resolved(parent), r.top) {
		cache, err := os.UserCacheDir()
		if err != nil {
			return "", err
		}
		parent = cache
	}
	temp, err := os.MkdirTemp(parent, tempPrefix)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(temp) // git names worktrees by their real path
}

// Close removes the tree. It does so even where the work was interrupted, and may be called twice.
func (t *Tree) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	t.repo.remove(ctx, t.root)
	if t.lock != nil {
		_ = t.lock.Close()
		t.lock = nil
	}
	if err := os.RemoveAll(t.temp); err != nil {
		return fmt.Errorf("cannot remove %s: %w", t.temp, err)
	}
	return nil
}

// remove makes git forget a worktree; that it does not know of one is no mistake. It says --force twice because one that was
// being made is locked. `git worktree prune` would do the same for all whose directory is missing, and so for some that are
// the user's, on a drive that is not there now.
func (r *Repo) remove(ctx context.Context, root string) {
	_, _ = git(ctx, r.top, "worktree", "remove", "--force", "--force", root)
}

// sweep removes worktrees of runs that were killed, and their directories. Nothing hangs on its success.
func (r *Repo) sweep(ctx context.Context) {
	list, err := git(ctx, r.top, "worktree", "list", "--porcelain")
	if err != nil {
		return
	}
	for line := range strings.Lines(list) {
		root, ok := strings.CutPrefix(strings.TrimSpace(line), "worktree ")
		if m := ours.FindStringSubmatch(filepath.FromSlash(root)); ok && m != nil && abandoned(m[1]) {
			r.remove(ctx, root)
			_ = os.RemoveAll(m[1])
		}
	}
	temps, _ := filepath.Glob(filepath.Join(os.TempDir(), tempPrefix+"*")) // the pattern is well-formed
	for _, temp := range temps {
		if ours.MatchString(temp) && abandoned(temp) {
			_ = os.RemoveAll(temp) // of another repository, which forgets it when it is swept
		}
	}
}

// lockName is a file that a run keeps locked as long as it uses a temporary directory. A process id would not do: it is
// used again, and means nothing in another container that shares the directory.
const lockName = "lock"

// abandoned reports whether the run that made a temporary directory has ended.
func abandoned(temp string) bool {
	info, err := os.Stat(temp)
	if err != nil {
		return errors.Is(err, os.ErrNotExist)
	}
	lock := filepath.Join(temp, lockName)
	if _, err := os.Stat(lock); errors.Is(err, os.ErrNotExist) {
		return time.Since(info.ModTime()) > time.Hour // or just made, and not locked yet
	}
	return free(lock)
}

// Path is where the tree has what stands at an absolute path: below the same path.
func (t *Tree) Path(abs string) string {
	return filepath.Join(t.temp, strings.TrimPrefix(abs, filepath.VolumeName(abs)))
}

// Pattern is a package pattern for the tree: an absolute path leads into it.
func (t *Tree) Pattern(pattern string) string {
	if !filepath.IsAbs(pattern) {
		return pattern
	}
	return t.Moved(pattern)
}

// Moved is an absolute path in the tree if it is one in the work tree, and else itself.
func (t *Tree) Moved(abs string) string {
	for _, name := range []string{abs, resolved(abs)} {
		if within(name, t.repo.top) {
			return t.Path(name)
		}
	}
	return abs
}

// resolved follows links in the part of a path that exists: a pattern may end in "...".
func resolved(abs string) string {
	if name, err := filepath.EvalSymlinks(abs); err == nil {
		return name
	}
	if parent := filepath.Dir(abs); parent != abs {
		return filepath.Join(resolved(parent), filepath.Base(abs))
	}
	return abs
}

// Shown is a text with names of the tree as those of the work tree: the former are different in each run.
func (t *Tree) Shown(text string) string { return strings.ReplaceAll(text, t.root, t.repo.top) }

func within(path, top string) bool {
	rel, err := filepath.Rel(top, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}
