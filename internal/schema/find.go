package schema

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

const (
	maxSize  = 4 << 20 // bytes of one file
	maxFiles = 5000    // SQL files of one run
)

// A file is one that may tell about the schema.
type file struct {
	root string // as given
	path string // slash path below root
}

func (f *file) read() ([]byte, error) {
	return os.ReadFile(filepath.Join(f.root, filepath.FromSlash(f.path)))
}

// A finder walks the roots. Nothing is opened while walking: most trees have ten thousand files and thirty of interest.
type finder struct {
	roots    map[string]bool // absolute: a root below another is walked on its own
	sql      []*file
	code     map[string][]*file // migrations written in Go, by folder
	ent      []*file
	problems []string
}

// skipped are folders whose SQL is not the program's own. Answers from fixtures and from other people's examples would be
// about tables that only look the same.
var skipped = map[string]bool{"vendor": true, "node_modules": true, "testdata": true, "third_party": true}

func (f *finder) walk(root string) error {
	info, err := os.Stat(root)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return fmt.Errorf("%s is not a directory", root)
	}
	return filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		rel, relErr := filepath.Rel(root, name)
		if relErr != nil {
			return relErr
		}
		rel = filepath.ToSlash(rel)
		if err != nil {
			f.problems = append(f.problems, rel+": cannot be read")
			return nil //nolint:nilerr // what cannot be read is told, and left out
		}
		if d.IsDir() {
			if rel != "." && (f.foreign(d.Name()) || f.otherRoot(name)) {
				return filepath.SkipDir
			}
			return nil
		}
		if d.Type().IsRegular() {
			f.file(root, rel, d)
		}
		return nil
	})
}

func (f *finder) foreign(name string) bool {
	return skipped[name] || name[0] == '.' || name[0] == '_' || downFolder[strings.ToLower(name)]
}

func (f *finder) otherRoot(dir string) bool {
	if len(f.roots) < 2 {
		return false
	}
	abs, err := filepath.Abs(dir)
	return err == nil && f.roots[abs]
}

func (f *finder) file(root, rel string, d fs.DirEntry) {
	base := d.Name()
	switch ext := path.Ext(base); {
	case strings.EqualFold(ext, ".sql"):
		f.addSQL(root, rel, d)
	case ext != ".go" || strings.HasSuffix(base, "_test.go"):
	case goMigration.MatchString(base):
		dir := path.Dir(rel)
		key := root + "\x00" + dir
		f.code[key] = append(f.code[key], &file{root: root, path: rel})
	case path.Base(path.Dir(rel)) == "schema":
		f.ent = append(f.ent, &file{root: root, path: rel})
	}
}

// trim drops the mark that addSQL leaves where it stops.
func (f *finder) trim() {
	f.sql = slices.DeleteFunc(f.sql, func(x *file) bool { return x == nil })
}

// add takes a SQL file that was named, wherever it lies.
func (f *finder) add(root, name string) error {
	rel, err := filepath.Rel(root, name)
	if err != nil {
		return err
	}
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	f.addSQL(root, filepath.ToSlash(rel), fs.FileInfoToDirEntry(info))
	return nil
}

// Folders lists the folders below a root that hold SQL files of its own, as slash paths, sorted.
func Folders(root string) ([]string, error) {
	f, err := find([]string{root})
	if err != nil {
		return nil, err
	}
	var out []string
	for _, x := range f.sql {
		if dir := path.Dir(x.path); !down(x.path) && !slices.Contains(out, dir) {
			out = append(out, dir)
		}
	}
	slices.Sort(out)
	return out, nil
}

func (f *finder) addSQL(root, rel string, d fs.DirEntry) {
	info, err := d.Info()
	switch {
	case err != nil:
		f.problems = append(f.problems, rel+": cannot be read")
	case info.Size() > maxSize:
		f.problems = append(f.problems, fmt.Sprintf("%s: skipped, larger than %d MB", rel, maxSize>>20))
	case len(f.sql) == maxFiles:
		f.problems = append(f.problems, fmt.Sprintf("%s: skipped, as are all after it: more than %d SQL files", rel, maxFiles))
		f.sql = append(f.sql, nil)
	case len(f.sql) < maxFiles:
		f.sql = append(f.sql, &file{root: root, path: rel})
	}
}

// find lists the files below the roots, those of interest only.
func find(roots []string) (*finder, error) {
	f := &finder{roots: map[string]bool{}, code: map[string][]*file{}}
	var distinct []string
	for _, r := range roots {
		abs, err := filepath.Abs(r)
		if err != nil {
			return nil, err
		}
		if !f.roots[abs] {
			f.roots[abs] = true
			distinct = append(distinct, r)
		}
	}
	for _, r := range distinct {
		if err := f.walk(r); err != nil {
			return nil, err
		}
	}
	f.trim()
	return f, nil
}
