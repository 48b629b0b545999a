package link

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/idemvet/idemvet/analyzers"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/summary"
	"github.com/idemvet/idemvet/internal/unit"
	"github.com/idemvet/idemvet/internal/wiring"
)

// stubs stand for libraries: rows go by import path and name, so their bodies do not matter, and nothing has to be loaded.
const stubs = `
-- database/sql --
package sql

type DB struct{}

type Result interface{ RowsAffected() (int64, error) }

func (*DB) Exec(query string, args ...any) (Result, error) { return nil, nil }
-- github.com/nats-io/nats.go/jetstream --
package jetstream

type Msg interface {
	Subject() string
	Data() []byte
	Ack() error
	Nak() error
}

type Consumer interface{ Consume(func(Msg)) error }
`

// program is what a test links: packages below m/, in the order of their imports.
type program struct {
	files map[string]txtar.File
	types map[string]*types.Package
	units []*Unit

	mu   sync.Mutex
	keys map[Key]int // analyses by unit and key
	runs map[string][][]summary.Rerun
}

func load(t *testing.T, text string) *program {
	t.Helper()
	p := &program{files: map[string]txtar.File{}, types: map[string]*types.Package{}, keys: map[Key]int{}, runs: map[string][][]summary.Rerun{}}
	for _, f := range txtar.Parse([]byte(stubs + text)).Files {
		pkg := p.check(t, f)
		p.files[f.Name], p.types[f.Name] = f, pkg.Types
		if strings.HasPrefix(f.Name, "m/") {
			u := &Unit{Path: f.Name, Result: unit.Run(pkg, p.imported, analyzers.Rules())}
			for _, d := range pkg.Types.Imports() {
				if strings.HasPrefix(d.Path(), "m/") {
					u.Deps = append(u.Deps, d.Path())
				}
			}
			p.units = append(p.units, u)
		}
	}
	slices.SortFunc(p.units, func(a, b *Unit) int { return strings.Compare(a.Path, b.Path) })
	return p
}

func (p *program) Import(path string) (*types.Package, error) {
	if pkg := p.types[path]; pkg != nil {
		return pkg, nil
	}
	return nil, fmt.Errorf("no package %s above", path)
}

func (p *program) imported(path string) *summary.Package {
	for _, u := range p.units {
		if u.Path == path {
			return u.Result.Facts
		}
	}
	return nil
}

func (p *program) check(t *testing.T, f txtar.File) *unit.Package {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path.Base(f.Name)+".go", f.Data, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := unit.NewInfo()
	conf := types.Config{Importer: p}
	pkg, err := conf.Check(f.Name, fset, []*ast.File{file}, info)
	if err != nil {
		t.Fatal(err)
	}
	return &unit.Package{Path: f.Name, Fset: fset, Files: []*ast.File{file}, Types: pkg, Info: info, Wire: true}
}

// link links the program and notes what is analysed.
func (p *program) link(t *testing.T, workers int) *Outcome {
	t.Helper()
	var rows *model.Rows
	return Run(t.Context(), p.units, Options{
		Workers: workers,
		Known:   func(i wiring.Impl) bool { return len(rows.With(i.Pkg, nil).Func(i.Recv(), i.Name())) > 0 },
		Analyse: func(u *Unit, key Key, wired summary.Wired, again []summary.Rerun, imported unit.Lookup) *unit.Result {
			pkg := p.check(t, p.files[u.Path])
			pkg.Wired, pkg.Again = wired, again
			p.mu.Lock()
			defer p.mu.Unlock()
			p.keys[key]++
			p.runs[u.Path] = append(p.runs[u.Path], again)
			return unit.Run(pkg, imported, analyzers.Rules())
		},
	})
}

// told lists the findings of an outcome: "IDV301 m/gate:12 medium".
func (p *program) told(out *Outcome) (list []string) {
	for _, u := range p.units {
		found, ok := out.Findings[u.Path]
		if !ok {
			found = u.Result.Findings
		}
		for i := range found {
			list = append(list, tell(&found[i]))
		}
	}
	slices.Sort(list)
	return list
}

func tell(f *rule.Finding) string {
	return fmt.Sprintf("%s %s:%d %s", f.Rule, f.At.Pkg, f.At.Line, f.Confidence)
}
