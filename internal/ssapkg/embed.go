package ssapkg

import (
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
)

// maxEmbedded bounds the SQL files that are read. A larger one is a dump, not a statement.
const maxEmbedded = 1 << 20

// Embedded is the text of the one SQL file that a variable of type string or []byte embeds. The file lies beside the source;
// one that cannot be read is unknown. Drivers that keep results make the file part of what they go by.
func (p *Package) Embedded(v types.Object) (string, bool) {
	if p.embedded == nil {
		p.embedded = map[types.Object]string{}
		for _, f := range p.files {
			for _, d := range f.Decls {
				if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR {
					p.embeds(f, g)
				}
			}
		}
	}
	text, ok := p.embedded[v]
	return text, ok
}

func (p *Package) embeds(f *ast.File, g *ast.GenDecl) {
	for _, s := range g.Specs {
		spec := s.(*ast.ValueSpec)
		if len(spec.Names) != 1 {
			continue
		}
		name := embedPattern(spec.Doc)
		if name == "" && len(g.Specs) == 1 {
			name = embedPattern(g.Doc)
		}
		if name == "" {
			continue
		}
		file := filepath.Join(filepath.Dir(p.fset.Position(f.Package).Filename), filepath.FromSlash(name))
		if info, err := os.Stat(file); err != nil || info.Size() > maxEmbedded || !info.Mode().IsRegular() {
			continue
		}
		if text, err := os.ReadFile(file); err == nil {
			p.embedded[p.Info.Defs[spec.Names[0]]] = string(text)
		}
	}
}

// embedPattern is the one SQL file that a go:embed directive names, or "".
func embedPattern(doc *ast.CommentGroup) string {
	if doc == nil {
		return ""
	}
	for _, c := range doc.List {
		rest, ok := strings.CutPrefix(c.Text, "//go:embed ")
		if !ok {
			continue
		}
		name := strings.Trim(strings.TrimSpace(rest), "\"`")
		if strings.HasSuffix(name, ".sql") && !strings.ContainsAny(name, " *?[") {
			return name
		}
	}
	return ""
}
