// Package gaps finds the calls of a program on which idemvet is silent because nothing is known of the callee, and which
// look as if that mattered.
//
// It needs types alone: a name or a signature that speaks of an identity, a request or a callback. What it lists is a
// reading list for whoever writes models, never a finding; so it may guess, which the analysis must not.
package gaps

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/source"
	"github.com/idemvet/idemvet/internal/ssapkg"
	"github.com/idemvet/idemvet/internal/unit"
)

// Gap is one function without a row, and how often it is called.
type Gap struct {
	Package string       // import path of the declaring package
	Symbol  string       // as a row would name it: "Func", "(*Type).Method", "Interface.Method"
	Why     string       // what makes it look relevant
	Calls   int          // call sites
	First   source.Place // the first of them
}

// Find lists the gaps of one package, sorted by symbol. Calls within the package and into the standard library do not
// count; those into other packages of the program are for Join to drop.
func Find(p *unit.Package, models *model.Rows) []Gap {
	found := map[*types.Func]*Gap{}
	for _, f := range p.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			fn, ok := typeutil.Callee(p.Info, call).(*types.Func)
			if !ok {
				return true
			}
			fn = fn.Origin()
			g := found[fn]
			if g == nil {
				g = candidate(p, fn, models)
				found[fn] = g
			}
			g.count(place(p, call.Pos()))
			return true
		})
	}
	var list []Gap
	for _, g := range found {
		if g.Why != "" {
			list = append(list, *g)
		}
	}
	slices.SortFunc(list, compare)
	return list
}

// candidate is the gap that a function is; without a Why it is none.
func candidate(p *unit.Package, fn *types.Func, models *model.Rows) *Gap {
	path, recv, name := ssapkg.Symbol(fn)
	if path == "" || path == p.Path || standard(path) || len(models.For(path).Func(recv, name)) > 0 {
		return &Gap{}
	}
	return &Gap{Package: path, Symbol: symbol(fn, recv, name), Why: relevance(fn)}
}

func (g *Gap) count(at source.Place) {
	if g.Calls++; g.Calls == 1 || at.Compare(g.First) < 0 {
		g.First = at
	}
}

func place(p *unit.Package, pos token.Pos) source.Place {
	at := source.Position(p.Fset, pos)
	return source.Place{Pkg: p.Path, File: filepath.Base(at.Filename), Line: at.Line, Column: at.Column}
}

// standard reports whether an import path is one of the standard library, which is modelled by us and not by users.
func standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

// symbol writes a function as a row names it.
func symbol(fn *types.Func, recv, name string) string {
	r := fn.Signature().Recv()
	switch {
	case r == nil || recv == "":
		return name
	case types.IsInterface(r.Type()):
		return recv + "." + name
	}
	if _, ok := types.Unalias(r.Type()).(*types.Pointer); ok {
		recv = "*" + recv
	}
	return "(" + recv + ")." + name
}

func compare(a, b Gap) int {
	return cmp.Or(strings.Compare(a.Package, b.Package), strings.Compare(a.Symbol, b.Symbol))
}

// Join adds up the gaps of several packages, drops those in packages whose bodies were read, and sorts by the number of
// call sites, the most first.
func Join(lists [][]Gap, read func(path string) bool) []Gap {
	sum := map[[2]string]*Gap{}
	for _, list := range lists {
		for _, g := range list {
			if read(g.Package) {
				continue
			}
			k := [2]string{g.Package, g.Symbol}
			if old := sum[k]; old != nil {
				old.Calls += g.Calls
				if g.First.Compare(old.First) < 0 {
					old.First = g.First
				}
				continue
			}
			sum[k] = &g
		}
	}
	all := []Gap{}
	for _, g := range sum {
		all = append(all, *g)
	}
	slices.SortFunc(all, func(a, b Gap) int { return cmp.Or(b.Calls-a.Calls, compare(a, b)) })
	return all
}
