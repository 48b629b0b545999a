package summary

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

// stated is a length of time that the package states, by the row of a library.
type stated struct {
	effect.Span
	w    *function
	site ssa.Instruction
	lib  string // import path
}

// spans lists the lengths of time that rows find in this package: windows in which repeats are recognised, and horizons.
func (b *builder) spans() (windows, horizons []stated) {
	for _, fn := range b.pkg.Funcs {
		w := b.done[fn]
		if w == nil {
			continue
		}
		for _, blk := range fn.Blocks {
			for _, in := range blk.Instrs {
				switch in := in.(type) {
				case ssa.CallInstruction:
					w.callSpans(in, &windows, &horizons)
				case *ssa.Store:
					w.fieldSpans(in, &windows, &horizons)
				}
			}
		}
	}
	return windows, horizons
}

// asides is a call with all rows on what it calls, those too by which it stays unknown; nil without any.
func (w *function) asides(call ssa.CallInstruction) *rowCallOps {
	obj := calledObject(call.Common())
	if obj == nil || obj.Pkg() == nil {
		return nil
	}
	obj = obj.Origin()
	path, recv, name := ssapkg.Symbol(obj)
	rows := w.b.rows(path).Func(recv, name)
	if len(rows) == 0 {
		return nil
	}
	t := &target{obj: obj, rows: rows, inputs: flow.Inputs(call.Common())}
	return &rowCallOps{w: w, call: call, t: t, m: &modelled{method: obj.Signature().Recv() != nil}}
}

func (w *function) callSpans(call ssa.CallInstruction, windows, horizons *[]stated) {
	if r := w.asides(call); r != nil {
		t := r.t
		add := func(list *[]stated, s *model.Span) {
			v, sel, ok := r.place(s.At)
			if !ok {
				return
			}
			if s.With != nil {
				if x, in, known := r.place(s.With); !known || w.held1(x, in) == nil {
					return
				}
			}
			if n, ok := w.number(w.held1(v, sel), maxNumber); ok {
				w.state(list, call, s, n, calleeName(t.obj), t.obj.Pkg().Path())
			}
		}
		for _, e := range t.rows {
			for i := range e.Window {
				add(windows, &e.Window[i])
			}
			for i := range e.Horizon {
				add(horizons, &e.Horizon[i])
			}
		}
	}
}

// held1 is the value in a place, as far as it was put there in this function.
func (w *function) held1(v ssa.Value, sel string) ssa.Value {
	if sel == "" {
		return v
	}
	l := w.f.Locate(v)
	l.Sel += sel
	return w.heldAt(l)
}

func (w *function) fieldSpans(s *ssa.Store, windows, horizons *[]stated) {
	a, ok := s.Addr.(*ssa.FieldAddr)
	if !ok {
		return
	}
	field, n := fieldVar(a), ssapkg.Named(a.X.Type())
	if field == nil || n == nil || n.Obj().Pkg() == nil || n.Obj().Pkg() == w.b.pkg.Types {
		return
	}
	for _, e := range w.b.rows(n.Obj().Pkg().Path()).Field(n.Obj().Name(), field.Name()) {
		for _, of := range []struct {
			out  *[]stated
			list model.SpanList
		}{{windows, e.Window}, {horizons, e.Horizon}} {
			for i := range of.list {
				if !w.siblings(a, of.list[i].Beside) {
					continue
				}
				if num, ok := w.number(s.Val, maxNumber); ok {
					w.state(of.out, s, &of.list[i], num, n.Obj().Name()+"."+field.Name(), n.Obj().Pkg().Path())
				}
			}
		}
	}
}

// siblings reports whether other fields of the same struct hold the constants that they must.
func (w *function) siblings(a *ssa.FieldAddr, want map[string]string) bool {
	l := w.f.Locate(a.X)
	for name, text := range want {
		if constText(w.f.Trace(l.Root, l.Sel+"."+name)) != text {
			return false
		}
	}
	return true
}

func (w *function) state(list *[]stated, site ssa.Instruction, s *model.Span, n float64, name, lib string) {
	d, ok := length(n, s.Unit)
	if !ok {
		return
	}
	*list = append(*list, stated{effect.Span{Lasts: d, Of: s.Of, Name: name, At: w.place(site)}, w, site, lib})
}

// kin reports whether two import paths belong to one library: what a program says to the one holds for the other.
func kin(a, b string) bool {
	x, y := strings.Split(a, "/"), strings.Split(b, "/")
	n := 3
	if x[0] != "github.com" && x[0] != "gitlab.com" && x[0] != "cloud.google.com" {
		n = 2
	}
	for i := range n {
		if i >= len(x) || i >= len(y) {
			return i > 0 && len(x) == len(y)
		}
		if x[i] != y[i] {
			return false
		}
	}
	return true
}

// deals reports whether a function, or the one in which it is written, has to do with a library: by a parameter, or by what it calls.
func (w *function) deals(lib string) bool {
	if outer := w.b.done[w.fn.Parent()]; outer != nil && outer.deals(lib) {
		return true
	}
	for _, p := range w.fn.Params {
		t := p.Type()
		if c, ok := t.Underlying().(*types.Chan); ok {
			t = c.Elem()
		}
		if n := ssapkg.Named(elemType(t)); n != nil && n.Obj().Pkg() != nil && kin(n.Obj().Pkg().Path(), lib) {
			return true
		}
	}
	for _, blk := range w.fn.Blocks {
		for _, in := range blk.Instrs {
			if c, ok := in.(ssa.CallInstruction); ok && w.calls(c, lib) {
				return true
			}
		}
	}
	return false
}

// calls reports whether a call is one of a library's functions.
func (w *function) calls(c ssa.CallInstruction, lib string) bool {
	obj := calledObject(c.Common())
	return obj != nil && obj.Pkg() != nil && kin(obj.Pkg().Path(), lib)
}

func calledObject(c *ssa.CallCommon) *types.Func {
	if c.IsInvoke() {
		return c.Method
	}
	if fn := c.StaticCallee(); fn != nil {
		obj, _ := origin(fn).Object().(*types.Func)
		return obj
	}
	return nil
}

// declaredHorizon is a constant of the package's own module that says how long somebody goes on trying, declared where a constant of
// another length is declared too: the two belong to one contract, though the sender is another package.
func (b *builder) declaredHorizon(window time.Duration) (effect.Span, bool) {
	var found []effect.Span
	for _, p := range append([]*types.Package{b.pkg.Types}, b.pkg.Types.Imports()...) {
		if p != b.pkg.Types && !kin(p.Path(), b.pkg.Path) {
			continue
		}
		same := false
		var longest effect.Span
		scope := p.Scope()
		for _, name := range scope.Names() {
			c, ok := scope.Lookup(name).(*types.Const)
			if !ok || !isDuration(c.Type()) {
				continue
			}
			n, ok := constNumber(ssa.NewConst(c.Val(), c.Type()))
			if !ok {
				continue
			}
			d := time.Duration(n)
			same = same || d == window && !model.NameHint(model.HorizonHint, name)
			if model.NameHint(model.HorizonHint, name) && d > longest.Lasts {
				longest = effect.Span{Lasts: d, Of: model.OfRetries, Name: p.Name() + "." + name, At: b.pkg.Place(c.Pos(), c.Pos())}
				longest.At.Pkg = p.Path()
			}
		}
		if same && longest.Lasts > window {
			found = append(found, longest)
		}
	}
	if len(found) == 0 {
		return effect.Span{}, false
	}
	return slices.MaxFunc(found, func(x, y effect.Span) int { return cmp.Compare(x.Lasts, y.Lasts) }), true
}
