package summary

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

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

// unqualified is the name of an error without the path of its package, which may hold any word.
func unqualified(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

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
	if c.Value == nil || b.rows(n.Obj().Pkg().Path()) == nil {
		return ""
	}
	key := namedConst{n, c.Value.ExactString()}
	kind, ok := b.constKinds[key]
	if !ok {
		kind = b.findConstKind(n, key.value)
		b.constKinds[key] = kind
	}
	return kind
}

func (b *builder) findConstKind(n *types.Named, value string) model.ErrorKind {
	rows, scope := b.rows(n.Obj().Pkg().Path()), n.Obj().Pkg().Scope()
	for _, name := range scope.Names() {
		k, ok := scope.Lookup(name).(*types.Const)
		if ok && types.Identical(k.Type(), n) && k.Val().ExactString() == value {
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
