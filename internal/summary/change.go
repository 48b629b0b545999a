package summary

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/source"
)

// Change says that a function changes something that its inputs reach, in such a way that a second run of it does not leave what
// one run leaves: it adds to what the first one left, or reads what the first one set.
type Change struct {
	To   flow.Input
	How  effect.Change
	Name string // of the field or variable
	At   source.Place
	Func string
	Via  []source.Place
	Read source.Place // where it was read before, for Moved and Removed
	// Last says that nothing which can fail comes after it.
	Last bool
	// Cursor says that what is changed, or is changed together with it, says how far the work has come: a retry goes on from there.
	Cursor bool
	// Each says that it adds one to a number as the first thing in each run: it counts the runs.
	Each bool
}

// change is a Change in the making.
type change struct {
	Change
	site ssa.Instruction
	to   flow.Loc
	key  ssa.Value // of the element
}

// handed is a function value that is called at a call.
type handed struct {
	call ssa.CallInstruction
	t    target
}

// rangeBody is what ssa says of the body of a loop over an iterator.
const rangeBody = "range-over-func yield"

// maxChanges bounds the changes of one function that are kept.
const maxChanges = 16

// collectChanges finds what the function changes around it.
func (w *function) collectChanges() {
	for _, blk := range w.fn.Blocks {
		for _, in := range blk.Instrs {
			switch in := in.(type) {
			case *ssa.Store:
				w.storeChange(in, w.f.Locate(in.Addr), in.Val, indexOf(in.Addr))
			case *ssa.MapUpdate:
				w.storeChange(in, w.elementOf(in.Map), in.Value, in.Key)
			case *ssa.Send:
				w.sendChange(in, in.Chan)
			case *ssa.Select:
				for _, s := range in.States {
					if s.Dir == types.SendOnly {
						w.sendChange(in, s.Chan)
					}
				}
			case ssa.CallInstruction:
				w.callChange(in)
			}
		}
	}
	for i := range w.handed {
		w.movedChanges(w.handed[i].call, &w.handed[i].t, false)
	}
	w.exportChanges()
}

// elementOf is the place of any element of a map. Keys do not count: one that is not constant could be any.
func (w *function) elementOf(m ssa.Value) flow.Loc {
	l := w.f.Locate(m)
	l.Sel += "[*]"
	return l
}

// indexOf is the index of the element that an address is of, or nil.
func indexOf(addr ssa.Value) ssa.Value {
	for {
		switch x := addr.(type) {
		case *ssa.IndexAddr:
			return x.Index
		case *ssa.FieldAddr:
			addr = x.X
		default:
			return nil
		}
	}
}

func (w *function) storeChange(at ssa.Instruction, l flow.Loc, val, key ssa.Value) {
	if !isInput(l.Root) {
		return
	}
	c := change{site: at, to: l, key: key}
	if c.How = w.relative(val, l, nil); c.How == 0 {
		read := w.readBefore(&c, val)
		if read == nil {
			return
		}
		c.How, c.Read = effect.Moved, w.place(read)
	} else if w.counts(val, l) {
		return
	}
	c.Each = c.How == effect.Counted && l.Sel == "" && at.Block().Index == 0 && addsOne(val)
	c.Cursor = w.cursor(&c)
	w.addChange(c)
}

// counts reports whether a value is none that matters when it is too high: a number of attempts, a metric, a pause, a list of errors.
func (w *function) counts(val ssa.Value, l flow.Loc) bool {
	if n, ok := types.Unalias(val.Type()).(*types.Named); ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "time" {
		return true
	}
	if s, ok := val.Type().Underlying().(*types.Slice); ok && flow.IsError(s.Elem()) {
		return true
	}
	name := placeName(l)
	return flow.IsError(val.Type()) || metric(l) || numeric(val.Type()) && attempts(name)
}

func metric(l flow.Loc) bool {
	return model.NameHint(model.MetricHint, l.Sel) || model.NameHint(model.MetricHint, l.Root.Name())
}

// attempts reports whether a word of a name says that something was tried.
func attempts(name string) bool {
	start := 0
	for i := range len(name) + 1 {
		if i < len(name) && (i == 0 || name[i] != '_' && !('A' <= name[i] && name[i] <= 'Z')) {
			continue
		}
		word := strings.Trim(name[start:i], "_")
		if start = i; model.NameHint(model.TryHint, word) {
			return true
		}
	}
	return false
}

func numeric(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsNumeric != 0
}

// addsOne reports whether a value is another one and a constant.
func addsOne(v ssa.Value) bool {
	b, ok := v.(*ssa.BinOp)
	if !ok {
		return false
	}
	_, isConst := b.Y.(*ssa.Const)
	return isConst && numeric(v.Type())
}

// placeName is how the reader knows a place: the last field, or the variable.
func placeName(l flow.Loc) string {
	for _, part := range slices.Backward(strings.Split(l.Sel, ".")) {
		if name, _, _ := strings.Cut(part, "["); name != "" {
			return name
		}
	}
	if a, ok := l.Root.(*ssa.Alloc); ok {
		return a.Comment
	}
	return l.Root.Name()
}

func (w *function) sendChange(at ssa.Instruction, ch ssa.Value) {
	l := w.f.Locate(ch)
	t, ok := ch.Type().Underlying().(*types.Chan)
	if !ok || !isInput(l.Root) || flow.IsError(t.Elem()) || signal(t.Elem()) || w.receives(l) {
		return
	}
	w.addChange(change{Change: Change{How: effect.Sent}, site: at, to: l})
}

// signal reports whether what is sent says nothing but that it was sent.
func signal(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		return u.NumFields() == 0
	case *types.Basic:
		return u.Info()&types.IsBoolean != 0
	}
	return false
}

// receives reports whether the function takes from a channel as well: a place that it holds for a while.
func (w *function) receives(l flow.Loc) bool {
	for _, blk := range w.fn.Blocks {
		for _, in := range blk.Instrs {
			if u, ok := in.(*ssa.UnOp); ok && u.Op == token.ARROW && w.f.Locate(u.X) == l {
				return true
			}
		}
	}
	return false
}

// addChange records a change of something that was not set anew before.
func (w *function) addChange(c change) {
	if w.resetBefore(c.to, c.key, c.site) || !resumes(c.How) && w.latched(&c) {
		return
	}
	if c.Name == "" {
		c.Name, c.At, c.Func = placeName(c.to), w.place(c.site), w.name()
		c.Last = !w.failsAfter(c.site, false)
	}
	w.changes = append(w.changes, c)
}

// callChange finds what a call changes.
func (w *function) callChange(call ssa.CallInstruction) {
	common := call.Common()
	if b, ok := common.Value.(*ssa.Builtin); ok {
		if b.Name() == "delete" && isInput(w.f.Locate(common.Args[0]).Root) {
			c := change{site: call, to: w.elementOf(common.Args[0]), key: common.Args[1]}
			if read := w.readBefore(&c, nil); read != nil {
				c.How, c.Read = effect.Removed, w.place(read)
				w.addChange(c)
			}
		}
		return
	}
	targets := w.env.targets(call)
	for i := range targets {
		w.rowChanges(call, &targets[i])
		w.movedChanges(call, &targets[i], true)
	}
	if len(targets) == 0 {
		w.eachLiteral(call)
	}
}

// rowChanges finds the places to which a call adds by what its row says. Who stands behind an interface is not known: it may as well
// be a log.
func (w *function) rowChanges(call ssa.CallInstruction, t *target) {
	if t.obj == nil {
		return
	}
	m := &modelled{method: t.obj.Signature().Recv() != nil}
	for _, e := range t.rows {
		for _, p := range e.Adds {
			in := m.input(p)
			if in.Index >= len(t.inputs) {
				continue
			}
			v := t.inputs[in.Index]
			l := w.f.Locate(v)
			if i, ok := v.(*ssa.MakeInterface); ok {
				v = i.X
			}
			l.Sel += in.Sel
			if types.IsInterface(v.Type()) || !isInput(l.Root) || metric(l) || l.Sel != "" && fixedArg(call) {
				continue
			}
			w.addChange(change{Change: Change{How: effect.Written}, site: call, to: l})
		}
	}
}

// constArg reports whether a call adds a constant number: one that is kept in a field says how often something was done.
func fixedArg(call ssa.CallInstruction) bool {
	args := call.Common().Args
	last, ok := args[len(args)-1].(*ssa.Const)
	return ok && numeric(last.Type())
}

// eachLiteral takes a function literal for called that is the body of a loop over an iterator, or is given to a function of which
// nothing is known but that by its name it calls one for each of something.
func (w *function) eachLiteral(call ssa.CallInstruction) {
	each := model.NameHint(model.EachHint, callName(call))
	for _, a := range call.Common().Args {
		mc, ok := a.(*ssa.MakeClosure)
		if !ok || !each && mc.Fn.(*ssa.Function).Synthetic != rangeBody && !runs(call, mc) {
			continue
		}
		for _, fv := range w.env.values(mc) {
			if t, ok := w.b.function(fv); ok {
				w.movedChanges(call, &t, false)
			}
		}
	}
}

// runs reports whether a call, by its name, runs what it is given, and returns its error.
func runs(call ssa.CallInstruction, mc *ssa.MakeClosure) bool {
	c, ok := call.(*ssa.Call)
	return ok && model.NameHint(model.InsideHint, callName(call)) && fallible(c) && returnsErr(mc.Fn.(*ssa.Function).Signature)
}

// returnsErr reports whether the last result of a function is an error.
func returnsErr(sig *types.Signature) bool {
	n := sig.Results().Len()
	return n > 0 && flow.IsError(sig.Results().At(n-1).Type())
}

// movedChanges moves what a callee changes to the call. Called by somebody to whom the call hands it, it may be done while that fails
// afterwards: at the next row, at the commit.
func (w *function) movedChanges(call ssa.CallInstruction, t *target, direct bool) {
	callee := t.callee()
	for i := range t.sum.Changes {
		src := &t.sum.Changes[i]
		l, ok := w.input(&callee, src.To)
		if !ok || !isInput(l.Root) || strings.Count(l.Sel, ".")+strings.Count(l.Sel, "[") > maxParts/2 {
			continue
		}
		c := change{Change: *src, site: call, to: l}
		c.Each = false
		if len(c.Via) < maxVia {
			c.Via = append([]source.Place{w.place(call)}, c.Via...)
		}
		_, later := call.(*ssa.Defer)
		c.Last = later || !w.failsAfter(call, direct && src.Last)
		w.addChange(c)
	}
}

// input is what an input of a callee is here.
func (w *function) input(c *flow.Callee, in flow.Input) (flow.Loc, bool) {
	v := inputOf(c, in)
	if v == nil {
		return flow.Loc{}, false
	}
	l := w.f.Locate(v)
	if in.Kind == flow.Free {
		l = w.f.Object(v)
	}
	l.Sel += in.Sel
	return l, true
}

func (w *function) exportChanges() {
	for i := range w.changes {
		c := &w.changes[i]
		in, ok := w.f.Input(c.to)
		if !ok || len(w.sum.Changes) == maxChanges {
			continue
		}
		c.To = in
		w.sum.Changes = append(w.sum.Changes, c.Change)
	}
	w.exportResets()
}
