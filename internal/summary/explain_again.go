package summary

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

// seeds notes the functions that run again as a whole, by the same signs by which regions are made: handed to somebody
// who calls them again, called in a retry loop, handlers, hooks. Regions themselves cannot be asked, for those in which
// nothing happens are not kept; and that nothing happens is what an explanation is about.
func (x *explainer) seeds() {
	for _, fn := range x.b.pkg.Funcs {
		w := x.b.done[fn]
		if w == nil {
			continue
		}
		for _, blk := range fn.Blocks {
			for _, in := range blk.Instrs {
				switch in := in.(type) {
				case ssa.CallInstruction:
					x.loopCall(w, in)
					x.handed(w, in)
				case *ssa.Store:
					x.storedIn(w, in)
				}
			}
		}
		for i, p := range fn.Params {
			if as, name := x.b.received(p.Type()); as != "" && (i > 0 || fn.Signature.Recv() == nil) {
				x.note(fn, Again{Cause: Cause{Text: runsAs(as) + "it handles " + name, At: x.b.declPlace(fn)}})
			}
		}
		if as, text := w.marked(); as != "" {
			x.note(fn, Again{Cause: Cause{Text: runsAs(as) + text, At: x.b.declPlace(fn)}})
		}
	}
	for _, r := range x.b.registered {
		x.note(r.fn, Again{Cause: r.cause})
	}
	x.implemented()
}

func runsAs(as model.Regime) string {
	switch as {
	case model.Redelivered:
		return "delivered again after a failure: "
	case model.Keyed:
		return "run again for a repeated request: "
	}
	return "run again after a failure: "
}

// maxAgain bounds the reasons that are kept for one function.
const maxAgain = 8

func (x *explainer) note(fn *ssa.Function, a Again) {
	old := x.again[fn]
	if len(old) >= maxAgain || slices.ContainsFunc(old, func(b Again) bool { return a.Cause == b.Cause }) {
		return
	}
	x.again[fn] = append(old, a)
	x.todo = append(x.todo, fn)
}

// loopCall notes what is called in a loop whose turns are repeated.
func (x *explainer) loopCall(w *function, call ssa.CallInstruction) {
	for _, l := range w.all {
		if !l.Blocks[call.Block()] {
			continue
		}
		cause, ok := x.loop(w, l)
		if !ok {
			continue
		}
		for _, t := range w.env.targets(call) {
			if t.fn != nil {
				x.note(t.fn, Again{cause, ssapkg.FuncName(t.fn)})
			}
		}
	}
}

// handed notes the function values that a callee calls again.
func (x *explainer) handed(w *function, call ssa.CallInstruction) {
	for _, t := range w.env.targets(call) {
		callee := t.callee()
		for _, c := range t.sum.Calls {
			v := inputOf(&callee, c.In)
			if v == nil || c.Regime == model.Once || !w.repeats(c.row, v) {
				continue
			}
			cause := Cause{Text: c.Cause.Text, At: w.place(call)}
			if len(t.rows) == 0 && t.obj != nil {
				cause.Text = "retried by " + calleeName(t.obj)
			}
			if c.In.Sel != "" {
				v = w.fieldValue(v, c.In.Sel)
			}
			x.noteValue(w, v, cause)
		}
	}
}

func (x *explainer) noteValue(w *function, v ssa.Value, cause Cause) {
	if v == nil {
		return
	}
	for _, fv := range w.env.values(v) {
		if fv.fn != nil {
			x.note(origin(fv.fn), Again{Cause: cause})
		}
	}
}

// storedIn notes a function that is put into a field which is called again.
func (x *explainer) storedIn(w *function, s *ssa.Store) {
	a, ok := s.Addr.(*ssa.FieldAddr)
	if !ok {
		return
	}
	n, f := ssapkg.Named(a.X.Type()), fieldVar(a)
	if n == nil || f == nil || n.Obj().Pkg() == nil {
		return
	}
	if _, isFunc := s.Val.Type().Underlying().(*types.Signature); !isFunc {
		return
	}
	for _, c := range x.b.fieldCalls(n.Obj().Pkg(), n.Obj().Name(), f.Name()) {
		if w.repeats(c.row, s.Val) {
			x.noteValue(w, s.Val, Cause{Text: c.Cause.Text, At: w.place(s)})
		}
	}
}

// implemented notes methods that run again because of the interface they implement.
func (x *explainer) implemented() {
	pkg := x.b.pkg.Types
	for _, imp := range append([]*types.Package{pkg}, pkg.Imports()...) {
		x.b.rows(imp.Path()).Bodies(func(recv, name string, as model.Regime) {
			obj, ok := imp.Scope().Lookup(recv).(*types.TypeName)
			if !ok {
				return
			}
			it, ok := obj.Type().Underlying().(*types.Interface)
			if !ok {
				return
			}
			for _, fn := range x.b.pkg.Funcs {
				if r := fn.Signature.Recv(); fn.Name() == name && r != nil && fn.Synthetic == "" && types.Implements(r.Type(), it) {
					x.note(fn, Again{Cause: Cause{Text: because(as, "whoever calls "+imp.Name()+"."+recv), At: x.b.declPlace(fn)}})
				}
			}
		})
	}
}

// spread carries the reasons on to what a function calls, in this package, and to the literals that it makes use of.
func (x *explainer) spread() {
	for len(x.todo) > 0 {
		fn := x.todo[0]
		x.todo = x.todo[1:]
		w := x.b.done[fn]
		if w == nil {
			continue
		}
		for _, blk := range fn.Blocks {
			for _, in := range blk.Instrs {
				call, ok := in.(ssa.CallInstruction)
				if !ok {
					continue
				}
				for _, t := range w.env.targets(call) {
					x.through(fn, t.fn)
					callee := t.callee()
					for _, c := range t.sum.Calls {
						if c.Regime == model.Once {
							x.throughValue(w, &callee, c.In)
						}
					}
				}
			}
		}
	}
}

func (x *explainer) throughValue(w *function, callee *flow.Callee, in flow.Input) {
	v := inputOf(callee, in)
	if v == nil || in.Sel != "" {
		return
	}
	for _, fv := range w.env.values(v) {
		if fv.fn != nil {
			x.through(w.fn, origin(fv.fn))
		}
	}
}

// through gives a callee the reasons of its caller.
func (x *explainer) through(caller, callee *ssa.Function) {
	if callee == nil || callee == caller {
		return
	}
	for _, a := range x.again[caller] {
		a.Through = ssapkg.FuncName(callee)
		x.note(callee, a)
	}
}
