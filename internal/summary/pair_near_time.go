package summary

import (
	"go/token"
	"math"
	"regexp"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// nearTimes finds comparisons of how far apart two things are, beside comparisons of what they are about.
func (b *builder) nearTimes() {
	for _, fn := range b.pkg.Funcs {
		if w := b.done[fn]; w != nil {
			w.nearTimes()
		}
	}
}

func (w *function) nearTimes() {
	for _, blk := range w.fn.Blocks {
		for _, in := range blk.Instrs {
			b, ok := in.(*ssa.BinOp)
			if !ok {
				continue
			}
			a, c, within, ok := w.apartBy(b)
			if !ok || within > maxNear || !describes(w.equalBeside(a, c)) || model.NameHint(model.PaceHint, w.name()) {
				continue
			}
			if o, by := w.decidedBy(maxCallers); o != nil && !by.limits(o) {
				p := effect.Pair{Kind: effect.TimeDedup, Window: effect.Span{Lasts: within, Name: flow.LastName(a.Sel), At: w.place(b)}}
				first := op{Op: effect.Op{Name: "comparison", At: w.place(b), Func: w.name()}, site: b, at: blk}
				p.First, p.Then, p.Func = w.out(&first), by.out(o), w.name()
				p.Then.Table = by.tableName(o)
				w.b.pairs = append(w.b.pairs, p)
			}
		}
	}
}

// apartBy reads a comparison of the distance of two times with a length of time. The second place is empty where the other time is
// the clock.
func (w *function) apartBy(b *ssa.BinOp) (x, y flow.Loc, within time.Duration, ok bool) {
	switch b.Op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
	default:
		return
	}
	for _, side := range [][2]ssa.Value{{b.X, b.Y}, {b.Y, b.X}} {
		if !isDuration(side[0].Type()) {
			return
		}
		n, known := w.number(side[1], maxNumber)
		if !known {
			continue
		}
		times := distance(side[0])
		if within, ok = length(math.Abs(n), "ns"); !ok || len(times) == 0 {
			return x, y, 0, false
		}
		x = w.f.Locate(times[0])
		if len(times) == 2 {
			y = w.f.Locate(times[1])
			if y.Sel == "" { // the clock, or a time that is given
				y = flow.Loc{}
			}
			if x.Sel == "" {
				x, y = y, flow.Loc{}
			}
		}
		return x, y, within, x.Sel != "" && x.Root != nil && (y.Root == nil || flow.LastName(x.Sel) == flow.LastName(y.Sel) && x != y)
	}
	return x, y, 0, false
}

// distance lists the times of which a value is the distance: two, or one where the other is the clock.
func distance(v ssa.Value) []ssa.Value {
	for range maxSteps {
		c, ok := v.(*ssa.Call)
		if !ok {
			return nil
		}
		args := flow.Inputs(c.Common())
		if len(args) == 1 && isDuration(args[0].Type()) {
			v = args[0]
			continue
		}
		for _, a := range args {
			if !isTimeType(a.Type(), "Time") {
				return nil
			}
		}
		if len(args) > 2 {
			return nil
		}
		return args
	}
	return nil
}

// equalBeside lists the fields that the function compares for equality between the objects of two places, or between the object of
// one and anything else.
func (w *function) equalBeside(a, c flow.Loc) (names []string) {
	for _, blk := range w.fn.Blocks {
		for _, in := range blk.Instrs {
			b, ok := in.(*ssa.BinOp)
			if !ok || b.Op != token.EQL && b.Op != token.NEQ {
				continue
			}
			x, y := w.f.Locate(b.X), w.f.Locate(b.Y)
			if y.Root == a.Root && x.Root != a.Root {
				x, y = y, x
			}
			name := flow.LastName(x.Sel)
			if x.Root != a.Root || name == "" || x == y {
				continue
			}
			if _, isConst := y.Root.(*ssa.Const); isConst {
				continue
			}
			if c.Root == nil && y.Root != a.Root || c.Root != nil && y.Root == c.Root && flow.LastName(y.Sel) == name {
				names = append(names, name)
			}
		}
	}
	return names
}

// decidedBy is a write, or a payment, of the function or of one that calls it, which a comparison is taken to decide.
func (w *function) decidedBy(depth int) (*op, *function) {
	for i := range w.ops {
		o := &w.ops[i]
		if o.Effect == model.Payment || o.Effect == model.Payout || o.Effect == "" && o.Settle == "" && o.Class != model.ProcessStore && o.adds() {
			return o, w
		}
	}
	if depth == 0 {
		return nil, nil
	}
	for _, c := range w.b.callersOf(w.fn) {
		if c.w == w {
			continue
		}
		if o, by := c.w.decidedBy(depth - 1); o != nil {
			return o, by
		}
	}
	return nil, nil
}

// adds reports whether a write adds a record, or to one.
func (o *op) adds() bool {
	switch o.Do {
	case model.DoInsert, model.DoPut, model.DoClaim, model.DoUpsert, model.DoRelative, model.DoCreate:
		return true
	}
	return false
}

// olderThan matches a DynamoDB condition that an attribute be less than a value.
var (
	olderThan = regexp.MustCompile(`(#?\w+)\s*<=?\s*(:\w+)`)
	absentKey = regexp.MustCompile(`attribute_not_exists\s*\(\s*(#?\w+)\s*\)`)
)

// itemClaim reads a claim on an item that counts for a short time: nothing is there, or what is there is older than that.
func (w *function) itemClaim(o *op) {
	if o.row == nil || o.row.Args == nil || o.Do != model.DoClaim {
		return
	}
	v, sel, ok := o.by.place(o.row.Args)
	if !ok {
		return
	}
	for _, cond := range o.by.conditions(o.row) {
		older, key := olderThan.FindStringSubmatch(cond), absentKey.FindStringSubmatch(cond)
		if older == nil || key == nil {
			continue
		}
		for _, at := range o.by.each(sel) {
			held := w.held1(v, at)
			if held == nil {
				continue
			}
			d, known := w.fromClock(w.clocks(o.unwrapped(w.f.Trace(held, flow.Element(older[2])+".*"))))
			if known && d <= maxNear && w.quantities(o.unwrapped(o.attribute(key[1]))) {
				w.nearPair(o, o, d, older[1])
				return
			}
		}
	}
}

// conditions lists the texts of the conditions of a write.
func (r *rowCallOps) conditions(st *model.Op) (list []string) {
	for i := range st.Unless {
		v, sel, ok := r.place(&st.Unless[i])
		if !ok {
			continue
		}
		for _, at := range r.each(sel) {
			if text := constText(r.w.f.Trace(v, at)); text != "" {
				list = append(list, text)
			}
		}
	}
	return list
}

// attribute is where the value of an attribute of an item comes from.
func (o *op) attribute(name string) []flow.Local {
	for _, c := range append(o.itemCols(), o.cols...) {
		if c.name == name {
			return c.values
		}
	}
	return nil
}

// timedScripts finds scripts whose mark is made of who and how much, and ends after a short time.
func (b *builder) timedScripts() {
	b.scripts(func(s *script) {
		n := s.lasts
		if s.ttl != nil {
			n, _ = s.w.number(s.ttl, maxNumber)
		}
		d, ok := length(n, s.unit)
		if !ok || d > maxNear || !s.adds || !s.w.quantities(s.w.f.Trace(s.key, "")) || model.NameHint(model.PaceHint, s.w.name()) {
			return
		}
		o := op{Op: effect.Op{Name: s.name, At: s.w.place(s.call), Func: s.w.name(), Class: model.KVStore, Do: model.DoClaim}, site: s.call, at: s.call.Block()}
		s.w.nearPair(&o, &o, d, s.name)
	})
}
