package summary

import (
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
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

// again reports whether the failure of something in a callback leads to another call, by the functions that its error is
// given to: marked as final it does not, nor where the library asks for a mark that it lacks.
func (r *rowCall) again(errTo []string) bool {
	if r == nil || r.pkg == nil {
		return true
	}
	path := r.pkg.Path() + "."
	return (r.final == "" || !slices.Contains(errTo, path+r.final)) && (r.marker == "" || slices.Contains(errTo, path+r.marker))
}

// errTo lists the functions of other packages that the error of a call is given to, as it is or wrapped.
func (w *function) errTo(site ssa.Instruction) []string {
	v, ok := site.(ssa.Value)
	if !ok {
		return nil
	}
	seen := map[ssa.Value]bool{}
	found := map[string]bool{}
	todo := []ssa.Value{v}
	for len(todo) > 0 && len(seen) < 100 {
		v := todo[0]
		todo = todo[1:]
		if seen[v] || v.Referrers() == nil {
			continue
		}
		seen[v] = true
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.Extract:
				if flow.IsError(r.Type()) {
					todo = append(todo, r)
				}
			case *ssa.Phi:
				todo = append(todo, r)
			case *ssa.MakeInterface:
				todo = append(todo, r)
			case *ssa.Store:
				todo = append(todo, w.reloads(r)...)
			case *ssa.Call:
				fn := r.Call.StaticCallee()
				if fn == nil || fn == w.fn {
					continue
				}
				if obj, ok := origin(fn).Object().(*types.Func); ok && obj.Pkg() != nil && r != site {
					_, recv, name := ssapkg.Symbol(obj)
					found[obj.Pkg().Path()+"."+symbol(recv, name)] = true
				}
				if r != site {
					todo = append(todo, r)
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// reloads lists the loads of the variable that an error is stored in, and of a list of operands.
func (w *function) reloads(s *ssa.Store) []ssa.Value {
	root := w.f.Locate(s.Addr).Root
	if root.Referrers() == nil {
		return nil
	}
	var list []ssa.Value
	for _, r := range *root.Referrers() {
		switch r := r.(type) {
		case *ssa.UnOp:
			list = append(list, r)
		case *ssa.Slice:
			list = append(list, r)
		}
	}
	return list
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
