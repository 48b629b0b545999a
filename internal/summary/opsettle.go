package summary

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

// settles records what a call tells a broker of a message. What it settles is the operation's key.
func (r *rowCallOps) settles(st *model.Settle) {
	if st.When != "" && !r.automatic(st) {
		return
	}
	o := op{Op: effect.Op{Settle: st.As, When: st.When, Name: calleeName(r.t.obj), At: r.w.place(r.call), Func: r.w.name()},
		site: r.call, at: r.call.Block()}
	if st.Again != nil && constText(r.trace(st.Again)) == "false" {
		o.Settle = model.Discarded
	}
	at := st.At
	if at == nil {
		at = &model.Place{Root: model.Arg}
		if r.m.method {
			at = &model.Place{Root: model.Recv}
		}
	}
	if v, sel, ok := r.place(at); ok {
		o.key = r.w.f.Trace(v, sel)
		o.keyVals = append(o.keyVals, r.w.f.Locate(v).Root)
	}
	r.w.addOp(o)
}

// automatic reports whether a call that receives is known to settle by itself. A switch whose position is not in sight is off.
func (r *rowCallOps) automatic(st *model.Settle) bool {
	if st.If != nil && constText(r.trace(st.If)) != "true" {
		return false
	}
	pkg := r.t.obj.Pkg()
	if st.Uses != "" && !r.w.b.usesFunc(pkg.Path(), st.Uses) {
		return false
	}
	for _, name := range st.Unless {
		if r.w.b.usesFunc(pkg.Path(), name) {
			return false
		}
	}
	return st.Field == "" || r.w.b.alwaysSet(pkg.Path(), st.Field)
}

// usesFunc reports whether code of this package calls a function or method of another.
func (b *builder) usesFunc(path, name string) bool {
	found := false
	b.eachInstr(func(in ssa.Instruction) {
		c, ok := in.(ssa.CallInstruction)
		if !ok || found {
			return
		}
		fn := c.Common().StaticCallee()
		found = fn != nil && pkgPath(fn) == path && ssapkg.FuncName(fn) == name
	})
	return found
}

// alwaysSet reports whether a field is set in each of some structs that this package makes.
func (b *builder) alwaysSet(path, name string) bool {
	typ, field, _ := strings.Cut(name, ".")
	made, set := 0, 0
	isType := func(v ssa.Value) bool {
		n := ssapkg.Named(v.Type())
		return n != nil && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == path && n.Obj().Name() == typ
	}
	b.eachInstr(func(in ssa.Instruction) {
		switch in := in.(type) {
		case *ssa.Alloc:
			if isType(in) && len(*in.Referrers()) > 0 {
				made++
			}
		case *ssa.Store:
			a, ok := in.Addr.(*ssa.FieldAddr)
			if ok && isType(a.X) && fieldVar(a) != nil && fieldVar(a).Name() == field {
				if text, isConst := flow.ConstString(in.Val); !isConst || text != "" {
					set++
				}
			}
		}
	})
	return made > 0 && set >= made
}

func (b *builder) eachInstr(yield func(ssa.Instruction)) {
	for _, fn := range b.pkg.Funcs {
		for _, blk := range fn.Blocks {
			for _, in := range blk.Instrs {
				yield(in)
			}
		}
	}
}
