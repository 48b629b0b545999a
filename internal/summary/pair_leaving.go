package summary

import (
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

// leaving asks how a function is left after a claim: whether anything gives the claim back on the way.
type leaving struct {
	w *function
	c *op
}

// gives reports whether a call may give the claim back or store what became of it: by an operation that is known, by what
// the claim itself returned, or by its name.
func (l *leaving) gives(call ssa.CallInstruction) bool {
	for _, x := range l.w.opsAt(call) {
		if x != l.c && x.site != l.c.site && x.settles(l.c) {
			return true
		}
	}
	c := call.Common()
	if !c.IsInvoke() && c.StaticCallee() == nil && l.w.cameFrom(c.Value, l.c.site) {
		return true
	}
	return l.w.namedRelease(call, 0)
}

// maxNamed bounds how deep calls are searched for one that gives back by its name.
const maxNamed = 2

// namedRelease reports whether a call, or one in its body, has a name that says that something is given back. A call that a
// row describes does what the row says.
func (w *function) namedRelease(call ssa.CallInstruction, depth int) bool {
	c := call.Common()
	ts := w.env.targets(call)
	for i := range ts {
		if len(ts[i].rows) > 0 {
			return false
		}
	}
	if len(c.Args) > 0 || c.IsInvoke() {
		if _, builtin := c.Value.(*ssa.Builtin); !builtin && model.NameHint(model.ReleaseHint, nameOf(c)) {
			return true
		}
	}
	if depth == maxNamed {
		return false
	}
	for i := range ts {
		if ts[i].fn == nil || w.b.done[ts[i].fn] == nil {
			continue
		}
		inner := w.b.done[ts[i].fn]
		for _, blk := range inner.fn.Blocks {
			for _, in := range blk.Instrs {
				if call, ok := in.(ssa.CallInstruction); ok && inner.namedRelease(call, depth+1) {
					return true
				}
			}
		}
	}
	return false
}

// unknown reports whether a call of which nothing is known may give the claim back.
func (l *leaving) unknown(call ssa.CallInstruction) bool { return l.w.unknownWork(call, 0) }

// unknownWork reports whether a call, or one in its body, is one of which nothing is known, gets a context and has an outcome.
func (w *function) unknownWork(call ssa.CallInstruction, depth int) bool {
	ts := w.env.targets(call)
	if len(ts) == 0 {
		return w.unreadable(call.Common()) && call.Common().Signature().Results().Len() > 0
	}
	if depth == maxNamed {
		return false
	}
	for i := range ts {
		if ts[i].fn == nil || w.b.done[ts[i].fn] == nil {
			continue
		}
		inner := w.b.done[ts[i].fn]
		for _, blk := range inner.fn.Blocks {
			for _, in := range blk.Instrs {
				if call, ok := in.(ssa.CallInstruction); ok && inner.unknownWork(call, depth+1) {
					return true
				}
			}
		}
	}
	return false
}

// givenBefore reports whether the claim is given back, or finished, before a step, or when the function returns after it.
func (l *leaving) givenBefore(f *ssa.Call) bool {
	for _, blk := range l.w.fn.Blocks {
		for _, in := range blk.Instrs {
			call, ok := in.(ssa.CallInstruction)
			if !ok || call == l.c.site || !l.w.before(call, f) {
				continue
			}
			_, deferred := call.(*ssa.Defer)
			if l.gives(call) && (deferred || l.w.before(l.c.site, call)) || deferred && l.unknown(call) {
				return true
			}
		}
	}
	return false
}

// releases reports whether the function gives the claim back on another way.
func (l *leaving) releases() bool {
	for _, blk := range l.w.fn.Blocks {
		for _, in := range blk.Instrs {
			if call, ok := in.(ssa.CallInstruction); ok && call != l.c.site && (l.gives(call) || givesThing(call, l)) {
				return true
			}
		}
	}
	return false
}

// givesThing reports whether a deferred call of which nothing is known gets a context.
func givesThing(call ssa.CallInstruction, l *leaving) bool {
	_, deferred := call.(*ssa.Defer)
	return deferred && l.unknown(call)
}

// returns is where a failed step ends in a failure of the function, on a way on which nothing is given back: the return of an
// error, or an answer that says so; or nil.
func (l *leaving) returns(f *ssa.Call) ssa.Instruction {
	seen := map[*ssa.BasicBlock]bool{}
	return l.follow(f.Block(), f, f, seen)
}

// follow walks from an instruction of a block, or from its beginning when that is nil.
func (l *leaving) follow(b *ssa.BasicBlock, from ssa.Instruction, f *ssa.Call, seen map[*ssa.BasicBlock]bool) ssa.Instruction {
	start := 0
	if from != nil {
		start = slices.Index(b.Instrs, from) + 1
	}
	for _, in := range b.Instrs[start:] {
		switch in := in.(type) {
		case ssa.CallInstruction:
			if in != l.c.site && in != ssa.CallInstruction(f) && (l.gives(in) || l.unknown(in)) {
				return nil
			}
			if _, deferred := in.(*ssa.Defer); !deferred && answersFailure(in) && l.w.failed(&op{site: f}, b) {
				return in
			}
		case *ssa.Return:
			if l.fails(in, f) {
				return in
			}
		}
	}
	skip := -1
	if cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
		skip = l.notTaken(cond.Cond, f)
	}
	for i, next := range b.Succs {
		if i == skip || seen[next] {
			continue
		}
		seen[next] = true
		if ret := l.follow(next, nil, f, seen); ret != nil {
			return ret
		}
	}
	return nil
}

// notTaken is the branch that is not for a step that failed for a reason that may pass: the one for no error, and the one
// for a certain error, which is an answer of its own.
func (l *leaving) notTaken(cond ssa.Value, f *ssa.Call) int {
	flip := 0
	for {
		not, ok := cond.(*ssa.UnOp)
		if !ok {
			break
		}
		cond, flip = not.X, 1-flip
	}
	if err, nilOn, ok := flow.NilTest(cond); ok {
		if l.w.cameFrom(err, f) {
			return (nilOn + flip) % 2
		}
		return -1
	}
	if err, name, kind, on, ok := l.w.errorTest(cond); ok {
		if l.w.cameFrom(err, f) && kind != model.Transient && kind != model.TryAgain && !model.NameHint(model.TransientHint, unqualified(name)) {
			return (on + flip) % 2
		}
		return -1
	}
	if c, ok := cond.(*ssa.Call); ok && isBool(c) && !model.NameHint(model.TransientHint, nameOf(&c.Call)) {
		for _, a := range c.Call.Args {
			if flow.IsError(a.Type()) && l.w.cameFrom(a, f) {
				return flip
			}
		}
	}
	return -1
}

// fails reports whether a return tells the caller that a step failed.
func (l *leaving) fails(ret *ssa.Return, f *ssa.Call) bool {
	for _, v := range ret.Results {
		if !flow.IsError(v.Type()) {
			continue
		}
		v = l.w.loaded(v)
		if l.w.cameFrom(v, f) || certainError(v) && l.w.failed(&op{site: f}, ret.Block()) {
			return true
		}
	}
	return false
}

// Statuses that ask a sender to try again.
const (
	minServerError = 500
	maxServerError = 599
)

// answersFailure reports whether a call tells whoever sent the work that it was not done: with a status of the server's
// failure, or by the name of what gives a message back.
func answersFailure(call ssa.CallInstruction) bool {
	c := call.Common()
	if _, builtin := c.Value.(*ssa.Builtin); builtin {
		return false
	}
	if model.NameHint(model.NackHint, nameOf(c)) {
		return true
	}
	writer, status := false, false
	for _, a := range flow.Inputs(c) {
		if n := ssapkg.Named(a.Type()); n != nil && n.Obj().Name() == "ResponseWriter" {
			writer = true
		}
		if k, ok := a.(*ssa.Const); ok && k.Value != nil && k.Value.Kind() == constant.Int {
			status = status || k.Int64() >= minServerError && k.Int64() <= maxServerError
		}
	}
	return writer && status
}

// afterFailure reports whether a block runs only when some step has failed: what is done there is about the failure.
func (l *leaving) afterFailure(b *ssa.BasicBlock) bool {
	for _, t := range l.w.f.Tests(b) {
		if _, nilOn, ok := flow.NilTest(t.If.Cond); ok && nilOn != t.On {
			return true
		}
	}
	return false
}

// standard reports whether a package belongs to the standard library: its path begins with no domain, nor as that of this package.
func (w *function) standard(p *types.Package) bool {
	if p == nil {
		return true
	}
	first, _, _ := strings.Cut(p.Path(), "/")
	own, _, _ := strings.Cut(w.b.pkg.Path, "/")
	return first != own && !strings.Contains(first, ".")
}
