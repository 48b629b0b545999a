package report

import (
	"path"
	"path/filepath"
	"strings"

	"github.com/idemvet/idemvet/internal/rule"
)

// File is a resolved source file.
type File struct {
	Rel string // as shown: relative to the base directory, forward slashes
	Abs string // where it can be read; "" when its directory is not known
}

// resolver turns import paths and base names into files.
type resolver struct {
	base string
	dirs map[string]string
}

func (r resolver) finding(f rule.Finding, name string) Finding {
	f.At.Pkg = importPath(f.At.Pkg)
	out := Finding{Finding: f, Name: name, Source: r.file(f.At)}
	for _, s := range f.Path {
		s.At.Pkg = importPath(s.At.Pkg)
		out.Steps = append(out.Steps, Step{Step: s, Source: r.file(s.At)})
	}
	for _, x := range f.Fixes {
		fix := Fix{Fix: x}
		for _, e := range x.Edits {
			fix.Edits = append(fix.Edits, Edit{Edit: e, Source: r.file(e.At)})
		}
		out.Fixes = append(out.Fixes, fix)
	}
	return out
}

// file resolves the file of a place. A package whose directory is not known keeps its import path in front.
func (r resolver) file(at rule.Place) File {
	if !at.IsValid() && at.File == "" {
		return File{}
	}
	dir := r.dirs[importPath(at.Pkg)]
	if dir == "" {
		return File{Rel: path.Join(importPath(at.Pkg), slash(at.File))}
	}
	abs := filepath.Join(dir, filepath.FromSlash(at.File))
	return File{Rel: slash(relative(r.base, abs)), Abs: abs}
}

// slash is a path with forward slashes, whatever system it is from. No file of a Go package has a backslash in its name.
func slash(p string) string { return strings.ReplaceAll(p, `\`, "/") }

// relative is abs seen from base. When it seems to lie outside, symbolic links are tried before that is believed.
func relative(base, abs string) string {
	rel, err := filepath.Rel(base, abs)
	if err == nil && !outside(rel) {
		return rel
	}
	realBase, err1 := filepath.EvalSymlinks(base)
	realDir, err2 := filepath.EvalSymlinks(filepath.Dir(abs))
	if err1 == nil && err2 == nil {
		if linked, err := filepath.Rel(realBase, filepath.Join(realDir, filepath.Base(abs))); err == nil {
			return linked
		}
	}
	if err != nil {
		return abs
	}
	return rel
}

func outside(rel string) bool {
	return rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// importPath drops the mark that the go command adds to test variants: "p [p.test]".
func importPath(p string) string {
	p, _, _ = strings.Cut(p, " ")
	return p
}
