package summary

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
)

// orders are the operators of document stores that compare in another way than for equality.
var orders = []string{"$lt", "$lte", "$gt", "$gte"}

// bounds takes from the columns of a document's condition those that are compared with a bound, and notes them as ranges.
func (w *function) bounds(o *op, v ssa.Value, sel string, cols []opCol) []opCol {
	if m, ok := v.(*ssa.MakeInterface); ok {
		v = m.X
	}
	l := w.f.Locate(v)
	return slices.DeleteFunc(cols, func(c opCol) bool {
		held := w.heldAt(flow.Loc{Root: l.Root, Sel: l.Sel + sel + flow.Element(c.name)})
		if held == nil {
			return false
		}
		if m, ok := held.(*ssa.MakeInterface); ok {
			held = m.X
		}
		in := w.elements(w.f.Locate(held))
		bounded := len(in) > 0 && !slices.ContainsFunc(in, func(e opCol) bool { return !slices.Contains(orders, e.name) })
		if bounded {
			o.Open, o.Ranges = true, append(o.Ranges, c.name)
		}
		return bounded
	})
}
