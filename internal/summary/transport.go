package summary

import (
	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/region"
)

// blindRetry finds a transport that repeats whatever it is given. It sees every request of its client, so among them are
// those that must not be repeated without a key; one that looks at the method, the headers or the body chooses.
func (w *function) blindRetry(l *region.Loop) {
	if !w.isTransport() {
		return
	}
	req := w.fn.Params[1]
	for i := range w.events {
		e := &w.events[i]
		if e.Class != Send || e.moved || !l.Repeats(e.site, e.carriers) || len(e.carriers) == 0 || e.carriers[0].Root != ssa.Value(req) || w.looksAt(req, e.site) {
			continue
		}
		re := RegionEvent{Event: e.Event, Site: w.place(e.site)}
		re.Value, re.Unseen = []flow.Origin{{Kind: flow.Const, Text: "POST"}}, true
		w.regions = append(w.regions, Region{
			Regime: model.Retry, Func: w.name(), Events: []RegionEvent{re},
			Cause: Cause{Text: "in a transport that repeats every method", At: w.b.pkg.LoopPlace(l.Pos())},
		})
	}
}

// isTransport reports whether a function implements http.RoundTripper.
func (w *function) isTransport() bool {
	return w.fn.Name() == "RoundTrip" && w.fn.Signature.Recv() != nil && len(w.fn.Params) == 2 && isRequest(w.fn.Params[1].Type())
}

// looksAt reports whether anything but sending is done with a request: a field is read, or it is handed to somebody else.
func (w *function) looksAt(req *ssa.Parameter, send ssa.Instruction) bool {
	for _, blk := range w.fn.Blocks {
		for _, in := range blk.Instrs {
			switch in := in.(type) {
			case *ssa.FieldAddr:
				if w.f.Locate(in.X).Root == ssa.Value(req) {
					return true
				}
			case ssa.CallInstruction:
				if in == send {
					continue
				}
				for _, a := range flow.Inputs(in.Common()) {
					if w.f.Locate(a).Root == ssa.Value(req) && !contextOf(in) {
						return true
					}
				}
			case *ssa.MakeClosure:
				for _, b := range in.Bindings {
					if w.f.Object(b).Root == ssa.Value(req) {
						return true
					}
				}
			}
		}
	}
	return false
}

// contextOf reports whether a call only asks a request for its context.
func contextOf(call ssa.CallInstruction) bool {
	fn := call.Common().StaticCallee()
	return fn != nil && fn.Name() == "Context"
}
