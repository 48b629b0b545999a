package summary

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
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
