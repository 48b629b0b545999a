package summary

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// memorySets records what is done to maps that outlive the function: an entry that is added after a look whether it was
// there is a claim in memory, one that is added anyhow a write, one that is deleted a release.
func (w *function) memorySets() {
	var looks []*ssa.Lookup
	for _, blk := range w.fn.Blocks {
		for _, in := range blk.Instrs {
			if l, ok := in.(*ssa.Lookup); ok && isMap(l.X) && w.outlives(l.X) {
				looks = append(looks, l)
			}
		}
	}
	for _, blk := range w.fn.Blocks {
		for _, in := range blk.Instrs {
			switch in := in.(type) {
			case *ssa.MapUpdate:
				if l := w.lookBefore(looks, in); l != nil {
					w.addOp(w.memoryOp(model.DoSeen, in, in.Map, in.Key, l))
				} else if _, isConst := in.Key.(*ssa.Const); !isConst && w.outlives(in.Map) {
					w.addOp(w.memoryOp(model.DoPut, in, in.Map, in.Key, nil))
				}
			case *ssa.Call:
				if b, ok := in.Call.Value.(*ssa.Builtin); ok && b.Name() == "delete" && w.outlives(in.Call.Args[0]) {
					w.addOp(w.memoryOp(model.DoDelete, in, in.Call.Args[0], in.Call.Args[1], nil))
				}
			}
		}
	}
	w.bySite = nil
}

// lookBefore is the look at an entry that happens before it is set, or nil.
func (w *function) lookBefore(looks []*ssa.Lookup, u *ssa.MapUpdate) *ssa.Lookup {
	for _, l := range looks {
		if w.f.Locate(l.X) == w.f.Locate(u.Map) && w.sameValue(l.Index, u.Key) && l.Block().Dominates(u.Block()) {
			return l
		}
	}
	return nil
}

func (w *function) memoryOp(do model.Do, at ssa.Instruction, m, key ssa.Value, look *ssa.Lookup) op {
	name := "a map"
	if f := flow.LastName(w.f.Locate(m).Sel); f != "" {
		name = f
	} else if v, ok := w.f.Locate(m).Root.(*ssa.FreeVar); ok {
		name = v.Name()
	}
	o := op{Op: effect.Op{Do: do, Class: model.ProcessStore, Name: name, Store: "map", At: w.place(at), Func: w.name()}, site: at, at: at.Block(), handle: m}
	if look != nil {
		o.lookup = look
	}
	_, o.Lasts = w.f.Locate(m).Root.(*ssa.Global)
	if u, ok := at.(*ssa.MapUpdate); ok {
		o.At = w.b.pkg.PlaceOf(u.Pos())
		o.val = u.Value
	}
	o.key, o.keyVals, o.in = w.f.Trace(key, ""), []ssa.Value{w.f.Locate(key).Root}, w.f.Trace(m, "")
	return o
}

// outlives reports whether a map belongs to something that stays when the function returns.
func (w *function) outlives(m ssa.Value) bool {
	switch w.f.Locate(m).Root.(type) {
	case *ssa.Parameter, *ssa.FreeVar, *ssa.Global:
		return true
	}
	return false
}

// sameValue reports whether two values are one: the same, or read from one place.
func (w *function) sameValue(a, b ssa.Value) bool {
	return a == b || w.f.Locate(a) == w.f.Locate(b)
}

// thereOn says on which branch of a condition something was in a set: an ok, a flag, a comparison with what is stored.
func thereOn(cond ssa.Value, l look) (on int, ok bool) {
	if v, emptyOn, isEmpty := flow.EmptyTest(cond); isEmpty && v == ssa.Value(l) {
		return 1 - emptyOn, true
	}
	if cond == ssa.Value(l) {
		return 0, true
	}
	if b, isBin := cond.(*ssa.BinOp); isBin && (b.X == ssa.Value(l) || b.Y == ssa.Value(l)) {
		switch b.Op {
		case token.EQL:
			return 0, true
		case token.NEQ:
			return 1, true
		}
	}
	return 0, false
}

// mutable reports whether values of a type have an identity of their own: two of them are not one, because they hold a lock,
// a counter or a channel.
func mutable(t types.Type, depth int) bool {
	if depth > 3 {
		return false
	}
	switch u := types.Unalias(t).(type) {
	case *types.Named:
		if p := u.Obj().Pkg(); p != nil && (p.Path() == "sync" || p.Path() == "sync/atomic") {
			return u.Obj().Name() != "Pool" && u.Obj().Name() != "Once"
		}
		return mutable(u.Underlying(), depth+1)
	case *types.Pointer:
		return mutable(u.Elem(), depth+1)
	case *types.Chan:
		return true
	case *types.Struct:
		for i := range u.NumFields() {
			if mutable(u.Field(i).Type(), depth+1) {
				return true
			}
		}
	}
	return false
}
