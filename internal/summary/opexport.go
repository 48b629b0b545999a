package summary

import (
	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

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
	w.bySite = nil
	w.handing()
	for i := range w.ops {
		o := &w.ops[i]
		out := o.Op
		out.Key, out.Value, out.In, out.TableIn = w.export(o.key), w.export(o.value), w.export(o.in), w.export(o.tableIn)
		out.TTLIn = w.export(o.ttl)
		out.Cols, out.Sets = w.exportCols(o.cols), w.exportCols(o.sets)
		w.exportHeirs(o, &out)
		out.Bounds = w.exportBounds(o.bounds)
		if o.Settle != "" {
			out.Certain = (o.Certain || !o.moved) && w.certain(o)
			w.sum.Ops = append(w.sum.Ops, out)
			continue
		}
		out.Dropped = o.Dropped || o.Effect != "" && unheeded(o)
		out.Answers = w.answersOf(o)
		out.ByCtx = o.ByCtx || o.Do == model.DoBegin && w.looksInContext()
		out.Ignored = o.Ignored || o.silentClaim() && len(out.Answers) == 0 && !o.moved && !w.looked(o) || w.swallows(o, out.Answers)
		out.Settled = o.Settled || o.Do != model.DoRead && o.Effect == "" && w.whenLost(o).looksAgain()
		out.Behind = o.Behind || o.Effect == "" && o.Writes() && w.askedBefore(o)
		out.Kept, out.Lack, out.LackAt = w.keptHere(o)
		out.Consumes = o.Consumes || w.consumes(o)
		out.Loaded = o.Loaded || o.Do == model.DoPut && w.fetchedHere(o)
		out.Drawn = w.drawn(o)
		out.Handled = o.Writes() && w.handled(o, maxCallers)
		out.Returned, out.Fails = (o.Returned || !o.moved) && w.returnsErrorOf(o.site), w.failNames(o)
		out.Certain = (o.Certain || !o.moved) && w.certain(o)
		out.Hushed, out.Errs = w.hushes(o)
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
		out = append(out, effect.Col{Name: c.name, Value: w.export(c.values), Literal: c.literal, Made: w.madeOf(c.made), Held: c.held, Relative: c.adds,
			FromNow: c.fromNow})
	}
	return out
}

func (w *function) exportBounds(list []opBound) []effect.Bound {
	var out []effect.Bound
	for _, x := range list {
		x.Value = w.export(x.values)
		out = append(out, x.Bound)
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
