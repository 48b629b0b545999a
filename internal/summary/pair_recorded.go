package summary

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// recorded reports whether a value is the status or the body of an answer that something else wrote: a field or getter of a
// type that answers are written to.
func recorded(v ssa.Value) bool { return recordedStatus(v) || recordedBody(v) }

func recordedStatus(v ssa.Value) bool {
	name, t := memberOf(v)
	b, ok := t.(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0 && model.NameHint(model.StatusHint, name)
}

func recordedBody(v ssa.Value) bool {
	_, t := memberOf(v)
	switch t := t.(type) {
	case *types.Slice:
		return isByte(t.Elem())
	case *types.Struct:
		return v.Type().String() == "*bytes.Buffer" || v.Type().String() == "*strings.Builder"
	}
	return false
}

// memberOf is the field or getter of a type that answers are written to, and what it holds.
func memberOf(v ssa.Value) (string, types.Type) {
	switch v := v.(type) {
	case *ssa.FieldAddr:
		if f := fieldVar(v); f != nil && takesAnswers(v.X.Type()) {
			t := f.Type()
			if ptr, ok := t.Underlying().(*types.Pointer); ok {
				t = ptr.Elem()
			}
			return f.Name(), t.Underlying()
		}
	case *ssa.Call:
		if r := receiver(v); r != nil && takesAnswers(r.Type()) && v.Call.Signature().Params().Len() == 0 {
			return callName(v), v.Type().Underlying()
		}
	}
	return "", nil
}

// takesAnswers reports whether a type has a method that sets the status of an answer.
func takesAnswers(t types.Type) bool {
	set := types.NewMethodSet(t)
	for i := range set.Len() {
		m := set.At(i).Obj().(*types.Func)
		if ps := m.Signature().Params(); ps.Len() == 1 && model.NameHint(model.AnswerHint, m.Name()) {
			if b, ok := ps.At(0).Type().Underlying().(*types.Basic); ok && b.Info()&types.IsInteger != 0 {
				return true
			}
		}
	}
	return false
}

// statusAsked reports whether a block hangs on the status of an answer.
func (w *function) statusAsked(b *ssa.BasicBlock) bool {
	for _, t := range w.f.Tests(b) {
		if _, _, isNil := flow.NilTest(t.If.Cond); isNil {
			continue
		}
		for v := range w.f.SliceOf(true, t.If.Cond).Values {
			if recordedStatus(v) && leadsTo(v.(ssa.Instruction), t.If) {
				return true
			}
		}
	}
	return false
}
