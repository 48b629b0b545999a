package vettool

import (
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/gcexportdata"
)

type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

// importer reads the export data that the compiler left behind. The reader is that of x/tools, not the one of the standard library,
// which knows the formats of the Go version that built this tool and of older ones: go vet may be of a newer one.
func (c *request) importer(fset *token.FileSet) types.Importer {
	known := make(map[string]*types.Package)
	return importerFunc(func(path string) (*types.Package, error) {
		if path == "unsafe" {
			return types.Unsafe, nil
		}
		resolved, ok := c.ImportMap[path]
		if !ok {
			return nil, errors.New("the go command does not know it")
		}
		if pkg := known[resolved]; pkg != nil && pkg.Complete() {
			return pkg, nil
		}
		file, ok := c.PackageFile[resolved]
		if !ok {
			return nil, fmt.Errorf("the go command gave no types of %s", resolved)
		}
		return readTypes(fset, known, resolved, file)
	})
}

func readTypes(fset *token.FileSet, known map[string]*types.Package, path, name string) (pkg *types.Package, err error) {
	defer func() {
		if r := recover(); r != nil {
			pkg, err = nil, fmt.Errorf("cannot read its types; build idemvet with the Go version of go vet: %v", r)
		}
	}()
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	r, err := gcexportdata.NewReader(file) //nolint:staticcheck // deprecated for Go 1.29; until then the go command hands over archives
	if err != nil {
		return nil, err
	}
	return gcexportdata.Read(r, fset, known, path)
}

// trimmed reports whether the go command was told to forget where the source lies. It says so in no other place than in the types:
// $GOROOT/src/fmt/print.go becomes fmt/print.go there. A package that imports nothing does not show it.
func trimmed(fset *token.FileSet, imports []*types.Package) bool {
	for _, pkg := range imports {
		scope := pkg.Scope()
		for _, name := range scope.Names() {
			if file := fset.Position(scope.Lookup(name).Pos()).Filename; file != "" {
				return !filepath.IsAbs(file) && !strings.HasPrefix(file, "$GOROOT")
			}
		}
	}
	return false
}

// base is the directory that positions begin with.
func (c *request) base() string {
	if !c.trimmed {
		return c.Dir
	}
	if c.ModulePath == "" {
		return "." // files that were named on the command line
	}
	dir := filepath.ToSlash(c.Dir)
	for _, path := range []string{c.path(), strings.TrimSuffix(c.path(), "_test")} { // test packages lie in the directory of what they test
		if path == c.ModulePath {
			return "."
		}
		if inside, ok := strings.CutPrefix(path, c.ModulePath+"/"); ok && strings.HasSuffix(dir, "/"+inside) {
			return filepath.FromSlash(inside)
		}
	}
	return c.Dir
}
