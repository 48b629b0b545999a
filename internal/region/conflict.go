package region

import (
	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
)

// Again is the innermost loop that is left when a call in it works, and may come to the call again when that fails, whatever of
// its error is asked, or nil. Loops does not have the ones that ask for a conflict by name: to a receiver a conflict is a definite
// refusal, after which another request is right. What was done in a transaction that met one is done again.
func Again(f *flow.Func, call *ssa.Call) *Loop {
	var found *Loop
	for _, l := range All(f) {
		if l.Blocks[call.Block()] && (found == nil || len(l.Blocks) < len(found.Blocks)) {
			found = l
		}
	}
	if found == nil || !returnsError(call) || found.varies(call) || !found.after(call, nil) || found.after(call, found.worked(call)) {
		return nil
	}
	found.Pivots = []*ssa.Call{call}
	return found
}

// after reports whether control can come from a call to the next turn by branches that take accepts.
func (l *Loop) after(call *ssa.Call, take func(cond ssa.Value, on int) bool) bool {
	seen := map[*ssa.BasicBlock]bool{}
	todo := []*ssa.BasicBlock{call.Block()}
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		cond, isIf := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		for i, s := range b.Succs {
			switch {
			case isIf && take != nil && !take(cond.Cond, i), !l.Blocks[s], seen[s]:
			case s == l.Header:
				return true
			default:
				seen[s] = true
				todo = append(todo, s)
			}
		}
	}
	return false
}

// worked accepts the branches that are taken when a call returned no error: nil is nil, and is no error in particular.
func (l *Loop) worked(call *ssa.Call) func(cond ssa.Value, on int) bool {
	own := func(err ssa.Value) bool {
		calls := l.errorCalls(err)
		return len(calls) == 1 && calls[0] == call
	}
	return func(cond ssa.Value, on int) bool {
		if not, ok := cond.(*ssa.UnOp); ok {
			cond, on = not.X, 1-on
		}
		if err, nilOn, ok := flow.NilTest(cond); ok && own(err) {
			return on == nilOn
		}
		if c, ok := cond.(*ssa.Call); ok && isBool(c.Type()) {
			for _, e := range errorArgs(c) {
				if own(e) {
					return on == 1
				}
			}
		}
		return true
	}
}
