package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"github.com/idemvet/idemvet/internal/rule"
)

// imported is the name of a package of the standard library at a position, and the edit that imports it where it is not. It fails
// where the name means something else there.
func (s *site) imported(file *ast.File, path string, pos token.Pos, around []ast.Node) (string, []rule.Edit, bool) {
	for _, x := range file.Imports {
		if x.Path.Value != strconv.Quote(path) {
			continue
		}
		name := path
		if x.Name != nil {
			name = x.Name.Name
		}
		p, ok := s.means(name, pos, around).(*types.PkgName)
		return name, nil, ok && p.Imported().Path() == path
	}
	if s.means(path, pos, around) != nil {
		return "", nil, false
	}
	return path, []rule.Edit{s.importEdit(file, path)}, true
}

// importEdit adds an import: to the first declaration of imports, sorted into its first group, or as a declaration of its own.
func (s *site) importEdit(file *ast.File, path string) rule.Edit {
	quoted := strconv.Quote(path)
	for _, d := range file.Decls {
		decl, ok := d.(*ast.GenDecl)
		if !ok || decl.Tok != token.IMPORT || len(decl.Specs) == 0 {
			continue
		}
		first := decl.Specs[0]
		if !decl.Lparen.IsValid() {
			return s.replace(decl.Pos(), decl.Pos(), "import "+quoted+"\n")
		}
		if imp, ok := first.(*ast.ImportSpec); ok && imp.Doc != nil {
			return s.replace(imp.Doc.Pos(), imp.Doc.Pos(), quoted+"\n\n")
		}
		return s.replace(first.Pos(), first.Pos(), quoted+"\n")
	}
	return s.replace(file.Name.End(), file.Name.End(), "\n\nimport "+quoted)
}
