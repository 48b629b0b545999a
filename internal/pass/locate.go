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
		if tf == nil || filepath.Base(tf.Name()) != at.File {
			continue
		}
		return offset(tf, at.Line, at.Column), offset(tf, at.EndLine, at.EndColumn)
	}
	return token.NoPos, token.NoPos
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
