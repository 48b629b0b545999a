package summary

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

// errorVar reads a variable that holds an error: its name, and the kind that a row gives it.
func (w *function) errorVar(v ssa.Value) (name string, kind model.ErrorKind, ok bool) {
	for {
		switch x := v.(type) {
		case *ssa.ChangeInterface:
			v = x.X
			continue
		case *ssa.MakeInterface:
			v = x.X
			continue
		}
		break
	}
	if c, isConst := v.(*ssa.Const); isConst && c.Value != nil { // redis.Nil is a constant of an error type
		n, named := types.Unalias(c.Type()).(*types.Named)
		if !named || n.Obj().Pkg() == nil {
			return "", "", false
		}
		name, kind = w.b.constError(n, c)
		return name, kind, name != ""
	}
	load, isLoad := v.(*ssa.UnOp)
	if !isLoad {
		return "", "", false
	}
	g, isGlobal := load.X.(*ssa.Global)
	if !isGlobal || g.Pkg == nil {
		return "", "", false
	}
	path := g.Pkg.Pkg.Path()
	name = path + "." + g.Name()
	if row := w.b.rows(path).Var(g.Name()); row != nil {
		kind = row.Is
	} else {
		kind = w.b.aliasedError(g)
	}
	return name, kind, true
}

// constError finds the constant of an error type that has a value: one with a row, or else the one of the type's package. A
// library may offer a constant of an internal package under a name of its own (redis.Nil).
func (b *builder) constError(n *types.Named, c *ssa.Const) (string, model.ErrorKind) {
	key := namedConst{n, c.Value.ExactString()}
	e, ok := b.constErrors[key]
	if !ok {
		e.name, e.kind = b.findConstError(n, key.value)
		b.constErrors[key] = e
	}
	return e.name, e.kind
}

// namedConst is a constant of a named type; many names may stand for it.
type namedConst struct {
	of    *types.Named
	value string
}

// constErr is what such a constant means as an error.
type constErr struct {
	name string
	kind model.ErrorKind
}

func (b *builder) findConstError(n *types.Named, value string) (string, model.ErrorKind) {
	found := ""
	for _, pkg := range append([]*types.Package{n.Obj().Pkg()}, b.pkg.Types.Imports()...) {
		rows := b.rows(pkg.Path())
		if rows == nil && pkg != n.Obj().Pkg() {
			continue
		}
		for _, name := range pkg.Scope().Names() {
			k, ok := pkg.Scope().Lookup(name).(*types.Const)
			if !ok || !types.Identical(k.Type(), n) || k.Val().ExactString() != value {
				continue
			}
			full := pkg.Path() + "." + name
			if row := rows.Var(name); row != nil {
				return full, row.Is
			}
			if found == "" {
				found = full
			}
		}
	}
	return found, ""
}

// aliasedError is the kind of a variable of this package that is set to a library's.
func (b *builder) aliasedError(g *ssa.Global) model.ErrorKind {
	vals := b.made[g]
	if len(vals) != 1 {
		return ""
	}
	load, ok := vals[0].(*ssa.UnOp)
	if !ok {
		return ""
	}
	other, ok := load.X.(*ssa.Global)
	if !ok || other == g || other.Pkg == nil {
		return ""
	}
	if row := b.rows(other.Pkg.Pkg.Path()).Var(other.Name()); row != nil {
		return row.Is
	}
	return ""
}

// errorType is the name of an error type, and the kind that a row gives it.
func (b *builder) errorType(t types.Type) (string, model.ErrorKind) {
	n := ssapkg.Named(t)
	if n == nil || n.Obj().Pkg() == nil {
		return "", ""
	}
	path := n.Obj().Pkg().Path()
	if row := b.rows(path).Type(n.Obj().Name()); row != nil {
		return path + "." + n.Obj().Name(), row.Is
	}
	return path + "." + n.Obj().Name(), ""
}

// askedError reads a call that asks what an error is.
func (w *function) askedError(c *ssa.Call) (err ssa.Value, name string, kind model.ErrorKind, on int, ok bool) {
	switch {
	case isErrorsFunc(c, "Is"):
		name, kind, ok = w.errorVar(c.Call.Args[1])
		return c.Call.Args[0], name, kind, 0, ok
	case isErrorsFunc(c, "As"):
		target := c.Call.Args[1]
		if m, isIface := target.(*ssa.MakeInterface); isIface {
			target = m.X
		}
		if p, isPtr := target.Type().Underlying().(*types.Pointer); isPtr {
			name, kind = w.b.errorType(p.Elem())
			return c.Call.Args[0], name, kind, 0, true
		}
		return nil, "", "", 0, false
	}
	if err, kind := w.wordsOf(c); kind != "" {
		return err, "", kind, 0, true
	}
	for _, t := range w.env.targets(c) {
		for _, row := range t.rows {
			if row.Is != "" {
				if e := w.askedAbout(t.inputs); e != nil {
					return e, "", row.Is, 0, true
				}
			}
		}
		for _, a := range t.sum.Asks {
			if a.In < len(t.inputs) && isBool(c) {
				return t.inputs[a.In], "", a.Kind, 0, true
			}
		}
	}
	if isBool(c) {
		if e := errorArg(flow.Inputs(c.Common())); e != nil {
			return e, "", model.ErrorName(callName(c)), 0, true
		}
	}
	return nil, "", "", 0, false
}

func errorArg(list []ssa.Value) ssa.Value {
	for _, a := range list {
		if flow.IsError(a.Type()) {
			return a
		}
	}
	return nil
}

// askedAbout is what a predicate of a library asks about: an error, the error that a code was taken from, or what holds one.
func (w *function) askedAbout(inputs []ssa.Value) ssa.Value {
	if e := errorArg(inputs); e != nil || len(inputs) == 0 {
		return e
	}
	if e := w.errorBehind(inputs[0]); e != nil {
		return e
	}
	if len(inputs) == 1 {
		return inputs[0]
	}
	return nil
}

// wordsOf reads a search in the text of an error: strings.Contains(err.Error(), "duplicate key").
func (w *function) wordsOf(c *ssa.Call) (ssa.Value, model.ErrorKind) {
	fn := c.Call.StaticCallee()
	if fn == nil || pkgPath(fn) != "strings" || len(c.Call.Args) != 2 {
		return nil, ""
	}
	text, ok := flow.ConstString(c.Call.Args[1])
	if !ok {
		return nil, ""
	}
	for _, v := range []ssa.Value{c.Call.Args[0]} {
		for range 4 {
			inner, isCall := v.(*ssa.Call)
			if !isCall {
				break
			}
			if r := receiver(inner); r != nil && flow.IsError(r.Type()) && callName(inner) == "Error" {
				return r, model.ErrorText(text)
			}
			if len(inner.Call.Args) == 0 {
				break
			}
			v = inner.Call.Args[0] // strings.ToLower(err.Error())
		}
	}
	return nil, ""
}

// asks notes which kinds of errors the function tells apart in what it is given.
func (w *function) asks() {
	has := false
	for _, p := range w.fn.Params {
		has = has || flow.IsError(p.Type())
	}
	if !has {
		return
	}
	for _, blk := range w.fn.Blocks {
		for _, in := range blk.Instrs {
			v, ok := in.(ssa.Value)
			if !ok {
				continue
			}
			err, _, kind, _, ok := w.errorTest(v)
			if !ok || kind == "" {
				continue
			}
			for i, p := range w.fn.Params {
				if w.f.Locate(err).Root == ssa.Value(p) {
					a := Ask{i, kind}
					if !slices.Contains(w.sum.Asks, a) {
						w.sum.Asks = append(w.sum.Asks, a)
					}
				}
			}
		}
	}
	slices.SortFunc(w.sum.Asks, func(a, b Ask) int {
		if a.In != b.In {
			return a.In - b.In
		}
		return strings.Compare(string(a.Kind), string(b.Kind))
	})
}
