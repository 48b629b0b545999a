package summary

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/source"
)

// collectEvents finds the events of a function: its own and those of what it calls.
func (w *function) collectEvents() {
	for _, blk := range w.fn.Blocks {
		for _, in := range blk.Instrs {
			switch in := in.(type) {
			case *ssa.Store:
				w.fieldSink(in)
			case *ssa.MapUpdate:
				w.mapSink(in)
			case *ssa.BinOp:
				w.comparison(in)
			case *ssa.Lookup:
				w.seenSet(in)
			case ssa.CallInstruction:
				w.callSinks(in)
			}
		}
	}
	// A request may get its key after a callee's or a row's event was seen, so this is asked last.
	w.events = slices.DeleteFunc(w.events, func(e event) bool {
		return (e.Class == Send || e.Class == Content && e.Key == "") && (w.named[e.site] || w.recognisable(e.carriers))
	})
	w.drifts()
}

func (w *function) callSinks(call ssa.CallInstruction) {
	before, ops := len(w.events), len(w.ops)
	targets := w.env.targets(call)
	for i := range targets {
		t := &targets[i]
		w.rowSinks(call, t)
		w.rowRequests(call, t)
		w.calleeEvents(call, t)
		w.rowOps(call, t)
		w.calleeOps(call, t)
	}
	if len(targets) == 0 {
		w.plainSend(call)
	}
	if len(w.ops) == ops && len(w.events) == before && !slices.ContainsFunc(targets, func(t target) bool { return !t.wired }) {
		w.namedEffect(call) // what the program puts there may do its work through a library without rows
	}
	if len(w.events) == before {
		w.namedSinks(call)
	}
}

// addKey records a value that reaches an identity sink.
func (w *function) addKey(at ssa.Instruction, kind model.KeyKind, sink string, convention bool, v ssa.Value, sel string, carriers []flow.Loc) {
	values := w.f.Trace(v, sel)
	if len(values) == 0 {
		return
	}
	if kind.Identity() && !empty(values) {
		w.keyed = append(w.keyed, carriers...)
		if w.named == nil {
			w.named = map[ssa.Instruction]bool{}
		}
		w.named[at] = true
	}
	if kind == model.GeneratedName && !empty(values) {
		values = []flow.Local{{Origin: flow.Origin{Kind: flow.Fresh, Fresh: model.Random, Source: "the suffix that the server adds", At: w.place(at)}, Site: at}}
	}
	e := event{
		Event: Event{Key: kind, Sink: sink, Convention: convention, At: w.place(at), Func: w.name()},
		site:  at, values: values, carriers: carriers, src: v,
	}
	if kind.Identity() {
		e.names = w.f.Names(v, sel)
	}
	w.events = append(w.events, e)
}

// empty reports whether a value is always the empty one, which means that there is none.
func empty(values []flow.Local) bool {
	for _, v := range values {
		if v.Kind != flow.Zero || v.Text != "" {
			return false
		}
	}
	return true
}

func anyInteresting(values []flow.Local) bool {
	for _, v := range values {
		switch v.Kind {
		case flow.Fresh, flow.Param, flow.Free:
			return true
		}
	}
	return false
}

// calleeEvents moves the events of a callee to the call.
func (w *function) calleeEvents(call ssa.CallInstruction, t *target) {
	c := t.callee()
	for _, in := range t.sum.Keyed {
		if in.Kind == flow.Result {
			continue
		}
		if v := inputOf(&c, in); v != nil {
			l := w.f.Object(v)
			l.Sel += in.Sel
			w.keyed = append(w.keyed, l)
		}
	}
	for _, e := range t.sum.Events {
		moved := event{Event: e, site: call, values: w.instantiate(e.Value, &c, call), given: w.f.Givens(e.Conds, &c), moved: true, partial: t.partial, before: e.Value}
		moved.Wired = e.Wired || t.wired && slices.ContainsFunc(e.Value, func(o flow.Origin) bool { return o.Kind == flow.Fresh })
		moved.names = inputNames(t, e.Value)
		moved.literal = t.fn != nil && t.fn.Parent() != nil
		if e.Class == Send {
			moved.repeats = w.instantiate(e.Repeats, &c, call)
		}
		if len(e.Via) < maxVia {
			moved.Via = append([]source.Place{w.place(call)}, e.Via...)
		}
		for _, in := range e.Carriers {
			if v := inputOf(&c, in); v != nil {
				l := w.f.Object(v)
				l.Sel += in.Sel
				moved.carriers = append(moved.carriers, l)
			}
		}
		if moved.Class == Drain && len(moved.carriers) == 0 || moved.Class == Send && w.given(&moved) {
			continue
		}
		w.events = append(w.events, moved)
		if len(w.events) >= 4*maxEvents {
			return
		}
	}
}

// inputNames lists what a callee calls the inputs that a value is made of.
func inputNames(t *target, set []flow.Origin) []string {
	var list []string
	for _, o := range set {
		if o.Kind != flow.Param {
			continue
		}
		name := flow.LastName(o.In.Sel)
		if i := o.In.Index; name == "" && t.fn != nil && i < len(t.fn.Params) {
			name = t.fn.Params[i].Name()
		} else if name == "" && t.obj != nil {
			if t.obj.Signature().Recv() != nil {
				i--
			}
			if params := t.obj.Signature().Params(); i >= 0 && i < params.Len() {
				name = params.At(i).Name()
			}
		}
		list = append(list, name)
	}
	return list
}

// given reports whether the optional key of a request, which a callee left to this function, may be there.
func (w *function) given(e *event) bool {
	for _, l := range e.carriers {
		if e.Token != "" && flow.LastName(l.Sel) == e.Token && !maybeEmpty(w.f.Trace(l.Root, l.Sel)) {
			return true
		}
	}
	return false
}

// instantiate expresses a callee's origins in values of this function.
func (w *function) instantiate(set []flow.Origin, c *flow.Callee, call ssa.CallInstruction) []flow.Local {
	var values []flow.Local
	for _, o := range set {
		values = append(values, w.f.Instantiate(o, c, call)...)
	}
	return values
}

func inputOf(c *flow.Callee, in flow.Input) ssa.Value {
	list := c.Inputs
	if in.Kind == flow.Free {
		list = c.Free
	}
	if in.Index < len(list) {
		return list[in.Index]
	}
	return nil
}
