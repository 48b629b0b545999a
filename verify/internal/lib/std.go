package lib

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
	"sync"
)

// Std holds the standard library, whose types all libraries share. It is safe for concurrent use.
type Std struct {
	src  string // GOROOT/src
	fset *token.FileSet

	mu   sync.Mutex
	pkgs map[string]*types.Package // nil while a package is being loaded
}

// NewStd returns the standard library of a Go installation.
func NewStd(goroot string) *Std {
	return &Std{
		src: filepath.Join(goroot, "src"), fset: token.NewFileSet(),
		pkgs: map[string]*types.Package{"unsafe": types.Unsafe},
	}
}

// Has reports whether an import path belongs to the standard library.
func (s *Std) Has(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return path == "C" || path == "unsafe" || !strings.Contains(first, ".") && exists(filepath.Join(s.src, filepath.FromSlash(path)))
}

// Import returns a package of the standard library.
func (s *Std) Import(path string) (*types.Package, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return stdImporter{s}.Import(path)
}

// stdImporter resolves the imports of the standard library. The lock is held by the caller of Std.Import.
type stdImporter struct{ *Std }

func (s stdImporter) Import(path string) (*types.Package, error) {
	if pkg, ok := s.pkgs[path]; ok {
		if pkg == nil {
			return nil, errors.New("import cycle")
		}
		return pkg, nil
	}
	s.pkgs[path] = nil
	dir := filepath.Join(s.src, filepath.FromSlash(path))
	if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ".") {
		dir = filepath.Join(s.src, "vendor", filepath.FromSlash(path))
	}
	files, err := readPackage(s.fset, dir, false)
	if err != nil {
		return nil, err
	}
	pkg, _ := check(path, s.fset, files, s)
	s.pkgs[path] = pkg
	return pkg, nil
}

// check type-checks declarations. Errors do not stop it: what they touch has invalid types.
func check(path string, fset *token.FileSet, files []*ast.File, imp types.Importer) (pkg *types.Package, errs []error) {
	defer func() {
		if r := recover(); r != nil { // a bug met by broken code
			pkg, errs = types.NewPackage(path, "broken"), append(errs, fmt.Errorf("type checker: %v", r))
		}
	}()
	conf := types.Config{
		Importer:         imp,
		IgnoreFuncBodies: true,
		FakeImportC:      true,
		Sizes:            types.SizesFor("gc", "amd64"),
		Error:            func(err error) { errs = append(errs, err) },
	}
	pkg, _ = conf.Check(path, fset, files, nil)
	return pkg, errs
}
