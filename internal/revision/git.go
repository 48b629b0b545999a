// Package revision puts another revision of a repository beside the one that is worked on, for as long as it is looked at.
//
// It runs git. A worktree is used and not an archive, because archives leave out what export-ignore names. Errors are one
// line that says what to do; they are the user's to mend unless the context is done.
package revision

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Repo is a repository as seen from a directory in it.
type Repo struct {
	top    string // root of the work tree, links resolved
	prefix string // the directory, relative to top
}

// Open finds the repository of a directory.
func Open(ctx context.Context, dir string) (*Repo, error) {
	out, err := git(ctx, dir, "rev-parse", "--show-toplevel", "--show-prefix")
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return nil, errors.New("git is not in PATH; install it to compare revisions")
	case err != nil && strings.Contains(err.Error(), "not a git repository"):
		return nil, fmt.Errorf("%s is not in a git repository; run in a checkout, or compare with a file: --baseline", dir)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	top, prefix, _ := strings.Cut(out, "\n")
	return &Repo{filepath.FromSlash(top), filepath.FromSlash(prefix)}, nil
}

// Commit is the full name of the commit that a revision means.
func (r *Repo) Commit(ctx context.Context, rev string) (string, error) {
	// No name of git's begins so: it would be an option. --end-of-options is not known to every git in use.
	if strings.HasPrefix(rev, "-") {
		return "", errors.New("no revision begins with -")
	}
	commit, err := r.resolve(ctx, rev)
	if err == nil || ctx.Err() != nil {
		return commit, err
	}
	if _, err := r.resolve(ctx, "origin/"+rev); err == nil {
		return "", fmt.Errorf("unknown revision; did you mean origin/%s?", rev)
	}
	if r.shallow(ctx) {
		return "", errors.New("not in this shallow clone; " + deepen)
	}
	return "", errors.New("unknown revision; `git log` lists those that exist here, git fetch gets others")
}

const deepen = "fetch the history first: git fetch --unshallow, or fetch-depth: 0 in the checkout step of a CI job"

func (r *Repo) resolve(ctx context.Context, rev string) (string, error) {
	return git(ctx, r.top, "rev-parse", "--verify", "--quiet", rev+"^{commit}")
}

func (r *Repo) shallow(ctx context.Context) bool {
	out, err := git(ctx, r.top, "rev-parse", "--is-shallow-repository")
	return err == nil && out == "true"
}

// MergeBase is the newest commit that a branch and what is checked out have in common.
func (r *Repo) MergeBase(ctx context.Context, branch string) (string, error) {
	other, err := r.Commit(ctx, branch)
	if err != nil {
		return "", err
	}
	head, err := r.resolve(ctx, "HEAD")
	if err != nil {
		return "", errors.New("nothing is committed here yet")
	}
	commit, err := git(ctx, r.top, "merge-base", head, other)
	switch {
	case err == nil || ctx.Err() != nil:
		return commit, err
	case r.shallow(ctx):
		return "", errors.New("the common commit is not in this shallow clone; " + deepen)
	}
	return "", errors.New("has no commit in common with what is checked out; name a revision: --new-from-rev")
}

// hooked are variables that git sets for hooks, and that make it look elsewhere than where it stands: an index that a commit
// is being made from must not be that of another work tree. Configuration in the environment stays.
var hooked = []string{
	"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_PREFIX", "GIT_NAMESPACE",
	"GIT_IMPLICIT_WORK_TREE", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_QUARANTINE_PATH",
}

// environ is the environment for git: no hook's, no questions, messages in English, no large files.
func environ() []string {
	env := slices.DeleteFunc(os.Environ(), func(pair string) bool {
		name, _, _ := strings.Cut(pair, "=")
		return slices.Contains(hooked, name)
	})
	return append(env, "GIT_TERMINAL_PROMPT=0", "LC_ALL=C", "GIT_LFS_SKIP_SMUDGE=1")
}

// git runs a command in a directory and returns what it printed, less the last line break. A command that is stopped is
// asked to end, so that it can remove its locks.
func git(ctx context.Context, dir string, args ...string) (string, error) {
	quiet := []string{"-c", "core.hooksPath=" + os.DevNull, "-c", "core.fsmonitor=false", "-c", "submodule.recurse=false"}
	cmd := exec.CommandContext(ctx, "git", append(quiet, args...)...)
	cmd.Dir, cmd.Env = dir, environ()
	var out, msg bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &msg
	cmd.WaitDelay = 5 * time.Second
	cmd.Cancel = func() error {
		if cmd.Process.Signal(os.Interrupt) != nil { // not on Windows
			return cmd.Process.Kill()
		}
		return nil
	}
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return "", fmt.Errorf("git %s: %w", args[0], context.Cause(ctx))
	case err != nil && !errors.Is(err, exec.ErrNotFound):
		if text := strings.TrimSpace(msg.String()); text != "" {
			err = errors.New(text)
		}
		return "", fmt.Errorf("git %s: %w", args[0], err)
	}
	return strings.TrimSuffix(out.String(), "\n"), err
}
