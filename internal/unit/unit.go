// Package unit is the engine's one entry: a type-checked package in, findings and summaries out.
//
// It knows no driver. The front door, the go vet face and go/analysis hosts all call Run.
package unit

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/idemvet/idemvet/internal/directive"
	"github.com/idemvet/idemvet/internal/fix"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/ssapkg"
	"github.com/idemvet/idemvet/internal/summary"
	"github.com/idemvet/idemvet/internal/suppress"
	"github.com/idemvet/idemvet/internal/wiring"
)

// Package is one type-checked package with syntax. Files must have been parsed with comments and
// checked with a types.Info made by NewInfo.
type Package struct {
	Path  string
	Fset  *token.FileSet
	Files []*ast.File
	Types *types.Package
	Info  *types.Info

	Models  *model.Rows   // what is known about libraries; nil is what is built in
	Horizon time.Duration // after which no repeat comes any more, as somebody says; 0 is not known

	Wired summary.Wired   // what the whole program says; nil where it is not at hand
	Again []summary.Rerun // functions of the package that run again because of others
	Wire  bool            // say in the result what the package puts behind interfaces
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
	Comments []suppress.Comment // in the source, about findings
	Facts    *summary.Package
	// Incomplete is not empty when a part could not be analysed; it says why, in one line.
	Incomplete string

	// Wiring, Inner and Dispatches are what the link stage needs beside the facts, where Package.Wire asks for them.
	Wiring     *wiring.Facts
	Inner      *summary.Package
	Dispatches []summary.Dispatch
}

// Run analyses one package. Same input, same result. It does not panic: an internal error becomes Incomplete.
// Findings are returned whatever their confidence, test and generated files included; the driver filters.
func Run(p *Package, imported Lookup, rules []*rule.Rule) *Result {
	return Summarise(p, imported).Apply(rules)
}

// Summary is a package before rules look at it.
type Summary struct {
	of         *Package
	sum        *summary.Result // nil where there is nothing to look at
	comments   directive.Comments
	incomplete string
}

// Summarise is the first half of Run, for hosts that hand facts on before they ask for findings.
func Summarise(p *Package, imported Lookup) (s *Summary) {
	s = &Summary{of: p}
	if len(p.Files) == 0 {
		return s
	}
	defer func() {
		if r := recover(); r != nil {
			s = &Summary{of: p, incomplete: internal(r)}
		}
	}()
	sp := ssapkg.Build(p.Fset, p.Files, p.Types, p.Info)
	imported = reaching(p.Types, imported)
	var known summary.Known
	known, s.comments = p.known(imported)
	s.sum = summary.Build(sp, known)
	carry(p.Types, s.sum.Facts, imported)
	return s
}

// Facts are what importers need to know. They are never nil.
func (s *Summary) Facts() *summary.Package {
	if s.sum == nil {
		return &summary.Package{}
	}
	return s.sum.Facts
}

// Apply is the second half of Run. It may be called more than once.
func (s *Summary) Apply(rules []*rule.Rule) (res *Result) {
	if s.sum == nil {
		return &Result{Facts: s.Facts(), Incomplete: s.incomplete}
	}
	defer func() {
		if r := recover(); r != nil {
			res = &Result{Facts: s.Facts(), Incomplete: internal(r)}
		}
	}()
	return s.of.result(s.sum, rules, s.comments)
}

// internal describes a panic. It is called where that is recovered.
func internal(r any) string { return fmt.Sprintf("internal error: %v at %s", r, origin(debug.Stack())) }

// known is what is known beside the package, and what comments in it say.
func (p *Package) known(imported Lookup) (summary.Known, directive.Comments) {
	c := directive.Read(p.Path, p.Fset, p.Files)
	_, more := model.Directives(p.Path, c.Rows)
	c.Mistakes = append(c.Mistakes, more...)
	return summary.Known{Imported: summary.Lookup(imported), Models: p.Models, Horizon: p.Horizon, Directives: c.Rows, Wired: p.Wired, Again: p.Again, Wire: p.Wire}, c
}

// mistakes tells of the first mistake in the directives of a package. They make it incomplete and hide nothing else.
func mistakes(errs []error) string {
	switch len(errs) {
	case 0:
		return ""
	case 1:
		return errs[0].Error()
	}
	return fmt.Sprintf("%v (and %d more such)", errs[0], len(errs)-1)
}

func (p *Package) result(sum *summary.Result, rules []*rule.Rule, c directive.Comments) *Result {
	res := &Result{Findings: rule.Apply(p.Path, sum, rules), Facts: sum.Facts, Comments: c.Findings, Incomplete: mistakes(c.Mistakes), Wiring: sum.Wiring, Inner: sum.Inner, Dispatches: sum.Dispatches}
	for i := range res.Comments {
		x := &res.Comments[i]
		x.Idle = (x.Word == suppress.Guarded || x.Word == suppress.Idempotent) && slices.Contains(sum.Idle, x.Within)
	}
	p.markTests(res.Findings)
	fix.Attach(&fix.Package{Path: p.Path, Fset: p.Fset, Files: p.Files, Info: p.Info, Rows: p.rows}, res.Findings)
	return res
}

// rows lists what the model says of a function or method.
func (p *Package) rows(fn *types.Func) []*model.Entry {
	path, recv, name := ssapkg.Symbol(fn)
	return p.Models.For(path).Func(recv, name)
}

// markTests marks the findings in files that import testing, in packages that say so by their path, and in mocks.
func (p *Package) markTests(found []rule.Finding) {
	testing := map[string]bool{}
	for _, f := range p.Files {
		for _, imp := range f.Imports {
			if imp.Path.Value == `"testing"` {
				testing[filepath.Base(p.Fset.Position(f.Package).Filename)] = true
			}
		}
	}
	whole := ssapkg.TestPackage(p.Path)
	for i := range found {
		f := &found[i]
		f.Test = whole || testing[f.At.File] || model.NameHint(model.MockHint, receiver(f.Function))
	}
}

// receiver is the type in a name such as (*Client).Charge.
func receiver(function string) string {
	recv, _, ok := strings.Cut(function, ").")
	if !ok {
		return ""
	}
	return recv
}

// origin is the function of this module, or else the innermost one, in which a panic arose: enough to report a bug with.
func origin(stack []byte) string {
	lines := strings.Split(string(stack), "\n")
	first := ""
	for i := 0; i+1 < len(lines); i++ {
		if strings.HasPrefix(lines[i+1], "\t") && !strings.HasPrefix(lines[i], "runtime") && !strings.HasPrefix(lines[i], "panic") && !strings.Contains(lines[i], "idemvet/internal/unit.") {
			name, _, _ := strings.Cut(lines[i], "(0x")
			if first == "" {
				first = name
			}
			if strings.Contains(name, "idemvet/internal/") {
				return name
			}
		}
	}
	return first
}
