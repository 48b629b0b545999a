package summary

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

// namedEffect takes a call through an interface, of which no implementation is in sight, for what it is called after. A parameter
// that may tell the receiver of a repeat is taken to do so.
func (w *function) namedEffect(call ssa.CallInstruction) {
	c := call.Common()
	if !c.IsInvoke() {
		return
	}
	n := ssapkg.Named(c.Value.Type())
	if n == nil || n.Obj().Pkg() == nil || !returnsAnError(c) {
		return
	}
	kind, ok := model.OutsideName(n.Obj().Name(), c.Method.Name())
	if !ok {
		return
	}
	params := c.Signature().Params()
	keyed := false
	for i := range params.Len() {
		keyed = keyed || model.RecognisedName(params.At(i).Name(), true) || model.OwnIdentity(params.At(i).Name())
	}
	w.addOp(op{Op: effect.Op{Effect: kind, Name: calleeName(c.Method), At: w.place(call), Func: w.name(), Keyed: keyed || w.told(call)},
		site: call, at: call.Block()})
}

func returnsAnError(c *ssa.CallCommon) bool {
	res := c.Signature().Results()
	return res.Len() > 0 && flow.IsError(res.At(res.Len()-1).Type())
}

// told reports whether something that a call is given was given an identity, or has a field for one.
func (w *function) told(call ssa.CallInstruction) bool {
	return slices.ContainsFunc(flow.Inputs(call.Common()), func(a ssa.Value) bool {
		return !isContext(a.Type()) && (w.toldApart(w.f.Locate(a)) || w.identified(w.f.Locate(a), a.Type()))
	})
}
