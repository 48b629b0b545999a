package summary

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

// harmless reports whether a row says of a function, or of the one that a literal stands in, that it does no harm when it runs
// again.
func (b *builder) harmless(fn *ssa.Function) bool {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	obj, ok := fn.Object().(*types.Func)
	if !ok || obj.Pkg() != b.pkg.Types {
		return false
	}
	path, recv, name := ssapkg.Symbol(obj)
	return slices.ContainsFunc(b.rows(path).Func(recv, name), (*model.Entry).Spares)
}

// sparing reports whether rows say nothing but that a function does no harm: what it computes is known by its body.
func sparing(rows []*model.Entry) bool {
	return !slices.ContainsFunc(rows, func(e *model.Entry) bool { return !e.Spares() && !e.Aside() })
}

// spare lets go of what a harmless function does to stores and outside, so that no caller is told of it. What it computes stays.
func (w *function) spare() {
	dangerous := len(w.regions)+len(w.sum.Events)+len(w.sum.Ops)+len(w.sum.Changes)+len(w.sum.Serves)+len(w.ops)+len(w.events) > 0
	w.b.spared[ssapkg.FuncName(w.fn)] = w.b.spared[ssapkg.FuncName(w.fn)] || dangerous || !w.understood()
	w.sum.Events, w.sum.Ops, w.sum.Changes, w.sum.Serves = nil, nil, nil, nil
	w.regions, w.ops, w.events, w.changes, w.bySite = nil, nil, nil, nil, nil
}

// understood reports whether all calls of the function are known: only then can be said that it does nothing.
func (w *function) understood() bool {
	for _, blk := range w.fn.Blocks {
		for _, in := range blk.Instrs {
			call, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if _, builtin := call.Common().Value.(*ssa.Builtin); !builtin && len(w.env.targets(call)) == 0 {
				return false
			}
		}
	}
	return true
}

// idle lists the functions that are called harmless though nothing in them could do harm.
func (b *builder) idle() []string {
	var list []string
	for name, dangerous := range b.spared {
		if !dangerous {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

// told leaves out what is in harmless functions.
func (b *builder) told() ([]Region, []effect.Pair) {
	if len(b.spared) == 0 {
		return b.regions, b.pairs
	}
	in := func(name string) bool { _, ok := b.spared[name]; return ok }
	return slices.DeleteFunc(b.regions, func(r Region) bool { return in(r.Func) }),
		slices.DeleteFunc(b.pairs, func(p effect.Pair) bool { return in(p.Func) })
}
