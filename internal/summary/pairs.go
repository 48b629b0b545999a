package summary

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/sqlshape"
)

// claims relates the operations of each function to each other. It runs when all functions are done, since what a caller
// holds or handles counts.
func (b *builder) claims() {
	for _, fn := range b.pkg.Funcs {
		w := b.done[fn]
		if w == nil || len(w.ops) == 0 || len(w.ops) > maxOps {
			continue
		}
		w.bySite = nil
		w.indexes()
		w.checkInserts()
		w.replaces()
		w.findCreates()
		w.conflictClauses()
		w.poolLocks()
		w.deadReleases()
		w.forgiven()
		w.splitMarks()
		w.memoryClaims()
		w.ignoredClaims()
		w.consumptions()
		w.failures()
		w.burntClaims()
		w.brackets()
		w.lateExpiries()
		w.poisons()
		w.timeDedups()
		w.additions()
		w.insertions()
		w.sendsAgain()
		w.effectsInTx()
		w.outerHandles()
		w.unknowns()
		w.intents()
		w.dualWrites()
		w.lostUpdates()
		w.staleEvents()
	}
	b.captures()
	b.counterparts()
	b.lapsedClaims()
	b.deliveries()
	b.requestPairs()
	b.shortWindows()
	b.timedScripts()
	b.nearTimes()
}

// checkInserts finds writes that happen because a read found nothing.
func (w *function) checkInserts() {
	for i := range w.ops {
		if o := &w.ops[i]; o.plainWrite() && !o.Settled && !w.handled(o, 0) {
			w.checkInsert(o)
		}
	}
}

// checkInsert relates a write to the look-ups that decide it. One of them under a lock suffices: the others only spare the lock.
func (w *function) checkInsert(o *op) {
	var found []effect.Pair
	var by []*op
	for j := range w.ops {
		r := &w.ops[j]
		if r.Do != model.DoRead && r.Do != model.DoUpdate || r.site == o.site || !w.before(r.site, o.site) {
			continue
		}
		if s := w.sideOf(r, o.at); s != bad && s != badWeak || !w.same(r, o) {
			continue
		}
		guard, safe := w.guarded(r, o)
		if safe {
			return
		}
		refuses := w.refuses(r)
		if o.overwrites() && !refuses && w.raceless(r, o) || o.Do == model.DoUpsert && !refuses || w.looksAgain(r, o) || w.marksDone(r, o) {
			continue
		}
		found, by = append(found, effect.Pair{Kind: effect.CheckInsert, Guard: guard, Refuses: refuses}), append(by, r)
	}
	for i, p := range found {
		w.pair(p, by[i], o)
	}
}

// marksDone reports whether what is written says only that something was done since the look: then what two runs do twice is
// the work, and the mark is not what is wrong.
func (w *function) marksDone(r, o *op) bool {
	if o.Do != model.DoPut || !fixedValue(o.value) {
		return false
	}
	for i := range w.ops {
		e := &w.ops[i]
		if e.site != r.site && e.site != o.site && (e.Effect != "" || e.Writes()) && w.before(r.site, e.site) && w.before(e.site, o.site) && !w.same(e, o) {
			return true
		}
	}
	return false
}

// plainWrite reports whether a write adds something without asking whether it is there.
func (o *op) plainWrite() bool {
	if o.Effect != "" {
		return false
	}
	switch o.Do {
	case model.DoInsert:
		return o.Class != model.ClusterStore
	case model.DoPut, model.DoUpsert:
		return o.Class != model.ClusterStore
	}
	return false
}

// overwrites reports whether of two writes the second silently takes the place of the first.
func (o *op) overwrites() bool { return o.Do == model.DoPut }

// raceless reports whether it does not matter that two runs write the same: a cache is filled, an object of the same content
// is put again, a value without an identity is stored in memory.
func (w *function) raceless(r, o *op) bool {
	switch o.Class {
	case model.ProcessStore:
		v := o.val
		if m, ok := v.(*ssa.MakeInterface); ok {
			v = m.X
		}
		if v == nil || !mutable(v.Type(), 0) {
			return true
		}
		return w.filled(r, o)
	case model.ObjectStore, model.FileStore:
		return hashed(o.key) || fixedValue(o.value) || !w.tellsApart(r)
	}
	return w.filled(r, o)
}

// hashed reports whether a key is a hash of something: whoever writes there writes the same.
func hashed(key []flow.Local) bool {
	return slices.ContainsFunc(key, func(l flow.Local) bool { return l.Digest })
}

func fixedValue(value []flow.Local) bool {
	return !slices.ContainsFunc(value, func(l flow.Local) bool { return l.Kind != flow.Const && l.Kind != flow.Zero })
}

// tellsApart reports whether the function's results, errors aside, tell whether a read found something: the caller goes on
// in another way then.
func (w *function) tellsApart(r *op) bool {
	for _, ways := range w.returns(r) {
		var goods, bads []class
		for _, x := range ways {
			c, _ := w.classOf(x.v)
			switch {
			case flow.IsError(x.v.Type()) || x.errs:
			case x.side == good:
				goods = append(goods, c)
			default:
				bads = append(bads, c)
			}
		}
		if len(goods) > 0 && slices.ContainsFunc(bads, func(c class) bool { return !slices.Contains(goods, c) }) {
			return true
		}
	}
	return false
}

// filled reports whether what is written was fetched or computed after the read found nothing: a cache is filled.
func (w *function) filled(r, o *op) bool {
	if o.Loaded {
		return true
	}
	if o.val != nil {
		return w.loads(o.val, r)
	}
	if c, ok := o.site.(ssa.CallInstruction); ok && o.moved {
		for _, a := range flow.Inputs(c.Common()) {
			if w.loads(a, r) {
				return true
			}
		}
		return false
	}
	return slices.ContainsFunc(o.value, func(l flow.Local) bool { return l.Kind == flow.Unknown || l.Kind == flow.Stored })
}

// fetchedHere reports whether what is written was fetched or computed in this function: in a literal that is run when something was not
// found elsewhere, also what is handed to whoever writes it.
func (w *function) fetchedHere(o *op) bool {
	if o.val != nil {
		return w.loads(o.val, nil)
	}
	c, ok := o.site.(ssa.CallInstruction)
	return ok && o.moved && w.fn.Parent() != nil && slices.ContainsFunc(flow.Inputs(c.Common()), func(a ssa.Value) bool { return w.loads(a, nil) })
}

// loads reports whether a value was computed from what a call fetched: one that reads from a store, or of which nothing is
// known and that can fail. Calls before a look-up, and the look-up itself, do not count.
func (w *function) loads(v ssa.Value, r *op) bool {
	for x := range w.f.SliceOf(true, v).Values {
		if _, filledIn := w.f.Handed(x); filledIn && r != nil && pointsTo(x) {
			return true
		}
		c, ok := x.(*ssa.Call)
		if !ok || r != nil && (ssa.Instruction(c) == r.site || !w.before(r.site, c)) {
			continue
		}
		if _, builtin := c.Call.Value.(*ssa.Builtin); builtin {
			continue
		}
		ts := w.env.targets(c)
		if len(ts) == 0 && (c.Call.IsInvoke() || c.Call.StaticCallee() == nil || fallible(c)) {
			return true
		}
		if slices.ContainsFunc(ts, func(t target) bool { return (t.fn != nil || t.wired) && fallible(c) && takesContext(c.Common()) }) {
			return true
		}
		reads := func(o *op) bool { return o.Do == model.DoRead }
		if slices.ContainsFunc(w.opsAt(c), reads) {
			return true
		}
	}
	return false
}

// pointsTo reports whether a value is something that others can fill in.
func pointsTo(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.Alloc, *ssa.Call, *ssa.Extract:
		_, isPtr := v.Type().Underlying().(*types.Pointer)
		return isPtr
	}
	return false
}

// refuses reports whether the function returns an error when a read found something.
func (w *function) refuses(r *op) bool {
	for _, a := range r.Answers {
		if a.Form == effect.Zero && a.Result >= 0 && w.isErrorResult(r, a.Result) {
			return true
		}
	}
	for _, ways := range w.returns(r) {
		for _, x := range ways {
			if x.side == good && (flow.IsError(x.v.Type()) && certainError(x.v) || w.failureAnswer(x.v)) {
				return true
			}
		}
	}
	return false
}

func (w *function) isErrorResult(r *op, i int) bool {
	c, ok := r.site.(ssa.CallInstruction)
	if !ok {
		return false
	}
	res := c.Common().Signature().Results()
	return i < res.Len() && flow.IsError(res.At(i).Type())
}

// replaces finds inserts of what was deleted just before: two runs both delete, and both insert.
func (w *function) replaces() {
	for i := range w.ops {
		o := &w.ops[i]
		if o.Do != model.DoInsert || o.Class != model.SQLStore && o.Class != model.DocStore || o.Isolated || o.Many {
			continue
		}
		for j := range w.ops {
			d := &w.ops[j]
			if d.Do != model.DoDelete || d.site == o.site || d.Table == "" || d.Open || len(d.cols) == 0 || !w.before(d.site, o.site) || !w.same(d, o) ||
				w.deeper(d.at, o.at) || !w.allKnown(d, o) {
				continue
			}
			guard, safe := w.guarded(d, o)
			if safe || w.handled(o, 0) {
				continue
			}
			w.pair(effect.Pair{Kind: effect.Replace, Guard: guard}, d, o)
		}
	}
}

// allKnown reports whether each column by which rows are deleted is one that is inserted, with the same value.
func (w *function) allKnown(d, o *op) bool {
	for _, c := range d.cols {
		if c.literal != "" {
			return false
		}
		found := false
		for _, k := range o.cols {
			found = found || k.name == c.name && overlap(k.values, c.values) == yes
		}
		if !found && len(o.cols) > 0 {
			return false
		}
	}
	return len(o.cols) > 0
}

// deeper reports whether a block lies in a loop that another is not in.
func (w *function) deeper(outer, inner *ssa.BasicBlock) bool {
	for _, l := range w.all {
		if l.Blocks[inner] && !l.Blocks[outer] && len(l.Pivots) == 0 {
			return true
		}
	}
	return false
}

// findCreates finds single calls that read and then insert.
func (w *function) findCreates() {
	for i := range w.ops {
		o := &w.ops[i]
		if o.Do != model.DoCreate || o.Class == model.ClusterStore || o.moved || o.Isolated || o.Conflict != nil {
			continue
		}
		guard, safe := w.guarded(o, o)
		if safe || w.handled(o, 0) {
			continue
		}
		w.pair(effect.Pair{Kind: effect.FindCreate, Guard: guard}, o, o)
	}
}

// conflictClauses records the inserts that say what is to happen to a row that is there. Whether it can be is for the schema
// to tell.
func (w *function) conflictClauses() {
	for i := range w.ops {
		o := &w.ops[i]
		if o.Conflict != nil && !o.moved && (!o.Conflict.Named || o.Conflict.Constraint != "") && o.Table != "" && len(o.cols) > 0 {
			if w.postgres(o) {
				o.Dialect = string(sqlshape.Postgres)
			}
			w.pair(effect.Pair{Kind: effect.OnConflict}, o, o)
		}
	}
}

// pair records two operations that belong together.
func (w *function) pair(p effect.Pair, first, then *op) {
	p.First, p.Then, p.Func = w.out(first), w.out(then), w.name()
	p.First.Table, p.Then.Table = w.tableName(first), w.tableName(then)
	for _, c := range first.cols {
		if c.literal == "" {
			p.Cols = append(p.Cols, c.name)
		}
	}
	w.b.pairs = append(w.b.pairs, p)
}

// out is an operation as plain data.
func (w *function) out(o *op) effect.Op {
	out := o.Op
	out.Key, out.Value, out.In, out.TableIn = plain(o.key), plain(o.value), plain(o.in), plain(o.tableIn)
	out.TTLIn = plain(o.ttl)
	out.Bounds = nil
	for _, x := range o.bounds {
		x.Value = plain(x.values)
		out.Bounds = append(out.Bounds, x.Bound)
	}
	out.Cols, out.Sets = plainCols(o.cols), plainCols(o.sets)
	return out
}

func plainCols(list []opCol) []effect.Col {
	var out []effect.Col
	for _, c := range list {
		out = append(out, effect.Col{Name: c.name, Value: plain(c.values), Literal: c.literal, Relative: c.adds, FromNow: c.fromNow})
	}
	return out
}

// fallible reports whether a call can return an error.
func fallible(c *ssa.Call) bool {
	res := c.Call.Signature().Results()
	for i := range res.Len() {
		if flow.IsError(res.At(i).Type()) {
			return true
		}
	}
	return false
}

// before reports whether one instruction runs before another whenever that runs.
func (w *function) before(a, b ssa.Instruction) bool {
	if a.Block() != b.Block() {
		return a.Block().Dominates(b.Block())
	}
	for _, in := range a.Block().Instrs {
		switch in {
		case a:
			return a != b
		case b:
			return false
		}
	}
	return false
}
