package summary

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/source"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

// calleeOps moves the operations of a callee to the call.
func (w *function) calleeOps(call ssa.CallInstruction, t *target) {
	c := t.callee()
	for i := range t.sum.Ops {
		src := &t.sum.Ops[i]
		o := op{Op: *src, site: call, at: call.Block(), moved: true, literal: t.fn != nil && t.fn.Parent() != nil}
		inst := func(set []flow.Origin) []flow.Local { return w.instantiate(set, &c, call) }
		o.key, o.value, o.in, o.tableIn = inst(src.Key), inst(src.Value), inst(src.In), inst(src.TableIn)
		o.cols, o.sets = w.moveCols(src.Cols, inst), w.moveCols(src.Sets, inst)
		movedSpots(o.cols, src.Cols, &c)
		movedSpots(o.sets, src.Sets, &c)
		o.made, o.into = spotsOf(&c, src.Made), w.placesOf(spotsOf(&c, src.Gives))
		o.bounds = nil
		for _, x := range src.Bounds {
			o.bounds = append(o.bounds, opBound{x, inst(x.Value)})
		}
		for _, in := range src.In {
			if v := inputOf(&c, in.In); v != nil && (in.Kind == flow.Param || in.Kind == flow.Free) && in.In.Sel == "" && o.Handle != model.PoolHandle {
				w.setHandle(&o, v, "")
			}
		}
		if len(o.tableIn) > 0 && o.Table == "" {
			o.Table = constText(o.tableIn)
		}
		if src.OfParam > 0 && o.Table == "" {
			if arg := typeArg(call.Common(), src.OfParam-1); arg != nil {
				o.OfParam, o.Told = 0, w.place(call)
				w.b.recordTable(&o, elemType(arg))
			}
		}
		if src.Life == effect.LifeUnknown && len(src.TTLIn) > 0 {
			o.ttl = inst(src.TTLIn)
			o.Life, o.TTL = lifetime(o.ttl)
		}
		o.Wired = src.Wired || t.wired
		if src.Stands == 0 && o.Wired && !w.passesOn(call) {
			o.Stands = len(src.Via) + 2 // at this call
			if t.handed {
				o.Stands = len(src.Via) + 1 // or below it
			}
		}
		if len(src.Via) < maxVia {
			o.Via = append([]source.Place{w.place(call)}, src.Via...)
		}
		w.addOp(o)
	}
}

// passesOn reports whether a method calls the method of the same name of something else: a decorator, which logs or counts.
func (w *function) passesOn(call ssa.CallInstruction) bool {
	c := call.Common()
	return c.IsInvoke() && w.fn.Signature.Recv() != nil && w.fn.Name() == c.Method.Name()
}

// typeArg is a type argument of a call: of the type that a method is called on, or of the function.
func typeArg(c *ssa.CallCommon, i int) types.Type {
	args := (*types.TypeList)(nil)
	if fn := c.StaticCallee(); fn != nil && fn.Signature.Recv() == nil && len(fn.TypeArgs()) > i {
		return fn.TypeArgs()[i]
	}
	if v := callReceiver(c); v != nil {
		if n := ssapkg.Named(v.Type()); n != nil {
			args = n.TypeArgs()
		}
	}
	if args == nil || i >= args.Len() {
		return nil
	}
	return args.At(i)
}

// callReceiver is the value that a method is called on, or nil.
func callReceiver(c *ssa.CallCommon) ssa.Value {
	if c.IsInvoke() {
		return c.Value
	}
	if fn := c.StaticCallee(); fn != nil && fn.Signature.Recv() != nil && len(c.Args) > 0 {
		return c.Args[0]
	}
	return nil
}

func (w *function) moveCols(list []effect.Col, inst func([]flow.Origin) []flow.Local) []opCol {
	var out []opCol
	for _, c := range list {
		out = append(out, opCol{name: c.Name, values: beforehand(inst(c.Value)), literal: c.Literal, adds: c.Relative, fromNow: c.FromNow})
	}
	return out
}
