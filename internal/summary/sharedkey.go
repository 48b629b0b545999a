package summary

import (
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

// varying is a part of the request beside a key that is another in each turn of a loop.
func (w *function) varying(l *region.Loop, e *event) (string, ssa.Instruction) {
	for _, c := range e.carriers {
		for _, s := range w.f.Stores(c.Root) {
			name := flow.LastName(s.To.Sel)
			if s.Val == nil || name == "" || s.At == e.site || !content(s.To.Sel) || !l.Blocks[s.At.Block()] {
				continue
			}
			if w.turns(l, s.Val) && !w.unknownIn(l, s.Val) {
				return name, s.At
			}
		}
	}
	return "", nil
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
