package summary

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/source"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

// storedFuncs makes regions of functions put into a field that is called again.
func (b *builder) storedFuncs() {
	for _, fn := range b.pkg.Funcs {
		w := b.done[fn]
		for _, blk := range fn.Blocks {
			for _, in := range blk.Instrs {
				s, ok := in.(*ssa.Store)
				if !ok {
					continue
				}
				if a, ok := s.Addr.(*ssa.FieldAddr); ok {
					if _, isFunc := s.Val.Type().Underlying().(*types.Signature); isFunc {
						w.stored(s, a)
					}
				}
			}
		}
	}
}

func (w *function) stored(s *ssa.Store, a *ssa.FieldAddr) {
	n, f := ssapkg.Named(a.X.Type()), fieldVar(a)
	if n == nil || f == nil || n.Obj().Pkg() == nil {
		return
	}
	before := len(w.regions)
	owner := n.Obj().Name()
	for _, c := range w.b.fieldCalls(n.Obj().Pkg(), owner, f.Name()) {
		if !c.Cause.At.IsValid() {
			c.Cause.At = w.place(s)
		}
		if !w.repeats(c.row, s.Val) {
			continue
		}
		w.callback(nil, s.Val, c.Regime, c.Cause, c.row)
		for _, o := range w.f.Trace(s.Val, "") { // a setter: its callers hand the function over
			if o.Kind == flow.Param {
				w.sum.Calls = append(w.sum.Calls, Call{In: o.In, Regime: model.AttemptHook, Cause: c.Cause})
			}
		}
	}
	w.sum.normalize()
	w.b.regions = append(w.b.regions, w.regions[before:]...)
}

func (b *builder) fieldCalls(pkg *types.Package, owner, field string) []Call {
	var list []Call
	for _, e := range b.rows(pkg.Path()).Field(owner, field) {
		if e.FieldCalls != "" {
			list = append(list, Call{
				Regime: e.FieldCalls, Cause: Cause{Text: "called on each attempt through " + owner + "." + field},
				row: &rowCall{pkg: pkg, needs: e.Needs},
			})
		}
	}
	switch {
	case list != nil:
		return list
	case pkg == b.pkg.Types:
		return b.calls[symbol(owner, field)]
	}
	return b.facts(pkg.Path()).Field(owner, field)
}

// hooks makes regions of methods that run once per attempt because of the interface they implement.
func (b *builder) hooks() {
	for _, imp := range append([]*types.Package{b.pkg.Types}, b.pkg.Types.Imports()...) {
		b.rows(imp.Path()).Bodies(func(recv, name string, as model.Regime) {
			iface, ok := imp.Scope().Lookup(recv).(*types.TypeName)
			if !ok {
				return
			}
			it, ok := iface.Type().Underlying().(*types.Interface)
			if !ok {
				return
			}
			for _, fn := range b.pkg.Funcs {
				if fn.Name() == name && fn.Signature.Recv() != nil && fn.Synthetic == "" && types.Implements(fn.Signature.Recv().Type(), it) {
					b.hook(fn, as, imp.Name()+"."+recv)
				}
			}
		})
	}
}

func (b *builder) hook(fn *ssa.Function, as model.Regime, iface string) {
	sum := b.sums[fn]
	if sum == nil || as == model.AttemptHook && sum.Retries {
		return
	}
	cause := Cause{Text: because(as, "whoever calls "+iface), At: b.declPlace(fn)}
	b.runsAgain(fn, nil, as, cause, nil)
	if as == model.AttemptHook {
		cause.Text = "run on each attempt as " + iface
	}
	if r, ok := b.bodyRegion(sum, as, cause, nil); ok {
		r.Func = ssapkg.FuncName(fn)
		b.regions = append(b.regions, r)
	}
}

func (b *builder) declPlace(fn *ssa.Function) source.Place {
	return b.pkg.Place(fn.Pos(), fn.Pos()+1)
}
