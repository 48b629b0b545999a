package summary

import (
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/region"
	"github.com/idemvet/idemvet/internal/source"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

// loopRegions discharges the function's events in its retry loops. It returns the events whose fresh values were all
// made in one, so that callers need not hear of them again.
func (w *function) loopRegions() map[int]bool {
	reported := map[int]bool{}
	for _, l := range w.loops {
		s := &region.Scope{F: w.f, Loop: l}
		r := Region{Regime: model.Retry, Func: w.name(), Cause: Cause{Text: "in a retry loop", At: w.b.pkg.LoopPlace(l.Pos())}}
		for i := range w.events {
			e := &w.events[i]
			if !l.Repeats(e.site, e.carriers) || !s.Every(e.site, e.given, e.carriers) {
				continue
			}
			mints := w.mintsIn(s, e)
			if len(mints) > 0 {
				r.Events = append(r.Events, RegionEvent{Event: e.Event, Site: w.place(e.site), Mints: mints})
				reported[i] = true
			}
		}
		if len(r.Events) > 0 {
			w.regions = append(w.regions, r)
		}
	}
	return reported
}

// mintsIn lists the fresh values of an event that are made in a scope, in every attempt anew.
func (w *function) mintsIn(s *region.Scope, e *event) []flow.Origin {
	var mints []flow.Origin
	for _, v := range e.values {
		if v.Kind != flow.Fresh || !s.In(v.Site) {
			continue
		}
		carriers := slices.Clone(e.carriers)
		for _, c := range v.Cells {
			carriers = append(carriers, c.To)
		}
		every := s.Every(v.Site, v.Given, carriers)
		for _, c := range v.Cells {
			every = every && s.In(c.At) && s.Every(c.At, nil, carriers)
		}
		if every {
			o := v.Origin
			o.Conds = nil
			mints = append(mints, o)
		}
	}
	slices.SortFunc(mints, flow.Origin.Compare)
	return mints
}

// findCalls finds the functions that are called again: those handed to a retry helper, and callbacks called in a loop.
func (w *function) findCalls() {
	for _, blk := range w.fn.Blocks {
		for _, in := range blk.Instrs {
			call, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			w.dynamicCall(call)
			for _, t := range w.env.targets(call) {
				w.handedOver(call, &t)
				for _, e := range t.rows {
					if e.Chain != nil && t.obj != nil {
						m := &modelled{method: t.obj.Signature().Recv() != nil}
						w.chain(call, &t, m.input(*e.Chain))
					}
				}
			}
		}
	}
}

// dynamicCall records that the function behind an input or a field is called here.
func (w *function) dynamicCall(call ssa.CallInstruction) {
	c := call.Common()
	if c.IsInvoke() || c.StaticCallee() != nil {
		return
	}
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return
	}
	regime, cause := model.Once, Cause{Text: "called", At: w.place(call)}
	for _, l := range w.loops {
		if l.Repeats(call, w.argLocs(c)) {
			regime, cause = model.Retry, Cause{Text: "called again in the retry loop", At: w.b.pkg.LoopPlace(l.Pos())}
		}
	}
	w.called(c.Value, "", regime, cause)
}

// argLocs lists the memory that a call is given.
func (w *function) argLocs(c *ssa.CallCommon) []flow.Loc {
	var list []flow.Loc
	for _, a := range c.Args {
		switch a.Type().Underlying().(type) {
		case *types.Pointer, *types.Map, *types.Slice:
			l := w.f.Locate(a)
			if _, isConst := l.Root.(*ssa.Const); !isConst {
				list = append(list, l)
			}
		}
	}
	return list
}

// called records a call of a function value: as a call of an input, and as a fact about the field it was read from.
func (w *function) called(v ssa.Value, sel string, regime model.Regime, cause Cause) {
	for _, o := range w.f.Trace(v, sel) {
		if o.Kind == flow.Param || o.Kind == flow.Free {
			w.sum.Calls = append(w.sum.Calls, Call{In: o.In, Regime: regime, Cause: cause})
		}
	}
	if regime == model.Once {
		return
	}
	c := Call{Regime: regime, Cause: cause}
	if field, ok := strings.CutPrefix(sel, "."); ok && !strings.ContainsAny(field, ".[") {
		w.b.fieldCalled(ssapkg.Named(v.Type()), field, c)
	} else if load, ok := v.(*ssa.UnOp); ok && sel == "" {
		if a, ok := load.X.(*ssa.FieldAddr); ok && fieldVar(a) != nil {
			w.b.fieldCalled(ssapkg.Named(a.X.Type()), fieldVar(a).Name(), c)
		}
	}
}

// fieldCalled records that functions put into a field of one of this package's structs are called again.
func (b *builder) fieldCalled(n *types.Named, field string, c Call) {
	if n == nil || n.Obj().Pkg() != b.pkg.Types {
		return
	}
	k := symbol(n.Obj().Name(), field)
	for _, old := range b.calls[k] {
		if compareCalls(old, c) == 0 {
			return
		}
	}
	b.calls[k] = append(b.calls[k], c)
	slices.SortFunc(b.calls[k], compareCalls)
}

// handedOver treats the function values that a callee calls again: one in sight is a region, one that is an input makes
// the same of this function's caller.
func (w *function) handedOver(call ssa.CallInstruction, t *target) {
	for _, c := range t.sum.Calls {
		callee := t.callee()
		v := inputOf(&callee, c.In)
		if v == nil || !w.repeats(c.row, v) {
			continue
		}
		cause := c.Cause
		if len(t.rows) > 0 || !cause.At.IsValid() {
			cause.At = w.place(call)
		} else if c.Regime != model.AttemptHook && t.obj != nil {
			cause.Text = "retried by " + calleeName(t.obj)
			cause.At = w.place(call)
		}
		regime := c.Regime
		if regime == model.Poll {
			regime = model.Retry
		}
		for _, l := range w.loops {
			if regime == model.Once && l.Repeats(call, nil) {
				regime, cause = model.Retry, Cause{Text: "called again in the retry loop", At: w.b.pkg.LoopPlace(l.Pos())}
			}
		}
		if regime != model.Once {
			w.sum.Retries = true
		}
		w.called(v, c.In.Sel, regime, cause)
		if c.In.Sel != "" {
			v = w.fieldValue(v, c.In.Sel)
		}
		if c.Regime != model.Poll || w.answersAgain(v) {
			w.callback(call, v, regime, cause)
		}
	}
}

// answersAgain reports whether a condition that is polled can ask for another turn: it returns nil for the error and
// something else than true. An error ends the poll.
func (w *function) answersAgain(v ssa.Value) bool {
	for _, fv := range w.env.values(v) {
		if fv.fn == nil {
			continue
		}
		for _, b := range fv.fn.Blocks {
			ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
			if !ok || len(ret.Results) != 2 {
				continue
			}
			done, isConst := ret.Results[0].(*ssa.Const)
			yes := isConst && done.Value != nil && constant.BoolVal(done.Value)
			err, isConst := ret.Results[1].(*ssa.Const)
			if !yes && isConst && err.Value == nil {
				return true
			}
		}
	}
	return false
}

// fieldValue is the only value stored at a place, or nil.
func (w *function) fieldValue(v ssa.Value, sel string) ssa.Value {
	l := w.f.Locate(v)
	l.Sel += sel
	var val ssa.Value
	for _, s := range w.f.Stores(l.Root) {
		if s.To == l {
			if val != nil || s.Val == nil {
				return nil
			}
			val = s.Val
		}
	}
	return val
}

// callback handles a function value that is called under a regime: its events happen here, and where it is called again
// it makes a region. The call is where, or nil if that is told elsewhere.
func (w *function) callback(call ssa.CallInstruction, v ssa.Value, regime model.Regime, cause Cause) {
	if v == nil {
		return
	}
	for _, fv := range w.env.values(v) {
		t, ok := w.b.function(fv)
		if !ok {
			continue
		}
		if fv.recv != nil {
			t.inputs = []ssa.Value{fv.recv}
		}
		if regime != model.Once {
			w.repeated(&t, regime, cause)
		}
		if call != nil {
			w.calleeEvents(call, &target{sum: given(t.sum, regime), inputs: t.inputs, free: t.free})
		}
	}
}

// given leaves of a summary what a repeated function is given from outside: what it mints itself is told as a region.
func given(sum *Function, regime model.Regime) *Function {
	if regime == model.Once {
		return sum
	}
	out := &Function{}
	for _, e := range sum.Events {
		e.Value = slices.DeleteFunc(slices.Clone(e.Value), func(o flow.Origin) bool { return o.Kind == flow.Fresh || o.Kind == flow.Param && o.In.Index > 0 })
		if interesting(e.Value) {
			out.Events = append(out.Events, e)
		}
	}
	return out
}

// repeated makes a region of a function value that is called again.
func (w *function) repeated(t *target, regime model.Regime, cause Cause) {
	if regime == model.AttemptHook && t.sum.Retries {
		return // it makes the attempts itself
	}
	w.passOn(t, regime, cause)
	if r, ok := w.b.bodyRegion(t.sum, regime, cause, w.supplied(t)); ok {
		r.Func = w.name()
		w.regions = append(w.regions, r)
	}
}

// maxNesting bounds function values that call function values.
const maxNesting = 4

// passOn gives the function values that a repeated one calls the same regime: what they belong to here runs again too.
func (w *function) passOn(t *target, regime model.Regime, cause Cause) {
	if w.nesting == maxNesting {
		return
	}
	w.nesting++
	defer func() { w.nesting-- }()
	callee := t.callee()
	for _, c := range t.sum.Calls {
		v := inputOf(&callee, c.In)
		if v == nil || c.Regime != model.Once {
			continue // called again in its own right: reported there
		}
		w.called(v, c.In.Sel, regime, cause)
		if c.In.Sel == "" {
			w.callback(nil, v, regime, cause)
		}
	}
}

// supplied reports, for a literal's captured variables, whether they may already hold something.
func (w *function) supplied(t *target) func(flow.Input) bool {
	return func(in flow.Input) bool {
		c := t.callee()
		v := inputOf(&c, in)
		if v == nil {
			return in.Kind == flow.Free
		}
		for _, o := range w.f.Trace(v, in.Sel) {
			if o.Kind == flow.Unknown || o.Kind == flow.Fresh || o.Kind == flow.Const {
				return true
			}
		}
		return false
	}
}

// bodyRegion makes a region of a whole function that is called again. What hangs on state that the function itself
// leaves behind in its inputs is done once, not in each attempt.
func (b *builder) bodyRegion(sum *Function, regime model.Regime, cause Cause, supplied func(flow.Input) bool) (Region, bool) {
	r := Region{Regime: regime, Cause: cause}
	every := func(conds []flow.Cond) bool {
		for _, c := range conds {
			if sum.leaves(c.On) || c.Empty && supplied != nil && supplied(c.On) {
				return false
			}
		}
		return true
	}
	for _, e := range sum.Events {
		if !every(e.Conds) {
			continue
		}
		var mints []flow.Origin
		for _, o := range e.Value {
			if o.Kind == flow.Fresh && every(o.Conds) {
				o.Conds = nil
				mints = append(mints, o)
			}
		}
		if len(mints) > 0 {
			site := e.At
			if len(e.Via) > 0 {
				site = e.Via[0]
			}
			r.Events = append(r.Events, RegionEvent{Event: e, Site: site, Mints: mints})
		}
	}
	return r, len(r.Events) > 0
}

// leaves reports whether a function changes memory under an input, for good as far as the next call is concerned.
func (f *Function) leaves(in flow.Input) bool {
	for _, w := range f.Writes {
		if w.To.Kind == in.Kind && w.To.Index == in.Index && flow.Overlap(w.To.Sel, in.Sel) {
			return true
		}
	}
	for _, e := range f.Events {
		for _, c := range e.Carriers {
			if c.Kind == in.Kind && c.Index == in.Index && flow.Overlap(c.Sel, in.Sel) {
				return true
			}
		}
	}
	return false
}

// chain reads middleware in order. What stands behind a retrier runs once per attempt.
func (w *function) chain(call ssa.CallInstruction, t *target, in flow.Input) {
	if in.Index >= len(t.inputs) {
		return
	}
	list := w.f.Locate(t.inputs[in.Index])
	elems := map[string]ssa.Value{}
	for _, s := range w.f.Stores(list.Root) {
		if s.Val != nil {
			elems[s.To.Sel] = s.Val
		}
	}
	syntax := w.b.pkg.Call(call.Pos())
	retrier := ""
	for i := 0; elems[index(i)] != nil; i++ {
		v := elems[index(i)]
		if name := w.retrier(v); name != "" {
			retrier = name
			continue
		}
		if retrier == "" {
			continue
		}
		at := w.place(call)
		if syntax != nil && i < len(syntax.Args) {
			at = w.b.pkg.Place(syntax.Args[i].Pos(), syntax.Args[i].End())
		}
		w.callback(nil, v, model.AttemptHook, Cause{Text: "run on each attempt: it stands behind " + retrier + " in the chain", At: at})
	}
}

// retrier names the call that made a value which reruns everything behind it, or is empty.
func (w *function) retrier(v ssa.Value) string {
	for _, fv := range w.env.values(v) {
		if t, ok := w.b.function(fv); ok && t.rows == nil && retriesInput(t.sum) {
			return fv.name()
		}
	}
	c, ok := w.f.Locate(v).Root.(*ssa.Call)
	if !ok {
		return ""
	}
	for _, t := range w.env.targets(c) {
		for _, e := range t.rows {
			if e.Retrier {
				return calleeName(t.obj)
			}
		}
	}
	return ""
}

// retriesInput reports whether a function calls a function that it is given again and again.
func retriesInput(sum *Function) bool {
	return slices.ContainsFunc(sum.Calls, func(c Call) bool { return c.In.Kind == flow.Param && c.Regime == model.Retry })
}

// storedFuncs makes regions of functions put into a field that is called again.
func (b *builder) storedFuncs() {
	for _, fn := range b.pkg.Funcs {
		w := b.done[fn]
		for _, blk := range fn.Blocks {
			for _, in := range blk.Instrs {
				s, ok := in.(*ssa.Store)
				if !ok {
					continue
				}
				if a, ok := s.Addr.(*ssa.FieldAddr); ok {
					if _, isFunc := s.Val.Type().Underlying().(*types.Signature); isFunc {
						w.stored(s, a)
					}
				}
			}
		}
	}
}

func (w *function) stored(s *ssa.Store, a *ssa.FieldAddr) {
	n, f := ssapkg.Named(a.X.Type()), fieldVar(a)
	if n == nil || f == nil || n.Obj().Pkg() == nil {
		return
	}
	before := len(w.regions)
	owner := n.Obj().Name()
	for _, c := range w.b.fieldCalls(n.Obj().Pkg(), owner, f.Name()) {
		if !c.Cause.At.IsValid() {
			c.Cause.At = w.place(s)
		}
		if !w.repeats(c.row, s.Val) {
			continue
		}
		w.callback(nil, s.Val, c.Regime, c.Cause)
		for _, o := range w.f.Trace(s.Val, "") { // a setter: its callers hand the function over
			if o.Kind == flow.Param {
				w.sum.Calls = append(w.sum.Calls, Call{In: o.In, Regime: c.Regime, Cause: c.Cause})
			}
		}
	}
	w.sum.normalize()
	w.b.regions = append(w.b.regions, w.regions[before:]...)
}

func (b *builder) fieldCalls(pkg *types.Package, owner, field string) []Call {
	if pkg == b.pkg.Types {
		return b.calls[symbol(owner, field)]
	}
	var list []Call
	for _, e := range model.For(pkg.Path()).Field(owner, field) {
		if e.FieldCalls != "" {
			list = append(list, Call{
				Regime: e.FieldCalls, Cause: Cause{Text: "called on each attempt through " + owner + "." + field},
				row: &rowCall{pkg: pkg, needs: e.Needs},
			})
		}
	}
	if list == nil && b.imported != nil {
		list = b.imported(pkg.Path()).Field(owner, field)
	}
	return list
}

// hooks makes regions of methods that run once per attempt because of the interface they implement.
func (b *builder) hooks() {
	for _, imp := range append([]*types.Package{b.pkg.Types}, b.pkg.Types.Imports()...) {
		model.For(imp.Path()).Bodies(func(recv, name string, as model.Regime) {
			iface, ok := imp.Scope().Lookup(recv).(*types.TypeName)
			if !ok {
				return
			}
			it, ok := iface.Type().Underlying().(*types.Interface)
			if !ok {
				return
			}
			for _, fn := range b.pkg.Funcs {
				if fn.Name() == name && fn.Signature.Recv() != nil && fn.Synthetic == "" && types.Implements(fn.Signature.Recv().Type(), it) {
					b.hook(fn, as, imp.Name()+"."+recv)
				}
			}
		})
	}
}

func (b *builder) hook(fn *ssa.Function, as model.Regime, iface string) {
	sum := b.sums[fn]
	if sum == nil || as == model.AttemptHook && sum.Retries {
		return
	}
	cause := Cause{Text: "run on each attempt as " + iface, At: b.declPlace(fn)}
	if r, ok := b.bodyRegion(sum, as, cause, nil); ok {
		r.Func = ssapkg.FuncName(fn)
		b.regions = append(b.regions, r)
	}
}

func (b *builder) declPlace(fn *ssa.Function) source.Place {
	return b.pkg.Place(fn.Pos(), fn.Pos()+1)
}
