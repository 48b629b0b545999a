package summary

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

// keptBack finds returns that keep a failure from whoever would run the code again because of it.
func (w *function) keptBack() {
	if !w.returnsError() || w.changesResult() {
		return
	}
	cause, choosy, ok := w.runBySomebody()
	if !ok {
		return
	}
	for i := range w.ops {
		if o := &w.ops[i]; o.mayFail() {
			w.keptBackBy(o, cause, choosy)
		}
	}
}

// mayFail reports whether the failure of an operation means that the work is not done.
func (o *op) mayFail() bool {
	switch {
	case o.Settle != "" || o.Class == model.ProcessStore || o.Class == model.LockService || o.Effect == model.Chat:
		return false
	case o.Do == model.DoRead:
		return o.Class == model.SQLStore || o.Class == model.DocStore || o.Class == model.ItemStore
	}
	return o.Effect != "" || o.lasting() || o.Do == model.DoDelete && o.Class == model.SQLStore
}

func (w *function) keptBackBy(o *op, cause Cause, choosy bool) {
	seen := map[*ssa.Return]bool{}
	var a *aftermath
	a = w.newAftermath(o, func(in ssa.Instruction, s *trailState) bool {
		ret, ok := in.(*ssa.Return)
		if !ok || s.fate != hasFailed || seen[ret] {
			return false
		}
		nothing := a.forgives(ret, s) && w.emptyBut(ret, s)
		if nothing && (o.Do == model.DoRead || o.Class == model.KVStore && o.Effect == "") && !a.behind(ret.Block(), s) {
			return false // it may be that it goes without
		}
		if !nothing && !(choosy && a.breaksChain(ret, s)) {
			return false
		}
		seen[ret] = true
		if o.fallsOver(ret) {
			return false
		}
		how := effect.SaysNil
		if !nothing {
			how = effect.SaysOther
		}
		p := effect.Pair{Kind: effect.KeptBack, Kept: how, Ends: w.place(ret), Again: cause.Text, AgainAt: cause.At}
		if !a.behind(ret.Block(), s) {
			if p.Guard = w.secondary(o); p.Guard != effect.NoGuard && !o.Keyed && !o.Named {
				return false // it may be a notice that nobody waits for
			}
		}
		w.pair(p, o, o)
		return true
	})
	if a == nil {
		return
	}
	a.run()
}

// fallsOver reports whether a method of what a call returns beside its error is called on every way to a return: that is a nil
// interface after a failure, so the code panics there, and whoever runs it again learns of the failure.
func (o *op) fallsOver(ret *ssa.Return) bool {
	call, ok := o.site.(*ssa.Call)
	if !ok || call.Referrers() == nil {
		return false
	}
	for _, r := range *call.Referrers() {
		x, ok := r.(*ssa.Extract)
		if !ok || flow.IsError(x.Type()) {
			continue
		}
		for _, use := range *x.Referrers() {
			if c, ok := use.(*ssa.Call); ok && c.Call.IsInvoke() && c.Call.Value == x && c.Block().Dominates(ret.Block()) {
				return true
			}
		}
	}
	return false
}

// emptyBut reports whether a return gives nothing else than errors: another result may tell the caller what to do.
func (w *function) emptyBut(ret *ssa.Return, s *trailState) bool {
	for _, v := range ret.Results {
		if flow.IsError(v.Type()) {
			continue
		}
		c, ok := s.of(v).(*ssa.Const)
		if ok && c.Value != nil && !zeroText(c) {
			return false
		}
	}
	return true
}

// breaksChain reports whether a returned error is another one, in which nobody can find the one that says what to do.
func (a *aftermath) breaksChain(ret *ssa.Return, s *trailState) bool {
	for _, v := range ret.Results {
		if flow.IsError(v.Type()) {
			return a.another(s.of(v), s)
		}
	}
	return false
}

func (a *aftermath) another(v ssa.Value, s *trailState) bool {
	switch x := v.(type) {
	case *ssa.Call:
		fn := x.Call.StaticCallee()
		if fn == nil || x == a.site() {
			return false
		}
		switch {
		case pkgPath(fn) == "errors" && fn.Name() == "New":
			return true
		case pkgPath(fn) == "fmt" && fn.Name() == "Errorf":
			text, ok := flow.ConstString(x.Call.Args[0])
			return ok && !strings.Contains(text, "%w")
		}
	case *ssa.UnOp:
		_, global := x.X.(*ssa.Global)
		return global && a.behind(x.Block(), s)
	case *ssa.MakeInterface:
		n := ssapkg.Named(x.X.Type())
		if n == nil || n.Obj().Pkg() != a.w.b.pkg.Types {
			return false
		}
		for _, name := range []string{"Unwrap", "Is", "As", "Cause"} {
			if obj, _, _ := types.LookupFieldOrMethod(x.X.Type(), true, n.Obj().Pkg(), name); obj != nil {
				return false
			}
		}
		return true
	}
	return false
}

// changesResult reports whether something deferred writes to what the function returns, or acknowledges.
func (w *function) changesResult() bool {
	for _, b := range w.fn.Blocks {
		for _, in := range b.Instrs {
			d, ok := in.(*ssa.Defer)
			if !ok {
				continue
			}
			for _, x := range w.opsAt(d) {
				if x.Settle != "" {
					return true
				}
			}
			mc, ok := d.Call.Value.(*ssa.MakeClosure)
			if !ok {
				continue
			}
			for _, fb := range mc.Fn.(*ssa.Function).Blocks {
				for _, fin := range fb.Instrs {
					if s, ok := fin.(*ssa.Store); ok && flow.IsError(s.Val.Type()) {
						if _, free := s.Addr.(*ssa.FreeVar); free && nilValue(s.Val) {
							return true
						}
					}
				}
			}
		}
	}
	return false
}

// hushes finds out how the failure of an operation shows to callers of a function that returns no error: not at all, or by
// a result that is false.
func (w *function) hushes(o *op) (hushed bool, errs []int) {
	res := w.fn.Signature.Results()
	for i := range res.Len() {
		if flow.IsError(res.At(i).Type()) || !isBoolType(res.At(i).Type()) {
			return false, nil
		}
	}
	if !o.mayFail() || o.Do == model.DoRead {
		return false, nil
	}
	quiet := true
	var a *aftermath
	a = w.newAftermath(o, func(in ssa.Instruction, s *trailState) bool {
		ret, ok := in.(*ssa.Return)
		if !ok || s.fate != hasFailed {
			return false
		}
		hushed = true
		for i, v := range ret.Results {
			if c, ok := s.of(v).(*ssa.Const); ok && c.Value != nil && zeroText(c) || a.falseOf(v, s) {
				if !slices.Contains(errs, i) {
					errs = append(errs, i)
				}
			} else {
				quiet = false
			}
		}
		return true
	})
	if a == nil {
		return false, nil
	}
	a.run()
	if a.budget <= 0 || !quiet {
		return false, nil
	}
	return hushed && res.Len() == 0, errs
}

// falseOf reports whether a value is false when the operation has failed.
func (a *aftermath) falseOf(v ssa.Value, s *trailState) bool {
	sides, about := a.told(v, s)
	return about && sides[0] == noWay || about && sides[0] == hasWorked
}

// polls reports whether the function answers whether it is done beside its error: false asks for another turn.
func (w *function) polls() bool {
	res := w.fn.Signature.Results()
	return res.Len() == 2 && isBoolType(res.At(0).Type())
}
