package summary

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

// Attempts implements flow.Env: the number that a retry loop counts in, and a captured one that a literal counts up itself.
func (e *env) Attempts(v ssa.Value) (name string, ok bool) {
	switch v := v.(type) {
	case *ssa.Phi:
		if !isNumber(v.Type()) {
			return "", false
		}
		for _, l := range e.loops {
			if v.Block() == l.Header && counted(v) {
				if strings.Contains(v.Comment, ".") { // range over a number: the compiler's own name
					return "the attempt counter", true
				}
				return "the attempt counter " + v.Comment, true
			}
		}
	case *ssa.FreeVar:
		p, isPtr := v.Type().Underlying().(*types.Pointer)
		if !isPtr || !isNumber(p.Elem()) {
			return "", false
		}
		for _, s := range e.f.Stores(v) {
			if add, isAdd := s.Val.(*ssa.BinOp); isAdd && add.Op == token.ADD && e.f.Locate(add.X).Root == ssa.Value(v) {
				return "the attempt counter " + v.Name(), true
			}
		}
	}
	return "", false
}

func isNumber(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// counted reports whether a number is changed by one constant in each turn.
func counted(phi *ssa.Phi) bool {
	for _, e := range phi.Edges {
		if b, ok := e.(*ssa.BinOp); ok && (b.Op == token.ADD || b.Op == token.SUB) && b.X == ssa.Value(phi) {
			return true
		}
	}
	return false
}

// Made implements flow.Env: a random value that is made once, when the program starts, is the same for all that follows.
func (e *env) Made(g *ssa.Global) (flow.Origin, bool) {
	vals := e.b.made[g]
	if len(vals) == 0 && g.Pkg != nil && g.Pkg.Pkg != e.b.pkg.Types {
		return zeroGlobal(g)
	}
	if len(vals) != 1 {
		return flow.Origin{}, false
	}
	if kind := e.b.freshCall(vals[0], 0); kind == model.Random {
		return flow.Origin{Kind: flow.Const, Text: g.Name() + ", made once when the program starts"}, true
	}
	return flow.Origin{}, false
}

// zeroGlobal knows the one variable of other packages that matters: uuid.Nil and its like.
func zeroGlobal(g *ssa.Global) (flow.Origin, bool) {
	p, ok := g.Type().Underlying().(*types.Pointer)
	if !ok || g.Name() != "Nil" {
		return flow.Origin{}, false
	}
	if _, isArray := p.Elem().Underlying().(*types.Array); !isArray {
		return flow.Origin{}, false
	}
	return flow.Origin{Kind: flow.Zero, Text: g.Name()}, true
}

// freshCall is how the result of a modelled function is fresh, seen through conversions and the methods that write it out.
func (b *builder) freshCall(v ssa.Value, depth int) model.FreshKind {
	switch x := v.(type) {
	case *ssa.Extract:
		return b.freshCall(x.Tuple, depth)
	case *ssa.UnOp:
		return b.freshCall(x.X, depth)
	case *ssa.Convert:
		return b.freshCall(x.X, depth)
	case *ssa.Call:
		callee := x.Call.StaticCallee()
		if callee == nil || depth > 3 {
			return ""
		}
		obj, ok := origin(callee).Object().(*types.Func)
		if !ok {
			return ""
		}
		path, recv, name := ssapkg.Symbol(obj)
		for _, row := range b.rows(path).Func(recv, name) {
			if row.When == nil && len(row.Fresh) > 0 && row.Fresh[0].At.Sel == "" {
				return row.Fresh[0].Kind
			}
			if len(row.Flow) > 0 && len(x.Call.Args) > 0 {
				return b.freshCall(x.Call.Args[0], depth+1)
			}
		}
	}
	return ""
}

// machine reports whether a field of this package always holds the name of the host or the number of the process.
func (b *builder) machine(f *types.Var) (flow.Origin, bool) {
	vals := b.hosts[f]
	for _, v := range vals {
		if b.freshCall(v, 0) != model.Host {
			return flow.Origin{}, false
		}
	}
	return flow.Origin{Kind: flow.Fresh, Fresh: model.Host, Source: "the host in " + f.Name()}, len(vals) > 0
}
