package summary

import (
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"slices"
	"strconv"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// maxNumber bounds the calls, fields and operators behind which a number is looked for.
const maxNumber = 12

// number is the number that a value always is: a constant, what is computed from constants, or what a field, a variable or a
// parameter is given wherever this package gives it anything. Where two places give different ones it is not known.
func (w *function) number(v ssa.Value, depth int) (float64, bool) {
	if depth == 0 || v == nil {
		return 0, false
	}
	switch v := v.(type) {
	case *ssa.Const:
		return constNumber(v)
	case *ssa.Convert:
		return w.number(v.X, depth-1)
	case *ssa.ChangeType:
		return w.number(v.X, depth-1)
	case *ssa.MakeInterface:
		return w.number(v.X, depth-1)
	case *ssa.BinOp:
		return w.computed(v, depth)
	case *ssa.UnOp:
		switch v.Op {
		case token.SUB:
			n, ok := w.number(v.X, depth-1)
			return -n, ok
		case token.MUL:
			return w.loadedNumber(v, depth)
		}
	case *ssa.Field:
		return w.b.fieldNumber(structVar(v.X.Type(), v.Field), depth)
	case *ssa.Call:
		return w.calledNumber(v, depth)
	case *ssa.Parameter:
		return w.givenNumber(v, depth)
	case *ssa.FreeVar:
		return w.capturedNumber(v, depth)
	case *ssa.Alloc: // a pointer to a number
		return w.oneOf(w.heldAt(flow.Loc{Root: v}), depth)
	}
	return 0, false
}

func (w *function) oneOf(v ssa.Value, depth int) (float64, bool) {
	if v == nil {
		return 0, false
	}
	return w.number(v, depth-1)
}

func constNumber(c *ssa.Const) (float64, bool) {
	if c.Value == nil {
		return 0, false
	}
	switch c.Value.Kind() {
	case constant.Int, constant.Float:
		n, _ := constant.Float64Val(constant.ToFloat(c.Value))
		return n, true
	case constant.String:
		n, err := strconv.ParseFloat(constant.StringVal(c.Value), 64)
		return n, err == nil
	}
	return 0, false
}

func (w *function) computed(v *ssa.BinOp, depth int) (float64, bool) {
	x, okX := w.number(v.X, depth-1)
	y, okY := w.number(v.Y, depth-1)
	if !okX || !okY {
		return 0, false
	}
	switch v.Op {
	case token.ADD:
		return x + y, true
	case token.SUB:
		return x - y, true
	case token.MUL:
		return x * y, true
	case token.QUO:
		return x / y, y != 0
	}
	return 0, false
}

func (w *function) loadedNumber(v *ssa.UnOp, depth int) (float64, bool) {
	switch a := v.X.(type) {
	case *ssa.Global:
		return w.b.globalNumber(a, depth)
	case *ssa.FieldAddr:
		if held := w.heldAt(w.f.Locate(a)); held != nil {
			return w.number(held, depth-1)
		}
		return w.b.fieldNumber(fieldVar(a), depth)
	case *ssa.Alloc:
		if val := w.loaded(v); val != v {
			return w.number(val, depth-1)
		}
	case *ssa.FreeVar:
		return w.capturedNumber(a, depth)
	}
	return 0, false
}

// calledNumber is a number that a call gives: a duration counted in a unit, or what flows through it.
func (w *function) calledNumber(c *ssa.Call, depth int) (float64, bool) {
	for _, t := range w.env.targets(c) {
		if t.obj == nil {
			continue
		}
		m := &modelled{method: t.obj.Signature().Recv() != nil}
		for _, e := range t.rows {
			if e.Counts != "" && len(t.inputs) > 0 {
				n, ok := w.number(t.inputs[0], depth-1)
				return n / e.Counts.Nanoseconds(), ok
			}
		}
		for _, e := range t.rows {
			if len(e.Flow) == 1 && e.Flow[0].To == (model.Place{Root: model.Result}) {
				if in := m.input(e.Flow[0].From); in.Sel == "" && in.Index < len(t.inputs) {
					return w.number(t.inputs[in.Index], depth-1)
				}
			}
		}
		if len(t.rows) == 0 && t.fn != nil && w.b.done[t.fn] != nil {
			if ret := onlyReturn(t.fn); ret != nil {
				return w.b.done[t.fn].number(ret, depth-1)
			}
		}
	}
	return 0, false
}

// givenNumber is what all callers in this package give a parameter.
func (w *function) givenNumber(p *ssa.Parameter, depth int) (float64, bool) {
	i := slices.Index(w.fn.Params, p)
	var all []measured
	for _, c := range w.b.callersOf(w.fn) {
		for _, t := range c.w.env.targets(c.call) {
			if t.fn == w.fn && i < len(t.inputs) {
				all = append(all, measured{c.w, t.inputs[i]})
			}
		}
	}
	return sameNumber(all, depth-1)
}

// capturedNumber is what a variable that a function literal captures is given.
func (w *function) capturedNumber(v *ssa.FreeVar, depth int) (float64, bool) {
	mc, outer := w.b.closures[w.fn], w.b.done[w.fn.Parent()]
	i := slices.Index(w.fn.FreeVars, v)
	if mc == nil || outer == nil || i < 0 {
		return 0, false
	}
	held := outer.heldAt(flow.Loc{Root: mc.Bindings[i]})
	if held == nil {
		held = mc.Bindings[i]
	}
	return outer.number(held, depth-1)
}

// measured is a value of a function that may be a number.
type measured struct {
	w *function
	v ssa.Value
}

func sameNumber(list []measured, depth int) (float64, bool) {
	same, found := 0.0, false
	for _, x := range list {
		n, ok := x.w.number(x.v, depth)
		if !ok || found && n != same {
			return 0, false
		}
		same, found = n, true
	}
	return same, found
}

// numbers lists what fields and variables of isAmount types are given in this package.
func (b *builder) numbers() (fields map[*types.Var][]measured, globals map[*ssa.Global][]measured) {
	if b.fieldNumbers == nil {
		b.fieldNumbers, b.globalNumbers = map[*types.Var][]measured{}, map[*ssa.Global][]measured{}
		for _, fn := range b.pkg.Funcs {
			b.numbersIn(fn)
		}
	}
	return b.fieldNumbers, b.globalNumbers
}

func (b *builder) numbersIn(fn *ssa.Function) {
	w := b.done[fn]
	if w == nil {
		w = b.newFunction(fn)
	}
	for _, blk := range fn.Blocks {
		for _, in := range blk.Instrs {
			s, ok := in.(*ssa.Store)
			if !ok || !isAmount(s.Val.Type()) {
				continue
			}
			switch a := s.Addr.(type) {
			case *ssa.FieldAddr:
				if f := fieldVar(a); f != nil && f.Pkg() == b.pkg.Types {
					b.fieldNumbers[f] = append(b.fieldNumbers[f], measured{w, s.Val})
				}
			case *ssa.Global:
				b.globalNumbers[a] = append(b.globalNumbers[a], measured{w, s.Val})
			}
		}
	}
}

func isAmount(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsNumeric != 0
}

func (b *builder) fieldNumber(f *types.Var, depth int) (float64, bool) {
	if f == nil {
		return 0, false
	}
	fields, _ := b.numbers()
	return sameNumber(fields[f], depth-1)
}

func (b *builder) globalNumber(g *ssa.Global, depth int) (float64, bool) {
	_, globals := b.numbers()
	return sameNumber(globals[g], depth-1)
}

// structVar is the field of a struct type.
func structVar(t types.Type, i int) *types.Var {
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	return st.Field(i).Origin()
}

// length is a number of a unit as a length of time. One that is not positive is none.
func length(n float64, u model.Unit) (time.Duration, bool) {
	n *= u.Nanoseconds()
	if n < 1 || n > math.MaxInt64/2 {
		return 0, false
	}
	return time.Duration(n), true
}

// isDuration reports whether a type is time.Duration.
func isDuration(t types.Type) bool { return isTimeType(t, "Duration") }

func isTimeType(t types.Type, name string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == name && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "time"
}

// maxSeconds is the number beyond which what is added to a clock is taken for nanoseconds: somebody who counts seconds means years.
const maxSeconds = 1e8

// fromClock reads a time that was computed from the clock and one length of time: how far from the clock it lies, without a sign.
func (w *function) fromClock(values []flow.Local) (time.Duration, bool) {
	clock, by := false, 0.0
	for _, l := range values {
		n, known := 0.0, false
		switch l.Kind {
		case flow.Fresh:
			clock = l.Fresh == model.Clock
			if !clock {
				return 0, false
			}
			continue
		case flow.Const:
			f, err := strconv.ParseFloat(l.Text, 64)
			n, known = math.Abs(f), err == nil
		case flow.Param:
			n, known = w.inputNumber(l.In)
		}
		if !known || by != 0 && by != n {
			return 0, false
		}
		by = n
	}
	if !clock || by == 0 {
		return 0, false
	}
	return inUnit(by)
}

// inputNumber is the number that a place below a parameter always holds.
func (w *function) inputNumber(in flow.Input) (float64, bool) {
	if in.Index >= len(w.fn.Params) {
		return 0, false
	}
	p := w.fn.Params[in.Index]
	if in.Sel == "" {
		return w.number(p, maxNumber)
	}
	n, ok := w.b.fieldNumber(fieldAt(p.Type(), in.Sel), maxNumber)
	return math.Abs(n), ok
}

// fieldAt is the field that a selector of fields ends in, or nil.
func fieldAt(t types.Type, sel string) (field *types.Var) {
	for sel != "" {
		name := firstField(sel)
		st, ok := structType(t)
		if !ok || name == "" {
			return nil
		}
		field = nil
		for i := range st.NumFields() {
			if f := st.Field(i); f.Name() == name {
				field, t = f.Origin(), f.Type()
			}
		}
		if field == nil {
			return nil
		}
		sel = sel[len(name)+1:]
	}
	return field
}
