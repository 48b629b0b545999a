package summary

import (
	"go/constant"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// side says how an operation turned out where a block runs.
type side uint8

const (
	either side = iota
	good
	bad
	badWeak // or it failed in another way
)

// sideOf says how an operation turned out when a block is reached: badly, when each way from it to there takes a branch
// that says so. Asking which branches lead to the block would not do: `if err != nil && !isMissing(err) { return err }` asks,
// and goes on either way.
func (w *function) sideOf(o *op, b *ssa.BasicBlock) side {
	from := o.learnt()
	if from == b {
		return either
	}
	var sides map[*ssa.BasicBlock][2]side
	for _, x := range w.fn.Blocks {
		cond, ok := x.Instrs[len(x.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		if s := [2]side{w.testSide(o, cond.Cond, 0), w.testSide(o, cond.Cond, 1)}; s != [2]side{} {
			if sides == nil {
				sides = map[*ssa.BasicBlock][2]side{}
			}
			sides[x] = s
		}
	}
	if sides == nil || !reachableBut(from, b, nil, nil) {
		return either
	}
	for _, want := range [][]side{{bad}, {good}, {bad, badWeak}} {
		if !reachableBut(from, b, sides, want) {
			return want[len(want)-1]
		}
	}
	return either
}

// learnt is where it is first known how an operation turned out: a set in memory is asked before something is added to it.
func (o *op) learnt() *ssa.BasicBlock {
	if o.lookup != nil {
		return o.lookup.Block()
	}
	return o.at
}

// reachableBut reports whether control can go from one block to another without a branch of certain sides.
func reachableBut(from, to *ssa.BasicBlock, sides map[*ssa.BasicBlock][2]side, not []side) bool {
	seen := map[*ssa.BasicBlock]bool{from: true}
	todo := []*ssa.BasicBlock{from}
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		s, tested := sides[b]
		for i, next := range b.Succs {
			if tested && slices.Contains(not, s[i]) {
				continue
			}
			if next == to {
				return true
			}
			if !seen[next] {
				seen[next] = true
				todo = append(todo, next)
			}
		}
	}
	return false
}

func (w *function) testSide(o *op, cond ssa.Value, branch int) side {
	on, weak, ok := w.badOn(cond, o)
	switch {
	case !ok:
		return either
	case on != branch && weak:
		if o.tellsByValue() && w.valueTested(o) && isNilTest(cond) {
			return either // no error: but the answer may be that there is nothing
		}
		return good
	case on != branch:
		if _, _, _, _, isErr := w.errorTest(plainCond(cond)); isErr {
			return either // not that error: another one, or none
		}
		return good
	case weak:
		return badWeak
	}
	return bad
}

func isNilTest(cond ssa.Value) bool {
	_, _, ok := flow.NilTest(plainCond(cond))
	return ok
}

// tellsByValue reports whether the bad outcome may show in something else than an error.
func (o *op) tellsByValue() bool {
	return slices.ContainsFunc(o.Answers, func(a effect.Answer) bool { return a.Form == effect.Zero || a.Form == effect.True })
}

// valueTested reports whether the function asks for the outcome in another way than by an error.
func (w *function) valueTested(o *op) bool {
	for _, b := range w.fn.Blocks {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		c := plainCond(cond.Cond)
		if _, _, isNil := flow.NilTest(c); isNil {
			continue
		}
		if _, _, _, _, isErr := w.errorTest(c); isErr {
			continue
		}
		if _, _, asks := w.badOn(c, o); asks {
			return true
		}
	}
	return false
}

func plainCond(cond ssa.Value) ssa.Value {
	for {
		not, ok := cond.(*ssa.UnOp)
		if !ok {
			return cond
		}
		cond = not.X
	}
}

// returned is one way in which a function returns a result.
type returned struct {
	v    ssa.Value
	side side
	errs bool // another result is an error, and not nil
	returnEdge
}

// returns lists the ways in which a function returns its results, each with how an operation turned out then.
func (w *function) returns(o *op) [][]returned {
	n := w.fn.Signature.Results().Len()
	out := make([][]returned, n)
	for _, b := range w.fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if from := o.learnt(); !ok || len(ret.Results) != n || from != b && !reachableBut(from, b, nil, nil) {
			continue
		}
		for _, e := range w.returnEdges(ret) {
			s := w.sideOf(o, e.block)
			if e.test != nil {
				if got := w.testSide(o, e.test.Cond, e.on); got != either {
					s = got
				}
			}
			failed := false
			for _, v := range e.vals {
				failed = failed || flow.IsError(v.Type()) && (certainError(v) || w.notNil(v, &e))
			}
			for i, v := range e.vals {
				out[i] = append(out[i], returned{v, s, failed && !flow.IsError(v.Type()), e})
			}
		}
	}
	return out
}

// returnEdge is one way into a return: where the results are chosen by where control comes from, each predecessor is one.
type returnEdge struct {
	vals  []ssa.Value
	block *ssa.BasicBlock
	test  *ssa.If // the branch that the way takes last
	on    int
}

func (w *function) returnEdges(ret *ssa.Return) []returnEdge {
	vals := make([]ssa.Value, len(ret.Results))
	phis := false
	for i, v := range ret.Results {
		vals[i] = w.loaded(v)
		if phi, ok := vals[i].(*ssa.Phi); ok && phi.Block() == ret.Block() {
			phis = true
		}
	}
	if !phis && len(ret.Block().Instrs) > 1 {
		return []returnEdge{{vals: vals, block: ret.Block()}}
	}
	if !phis && len(ret.Block().Preds) < 2 {
		return []returnEdge{{vals: vals, block: ret.Block()}}
	}
	var out []returnEdge
	for k, p := range ret.Block().Preds {
		e := returnEdge{block: p, vals: slices.Clone(vals)}
		for i, v := range vals {
			if phi, ok := v.(*ssa.Phi); ok && phi.Block() == ret.Block() {
				e.vals[i] = phi.Edges[k]
			}
		}
		if cond, ok := p.Instrs[len(p.Instrs)-1].(*ssa.If); ok {
			e.test = cond
			if p.Succs[1] == ret.Block() {
				e.on = 1
			}
		}
		out = append(out, e)
	}
	return out
}

// loaded reads a named result that is kept in memory because something is deferred: what was stored last in the block.
func (w *function) loaded(v ssa.Value) ssa.Value {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return v
	}
	cell, ok := load.X.(*ssa.Alloc)
	if !ok {
		return v
	}
	for _, in := range slices.Backward(load.Block().Instrs) {
		if s, ok := in.(*ssa.Store); ok && s.Addr == ssa.Value(cell) {
			return s.Val
		}
	}
	return v
}

// notNil reports whether a way to a return goes through a branch on which an error is not nil.
func (w *function) notNil(v ssa.Value, e *returnEdge) bool {
	on := func(cond ssa.Value, branch int) bool {
		err, nilOn, ok := flow.NilTest(cond)
		return ok && nilOn != branch && (err == v || w.f.Locate(err) == w.f.Locate(v))
	}
	if e.test != nil && on(e.test.Cond, e.on) {
		return true
	}
	for _, t := range w.f.Tests(e.block) {
		if on(t.If.Cond, t.On) && t.If.Block().Dominates(e.block) {
			return true
		}
	}
	return false
}

// certainError reports whether an error is known not to be nil.
func certainError(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.MakeInterface:
		return true
	case *ssa.Call:
		fn := x.Call.StaticCallee()
		return fn != nil && (pkgPath(fn) == "fmt" || pkgPath(fn) == "errors")
	case *ssa.UnOp:
		_, isGlobal := x.X.(*ssa.Global)
		return isGlobal
	case *ssa.ChangeInterface:
		return certainError(x.X)
	}
	return false
}

// class says what a returned value is.
type class uint8

const (
	otherValue class = iota
	zeroValue
	trueValue
	namedError
	someError
)

func (w *function) classOf(v ssa.Value) (class, string) {
	if c, ok := v.(*ssa.Const); ok {
		switch {
		case c.Value == nil:
			return zeroValue, ""
		case c.Value.Kind() == constant.Bool && constant.BoolVal(c.Value):
			return trueValue, ""
		case zeroText(c):
			return zeroValue, ""
		}
		return otherValue, ""
	}
	if flow.IsError(v.Type()) {
		if name, _, ok := w.errorVar(v); ok {
			return namedError, name
		}
		if name := w.wrappedName(v); name != "" {
			return namedError, name
		}
		if m, ok := v.(*ssa.MakeInterface); ok {
			if name, _ := w.b.errorType(m.X.Type()); name != "" {
				return namedError, name
			}
		}
		if certainError(v) {
			return someError, ""
		}
	}
	return otherValue, ""
}

// wrappedName is the variable that a call wraps into the error that it makes.
func (w *function) wrappedName(v ssa.Value) string {
	c, ok := v.(*ssa.Call)
	if !ok {
		return ""
	}
	for _, e := range wrappedErrors(w.f, c) {
		if name, _, ok := w.errorVar(e); ok {
			return name
		}
	}
	return ""
}

// answersOf says how an operation's bad outcome shows in what the function returns.
func (w *function) answersOf(o *op) []effect.Answer {
	var list []effect.Answer
	add := func(a effect.Answer) {
		if !slices.Contains(list, a) && !(a.Weak && o.Do != model.DoRead) {
			list = append(list, a)
		}
	}
	var l *lost
	if o.Do != model.DoRead {
		l = w.whenLost(o)
	}
	for i, ways := range w.returns(o) {
		w.contrast(i, ways, add)
		for _, r := range ways {
			if l != nil && r.side != good && w.judged(r.v, o) {
				add(effect.Answer{Result: i, Form: effect.AnyErr})
			}
			if l != nil && (!l.reaches(r.block) || r.test != nil && l.excluded(r.test, r.on) || w.maps(r.v, o)) {
				continue
			}
			if r.side == either || r.side == badWeak {
				w.passedOn(i, r.v, o, add)
			}
		}
		if l != nil && len(list) == 0 && slices.ContainsFunc(ways, func(r returned) bool { return r.side == bad && w.refusal(r.v) }) {
			add(effect.Answer{Result: i, Form: effect.AnyErr})
		}
	}
	if w.fn.Parent() != nil {
		w.leaves(o, add)
	}
	slices.SortFunc(list, effect.Answer.Compare)
	return list
}

// contrast compares what a result is after a bad outcome with what it is otherwise. That an error is nil then, as it is
// after some good ones, tells nothing.
func (w *function) contrast(i int, ways []returned, add func(effect.Answer)) {
	var bads, goods []class
	names := map[string]bool{}
	certain := slices.ContainsFunc(ways, func(r returned) bool { return r.side == bad })
	for _, r := range ways {
		if certain && r.side == badWeak {
			continue // another failure
		}
		c, name := w.classOf(r.v)
		if c == otherValue && flow.IsError(r.v.Type()) {
			c = zeroValue // it may be nil
		}
		if r.side == bad || r.side == badWeak {
			bads = append(bads, c)
			if c == namedError {
				names[name] = true
			}
		} else if !r.errs {
			goods = append(goods, c)
		}
	}
	all := func(list []class, c class) bool {
		return len(list) > 0 && !slices.ContainsFunc(list, func(x class) bool { return x != c })
	}
	switch {
	case all(bads, zeroValue) && len(goods) > 0 && !slices.Contains(goods, zeroValue):
		add(effect.Answer{Result: i, Form: effect.Zero})
	case all(bads, zeroValue) && !all(goods, zeroValue) && len(goods) > 0 && !flow.IsError(ways[0].v.Type()):
		add(effect.Answer{Result: i, Form: effect.Zero, Weak: true})
	case all(bads, trueValue) && !slices.Contains(goods, trueValue):
		add(effect.Answer{Result: i, Form: effect.True})
	case all(bads, namedError):
		for _, name := range sortedNames(names) {
			add(effect.Answer{Result: i, Form: effect.Named, Name: name})
		}
	case all(bads, someError) && all(goods, zeroValue):
		add(effect.Answer{Result: i, Form: effect.AnyErr})
	}
}

func sortedNames(m map[string]bool) []string {
	var list []string
	for k := range m {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}

// passedOn reads a result that itself tells the outcome: a bool that compares it, the error, the value that was read.
func (w *function) passedOn(i int, v ssa.Value, o *op, add func(effect.Answer)) {
	if isBool(v) {
		if on, _, ok := w.badOn(v, o); ok {
			if on == 0 {
				add(effect.Answer{Result: i, Form: effect.True})
			} else {
				add(effect.Answer{Result: i, Form: effect.Zero})
			}
		}
		return
	}
	r, ok := w.tellsOf(v, o)
	if !ok {
		return
	}
	if flow.IsError(v.Type()) {
		for _, a := range o.Answers {
			if a.Form == effect.Named && (a.Result == r || a.Result == effect.Anywhere) || a.Form == effect.AnyErr && (a.Result == r || a.Result == effect.Anywhere) {
				add(effect.Answer{Result: i, Form: a.Form, Name: a.Name})
			}
			if a.Form == effect.Zero && a.Result == r && r >= 0 {
				add(effect.Answer{Result: i, Form: effect.Zero})
			}
		}
		return
	}
	if o.has(r, effect.Zero) && tellsByZero(v.Type()) {
		add(effect.Answer{Result: i, Form: effect.Zero})
	}
}

// tellsByZero reports whether a value of that type is empty when nothing was found.
func tellsByZero(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Interface:
		return true
	case *types.Basic:
		return u.Info()&(types.IsString|types.IsInteger) != 0
	}
	return false
}

// looked reports whether anybody asks for an operation's outcome, errors aside: a branch, a result, another call.
func (w *function) looked(o *op) bool {
	v, ok := o.site.(ssa.Value)
	if !ok {
		return false
	}
	seen := map[ssa.Value]bool{}
	todo := []ssa.Value{v}
	for len(todo) > 0 && len(seen) < maxTold {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[v] || v.Referrers() == nil {
			continue
		}
		seen[v] = true
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.Extract:
				if !flow.IsError(r.Type()) {
					todo = append(todo, r)
				}
			case *ssa.If, *ssa.Return, *ssa.MapUpdate, *ssa.Send:
				return true
			case *ssa.Store:
				if r.Val == v {
					return true
				}
			case *ssa.Call:
				if recv := receiver(r); recv == v && !flow.IsError(r.Type()) {
					todo = append(todo, r)
					if fills(r) {
						return true
					}
				} else if recv != v {
					return true
				}
			case ssa.Value:
				if !flow.IsError(r.Type()) {
					todo = append(todo, r)
				}
			}
		}
	}
	return false
}

// fills reports whether a call is given places to write to, as Scan is.
func fills(c *ssa.Call) bool {
	return len(c.Call.Args) > 1 && c.Call.Signature().Results().Len() == 1
}

// exportOps puts the operations into the summary.
func (w *function) exportOps() {
	if len(w.ops) > maxOps {
		return
	}
	for i := range w.ops {
		o := &w.ops[i]
		out := o.Op
		out.Key, out.Value, out.In, out.TableIn = w.export(o.key), w.export(o.value), w.export(o.in), w.export(o.tableIn)
		out.TTLIn = w.export(o.ttl)
		out.Cols, out.Sets = w.exportCols(o.cols), w.exportCols(o.sets)
		out.Answers = w.answersOf(o)
		out.Ignored = o.Ignored || o.silentClaim() && len(out.Answers) == 0 && !o.moved && !w.looked(o) || w.swallows(o, out.Answers)
		out.Settled = o.Settled || o.Do != model.DoRead && o.Effect == "" && w.whenLost(o).looksAgain()
		out.Behind = o.Behind || o.Effect == "" && o.Writes() && w.askedBefore(o)
		out.Consumes = o.Consumes || w.consumes(o)
		out.Loaded = o.Loaded || o.Do == model.DoPut && o.val != nil && w.loads(o.val, nil)
		out.Handled = o.Writes() && w.handled(o, maxCallers)
		out.Returned, out.Fails = (o.Returned || !o.moved) && w.returnsErrorOf(o.site), w.failNames(o)
		out.Certain = (o.Certain || !o.moved) && w.certain(o)
		w.sum.Ops = append(w.sum.Ops, out)
	}
	w.asks()
	w.judges()
}

// silentClaim reports whether a claim that is lost looks like any other success.
func (o *op) silentClaim() bool {
	if o.Do != model.DoClaim && !(o.Do == model.DoUpdate && (len(o.cols) > 1 || o.onlyFirst())) && o.Do != model.DoDelete {
		return false
	}
	for _, a := range o.Answers {
		if a.Form == effect.Named || a.Form == effect.AnyErr {
			return false
		}
	}
	return true
}

func (w *function) exportCols(list []opCol) []effect.Col {
	var out []effect.Col
	for _, c := range list {
		out = append(out, effect.Col{Name: c.name, Value: w.export(c.values), Literal: c.literal})
	}
	return out
}

// certain reports whether an operation happens whenever the function goes on without an error.
func (w *function) certain(o *op) bool {
	for _, t := range w.f.Tests(o.at) {
		if _, nilOn, ok := flow.NilTest(t.If.Cond); (!ok || nilOn != t.On) && !w.refusesAt(t.If.Block().Succs[1-t.On]) {
			return false
		}
	}
	return true
}
