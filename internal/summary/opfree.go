package summary

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
)

// variable is the result that stands for a variable which a function literal takes from around it.
func variable(i int) int { return effect.Anywhere - 1 - i }

// leaves says how an operation's bad outcome shows in the variables that a function literal takes from around it: what it
// stores there is read by whoever called it.
func (w *function) leaves(o *op, add func(effect.Answer)) {
	for _, blk := range w.fn.Blocks {
		for _, in := range blk.Instrs {
			st, ok := in.(*ssa.Store)
			if !ok {
				continue
			}
			fv, captured := st.Addr.(*ssa.FreeVar)
			if !captured {
				continue
			}
			at := variable(slices.Index(w.fn.FreeVars, fv))
			s := w.sideOf(o, blk)
			if c, _ := w.classOf(st.Val); c == trueValue {
				switch s {
				case good:
					add(effect.Answer{Result: at, Form: effect.Zero})
				case bad, badWeak:
					add(effect.Answer{Result: at, Form: effect.True})
				}
				continue
			}
			if s == either {
				w.passedOn(at, st.Val, o, add)
			}
		}
	}
}

// left adds the calls that are given a function literal which stores to a variable.
func (k *tellers) left(cell *ssa.Alloc) {
	for _, r := range *cell.Referrers() {
		mc, ok := r.(*ssa.MakeClosure)
		if !ok || mc.Referrers() == nil {
			continue
		}
		i := slices.Index(mc.Bindings, ssa.Value(cell))
		for _, u := range *mc.Referrers() {
			if c, isCall := u.(*ssa.Call); isCall && storesTo(mc.Fn.(*ssa.Function), i) {
				k.out = append(k.out, told{c, variable(i), false})
			}
		}
	}
}

// storesTo reports whether a function literal stores to a variable that it takes from around it.
func storesTo(fn *ssa.Function, i int) bool {
	for _, r := range *fn.FreeVars[i].Referrers() {
		if st, ok := r.(*ssa.Store); ok && st.Addr == ssa.Value(fn.FreeVars[i]) {
			return true
		}
	}
	return false
}
