package summary

import (
	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
)

// failsAfter reports whether the function can return an error after an instruction. Where the instruction calls what
// made a change as the last thing in it, its error says that there was none.
func (w *function) failsAfter(at ssa.Instruction, last bool) bool {
	n := w.fn.Signature.Results().Len() - 1
	if !returnsErr(w.fn.Signature) {
		return false
	}
	for _, b := range w.fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || len(ret.Results) <= n || !w.leadsTo(at, ret) {
			continue
		}
		for _, e := range w.returnEdges(ret) {
			if e.block != at.Block() && !reachableBut(at.Block(), e.block, nil, nil) || w.errIsNil(e.vals[n], &e, at) {
				continue
			}
			if call, ok := at.(*ssa.Call); ok && last && errorOf(call, e.vals[n]) {
				continue
			}
			return true
		}
	}
	return false
}

// errIsNil reports whether an error is nil on a way to a return that comes by an instruction.
func (w *function) errIsNil(v ssa.Value, e *returnEdge, at ssa.Instruction) bool {
	if c, ok := v.(*ssa.Const); ok {
		return c.Value == nil
	}
	isNil := func(cond ssa.Value, branch int) bool {
		err, nilOn, ok := flow.NilTest(cond)
		return ok && nilOn == branch && err == v
	}
	if e.test != nil && isNil(e.test.Cond, e.on) {
		return true
	}
	blocks := []*ssa.BasicBlock{e.block}
	if made, ok := v.(ssa.Instruction); ok && !w.leadsTo(at, made) { // in a loop, the call may be made again
		blocks = append(blocks, at.Block())
	}
	for _, b := range blocks {
		for _, t := range w.f.Tests(b) {
			if isNil(t.If.Cond, t.On) && t.If.Block().Succs[t.On].Dominates(b) {
				return true
			}
		}
	}
	return false
}

// errorOf reports whether a value is the error that a call returned.
func errorOf(call *ssa.Call, v ssa.Value) bool {
	if x, ok := v.(*ssa.Extract); ok {
		v = x.Tuple
	}
	return v == ssa.Value(call)
}
