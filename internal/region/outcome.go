package region

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// outcome says that a branch tests whether a call succeeded, and on which side it did.
type outcome struct {
	call   *ssa.Call
	goodOn int
}

// outcomes reads a branch condition: an error compared with nil, a bool result, or a predicate on an error.
func (l *Loop) outcomes(cond ssa.Value) []outcome {
	goodOn := 0
	for {
		not, ok := cond.(*ssa.UnOp)
		if !ok || not.Op != token.NOT {
			break
		}
		cond, goodOn = not.X, 1-goodOn
	}
	if err, nilOn, ok := flow.NilTest(cond); ok {
		return l.results(err, (nilOn+goodOn)%2)
	}
	if b, ok := cond.(*ssa.BinOp); ok {
		return l.answers(b, goodOn)
	}
	if c, ok := cond.(*ssa.Call); ok {
		if errs := errorArgs(c); len(errs) > 0 {
			if !model.NameHint(model.TransientHint, testName(c)) {
				return nil
			}
			var list []outcome
			for _, e := range errs {
				list = append(list, l.results(e, 1-goodOn)...)
			}
			return list
		}
	}
	if isBool(cond.Type()) {
		return l.boolResults(cond, goodOn)
	}
	return nil
}

// results lists the calls of the loop whose error a value is, wrapped or not.
func (l *Loop) results(err ssa.Value, goodOn int) []outcome {
	var list []outcome
	for _, c := range l.errorCalls(err) {
		list = append(list, outcome{c, goodOn})
	}
	return list
}

// errorCalls walks from an error to the calls it may come from.
func (l *Loop) errorCalls(err ssa.Value) []*ssa.Call {
	var list []*ssa.Call
	seen := map[ssa.Value]bool{}
	todo := []ssa.Value{err}
	for len(todo) > 0 && len(seen) < 200 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if v == nil || seen[v] {
			continue
		}
		seen[v] = true
		switch v := v.(type) {
		case *ssa.Phi:
			todo = append(todo, v.Edges...)
		case *ssa.Extract:
			todo = append(todo, v.Tuple)
		case *ssa.MakeInterface:
			todo = append(todo, v.X)
		case *ssa.ChangeInterface:
			todo = append(todo, v.X)
		case *ssa.TypeAssert:
			todo = append(todo, v.X)
		case *ssa.UnOp:
			if v.Op == token.MUL {
				at := l.f.Locate(v)
				for _, s := range l.f.Stores(at.Root) {
					if s.Val != nil && s.To.Overlaps(at) {
						todo = append(todo, s.Val)
					}
				}
			}
		case *ssa.Call:
			if wraps(v) {
				todo = append(todo, errorArgs(v)...)
				todo = append(todo, variadicErrors(l.f, v)...)
			} else {
				list = append(list, v)
			}
		}
	}
	return list
}

// wraps reports whether a call only decorates an error that it is given.
func wraps(c *ssa.Call) bool {
	fn := c.Call.StaticCallee()
	if fn == nil || fn.Pkg == nil {
		return false
	}
	path := fn.Pkg.Pkg.Path()
	return path == "fmt" && fn.Name() == "Errorf" || path == "errors" && fn.Name() == "Join" || len(errorArgs(c)) > 0
}

func variadicErrors(f *flow.Func, c *ssa.Call) []ssa.Value {
	var list []ssa.Value
	if c.Call.Signature().Variadic() && len(c.Call.Args) > 0 {
		root := f.Locate(c.Call.Args[len(c.Call.Args)-1]).Root
		for _, s := range f.Stores(root) {
			v := s.Val
			if m, ok := v.(*ssa.MakeInterface); ok {
				v = m.X
			}
			if m, ok := v.(*ssa.ChangeInterface); ok {
				v = m.X
			}
			if v != nil && flow.IsError(v.Type()) {
				list = append(list, v)
			}
		}
	}
	return list
}

// errorArgs lists a call's arguments of error type.
func errorArgs(c *ssa.Call) []ssa.Value {
	var list []ssa.Value
	for _, a := range c.Call.Args {
		if flow.IsError(a.Type()) {
			if k, isConst := a.(*ssa.Const); !isConst || k.Value != nil {
				list = append(list, a)
			}
		}
	}
	return list
}

// testName is what a predicate on an error asks about: the sentinel of errors.Is, or the predicate's own name.
func testName(c *ssa.Call) string {
	name := ""
	if fn := c.Call.StaticCallee(); fn != nil {
		name = fn.Name()
		if fn.Pkg != nil && fn.Pkg.Pkg.Path() == "errors" && (name == "Is" || name == "As") && len(c.Call.Args) == 2 {
			return sentinel(c.Call.Args[1])
		}
	} else if c.Call.IsInvoke() {
		name = c.Call.Method.Name()
	}
	return name
}

// sentinel names the package variable, or the type of the target, that an error is compared with.
func sentinel(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.UnOp:
		if g, ok := v.X.(*ssa.Global); ok {
			return g.Name()
		}
	case *ssa.MakeInterface:
		if p, ok := types.Unalias(v.X.Type()).(*types.Pointer); ok {
			t := types.Unalias(p.Elem())
			if n, ok := t.(*types.Pointer); ok {
				t = types.Unalias(n.Elem())
			}
			if n, ok := t.(*types.Named); ok {
				return n.Obj().Name()
			}
		}
		return sentinel(v.X)
	}
	return ""
}

// definite reports whether a branch is taken only when the receiver has refused for good, so that what was sent did not
// happen: then a new key is right.
func (l *Loop) definite(cond ssa.Value, on int) bool {
	for {
		not, ok := cond.(*ssa.UnOp)
		if !ok || not.Op != token.NOT {
			break
		}
		cond, on = not.X, 1-on
	}
	switch c := cond.(type) {
	case *ssa.Call:
		return on == 0 && len(errorArgs(c)) > 0 && model.NameHint(model.RefusalHint, testName(c))
	case *ssa.BinOp:
		equalOn := 0
		if c.Op == token.NEQ {
			equalOn = 1
		} else if c.Op != token.EQL {
			return false
		}
		return on == equalOn && flow.IsError(c.X.Type()) &&
			(model.NameHint(model.RefusalHint, sentinel(c.X)) || model.NameHint(model.RefusalHint, sentinel(c.Y)))
	}
	return false
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.Bool
}

// boolResults reads a bool that a call of the loop returned as its outcome. A comparison or a predicate that asks
// something else than "did it work" (has, is, next, …) is none.
func (l *Loop) boolResults(v ssa.Value, goodOn int) []outcome {
	var list []outcome
	switch v := v.(type) {
	case *ssa.Phi:
		for _, e := range v.Edges {
			switch e := e.(type) {
			case *ssa.BinOp:
				if err, nilOn, ok := flow.NilTest(e); ok { // ok = err == nil
					list = append(list, l.results(err, (nilOn+goodOn)%2)...)
				}
			case *ssa.Extract, *ssa.Call:
				list = append(list, l.boolResults(e, goodOn)...)
			}
		}
	case *ssa.Extract:
		// Beside an error the bool is an answer, not an outcome: not found, taken, not yet.
		if c, ok := v.Tuple.(*ssa.Call); ok && !returnsError(c) {
			return l.boolResults(c, goodOn)
		}
	case *ssa.Call:
		if name := strings.ToLower(testName(v)); name != "" && !model.NameHint(model.QuestionHint, name) {
			return []outcome{{v, goodOn}}
		}
	}
	return list
}

// answers reads a comparison of the status of an answer, or of the code of an error, with a constant.
func (l *Loop) answers(b *ssa.BinOp, goodOn int) []outcome {
	c, ok := b.Y.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
		return nil
	}
	code, _ := constant.Int64Val(c.Value)
	if call, ok := b.X.(*ssa.Call); ok && b.Op == token.EQL && isNamed(b.X.Type(), "google.golang.org/grpc/codes", "Code") {
		switch errs := errorArgs(call); {
		case len(errs) == 0:
		case code == 0:
			return l.results(errs[0], goodOn)
		case model.TransientCode(code):
			return l.results(errs[0], 1-goodOn)
		}
		return nil
	}
	at := l.f.Locate(b.X)
	ext, ok := at.Root.(*ssa.Extract)
	if !ok || !strings.HasSuffix(at.Sel, ".StatusCode") {
		return nil
	}
	call, ok := ext.Tuple.(*ssa.Call)
	failed := code >= 500 || code == 429 || code == 408
	switch {
	case !ok:
	case b.Op == token.EQL && failed, b.Op == token.NEQ && code < 300, (b.Op == token.GEQ || b.Op == token.GTR) && code >= 299:
		return []outcome{{call, 1 - goodOn}}
	case b.Op == token.EQL && code < 300, (b.Op == token.LSS || b.Op == token.LEQ) && code >= 299:
		return []outcome{{call, goodOn}}
	}
	return nil
}

// transient reports whether a branch is taken when the outcome of a call is unknown: a timeout, an unavailable receiver.
func transient(cond ssa.Value, on int) bool {
	for {
		not, ok := cond.(*ssa.UnOp)
		if !ok || not.Op != token.NOT {
			break
		}
		cond, on = not.X, 1-on
	}
	switch c := cond.(type) {
	case *ssa.Call:
		return on == 0 && len(errorArgs(c)) > 0 && model.NameHint(model.TransientHint, testName(c)) && !model.NameHint(model.RefusalHint, testName(c))
	case *ssa.BinOp:
		k, ok := c.Y.(*ssa.Const)
		if !ok || k.Value == nil || c.Op != token.EQL || on != 0 || !isNamed(c.X.Type(), "google.golang.org/grpc/codes", "Code") {
			return false
		}
		code, _ := constant.Int64Val(k.Value)
		return model.TransientCode(code)
	}
	return false
}

// varies reports whether what a call is given changes from turn to turn for another reason than a fresh value.
func (l *Loop) varies(c *ssa.Call) bool {
	for v := range l.argSlice(c).Values {
		if l.newWork(v) && !counts(c, v) {
			return true
		}
	}
	return false
}

// counts reports whether a callback is merely told the number of the attempt.
func counts(c *ssa.Call, v ssa.Value) bool {
	phi, ok := v.(*ssa.Phi)
	return ok && numeric(phi.Type()) && !c.Call.IsInvoke() && c.Call.StaticCallee() == nil && slices.Contains(c.Call.Args, ssa.Value(phi))
}

func (l *Loop) newWork(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Next:
		return v.Block() == l.Header
	case *ssa.Call:
		return l.Blocks[v.Block()] && l.f.ReadsNew(v)
	case *ssa.UnOp:
		return v.Op == token.ARROW && l.Blocks[v.Block()] && carriesData(v.Type())
	case *ssa.Extract:
		sel, ok := v.Tuple.(*ssa.Select)
		return ok && v.Index >= 2 && l.Blocks[sel.Block()] && carriesData(v.Type())
	case *ssa.Phi:
		return v.Block() == l.Header && l.carried(v)
	}
	return false
}

// carried reports whether a header phi brings something new into the next turn.
func (l *Loop) carried(phi *ssa.Phi) bool {
	t := phi.Type()
	if flow.IsError(t) || isNamed(t, "context", "Context") || isBool(t) {
		return false
	}
	if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&types.IsNumeric != 0 {
		return !isNamed(t, "time", "Duration") && !model.NameHint(model.AttemptHint, phi.Comment) && !l.few(phi)
	}
	for i, e := range phi.Edges {
		if !l.Blocks[phi.Block().Preds[i]] {
			continue
		}
		for _, o := range l.f.Trace(e, "") {
			if o.Kind == flow.Unknown {
				return true
			}
		}
	}
	return false
}

// few reports whether a number only goes up to a constant: a loop over work has as many turns as there is work.
func (l *Loop) few(phi *ssa.Phi) bool {
	for b := range l.Blocks {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || l.Blocks[b.Succs[0]] == l.Blocks[b.Succs[1]] {
			continue
		}
		cmp, ok := cond.Cond.(*ssa.BinOp)
		if !ok {
			continue
		}
		x := cmp.X
		if add, isAdd := x.(*ssa.BinOp); isAdd {
			x = add.X
		}
		c, isConst := cmp.Y.(*ssa.Const)
		if isConst && x == ssa.Value(phi) && c.Value != nil && c.Value.Kind() == constant.Int {
			n, exact := constant.Int64Val(c.Value)
			return exact && n >= 0 && n <= maxAttempts
		}
	}
	return false
}

// maxAttempts is more than anybody tries in a loop.
const maxAttempts = 20

func carriesData(t types.Type) bool {
	if s, ok := t.Underlying().(*types.Struct); ok && s.NumFields() == 0 {
		return false
	}
	return !isNamed(t, "time", "Time")
}

func isNamed(t types.Type, path, name string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == name && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == path
}
