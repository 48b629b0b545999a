package summary

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

// repeats reports whether a row's callback is called again at all: what the row needs is used around the call, the
// function marks an error for another attempt where the library asks for that, and not every failure of it is final.
func (w *function) repeats(row *rowCall, v ssa.Value) bool {
	if row == nil {
		return true
	}
	top := w.fn
	for top.Parent() != nil {
		top = top.Parent()
	}
	if row.needs != "" && !uses(top, row.pkg, row.needs, 0) {
		return false
	}
	for _, fv := range w.env.values(v) {
		if fv.fn == nil || fv.fn.Blocks == nil {
			continue
		}
		if row.marker != "" && !uses(fv.fn, row.pkg, row.marker, maxUses) {
			return false
		}
		if row.final != "" && alwaysFinal(fv.fn, row.pkg, row.final) {
			return false
		}
	}
	return true
}

// maxUses bounds how far a marker is looked for in the functions that a callback calls.
const maxUses = 3

// uses reports whether a function, the literals in it, or what it calls up to a depth, call a function of a package.
func uses(fn *ssa.Function, pkg *types.Package, symbol string, depth int) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			call, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			callee := call.Common().StaticCallee()
			if callee == nil {
				continue
			}
			if isSymbol(callee, pkg, symbol) || depth > 0 && uses(origin(callee), pkg, symbol, depth-1) {
				return true
			}
		}
	}
	for _, anon := range fn.AnonFuncs {
		if uses(anon, pkg, symbol, depth) {
			return true
		}
	}
	return false
}

func isSymbol(fn *ssa.Function, pkg *types.Package, symbol string) bool {
	obj, ok := origin(fn).Object().(*types.Func)
	if !ok || obj.Pkg() == nil || pkg == nil || obj.Pkg().Path() != pkg.Path() {
		return false
	}
	recv, name, err := model.ParseSymbol(symbol)
	_, r, n := ssapkg.Symbol(obj)
	return err == nil && r == recv && n == name
}

// alwaysFinal reports whether every error that a function returns is marked as final.
func alwaysFinal(fn *ssa.Function, pkg *types.Package, symbol string) bool {
	final := false
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || len(ret.Results) == 0 {
			continue
		}
		v := ret.Results[len(ret.Results)-1]
		if m, ok := v.(*ssa.MakeInterface); ok {
			v = m.X
		}
		if c, ok := v.(*ssa.Const); ok && c.Value == nil {
			continue
		}
		c, ok := v.(*ssa.Call)
		if !ok || c.Call.StaticCallee() == nil || !isSymbol(c.Call.StaticCallee(), pkg, symbol) {
			return false
		}
		final = true
	}
	return final
}
