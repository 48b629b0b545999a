// Package ssapkg builds the SSA form of one package and relates it to its syntax.
//
// It does not use buildssa: that pass requires ctrlflow, which runs over every dependency, and it creates an SSA package
// for each transitive import. Here only packages whose objects the syntax really refers to are created.
package ssapkg

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/source"
)

// Package is the SSA of one package.
type Package struct {
	Path  string
	Types *types.Package
	Info  *types.Info
	// Funcs are all functions with a body, methods and function literals included, in source order.
	Funcs []*ssa.Function

	fset     *token.FileSet
	files    []*ast.File
	embedded map[types.Object]string    // see Embedded
	places   map[token.Pos]source.Place // answers of PlaceOf: one call's position is asked for by each event that passes through it
}

// Build type-checked syntax into SSA. It may panic on input that the builder cannot handle.
func Build(fset *token.FileSet, files []*ast.File, pkg *types.Package, info *types.Info) *Package {
	prog := ssa.NewProgram(fset, ssa.BuilderMode(0))
	for _, dep := range referenced(pkg, info) {
		prog.CreatePackage(dep, nil, nil, true)
	}
	bare, known := withoutC(files, info)
	sp := prog.CreatePackage(pkg, bare, known, false)
	sp.Build()
	p := &Package{Path: pkg.Path(), Types: pkg, Info: info, fset: fset, files: files, places: map[token.Pos]source.Place{}}
	p.collect(sp, info)
	return p
}

// referenced lists the packages whose objects the syntax names, directly or by selection, sorted by path.
func referenced(pkg *types.Package, info *types.Info) []*types.Package {
	seen := map[*types.Package]bool{pkg: true, nil: true}
	var list []*types.Package
	add := func(p *types.Package) {
		if !seen[p] {
			seen[p] = true
			list = append(list, p)
		}
	}
	for _, p := range pkg.Imports() {
		add(p)
	}
	for _, obj := range info.Uses {
		add(obj.Pkg())
	}
	for _, sel := range info.Selections {
		add(sel.Obj().Pkg())
	}
	slices.SortFunc(list, func(a, b *types.Package) int { return strings.Compare(a.Path(), b.Path()) })
	return list
}

func (p *Package) collect(sp *ssa.Package, info *types.Info) {
	var add func(fn *ssa.Function)
	add = func(fn *ssa.Function) {
		if fn == nil || fn.Blocks == nil {
			return
		}
		p.Funcs = append(p.Funcs, fn)
		for _, anon := range fn.AnonFuncs {
			add(anon)
		}
	}
	for _, obj := range info.Defs {
		if f, ok := obj.(*types.Func); ok {
			add(sp.Prog.FuncValue(f))
		}
	}
	if init := sp.Func("init"); init != nil {
		add(init)
	}
	slices.SortStableFunc(p.Funcs, func(a, b *ssa.Function) int {
		if a.Pos() != b.Pos() {
			return int(a.Pos()) - int(b.Pos())
		}
		return strings.Compare(a.String(), b.String())
	})
	p.Funcs = slices.Compact(p.Funcs)
}

// Place converts a source range. An invalid pos gives the zero Place.
func (p *Package) Place(pos, end token.Pos) source.Place {
	if !pos.IsValid() {
		return source.Place{}
	}
	at := source.Position(p.fset, pos)
	pl := source.Place{Pkg: p.Path, File: filepath.Base(at.Filename), Line: at.Line, Column: at.Column}
	if end.IsValid() {
		e := source.Position(p.fset, end)
		pl.EndLine, pl.EndColumn = e.Line, e.Column
	}
	return pl
}

// PlaceOf is the place of the smallest call, assignment or keyed element around a position that SSA recorded.
func (p *Package) PlaceOf(pos token.Pos) source.Place {
	if at, ok := p.places[pos]; ok {
		return at
	}
	at := p.Place(pos, token.NoPos)
	if n := p.enclosing(pos); n != nil {
		at = p.Place(p.start(n), n.End())
	}
	p.places[pos] = at
	return at
}

// start is where a reader looks for a node: for a call at the end of a chain over several lines, the line of its own name.
func (p *Package) start(n ast.Node) token.Pos {
	if call, ok := n.(*ast.CallExpr); ok {
		if sel, ok := call.Fun.(*ast.SelectorExpr); ok && p.fset.Position(sel.X.End()).Line < p.fset.Position(sel.Sel.Pos()).Line {
			return sel.Sel.Pos()
		}
	}
	return n.Pos()
}

func (p *Package) enclosing(pos token.Pos) ast.Node {
	f := p.file(pos)
	if f == nil {
		return nil
	}
	path, _ := astutil.PathEnclosingInterval(f, pos, pos)
	for _, n := range path {
		switch n := n.(type) {
		case *ast.CallExpr:
			if n.Lparen == pos {
				return n
			}
		case *ast.KeyValueExpr, *ast.AssignStmt, *ast.IncDecStmt, *ast.SendStmt:
			return n
		case ast.Stmt, ast.Decl:
			return nil
		}
	}
	return nil
}

func (p *Package) file(pos token.Pos) *ast.File {
	for _, f := range p.files {
		if f.FileStart <= pos && pos < f.FileEnd {
			return f
		}
	}
	return nil
}

// Call returns the syntax of a call instruction, or nil.
func (p *Package) Call(pos token.Pos) *ast.CallExpr {
	c, _ := p.enclosing(pos).(*ast.CallExpr)
	return c
}

// LoopPlace is the place of the innermost for statement (or labelled statement, for a loop made by goto) around a position.
func (p *Package) LoopPlace(pos token.Pos) source.Place {
	f := p.file(pos)
	if f == nil {
		return source.Place{}
	}
	path, _ := astutil.PathEnclosingInterval(f, pos, pos)
	for _, n := range path {
		switch n := n.(type) {
		case *ast.ForStmt:
			return p.Place(n.Pos(), n.Body.Lbrace)
		case *ast.RangeStmt:
			return p.Place(n.Pos(), n.Body.Lbrace)
		case *ast.FuncDecl, *ast.FuncLit:
			return p.Place(pos, token.NoPos)
		}
	}
	return p.Place(pos, token.NoPos)
}

// FuncName is the name of the declared function around fn as it stands in reports: "Charge", "(*Client).Charge".
func FuncName(fn *ssa.Function) string {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	recv := fn.Signature.Recv()
	if recv == nil {
		return fn.Name()
	}
	name := RecvName(recv.Type())
	if _, ok := types.Unalias(recv.Type()).(*types.Pointer); ok {
		name = "*" + name
	}
	return "(" + name + ")." + fn.Name()
}

// RecvName is the name of a receiver's type without pointer and type arguments, or "".
func RecvName(t types.Type) string {
	if n := Named(t); n != nil {
		return n.Obj().Name()
	}
	return ""
}

// Named returns the named type behind t or *t, or nil.
func Named(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, _ := t.(*types.Named)
	return n
}

// Symbol splits a function or method object into import path, receiver type name ("" for functions) and name.
func Symbol(f *types.Func) (path, recv, name string) {
	f = f.Origin()
	if f.Pkg() != nil {
		path = f.Pkg().Path()
	}
	if r := f.Signature().Recv(); r != nil {
		recv = RecvName(r.Type())
		if n := Named(r.Type()); n != nil && n.Obj().Pkg() != nil {
			path = n.Obj().Pkg().Path()
		}
	}
	return path, recv, f.Name()
}

// TestPackage reports whether an import path says that the package is there for tests.
func TestPackage(path string) bool {
	return slices.ContainsFunc(strings.Split(path, "/"), func(part string) bool {
		switch part {
		case "test", "tests", "testing", "testutil", "testutils", "testhelper", "testhelpers", "e2e", "mock", "mocks", "fake", "fakes":
			return true
		}
		return false
	})
}
