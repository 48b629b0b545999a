package wiring

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/txtar"

	"github.com/idemvet/idemvet/internal/ssapkg"
)

// common are packages that most tests use: a port, and what can stand behind it.
const common = `
-- m/port --
package port

type Store interface{ Save(string) error }

type Full interface {
	Store
	Close() error
}
-- m/db --
package db

type DB struct{ n int }

func New() *DB { return &DB{} }

func (d *DB) Save(string) error { d.n++; return nil }

func (d *DB) Close() error { return nil }
-- m/file --
package file

type File string

func (File) Save(string) error { return nil }
`

// program is a joined program of a test.
type program struct {
	*Program
	facts []*Facts
	paths []string
}

// join scans packages, in the order in which they stand, and joins them.
func join(t *testing.T, text string) *program {
	t.Helper()
	p := &program{}
	imp := checked{}
	fset := token.NewFileSet()
	for _, f := range txtar.Parse([]byte(text)).Files {
		pkg := imp.check(t, fset, f)
		host := Host{
			Mock:  func(n *types.Named) bool { return strings.HasPrefix(n.Obj().Name(), "Mock") },
			Known: func(ssa.CallInstruction) bool { return false },
			Own:   func(path string) bool { return imp[path] != nil },
			Looks: func(fn *ssa.Function) bool { return strings.HasPrefix(fn.Name(), "Look") },
			Binds: func(fn *types.Func) bool { return fn.Name() == "As" },
		}
		tracer := NewTracer(pkg, func(path string) bool { return strings.HasPrefix(path, "lib.test/") })
		p.facts, p.paths = append(p.facts, Scan(tracer, host)), append(p.paths, f.Name)
	}
	p.Program = Join(p.facts, p.paths)
	return p
}

// checked are the packages of a test by path. It is their importer.
type checked map[string]*types.Package

func (c checked) Import(path string) (*types.Package, error) {
	if p := c[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("no package %s above", path)
}

func (c checked) check(t *testing.T, fset *token.FileSet, f txtar.File) *ssapkg.Package {
	t.Helper()
	file, err := parser.ParseFile(fset, path.Base(f.Name)+".go", f.Data, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Instances: map[*ast.Ident]types.Instance{}, Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Scopes: map[ast.Node]*types.Scope{}, FileVersions: map[*ast.File]string{},
	}
	conf := types.Config{Importer: c}
	pkg, err := conf.Check(f.Name, fset, []*ast.File{file}, info)
	if err != nil {
		t.Fatal(err)
	}
	c[f.Name] = pkg
	return ssapkg.Build(fset, []*ast.File{file}, pkg, info)
}

// calls lists the calls in a function through a method, "" for function values.
func (p *program) calls(in, method string) (list []*Call) {
	for i, f := range p.facts {
		for n := range f.Calls {
			if c := &f.Calls[n]; p.paths[i]+"."+c.In == in && c.Method == method {
				list = append(list, c)
			}
		}
	}
	return list
}

func (p *Program) reached(c *Call) []string {
	list := p.Methods(c.From, c.Iface, c.Method)
	if c.Method == "" {
		list = p.Functions(c.From)
	}
	var names []string
	for _, cand := range list {
		names = append(names, cand.Impl.Pkg+"."+cand.Impl.Symbol)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// behind says what the calls in a function reach: "m/db.DB.Save m/file.File.Save".
func (p *program) behind(in, method string) string {
	var names []string
	for _, c := range p.calls(in, method) {
		names = append(names, p.reached(c)...)
	}
	slices.Sort(names)
	return strings.Join(slices.Compact(names), " ")
}
