package model

import (
	"fmt"
	"io/fs"
	"iter"
	"strings"
)

// Files iterates over the embedded files in order of their import paths. A file that is refused comes as an error, and
// the others still come. Rows that a file takes over with Like are not repeated in it.
func Files() iter.Seq2[*File, error] { return files(data) }

func files(fsys fs.FS) iter.Seq2[*File, error] {
	return func(yield func(*File, error) bool) {
		err := fs.WalkDir(fsys, "data", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || name == namesFile {
				return err
			}
			text, err := fs.ReadFile(fsys, name)
			if err != nil {
				return err
			}
			if !yield(Parse(name, text)) {
				return fs.SkipAll
			}
			return nil
		})
		if err != nil {
			yield(nil, err)
		}
	}
}

// Line is the line of the file in which the row starts.
func (e *Entry) Line() int { return e.line }

// Where is the file and line in which the row stands.
func (e *Entry) Where() string { return fmt.Sprintf("%s:%d", e.file, e.line) }

// BuiltIn reports whether the row is one of the embedded ones.
func (e *Entry) BuiltIn() bool { return strings.HasPrefix(e.file, "data/") }
