package summary

import (
	"go/constant"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
)

// returned is one way in which a function returns a result.
type returned struct {
	v    ssa.Value
	side side
	errs bool // another result is an error, and not nil
	returnEdge
}

// returns lists the ways in which a function returns its results, each with how an operation turned out then.
func (w *function) returns(o *op) [][]returned {
	n := w.fn.Signature.Results().Len()
	out := make([][]returned, n)
	for _, b := range w.fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if from := o.learnt(); !ok || len(ret.Results) != n || from != b && !reachableBut(from, b, nil, nil) {
			continue
		}
		for _, e := range w.returnEdges(ret) {
			s := w.sideOf(o, e.block)
			if e.test != nil {
				if got := w.testSide(o, e.test.Cond, e.on); got != either {
					s = got
				}
			}
			failed := false
			for _, v := range e.vals {
				failed = failed || flow.IsError(v.Type()) && (certainError(v) || w.notNil(v, &e))
			}
			for i, v := range e.vals {
				out[i] = append(out[i], returned{v, s, failed && !flow.IsError(v.Type()), e})
			}
		}
	}
	return out
}

// returnEdge is one way into a return: where the results are chosen by where control comes from, each predecessor is one.
type returnEdge struct {
	vals  []ssa.Value
	block *ssa.BasicBlock
	test  *ssa.If // the branch that the way takes last
	on    int
}

func (w *function) returnEdges(ret *ssa.Return) []returnEdge {
	vals := make([]ssa.Value, len(ret.Results))
	phis := false
	for i, v := range ret.Results {
		vals[i] = w.loaded(v)
		if phi, ok := vals[i].(*ssa.Phi); ok && phi.Block() == ret.Block() {
			phis = true
		}
	}
	if !phis && (len(ret.Block().Preds) < 2 || !onlyReturns(ret.Block())) {
		return []returnEdge{{vals: vals, block: ret.Block()}}
	}
	var out []returnEdge
	for k, p := range ret.Block().Preds {
		e := returnEdge{block: p, vals: slices.Clone(vals)}
		for i, v := range vals {
			if phi, ok := v.(*ssa.Phi); ok && phi.Block() == ret.Block() {
				e.vals[i] = phi.Edges[k]
			}
		}
		if cond, ok := p.Instrs[len(p.Instrs)-1].(*ssa.If); ok {
			e.test = cond
			if p.Succs[1] == ret.Block() {
				e.on = 1
			}
		}
		out = append(out, e)
	}
	return out
}

// onlyReturns reports whether a block does nothing but return, and run what is deferred.
func onlyReturns(b *ssa.BasicBlock) bool {
	return !slices.ContainsFunc(b.Instrs, func(in ssa.Instruction) bool {
		switch in.(type) {
		case *ssa.Return, *ssa.RunDefers, *ssa.UnOp, *ssa.Store:
			return false
		}
		return true
	})
}

// loaded reads a named result that is kept in memory because something is deferred: what was stored last in the block.
func (w *function) loaded(v ssa.Value) ssa.Value {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return v
	}
	cell, ok := load.X.(*ssa.Alloc)
	if !ok {
		return v
	}
	for _, in := range slices.Backward(load.Block().Instrs) {
		if s, ok := in.(*ssa.Store); ok && s.Addr == ssa.Value(cell) {
			return s.Val
		}
	}
	return v
}

// notNil reports whether a way to a return goes through a branch on which an error is not nil.
func (w *function) notNil(v ssa.Value, e *returnEdge) bool {
	on := func(cond ssa.Value, branch int) bool {
		err, nilOn, ok := flow.NilTest(cond)
		return ok && nilOn != branch && (err == v || w.f.Locate(err) == w.f.Locate(v))
	}
	if e.test != nil && on(e.test.Cond, e.on) {
		return true
	}
	for _, t := range w.f.Tests(e.block) {
		if on(t.If.Cond, t.On) && t.If.Block().Dominates(e.block) {
			return true
		}
	}
	return false
}

// certainError reports whether an error is known not to be nil.
func certainError(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.MakeInterface:
		return true
	case *ssa.Call:
		fn := x.Call.StaticCallee()
		return fn != nil && (pkgPath(fn) == "fmt" || pkgPath(fn) == "errors")
	case *ssa.UnOp:
		_, isGlobal := x.X.(*ssa.Global)
		return isGlobal
	case *ssa.ChangeInterface:
		return certainError(x.X)
	}
	return false
}

// class says what a returned value is.
type class uint8

const (
	otherValue class = iota
	zeroValue
	trueValue
	namedError
	someError
)

func (w *function) classOf(v ssa.Value) (class, string) {
	if c, ok := v.(*ssa.Const); ok {
		switch {
		case c.Value == nil:
			return zeroValue, ""
		case c.Value.Kind() == constant.Bool && constant.BoolVal(c.Value):
			return trueValue, ""
		case zeroText(c):
			return zeroValue, ""
		}
		return otherValue, ""
	}
	if flow.IsError(v.Type()) {
		if name, _, ok := w.errorVar(v); ok {
			return namedError, name
		}
		if name := w.wrappedName(v); name != "" {
			return namedError, name
		}
		if m, ok := v.(*ssa.MakeInterface); ok {
			if name, _ := w.b.errorType(m.X.Type()); name != "" {
				return namedError, name
			}
		}
		if certainError(v) {
			return someError, ""
		}
	}
	return otherValue, ""
}

// wrappedName is the variable that a call wraps into the error that it makes.
func (w *function) wrappedName(v ssa.Value) string {
	c, ok := v.(*ssa.Call)
	if !ok {
		return ""
	}
	for _, e := range wrappedErrors(w.f, c) {
		if name, _, ok := w.errorVar(e); ok {
			return name
		}
	}
	return ""
}
