package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

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

// tidied adds the edits that take out imports whose last use goes with the text that is replaced.
func (s *site) tidied(edits []rule.Edit) []rule.Edit {
	all := edits
	for _, file := range s.Files {
		if !slices.ContainsFunc(edits, func(e rule.Edit) bool { return s.file(e.At) == file }) {
			continue
		}
		for _, spec := range file.Imports {
			if p := s.packageName(spec); p != nil && s.drops(edits, file, p) {
				all = append(all, s.unimport(file, spec))
			}
		}
	}
	return all
}

// drops reports whether edits replace all uses of a package in a file, and write none.
func (s *site) drops(edits []rule.Edit, file *ast.File, p types.Object) bool {
	gone, all := false, true
	ast.Inspect(file, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && s.Info.Uses[id] == p {
			gone = s.replaced(edits, id.Pos())
			all = all && gone
		}
		return all
	})
	return gone && all && !slices.ContainsFunc(edits, func(e rule.Edit) bool { return strings.Contains(e.Text, p.Name()+".") })
}

// replaced reports whether a position lies in what edits take out.
func (s *site) replaced(edits []rule.Edit, pos token.Pos) bool {
	return slices.ContainsFunc(edits, func(e rule.Edit) bool {
		from, to := s.span(e.At)
		return from <= pos && pos < to
	})
}

// packageName is what an import declares, nil for those without a name to use.
func (s *site) packageName(spec *ast.ImportSpec) types.Object {
	if spec.Name != nil {
		return s.Info.Defs[spec.Name]
	}
	return s.Info.Implicits[spec]
}

// unimport takes out an import, with its declaration if it is the only one of that.
func (s *site) unimport(file *ast.File, spec *ast.ImportSpec) rule.Edit {
	for _, d := range file.Decls {
		if decl, ok := d.(*ast.GenDecl); ok && len(decl.Specs) == 1 && decl.Specs[0] == ast.Spec(spec) {
			return s.line(decl)
		}
	}
	return s.line(spec)
}
