package summary

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/region"
	"github.com/idemvet/idemvet/internal/source"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

// Explanation is what is known of one line: for people who wonder why there is a finding, or none.
type Explanation struct {
	Funcs  []string // functions with code on the line
	Calls  []ExplainedCall
	Again  []Again
	Once   []string // loops and callbacks around the line that are no replay regions, and why
	Events []ExplainedEvent
	Ops    []string // what is done to stores and outside, in words
}

// ExplainedCall is a call on the line and who answers for it. Without rows and Summary the callee is unknown.
type ExplainedCall struct {
	Callee  string
	At      source.Place
	Rows    []*model.Entry
	From    string   // "this package", or the import path of the package whose summary it is
	Summary []string // in words
	Unknown string   // why nothing is known
}

// Again is a reason why the line can run again.
type Again struct {
	Cause Cause
	// Through is the function around the line that the region calls, directly or not; empty when the region contains the line.
	Through string
}

// ExplainedEvent is an event on the line, with the origins of its value.
type ExplainedEvent struct {
	Event
	Values []string
	// Blame names calls on the way of the value of which nothing is known.
	Blame []string
	// Harmless says what keeps the event from being a mistake, as far as its value does.
	Harmless []string
}

// Explain summarises a package, as Build does, and tells what is known of a line of one of its files (a base name).
// It reads what the builder came to and changes nothing of it.
func Explain(pkg *ssapkg.Package, known Known, file string, line int) (*Result, *Explanation) {
	b := build(pkg, known)
	x := &explainer{b: b, file: file, line: line, again: map[*ssa.Function][]Again{}}
	x.seeds()
	x.spread()
	return b.result(), x.explain()
}

type explainer struct {
	b     *builder
	file  string
	line  int
	again map[*ssa.Function][]Again // why a function as a whole runs again
	todo  []*ssa.Function
}

// on reports whether a place starts on the line.
func (x *explainer) on(at source.Place) bool {
	return at.Pkg == x.b.pkg.Path && at.File == x.file && at.Line == x.line
}

func (x *explainer) onPos(pos token.Pos) bool { return x.on(x.b.pkg.Place(pos, token.NoPos)) }

// here reports whether an instruction is on the line, by its own position or that of the statement it belongs to.
func (x *explainer) here(in ssa.Instruction) bool {
	return in.Pos().IsValid() && (x.onPos(in.Pos()) || x.on(x.b.pkg.PlaceOf(in.Pos())))
}

func (x *explainer) explain() *Explanation {
	e := &Explanation{}
	for _, fn := range x.around() {
		w := x.b.done[fn]
		if name := w.name(); !slices.Contains(e.Funcs, name) {
			e.Funcs = append(e.Funcs, name)
		}
		var on []ssa.Instruction
		for _, blk := range fn.Blocks {
			for _, in := range blk.Instrs {
				if x.here(in) {
					on = append(on, in)
				}
			}
		}
		for _, in := range on {
			if call, ok := in.(ssa.CallInstruction); ok {
				e.Calls = append(e.Calls, x.call(w, call)...)
			}
		}
		x.regions(e, w, on)
		e.Ops = append(e.Ops, x.opsOn(w)...)
		for i := range w.events {
			if ev := &w.events[i]; x.here(ev.site) || x.on(ev.At) {
				blame := w.blame(ev)
				e.Events = append(e.Events, ExplainedEvent{Event: ev.Event, Values: w.words(ev.values), Blame: blame, Harmless: w.harmless(ev, blame)})
			}
		}
	}
	slices.SortStableFunc(e.Calls, func(a, b ExplainedCall) int { return a.At.Compare(b.At) })
	e.Again = distinct(e.Again)
	return e
}

// around lists the functions with an instruction on the line or, if there is none, the smallest whose syntax contains it.
func (x *explainer) around() []*ssa.Function {
	var list []*ssa.Function
	var smallest *ssa.Function
	for _, fn := range x.b.pkg.Funcs {
		if x.b.done[fn] == nil {
			continue
		}
		if slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool { return slices.ContainsFunc(b.Instrs, x.here) }) {
			list = append(list, fn)
		}
		if at := x.syntax(fn); at.File == x.file && at.Line <= x.line && x.line <= at.EndLine {
			smallest = fn // source order: what is inside comes later
		}
	}
	if list == nil && smallest != nil {
		list = []*ssa.Function{smallest}
	}
	return list
}

func (x *explainer) syntax(fn *ssa.Function) source.Place {
	n := fn.Syntax()
	if n == nil {
		return source.Place{}
	}
	return x.b.pkg.Place(n.Pos(), n.End())
}

// call says who answers for a call.
func (x *explainer) call(w *function, call ssa.CallInstruction) []ExplainedCall {
	c := call.Common()
	if _, builtin := c.Value.(*ssa.Builtin); builtin {
		return nil
	}
	at := x.b.pkg.PlaceOf(call.Pos())
	ts := w.env.targets(call)
	if len(ts) == 0 {
		name, why := unknownCallee(c)
		return []ExplainedCall{{Callee: name, At: at, Unknown: why}}
	}
	var list []ExplainedCall
	for i := range ts {
		t := &ts[i]
		e := ExplainedCall{Callee: targetName(t), At: at, Rows: t.rows, From: "this package"}
		if t.impl.Pkg != "" && t.impl.Pkg != x.b.pkg.Path {
			e.From = "what the program puts there, " + methodName(t.impl) + " of " + t.impl.Pkg
		} else if t.obj != nil && t.obj.Pkg() != nil && t.obj.Pkg() != x.b.pkg.Types {
			e.From = t.obj.Pkg().Path()
		}
		if len(t.rows) == 0 {
			e.Summary = summaryWords(t.sum)
		}
		list = append(list, e)
	}
	return list
}

func targetName(t *target) string {
	switch {
	case t.obj != nil:
		return calleeName(t.obj)
	case t.fn != nil:
		return "the function literal in " + ssapkg.FuncName(t.fn)
	}
	return "a function value"
}

// unknownCallee names a callee of which nothing is known, and says why.
func unknownCallee(c *ssa.CallCommon) (name, why string) {
	if c.IsInvoke() {
		return calleeName(c.Method), "called through an interface: no row, and its implementation is not in sight"
	}
	fn := c.StaticCallee()
	if fn == nil {
		return "a function value", "which function it is cannot be told here"
	}
	obj, ok := origin(fn).Object().(*types.Func)
	if !ok {
		return fn.Name(), "nothing is known of it"
	}
	return calleeName(obj), "no row describes it, and no summary of it is at hand"
}

// regions tells which replay regions contain the line, and which loops around it are none.
func (x *explainer) regions(e *Explanation, w *function, on []ssa.Instruction) {
	for _, l := range w.all {
		if !slices.ContainsFunc(on, func(in ssa.Instruction) bool { return l.Blocks[in.Block()] }) {
			continue
		}
		if cause, ok := x.loop(w, l); ok {
			e.Again = append(e.Again, Again{Cause: cause})
			continue
		}
		where := "around it"
		if at := x.b.pkg.LoopPlace(l.Pos()); at.IsValid() {
			where = line(at)
		}
		e.Once = append(e.Once, "the loop "+where+" is no replay region: no call in it is repeated with the same arguments because it failed, and its work is none that comes again")
	}
	e.Again = append(e.Again, x.again[w.fn]...)
	for p := w.fn.Parent(); p != nil; p = p.Parent() {
		if list := x.again[p]; len(list) > 0 {
			e.Again = append(e.Again, list...)
		}
	}
}

// loop says why the turns of a loop are repeated: they retry, or each of them is work that comes again.
func (x *explainer) loop(w *function, l *region.Loop) (Cause, bool) {
	for _, r := range w.loops {
		if r.Header == l.Header {
			return Cause{Text: "in a retry loop", At: x.b.pkg.LoopPlace(r.Pos())}, true
		}
	}
	if as, text := w.work(l); as != "" {
		return Cause{Text: text, At: x.b.pkg.LoopPlace(l.Pos())}, true
	}
	return Cause{}, false
}

func distinct(list []Again) []Again {
	slices.SortStableFunc(list, func(a, b Again) int {
		return cmp.Or(a.Cause.At.Compare(b.Cause.At), cmp.Compare(a.Cause.Text, b.Cause.Text), cmp.Compare(a.Through, b.Through))
	})
	return slices.CompactFunc(list, func(a, b Again) bool { return a.Cause == b.Cause })
}

// blame names the calls before an event whose results it may hold and of which nothing is known.
func (w *function) blame(e *event) []string {
	if !slices.ContainsFunc(e.values, func(l flow.Local) bool { return l.Kind == flow.Unknown }) {
		return nil
	}
	var names []string
	seen := map[ssa.Value]bool{}
	todo := operands(e.site)
	for len(todo) > 0 && len(seen) < maxBlame {
		v := todo[0]
		todo = todo[1:]
		if seen[v] {
			continue
		}
		seen[v] = true
		for _, s := range w.f.Stores(v) {
			if s.Val != nil {
				todo = append(todo, s.Val)
			}
		}
		in, ok := v.(ssa.Instruction)
		if !ok {
			continue
		}
		if call, ok := v.(*ssa.Call); ok && len(w.env.targets(call)) == 0 {
			if _, builtin := call.Call.Value.(*ssa.Builtin); !builtin {
				name, _ := unknownCallee(&call.Call)
				names = append(names, name)
			}
		}
		todo = append(todo, operands(in)...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// maxBlame bounds the values that are looked at on the way back from an event.
const maxBlame = 60

func operands(in ssa.Instruction) []ssa.Value {
	var list []ssa.Value
	var buf [8]*ssa.Value
	for _, op := range in.Operands(buf[:0]) {
		if *op != nil {
			list = append(list, *op)
		}
	}
	return list
}
