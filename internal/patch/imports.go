package patch

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"strconv"

	"golang.org/x/tools/go/ast/astutil"
)

// unimport takes out the imports that were used before and are not any more. A fix takes out those whose last use it replaces; this
// is for fixes that only together do.
func unimport(before, now []byte) ([]byte, error) {
	old, err := parser.ParseFile(token.NewFileSet(), "", before, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", now, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	var gone []*ast.ImportSpec
	for _, spec := range file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err == nil && astutil.UsesImport(old, path) && !astutil.UsesImport(file, path) {
			gone = append(gone, spec)
		}
	}
	if len(gone) == 0 {
		return now, nil
	}
	for _, spec := range gone {
		path, _ := strconv.Unquote(spec.Path.Value)
		name := ""
		if spec.Name != nil {
			name = spec.Name.Name
		}
		astutil.DeleteNamedImport(fset, file, name, path)
	}
	var out bytes.Buffer
	err = format.Node(&out, fset, file)
	return out.Bytes(), err
}
