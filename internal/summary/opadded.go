package summary

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/model"
)

// maxOrders bounds how deep the values of a document are looked into.
const maxOrders = 4

// addsBy reports whether one of the values that a document is updated with is no value but an order to add: what a call gives
// that is a relative step (firestore.Increment).
func (w *function) addsBy(v ssa.Value, sel string, depth int) bool {
	if m, ok := v.(*ssa.MakeInterface); ok {
		v = m.X
	}
	l := w.f.Locate(v)
	if c, _ := madeBy(l.Root); c != nil {
		steps, _ := w.stepsOf(c)
		return slices.ContainsFunc(steps, func(s chainStep) bool { return s.step.Do == model.DoRelative })
	}
	l.Sel += sel
	for _, s := range w.f.Stores(l.Root) {
		if s.Val != nil && strings.HasPrefix(s.To.Sel, l.Sel) && depth < maxOrders && w.addsBy(s.Val, "", depth+1) {
			return true
		}
	}
	return false
}
