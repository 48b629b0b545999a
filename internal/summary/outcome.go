package summary

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

// told is a call and the result of it that a value was read from; memory is set when the call wrote the value through an
// argument (Scan, Decode).
type told struct {
	site   ssa.Instruction
	result int
	memory bool
}

// maxTold bounds the values that one question walks over.
const maxTold = 200

// toldBy lists the calls whose outcome a value is: read from a result, through conversions, fields, chained calls and
// memory that a call fills in. Arguments do not count, or a look-up would tell of everything its key was computed from.
func (w *function) toldBy(v ssa.Value) []told {
	if list, ok := w.tells[v]; ok {
		return list
	}
	k := &tellers{w: w, seen: map[ssa.Value]bool{}}
	k.walk(v)
	if w.tells == nil {
		w.tells = map[ssa.Value][]told{}
	}
	w.tells[v] = k.out
	return k.out
}

type tellers struct {
	w    *function
	seen map[ssa.Value]bool
	out  []told
}

func (k *tellers) walk(v ssa.Value) {
	if v == nil || k.seen[v] || len(k.seen) > maxTold {
		return
	}
	k.seen[v] = true
	switch v := v.(type) {
	case *ssa.Call:
		k.call(v, 0)
	case *ssa.Extract:
		switch t := v.Tuple.(type) {
		case *ssa.Call:
			k.call(t, v.Index)
		case *ssa.Lookup:
			k.walk(t.X)
		case *ssa.TypeAssert:
			k.walk(t.X)
		}
	case *ssa.Phi:
		for _, e := range v.Edges {
			k.walk(e)
		}
	case *ssa.UnOp:
		if v.Op == token.MUL {
			k.memory(v)
		}
	case *ssa.Alloc:
		k.stores(flow.Loc{Root: v})
	case *ssa.FieldAddr:
		k.memory(v)
	case *ssa.Field:
		k.walk(v.X)
	case *ssa.IndexAddr:
		k.memory(v)
	case *ssa.Index:
		k.walk(v.X)
	case *ssa.Lookup:
		k.walk(v.X)
	case *ssa.Slice:
		k.walk(v.X)
	case *ssa.ChangeType:
		k.walk(v.X)
	case *ssa.ChangeInterface:
		k.walk(v.X)
	case *ssa.Convert:
		k.walk(v.X)
	case *ssa.MakeInterface:
		k.walk(v.X)
	case *ssa.TypeAssert:
		k.walk(v.X)
	}
}

func (k *tellers) memory(v ssa.Value) {
	l := k.w.f.Locate(v)
	if l.Root != v {
		k.walk(l.Root)
	}
	k.stores(l)
}

// stores follows what is stored at a place. What a call wrote there is its outcome, and that of the call it was made on.
func (k *tellers) stores(l flow.Loc) {
	if cell, ok := l.Root.(*ssa.Alloc); ok && l.Sel == "" {
		k.left(cell)
	}
	for _, s := range k.w.f.Stores(l.Root) {
		if !s.To.Overlaps(l) {
			continue
		}
		if s.Val != nil {
			k.walk(s.Val)
			continue
		}
		k.out = append(k.out, told{s.At, 0, true})
		if c, ok := s.At.(*ssa.Call); ok {
			k.walk(receiver(c))
		}
	}
}

// call takes a call's result for its outcome, and for that of what the result is known to be read from.
func (k *tellers) call(c *ssa.Call, result int) {
	if b, ok := c.Call.Value.(*ssa.Builtin); ok {
		if b.Name() == "len" && len(c.Call.Args) > 0 {
			k.walk(c.Call.Args[0])
		}
		return
	}
	k.out = append(k.out, told{c, result, false})
	for _, t := range k.w.env.targets(c) {
		for _, r := range t.sum.Results {
			if r.To.Index != result {
				continue
			}
			for _, o := range r.From {
				if o.Kind == flow.Param && o.In.Index < len(t.inputs) && !o.Digest {
					k.walk(t.inputs[o.In.Index])
				}
			}
		}
	}
	for _, e := range wrappedErrors(k.w.f, c) {
		k.walk(e)
	}
}

// wrappedErrors lists the errors that a call decorates and returns.
func wrappedErrors(f *flow.Func, c *ssa.Call) (list []ssa.Value) {
	fn := c.Call.StaticCallee()
	if fn == nil || c.Call.Signature().Results().Len() != 1 || !flow.IsError(c.Call.Signature().Results().At(0).Type()) {
		return nil
	}
	for _, a := range c.Call.Args {
		if flow.IsError(a.Type()) {
			list = append(list, a)
		}
		if _, isList := elemOfSlice(a.Type()); isList {
			l := f.Locate(a)
			for _, s := range f.Stores(l.Root) {
				if s.Val == nil {
					continue
				}
				v := s.Val
				if m, ok := v.(*ssa.ChangeInterface); ok {
					v = m.X
				}
				if flow.IsError(v.Type()) {
					list = append(list, v)
				}
			}
		}
	}
	return list
}

// opsAt lists the operations at a call.
func (w *function) opsAt(site ssa.Instruction) []*op {
	if w.bySite == nil {
		w.bySite = map[ssa.Instruction][]*op{}
		for i := range w.ops {
			o := &w.ops[i]
			w.bySite[o.site] = append(w.bySite[o.site], o)
		}
	}
	return w.bySite[site]
}

// tells reports whether a value tells of an operation's outcome, and through which result.
func (w *function) tellsOf(v ssa.Value, o *op) (result int, ok bool) {
	for _, t := range w.toldBy(v) {
		if t.site == o.site {
			if t.memory {
				return effect.Anywhere, true
			}
			return t.result, true
		}
	}
	return 0, false
}

// has reports whether an operation's bad outcome shows in a form at a result.
func (o *op) has(result int, form effect.Form) bool {
	for _, a := range o.Answers {
		if a.Form == form && (a.Result == result || a.Result == effect.Anywhere || result == effect.Anywhere) {
			return true
		}
	}
	return false
}

// weakly reports whether emptiness of a result has other reasons too.
func (o *op) weakly(result int) bool {
	return slices.ContainsFunc(o.Answers, func(a effect.Answer) bool { return a.Form == effect.Zero && a.Result == result && a.Weak })
}

// exactly is has for answers about that very result.
func (o *op) exactly(result int, form effect.Form) bool {
	for _, a := range o.Answers {
		if a.Form == form && a.Result == result {
			return true
		}
	}
	return false
}

func (o *op) named(result int, name string) bool {
	for _, a := range o.Answers {
		if a.Form == effect.Named && (a.Result == result || a.Result == effect.Anywhere) && sameError(a.Name, name) {
			return true
		}
	}
	return false
}

// sameError compares names of errors. A name without a package is one that this package declares.
func sameError(a, b string) bool {
	return a == b || strings.HasSuffix(a, "."+b) || strings.HasSuffix(b, "."+a)
}

// badOn says on which branch of a condition an operation turned out badly: a read found nothing, a claim was lost. weak is
// set when that is one of several reasons to take the branch.
func (w *function) badOn(cond ssa.Value, o *op) (on int, weak, ok bool) {
	flip := 0
	for {
		not, isNot := cond.(*ssa.UnOp)
		if !isNot || not.Op != token.NOT {
			break
		}
		cond, flip = not.X, 1-flip
	}
	on, weak, ok = w.badOnPlain(cond, o)
	return (on + flip) % 2, weak, ok
}

func (w *function) badOnPlain(cond ssa.Value, o *op) (on int, weak, ok bool) {
	if o.lookup != nil {
		on, ok = thereOn(cond, o.lookup)
		return on, false, ok
	}
	if err, nilOn, isNil := flow.NilTest(cond); isNil {
		r, tells := w.tellsOf(err, o)
		switch {
		case !tells:
			return 0, false, false
		case o.exactly(r, effect.Zero):
			return nilOn, false, true
		case o.has(r, effect.AnyErr), o.anyNamed(r):
			return 1 - nilOn, true, true
		}
		return 0, false, false
	}
	if err, name, kind, trueOn, isTest := w.errorTest(cond); isTest {
		r, tells := w.tellsOf(err, o)
		if !tells {
			return 0, false, false
		}
		if name != "" && o.named(r, name) || kind != "" && o.expects(kind) && (o.anyNamed(r) || o.has(r, effect.AnyErr)) {
			return trueOn, false, true
		}
		return 0, false, false
	}
	if on, isOwn := w.ownOn(cond, o); isOwn {
		return on, true, true
	}
	if v, zeroOn, isEmpty := zeroTest(cond); isEmpty {
		if r, tells := w.tellsOf(v, o); tells && o.has(r, effect.Zero) && !(flow.IsError(v.Type()) && !o.exactly(r, effect.Zero)) {
			return zeroOn, o.weakly(r), true
		}
		return 0, false, false
	}
	if isBool(cond) {
		if r, tells := w.tellsOf(cond, o); tells {
			switch {
			case o.exactly(r, effect.True):
				return 0, false, true
			case o.has(r, effect.Zero):
				return 1, o.weakly(r), true
			}
		}
	}
	return 0, false, false
}

// ownOn says on which branch of a condition what was read is the asker's own: whoever finds himself there goes on as if
// there were nothing.
func (w *function) ownOn(cond ssa.Value, o *op) (on int, ok bool) {
	b, isBin := cond.(*ssa.BinOp)
	if !isBin || o.Do != model.DoRead || b.Op != token.EQL && b.Op != token.NEQ || !isString(b.X.Type()) {
		return 0, false
	}
	_, x := w.tellsOf(b.X, o)
	_, y := w.tellsOf(b.Y, o)
	_, cx := b.X.(*ssa.Const)
	_, cy := b.Y.(*ssa.Const)
	if x == y || cx || cy {
		return 0, false
	}
	if b.Op == token.NEQ {
		on = 1
	}
	return on, true
}

func (o *op) anyNamed(result int) bool {
	for _, a := range o.Answers {
		if a.Form == effect.Named && (a.Result == result || a.Result == effect.Anywhere) {
			return true
		}
	}
	return false
}

// expects reports whether an error of that kind is the bad outcome of the operation.
func (o *op) expects(kind model.ErrorKind) bool {
	if o.Do == model.DoRead || o.Do == model.DoCreate {
		return kind == model.Missing
	}
	return kind == model.Exists || kind == model.Conflict || kind == model.Missing && o.Do != model.DoInsert
}

func isBool(v ssa.Value) bool {
	b, ok := v.Type().Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// zeroTest reads a condition that asks whether something is empty: flow.EmptyTest, and numbers compared with 0 or 1.
func zeroTest(cond ssa.Value) (v ssa.Value, zeroOn int, ok bool) {
	if v, on, ok := flow.EmptyTest(cond); ok {
		return v, on, true
	}
	b, isBin := cond.(*ssa.BinOp)
	if !isBin {
		return nil, 0, false
	}
	c, isConst := b.Y.(*ssa.Const)
	if !isConst || c.Value == nil || c.Value.Kind() != constant.Int {
		return nil, 0, false
	}
	n, exact := constant.Int64Val(c.Value)
	switch {
	case !exact:
	case b.Op == token.EQL && n == 0, b.Op == token.LSS && n == 1, b.Op == token.LEQ && n == 0, b.Op == token.NEQ && n == 1:
		return b.X, 0, true
	case b.Op == token.NEQ && n == 0, b.Op == token.GTR && n == 0, b.Op == token.GEQ && n == 1, b.Op == token.EQL && n == 1:
		return b.X, 1, true
	}
	return nil, 0, false
}

// errorTest reads a condition that asks what an error is: compared with a variable, errors.Is, errors.As, a predicate, a
// code. It gives the name of the variable or type, or the kind of error.
func (w *function) errorTest(cond ssa.Value) (err ssa.Value, name string, kind model.ErrorKind, on int, ok bool) {
	switch c := cond.(type) {
	case *ssa.BinOp:
		return w.comparedError(c)
	case *ssa.Call:
		return w.askedError(c)
	case *ssa.Extract: // e, ok := err.(*T)
		if a, isAssert := c.Tuple.(*ssa.TypeAssert); isAssert && c.Index == 1 && flow.IsError(a.X.Type()) {
			name, kind := w.b.errorType(a.AssertedType)
			return a.X, name, kind, 0, true
		}
	}
	return nil, "", "", 0, false
}

func (w *function) comparedError(b *ssa.BinOp) (err ssa.Value, name string, kind model.ErrorKind, on int, ok bool) {
	if b.Op != token.EQL && b.Op != token.NEQ {
		return nil, "", "", 0, false
	}
	if b.Op == token.NEQ {
		on = 1
	}
	x, y := b.X, b.Y
	if _, isConst := x.(*ssa.Const); isConst {
		x, y = y, x
	}
	if flow.IsError(x.Type()) {
		if name, kind, ok = w.errorVar(y); ok {
			return x, name, kind, on, true
		}
		if name, kind, ok = w.errorVar(x); ok {
			return y, name, kind, on, true
		}
		return nil, "", "", 0, false
	}
	if _, kind, ok = w.errorVar(y); ok && kind != "" { // a code that a variable of the library holds
		err = w.errorBehind(x)
		return err, "", kind, on, err != nil
	}
	c, isConst := y.(*ssa.Const)
	if !isConst || c.Value == nil {
		return nil, "", "", 0, false
	}
	if kind = w.b.constKind(c); kind == "" {
		if kind = w.codeKind(x, c); kind == "" {
			return nil, "", "", 0, false
		}
	}
	if err = w.errorBehind(x); err == nil {
		return nil, "", "", 0, false
	}
	return err, "", kind, on, true
}

// constKind is the kind of error that a constant with a name stands for: codes.NotFound.
func (b *builder) constKind(c *ssa.Const) model.ErrorKind {
	n, ok := types.Unalias(c.Type()).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return ""
	}
	rows := b.rows(n.Obj().Pkg().Path())
	if rows == nil {
		return ""
	}
	scope := n.Obj().Pkg().Scope()
	for _, name := range scope.Names() {
		k, ok := scope.Lookup(name).(*types.Const)
		if ok && types.Identical(k.Type(), n) && constant.Compare(k.Val(), token.EQL, c.Value) {
			if row := rows.Var(name); row != nil {
				return row.Is
			}
		}
	}
	return ""
}

// codeKind is the kind that a field of an error tells by a constant: pgErr.Code == "23505".
func (w *function) codeKind(x ssa.Value, c *ssa.Const) model.ErrorKind {
	field, owner := w.fieldRead(x)
	if field == "" || owner == nil || owner.Obj().Pkg() == nil {
		return ""
	}
	row := w.b.rows(owner.Obj().Pkg().Path()).Type(owner.Obj().Name())
	if row == nil {
		return ""
	}
	text := c.Value.ExactString()
	if c.Value.Kind() == constant.String {
		text = constant.StringVal(c.Value)
	}
	for _, code := range row.Codes {
		if code.Field != field {
			continue
		}
		for _, v := range code.Values {
			if v == text || v == "*" {
				return code.Is
			}
		}
	}
	return ""
}

// fieldRead is the field that a value was read from.
func (w *function) fieldRead(v ssa.Value) (field string, owner *types.Named) {
	for range 8 {
		switch x := v.(type) {
		case *ssa.Convert:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.UnOp:
			v = x.X
		case *ssa.FieldAddr:
			if f := fieldVar(x); f != nil {
				return f.Name(), ssapkg.Named(x.X.Type())
			}
			return "", nil
		case *ssa.Field:
			if st, ok := structType(x.X.Type()); ok {
				return st.Field(x.Field).Name(), ssapkg.Named(x.X.Type())
			}
			return "", nil
		case *ssa.Call: // a getter: SQLState(), Code()
			r := receiver(x)
			if r == nil {
				return "", nil
			}
			for _, t := range w.env.targets(x) {
				for _, res := range t.sum.Results {
					for _, o := range res.From {
						if o.Kind == flow.Param && o.In.Index == 0 && o.In.Sel != "" {
							return flow.LastName(o.In.Sel), ssapkg.Named(r.Type())
						}
					}
				}
			}
			return callName(x), ssapkg.Named(r.Type())
		default:
			return "", nil
		}
	}
	return "", nil
}

// errorBehind is the error that a code was taken from: the argument of status.Code, what errors.As filled in.
func (w *function) errorBehind(v ssa.Value) ssa.Value {
	seen := map[ssa.Value]bool{}
	todo := []ssa.Value{v}
	for len(todo) > 0 && len(seen) < 40 {
		v := todo[0]
		todo = todo[1:]
		if v == nil || seen[v] {
			continue
		}
		seen[v] = true
		if flow.IsError(v.Type()) && types.IsInterface(v.Type()) {
			return v
		}
		switch x := v.(type) {
		case *ssa.Call:
			todo = append(todo, flow.Inputs(x.Common())...)
		case *ssa.Extract:
			if a, ok := x.Tuple.(*ssa.TypeAssert); ok {
				todo = append(todo, a.X)
			} else if c, ok := x.Tuple.(*ssa.Call); ok {
				todo = append(todo, flow.Inputs(c.Common())...)
			}
		case *ssa.Convert:
			todo = append(todo, x.X)
		case *ssa.ChangeType:
			todo = append(todo, x.X)
		case *ssa.UnOp:
			todo = append(todo, x.X)
		case *ssa.FieldAddr:
			todo = append(todo, x.X)
		case *ssa.Field:
			todo = append(todo, x.X)
		case *ssa.TypeAssert:
			todo = append(todo, x.X)
		case *ssa.Alloc:
			todo = append(todo, w.asInto(x))
		}
	}
	return nil
}

// asInto is the error from which errors.As fills in a variable.
func (w *function) asInto(cell *ssa.Alloc) ssa.Value {
	for _, r := range *cell.Referrers() {
		m, ok := r.(*ssa.MakeInterface)
		if !ok || m.Referrers() == nil {
			continue
		}
		for _, u := range *m.Referrers() {
			if c, ok := u.(*ssa.Call); ok && isErrorsFunc(c, "As") {
				return c.Call.Args[0]
			}
		}
	}
	return nil
}

func isErrorsFunc(c *ssa.Call, name string) bool {
	fn := c.Call.StaticCallee()
	return fn != nil && fn.Name() == name && len(c.Call.Args) >= 2 && strings.HasSuffix(pkgPath(fn), "errors")
}
