package summary

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/region"
)

// sharedKeys finds requests of a loop over new work that bear one key for all turns, though their content varies. Where the
// loop ends with the first success, the receiver refuses all but the first attempt; otherwise it takes the second request
// for a repeat of the first.
func (w *function) sharedKeys() {
	for _, l := range w.all {
		if slices.ContainsFunc(w.loops, func(r *region.Loop) bool { return r.Header == l.Header }) {
			continue
		}
		for i := range w.events {
			e := &w.events[i]
			if e.Class != Keyed || e.moved || e.Convention || e.src == nil || !l.Blocks[e.site.Block()] || !tellsRequests(e.Key) || w.turns(l, e.src) {
				continue
			}
			if name, at := w.varying(l, e); name != "" {
				w.sharedKey(l, e, name, at)
			}
		}
	}
}

func tellsRequests(k model.KeyKind) bool {
	return k == model.IdempotencyKey || k == model.ClientToken || k == model.DedupID || k == model.MessageID
}

func (w *function) sharedKey(l *region.Loop, e *event, name string, at ssa.Instruction) {
	re := RegionEvent{Event: e.Event, Site: w.place(e.site)}
	r := Region{Regime: model.Once, Func: w.name(), Cause: Cause{Text: "in a loop", At: w.b.pkg.LoopPlace(l.Pos())}}
	if l.LeavesOnSuccess() {
		if e.Key != model.IdempotencyKey && e.Key != model.ClientToken {
			return
		}
		r.Regime, re.Class = model.Retry, Drift
		re.Value = plain(e.values)
		re.Parts = []Part{{Name: name, At: w.place(at), Mint: flow.Origin{Kind: flow.Fresh, Fresh: model.Counter, Source: "each turn of the loop", At: w.place(at)}}}
	} else {
		re.Value = []flow.Origin{{Kind: flow.Shared, Source: string(model.ParentScope), Text: "what all turns of the loop share"}}
	}
	r.Events = []RegionEvent{re}
	w.regions = append(w.regions, r)
}

// varying is a part of the request beside a key that is another in each turn of a loop. Requests to different receivers may
// share a key.
func (w *function) varying(l *region.Loop, e *event) (name string, at ssa.Instruction) {
	for _, c := range e.carriers {
		for _, s := range w.f.Stores(c.Root) {
			field := flow.LastName(s.To.Sel)
			if s.Val == nil || field == "" || s.At == e.site || !content(s.To.Sel) || !l.Blocks[s.At.Block()] || !w.turns(l, s.Val) {
				continue
			}
			if model.NameHint(model.TargetHint, field) {
				return "", nil
			}
			if name == "" && !w.unknownIn(l, s.Val) {
				name, at = field, s.At
			}
		}
	}
	return name, at
}

// turns reports whether a value is, or may be, another in each turn of a loop: it comes from the element that the loop has
// come to, or from a call in the loop of which nothing is known.
func (w *function) turns(l *region.Loop, v ssa.Value) bool {
	for x := range w.f.SliceOf(true, v).Values {
		switch x := x.(type) {
		case *ssa.Next:
			if l.Blocks[x.Block()] {
				return true
			}
		case *ssa.Phi:
			if x.Block() == l.Header {
				return true
			}
		case *ssa.UnOp:
			if isReceive(x) && l.Blocks[x.Block()] {
				return true
			}
		}
	}
	return w.unknownIn(l, v)
}

// unknownIn reports whether a value comes from a call in the loop of which nothing is known, or that makes it anew.
func (w *function) unknownIn(l *region.Loop, v ssa.Value) bool {
	for x := range w.f.SliceOf(true, v).Values {
		if c, ok := x.(*ssa.Call); ok && l.Blocks[c.Block()] && len(w.env.targets(c)) == 0 {
			if _, builtin := c.Call.Value.(*ssa.Builtin); !builtin {
				return true
			}
		}
	}
	return slices.ContainsFunc(w.f.Trace(v, ""), func(o flow.Local) bool { return o.Kind == flow.Fresh })
}

// twoOperations finds an object with a key, common parameters say, that is put into the requests of two different
// operations: the second is taken for a repeat of the first.
func (w *function) twoOperations() {
	type use struct {
		store *ssa.Store
		op    string
	}
	uses := map[ssa.Value][]use{}
	var order []ssa.Value
	w.f.AllStores(func(s *flow.Store) {
		st, ok := s.At.(*ssa.Store)
		if !ok || s.To.Sel == "" {
			return
		}
		root := w.f.Locate(s.Val).Root
		if root == s.To.Root || !w.bearsKey(root) {
			return
		}
		if op := w.operation(s.To.Root); op != "" {
			if uses[root] == nil {
				order = append(order, root)
			}
			uses[root] = append(uses[root], use{st, op})
		}
	})
	for _, root := range order {
		list := uses[root]
		slices.SortFunc(list, func(a, b use) int { return int(a.store.Pos()) - int(b.store.Pos()) })
		for _, u := range list[1:] {
			if u.op == list[0].op || !list[0].store.Block().Dominates(u.store.Block()) {
				continue
			}
			at := w.place(u.store)
			w.regions = append(w.regions, Region{Regime: model.Once, Func: w.name(), Events: []RegionEvent{{
				Event: Event{Class: Keyed, Key: model.IdempotencyKey, Sink: "the key of " + u.op, At: at, Func: w.name(),
					Value: []flow.Origin{{Kind: flow.Shared, Source: string(model.ParentScope), Text: "the key of " + list[0].op}}},
				Site: at,
			}}})
		}
	}
}

// bearsKey reports whether an idempotency key is set on an object, by this function or by the one that made it.
func (w *function) bearsKey(root ssa.Value) bool {
	if slices.ContainsFunc(w.keyed, func(l flow.Loc) bool { return l.Root == root }) {
		return true
	}
	l := w.f.Object(root)
	c, index := madeBy(l.Root)
	if c == nil {
		for _, s := range w.f.Stores(root) {
			if s.To.Sel == "" && s.Val != nil {
				c, index = madeBy(w.f.Locate(s.Val).Root)
			}
		}
	}
	if c == nil {
		return false
	}
	for _, t := range w.env.targets(c) {
		if slices.ContainsFunc(t.sum.Keyed, func(in flow.Input) bool { return in.Kind == flow.Result && in.Index == index }) {
			return true
		}
	}
	return false
}

// operation is the modelled call that sends a request, or nothing if there is none or more than one.
func (w *function) operation(request ssa.Value) string {
	op := ""
	for _, blk := range w.fn.Blocks {
		for _, in := range blk.Instrs {
			call, ok := in.(ssa.CallInstruction)
			if !ok || !w.sends(call) {
				continue
			}
			for _, a := range call.Common().Args {
				if w.f.Locate(a).Root == request {
					if op != "" {
						return ""
					}
					op = callLabel(call)
				}
			}
		}
	}
	return op
}

// callLabel names a callee with its package: charge.New.
func callLabel(call ssa.CallInstruction) string {
	fn := call.Common().StaticCallee()
	if fn == nil {
		return callName(call)
	}
	if obj, ok := origin(fn).Object().(*types.Func); ok {
		return calleeName(obj)
	}
	return callName(call)
}
