package summary

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

func namedType(t types.Type) *types.Named { return ssapkg.Named(t) }

// asked reads a condition that asks what an error is: the error, the branch on which the answer is yes, and what that means
// for the statement: failed, or lost where it may mean anything else.
func (t *trail) asked(cond ssa.Value, s *trailState) (err ssa.Value, on int, what fate) {
	w := t.w
	if err, name, kind, on, ok := w.errorTest(cond); ok {
		switch {
		case kind == model.Exists || kind == model.Conflict || kind == model.TryAgain:
			return s.of(err), on, hasFailed
		case kind == "" && (slices.Contains(t.o.Fails, name) || w.b.databaseError(name) || w.b.tellsFailure(cond)):
			return s.of(err), on, hasFailed
		case kind == "" && name == "":
			break // a predicate; perhaps a comparison below
		}
		if _, isCall := cond.(*ssa.Call); isCall || kind != "" || name != "" {
			return s.of(err), on, unsure
		}
	}
	if b, ok := cond.(*ssa.BinOp); ok {
		if x, on := w.comparedText(b); x != nil {
			return s.of(x), on, hasFailed
		}
	}
	return nil, 0, 0
}

// comparedText reads a comparison of what was taken from an error with a text that does not mean that nothing was found: a
// code, the name of a constraint.
func (w *function) comparedText(b *ssa.BinOp) (err ssa.Value, on int) {
	if b.Op != token.EQL && b.Op != token.NEQ {
		return nil, 0
	}
	if b.Op == token.NEQ {
		on = 1
	}
	x, y := b.X, b.Y
	if _, isConst := x.(*ssa.Const); isConst {
		x, y = y, x
	}
	c, ok := y.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.String || constant.StringVal(c.Value) == "" ||
		model.ErrorText(constant.StringVal(c.Value)) == model.Missing {
		return nil, 0
	}
	return w.errorBehind(x), on
}

// databaseError reports whether a type of errors is one that a driver makes of what the database answers.
func (b *builder) databaseError(name string) bool {
	for i := len(name) - 1; i > 0; i-- {
		if name[i] == '.' {
			row := b.rows(name[:i]).Type(name[i+1:])
			return row != nil && len(row.Codes) > 0
		}
	}
	return false
}

// tellsFailure reports whether a predicate of this package is true only for errors that the database has answered with.
func (b *builder) tellsFailure(cond ssa.Value) bool {
	c, ok := cond.(*ssa.Call)
	if !ok || c.Call.StaticCallee() == nil {
		return false
	}
	w := b.done[origin(c.Call.StaticCallee())]
	if w == nil || w.fn.Signature.Results().Len() != 1 {
		return false
	}
	told := false
	for _, blk := range w.fn.Blocks {
		ret, ok := blk.Instrs[len(blk.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		for _, e := range w.returnEdges(ret) {
			if k, isConst := e.vals[0].(*ssa.Const); isConst && k.Value != nil && !constant.BoolVal(k.Value) {
				continue
			}
			if !w.afterDatabaseError(e) {
				return false
			}
			told = true
		}
	}
	return told
}

// afterDatabaseError reports whether a way to a return, or what it returns, asks whether an error is one of a database.
func (w *function) afterDatabaseError(e returnEdge) bool {
	if w.asksDatabase(e.vals[0]) {
		return true
	}
	if e.test != nil && e.on == 0 && w.asksDatabase(e.test.Cond) {
		return true
	}
	for _, t := range w.f.Tests(e.block) {
		if t.On == 0 && w.asksDatabase(t.If.Cond) {
			return true
		}
	}
	return false
}

func (w *function) asksDatabase(cond ssa.Value) bool {
	_, name, kind, on, ok := w.errorTest(cond)
	return ok && on == 0 && (w.b.databaseError(name) || kind == model.Exists || kind == model.TryAgain)
}

// errFrom reports whether an error is the one that the statement's call returned, or holds it.
func (t *trail) errFrom(v ssa.Value, s *trailState) bool { return t.holdsErr(v, s, maxHolders) }

// maxHolders bounds how deep an error is wrapped in others. In a loop that wraps the error of its last turn there is no end to it.
const maxHolders = 6

func (t *trail) holdsErr(v ssa.Value, s *trailState, depth int) bool {
	if depth == 0 {
		return false
	}
	for range 8 {
		switch x := v.(type) {
		case *ssa.Extract:
			if ssa.Value(t.site()) == x.Tuple {
				return flow.IsError(x.Type())
			}
			c, ok := x.Tuple.(*ssa.Call)
			return ok && t.readFrom(c)
		case *ssa.Call:
			if x == t.site() {
				return true
			}
			for _, e := range slices.Concat(wrappedErrors(t.w.f, x), t.handedOn(x)) {
				if t.holdsErr(s.of(e), s, depth-1) {
					return true
				}
			}
			return t.readFrom(x)
		case *ssa.UnOp:
			a, ok := x.X.(*ssa.FieldAddr)
			return ok && t.w.f.Object(a.X).Root == ssa.Value(t.site())
		case *ssa.ChangeInterface:
			v = s.of(x.X)
		case *ssa.MakeInterface:
			v = s.of(x.X)
		case *ssa.TypeAssert:
			v = s.of(x.X)
		default:
			return false
		}
	}
	return false
}

func (t *trail) site() *ssa.Call { c, _ := t.o.site.(*ssa.Call); return c }

// readFrom reports whether a call tells the error of a statement whose own call returns none: Scan of a row.
func (t *trail) readFrom(c *ssa.Call) bool {
	res := t.site().Call.Signature().Results()
	for i := range res.Len() {
		if flow.IsError(res.At(i).Type()) {
			return false
		}
	}
	r := receiver(c)
	return r != nil && res.Len() > 0 && t.w.f.Object(r).Root == ssa.Value(t.site())
}

// handedOn lists the errors that a function of the program is given and returns.
func (t *trail) handedOn(c *ssa.Call) (list []ssa.Value) {
	for _, target := range t.w.env.targets(c) {
		for _, r := range target.sum.Results {
			for _, o := range r.From {
				if o.Kind == flow.Param && o.In.Index < len(target.inputs) && flow.IsError(target.inputs[o.In.Index].Type()) {
					list = append(list, target.inputs[o.In.Index])
				}
			}
		}
	}
	return list
}

// failNames lists the errors of its own that the function returns when a statement has failed.
func (w *function) failNames(o *op) []string {
	if !o.statement() && o.Effect == "" || o.site == nil || w.fn.Signature.Results().Len() == 0 {
		return nil
	}
	if _, ok := o.site.(*ssa.Call); !ok {
		return nil
	}
	var names []string
	t := &trail{w: w, o: o}
	for _, b := range w.fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		for _, e := range w.returnEdges(ret) {
			for _, v := range e.vals {
				c, name := w.classOf(v)
				if c == namedError && !slices.Contains(names, name) && t.failsBefore(e) {
					names = append(names, name)
				}
			}
		}
	}
	slices.Sort(names)
	return names
}

// failsBefore reports whether a branch on the way to a return says that the statement has failed.
func (t *trail) failsBefore(e returnEdge) bool {
	s := &trailState{}
	told := func(cond ssa.Value, on int) bool {
		sides, about := t.test(cond, s)
		return about && sides[on] == hasFailed
	}
	if e.test != nil && told(e.test.Cond, e.on) {
		return true
	}
	for _, x := range t.w.f.Tests(e.block) {
		if told(x.If.Cond, x.On) {
			return true
		}
	}
	return false
}
