// Package source names positions in source code.
package source

import (
	"cmp"
	"go/token"
	"strings"
)

// Place is a source position that does not depend on where the source is checked out: an import path, a file
// name relative to that package's directory, and a line and column (both from 1, bytes). The zero Place is unknown.
type Place struct {
	Pkg       string `json:"pkg,omitempty"`
	File      string `json:"file,omitempty"`
	Line      int    `json:"line,omitempty"`
	Column    int    `json:"column,omitempty"`
	EndLine   int    `json:"end_line,omitempty"`
	EndColumn int    `json:"end_column,omitempty"`
}

// IsValid reports whether the place is known.
func (p Place) IsValid() bool { return p.Line > 0 }

// Compare orders places by package, file, line, column and end.
func (p Place) Compare(q Place) int {
	return cmp.Or(
		cmp.Compare(p.Pkg, q.Pkg), cmp.Compare(p.File, q.File),
		cmp.Compare(p.Line, q.Line), cmp.Compare(p.Column, q.Column),
		cmp.Compare(p.EndLine, q.EndLine), cmp.Compare(p.EndColumn, q.EndColumn))
}

// Position is where something stands in the files that the user wrote. Line directives do not count, for generators write them; but of
// a file that the go command made of one with cgo in it, the original is meant.
func Position(fset *token.FileSet, pos token.Pos) token.Position {
	at := fset.PositionFor(pos, false)
	if Rewritten(at.Filename) {
		return fset.PositionFor(pos, true)
	}
	return at
}

// Rewritten reports whether the go command made a file of one that uses cgo. In its cache, from where go/packages and its hosts have such
// files, they have no name that tells, and that tells them from all that users write.
func Rewritten(file string) bool {
	return strings.HasSuffix(file, ".cgo1.go") || !strings.HasSuffix(file, ".go")
}
