package revision

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// lend puts what go.mod and go.work files name outside of the repository where the tree looks for it: `replace … => ../lib`,
// and a go.work above the repository. What cannot be lent is missing, and what needs it counts as not analysed.
func (t *Tree) lend(ctx context.Context) error {
	list, err := git(ctx, t.root, "ls-files", "-z", "--", "go.mod", "go.work", "**/go.mod", "**/go.work")
	if err != nil {
		return err
	}
	var files []string // as they are called in the work tree
	for name := range strings.SplitSeq(list, "\x00") {
		if name != "" {
			files = append(files, filepath.Join(t.repo.top, filepath.FromSlash(name)))
		}
	}
	if work := t.copyWork(); work != "" {
		files = append(files, work)
	}
	for i := 0; i < len(files); i++ { // grows
		text, err := os.ReadFile(t.Path(files[i]))
		if err != nil {
			continue
		}
		for _, dir := range outward(text) {
			dir = filepath.Join(filepath.Dir(files[i]), dir)
			if t.link(dir) {
				files = append(files, filepath.Join(dir, "go.mod"))
			}
		}
	}
	return nil
}

// link makes a directory outside of the work tree visible beside the tree. It reports false for one that is there already.
// One that does not exist must not be made: what lies above it may be lent.
func (t *Tree) link(dir string) bool {
	at := t.Path(dir)
	if info, err := os.Stat(dir); err != nil || !info.IsDir() || within(dir, t.repo.top) || within(t.repo.top, dir) {
		return false
	}
	return os.MkdirAll(filepath.Dir(at), 0o700) == nil && os.Symlink(dir, at) == nil
}

// copyWork copies the nearest go.work above the work tree. The go command may want to write the sums beside it.
func (t *Tree) copyWork() string {
	for dir := filepath.Dir(t.repo.top); ; dir = filepath.Dir(dir) {
		work := filepath.Join(dir, "go.work")
		if text, err := os.ReadFile(work); err == nil {
			if os.WriteFile(t.Path(work), text, 0o600) != nil {
				return ""
			}
			if sum, err := os.ReadFile(work + ".sum"); err == nil {
				_ = os.WriteFile(t.Path(work)+".sum", sum, 0o600) // without it the go command says what is missing
			}
			return work
		}
		if filepath.Dir(dir) == dir {
			return ""
		}
	}
}

// outward lists the relative directories that a go.mod or go.work file names, sorted, so that one comes before what is in it.
// The syntax allows for no such word elsewhere.
func outward(text []byte) []string {
	var dirs []string
	for line := range bytes.Lines(text) {
		line, _, _ = bytes.Cut(line, []byte("//"))
		for word := range strings.FieldsSeq(string(line)) {
			word = strings.Trim(word, "\"`")
			if word == ".." || strings.HasPrefix(word, "./") || strings.HasPrefix(word, "../") {
				dirs = append(dirs, filepath.FromSlash(word))
			}
		}
	}
	slices.Sort(dirs)
	return dirs
}
