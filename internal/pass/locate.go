package pass

import (
	"go/token"
	"path/filepath"

	"golang.org/x/tools/go/analysis"

	"github.com/idemvet/idemvet/internal/source"
)

// locate finds a place again in the files of the pass. A place in another package has none here.
func locate(p *analysis.Pass, at source.Place) (pos, end token.Pos) {
	if at.Pkg != p.Pkg.Path() {
		return token.NoPos, token.NoPos
	}
	for _, f := range p.Files {
		tf := p.Fset.File(f.FileStart)
		if tf != nil && source.Rewritten(tf.Name()) {
			if pos := original(p.Fset, tf, at); pos.IsValid() {
				return pos, pos
			}
			continue
		}
		if tf == nil || filepath.Base(tf.Name()) != at.File {
			continue
		}
		return offset(tf, at.Line, at.Column), offset(tf, at.EndLine, at.EndColumn)
	}
	return token.NoPos, token.NoPos
}

// original finds a line of a file that uses cgo in what the go command made of it. Columns differ there.
func original(fset *token.FileSet, tf *token.File, at source.Place) token.Pos {
	for line := 1; line <= tf.LineCount(); line++ {
		pos := tf.LineStart(line)
		if p := source.Position(fset, pos); p.Line == at.Line && filepath.Base(p.Filename) == at.File {
			return pos
		}
	}
	return token.NoPos
}

func offset(f *token.File, line, column int) token.Pos {
	if line < 1 || line > f.LineCount() {
		return token.NoPos
	}
	p := f.LineStart(line) + token.Pos(column-1)
	if int(p) > f.Base()+f.Size() {
		return token.NoPos
	}
	return p
}
