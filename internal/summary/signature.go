package summary

import (
	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// readsSignature reports whether a call of a function that answers requests reads the signature that a provider put on what it
// reports: such requests are sent again until they are answered, as those are whose signature a library checks.
func (w *function) readsSignature(call ssa.CallInstruction) (string, bool) {
	v, ok := call.(*ssa.Call)
	if !ok || !serves(w.fn) {
		return "", false
	}
	for _, a := range v.Call.Args {
		name, ok := flow.ConstString(a)
		if !ok || !model.SignatureHeader(name) {
			continue
		}
		for _, o := range w.f.Trace(v, "") {
			if o.Kind == flow.Inbound {
				return name, true
			}
		}
	}
	return "", false
}
