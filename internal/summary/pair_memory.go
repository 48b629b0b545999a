package summary

import (
	"go/constant"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// memoryClaims finds effects outside of which only the memory of the process knows that they have happened.
func (w *function) memoryClaims() {
	if w.runsOnce() {
		return
	}
	for i := range w.ops {
		c := &w.ops[i]
		if c.Class == model.ProcessStore && w.lasts(c) && !w.inFlight(c) {
			w.guardedBy(c, false)
		}
	}
	for _, c := range w.flags() {
		w.guardedBy(&c, true)
	}
}

// personal reports whether an effect reaches people or moves money.
func personal(k model.EffectKind) bool {
	switch k {
	case model.Payment, model.Payout, model.Mail, model.SMS, model.Push, model.Chat:
		return true
	}
	return false
}

// runsOnce reports whether the function is that of a command: what is in memory then lasts as long as the work.
func (w *function) runsOnce() bool {
	return w.fn.Name() == "main" && w.fn.Pkg != nil && w.fn.Pkg.Pkg.Name() == "main"
}

// guardedBy relates a claim in memory to the effect that it is for. A flag says more often how far a process has come than
// what it has done, so the effect must be one that reaches people or moves money.
func (w *function) guardedBy(c *op, flag bool) {
	for i := range w.ops {
		e := &w.ops[i]
		if e.Effect == "" || e.Keyed || !w.lets(c, e) || flag && !personal(e.Effect) || w.durably(e, c) || w.known(e) {
			continue
		}
		w.pair(effect.Pair{Kind: effect.MemoryClaim}, c, e)
		return
	}
}

// lets reports whether an effect happens only when a claim in memory was won, or when a look found nothing after which the
// memory is written.
func (w *function) lets(c, e *op) bool {
	switch c.Do {
	case model.DoClaim, model.DoSeen:
		if c.site == e.site { // the claim calls what it protects
			return !c.moved && e.literal
		}
		return w.sideOf(c, e.at) == good && !(e.Effect == model.HTTPPost && c.val != nil && w.cameFrom(c.val, e.site))
	case model.DoPut:
		for i := range w.ops {
			r := &w.ops[i]
			if r.Do == model.DoRead && r.site != c.site && r.site != e.site && w.same(r, c) && w.sideOf(r, e.at) == bad && w.sideOf(r, c.at) == bad {
				return e.site != c.site && !(e.Effect == model.HTTPPost && (w.filled(r, c) || c.val != nil && w.cameFrom(c.val, e.site)))
			}
		}
	}
	return false
}

// known reports whether what lasts is asked before an effect, or told after it: then the memory is not alone.
func (w *function) known(e *op) bool {
	for i := range w.ops {
		x := &w.ops[i]
		if x.Class == model.ProcessStore || x.Class == model.LockService || x.Effect != "" {
			continue
		}
		if x.Do == model.DoRead && w.before(x.site, e.site) && w.sideOf(x, e.at) == bad {
			return true
		}
		if !x.Writes() || x.site == e.site || !w.before(e.site, x.site) {
			continue
		}
		for j := range w.ops {
			if r := &w.ops[j]; r.Do == model.DoRead && r.Class == x.Class && sameTable(r, x) && w.before(r.site, e.site) {
				return true
			}
		}
	}
	return false
}

// lasts reports whether memory outlives the work: a field of something that the function is given, a variable of the
// package, a variable that a function keeps which is handed out.
func (w *function) lasts(c *op) bool {
	if !c.moved && c.handle != nil {
		switch v := w.f.Locate(c.handle).Root.(type) {
		case *ssa.Global:
			return true
		case *ssa.FreeVar:
			return w.livesOn()
		case *ssa.Parameter:
			return w.f.Locate(c.handle).Sel != "" || v == w.fn.Params[0] && w.fn.Signature.Recv() != nil
		}
		return pointsToField(w, c.handle)
	}
	return c.Lasts || slices.ContainsFunc(c.in, func(l flow.Local) bool { return (l.Kind == flow.Param || l.Kind == flow.Free) && l.In.Sel != "" })
}

// pointsToField reports whether a handle is a pointer that was read from a field or a variable of the package.
func pointsToField(w *function, v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	switch a := load.X.(type) {
	case *ssa.Global:
		return true
	case *ssa.FieldAddr:
		_, isCall := w.f.Locate(a).Root.(*ssa.Alloc)
		return !isCall
	}
	return false
}

// livesOn reports whether the function is a literal that its parent returns or stores: what it captures then lives on.
func (w *function) livesOn() bool {
	mc := w.b.closures[w.fn]
	if mc == nil {
		return false
	}
	todo := []ssa.Value{mc}
	for len(todo) > 0 {
		v := todo[0]
		todo = todo[1:]
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.Return, *ssa.Store:
				return true
			case *ssa.ChangeType:
				todo = append(todo, r)
			case *ssa.MakeInterface:
				todo = append(todo, r)
			}
		}
	}
	return false
}

// inFlight reports whether what is claimed is given back however the work ends: it says that work is going on, and nobody
// takes it for a memory.
func (w *function) inFlight(c *op) bool {
	for i := range w.ops {
		x := &w.ops[i]
		_, deferred := x.site.(*ssa.Defer)
		if deferred && x.Do == model.DoDelete && x.Class == c.Class && (!x.moved || x.Certain) && overlap(x.key, c.key) != no {
			return true
		}
	}
	return false
}

// flags lists the fields of type bool that are asked and then set, as claims.
func (w *function) flags() []op {
	var list []op
	for _, b := range w.fn.Blocks {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		load, field := flagRead(cond.Cond)
		if field == nil {
			continue
		}
		if set := w.setAfter(field, b); set != nil && w.outlives(field) {
			list = append(list, op{Op: effect.Op{Do: model.DoSeen, Class: model.ProcessStore, Store: "field", Name: fieldVar(field).Name(), At: w.b.pkg.PlaceOf(set.Pos()), Func: w.name(),
				Answers: []effect.Answer{{Result: effect.Anywhere, Form: effect.True}}}, site: load, at: load.Block(), lookup: load})
		}
	}
	return list
}

// flagRead is the read of a field that a condition consists of.
func flagRead(cond ssa.Value) (load *ssa.UnOp, field *ssa.FieldAddr) {
	load, ok := cond.(*ssa.UnOp)
	if ok && load.Op == token.NOT {
		load, ok = load.X.(*ssa.UnOp)
	}
	if !ok || load.Op != token.MUL {
		return nil, nil
	}
	field, _ = load.X.(*ssa.FieldAddr)
	return load, field
}

// setAfter is where a field is set to true after it was asked, or nil.
func (w *function) setAfter(field *ssa.FieldAddr, asked *ssa.BasicBlock) *ssa.Store {
	for _, b := range w.fn.Blocks {
		for _, in := range b.Instrs {
			s, ok := in.(*ssa.Store)
			if !ok || !asked.Dominates(b) || w.f.Locate(s.Addr) != w.f.Locate(field) {
				continue
			}
			if c, ok := s.Val.(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.Bool && constant.BoolVal(c.Value) {
				return s
			}
		}
	}
	return nil
}
