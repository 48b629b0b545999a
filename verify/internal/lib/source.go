package lib

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// readPackage parses the files that belong to the package in dir on linux/amd64 and leaves their declarations only.
func readPackage(fset *token.FileSet, dir string, cgo bool) ([]*ast.File, error) {
	ctx := build.Default
	ctx.GOOS, ctx.GOARCH, ctx.CgoEnabled, ctx.BuildTags = "linux", "amd64", cgo, nil
	bp, err := ctx.ImportDir(dir, 0)
	if err != nil {
		return nil, err
	}
	var files []*ast.File
	for _, name := range append(bp.GoFiles, bp.CgoFiles...) {
		f, err := parser.ParseFile(fset, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if f == nil {
			return nil, err
		}
		files = append(files, f)
	}
	known := map[string]bool{}
	uses := make([]map[string]bool, len(files))
	for i, f := range files {
		uses[i] = prune(f, known)
	}
	for i, f := range files {
		dropImports(f, uses[i], known)
	}
	return files, nil
}

// prune empties function bodies and composite literals, adds the names that f declares to known, and returns those
// that f selects from.
func prune(f *ast.File, known map[string]bool) (uses map[string]bool) {
	uses = map[string]bool{}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Body != nil {
				d.Body = &ast.BlockStmt{Lbrace: d.Body.Lbrace, Rbrace: d.Body.Rbrace}
			}
			known[d.Name.Name] = d.Recv == nil
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if v, ok := s.(*ast.ValueSpec); ok {
					for _, n := range v.Names {
						known[n.Name] = true
					}
				}
			}
		}
		ast.Inspect(d, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				n.Body = &ast.BlockStmt{Lbrace: n.Body.Lbrace, Rbrace: n.Body.Rbrace}
			case *ast.CompositeLit:
				if !countsElements(n) {
					n.Elts = nil
				}
			case *ast.SelectorExpr:
				if x, ok := n.X.(*ast.Ident); ok {
					uses[x.Name] = true
				}
			}
			return true
		})
	}
	return uses
}

func countsElements(n *ast.CompositeLit) bool {
	a, ok := n.Type.(*ast.ArrayType)
	if !ok {
		return false
	}
	_, dots := a.Len.(*ast.Ellipsis)
	return dots
}

// dropImports removes the imports that the declarations of f do not mention, so that nobody has to load them. The name
// of an imported package is guessed from its path; only where a name remains that no guess explains, every import stays
// that might have it.
func dropImports(f *ast.File, uses, known map[string]bool) {
	explained := map[string]bool{}
	for _, s := range f.Imports {
		for _, n := range importNames(s) {
			explained[n] = true
		}
	}
	open := false
	for n := range uses {
		open = open || !known[n] && !explained[n]
	}
	keep := func(s *ast.ImportSpec) bool {
		if s.Name != nil && s.Name.Name == "." || s.Path.Value == `"C"` {
			return true
		}
		names := importNames(s)
		return slices.ContainsFunc(names, func(n string) bool { return uses[n] }) ||
			open && s.Name == nil && strings.Contains(s.Path.Value, ".")
	}
	f.Decls = slices.DeleteFunc(f.Decls, func(d ast.Decl) bool {
		gen, ok := d.(*ast.GenDecl)
		if !ok || gen.Tok != token.IMPORT {
			return false
		}
		gen.Specs = slices.DeleteFunc(gen.Specs, func(s ast.Spec) bool { return !keep(s.(*ast.ImportSpec)) })
		return len(gen.Specs) == 0
	})
}

var versionRE = regexp.MustCompile(`^v[0-9]+$`)

// importNames returns the names by which the package of an import is likely known.
func importNames(s *ast.ImportSpec) []string {
	if s.Name != nil {
		return []string{s.Name.Name}
	}
	path, err := strconv.Unquote(s.Path.Value)
	if err != nil {
		return nil
	}
	parts := strings.Split(path, "/")
	last := parts[len(parts)-1]
	if len(parts) > 1 && versionRE.MatchString(last) {
		last = parts[len(parts)-2]
	}
	names := []string{parts[len(parts)-1], last}
	base, _, _ := strings.Cut(last, ".")
	for _, n := range []string{base, strings.TrimPrefix(base, "go-"), strings.TrimSuffix(base, "-go"), base[strings.LastIndex(base, "-")+1:]} {
		names = append(names, n, strings.ReplaceAll(n, "-", ""), strings.ReplaceAll(n, "-", "_"))
	}
	return names
}
