package summary

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// chain reads middleware in order. What stands behind a retrier runs once per attempt.
func (w *function) chain(call ssa.CallInstruction, t *target, in flow.Input) {
	if in.Index >= len(t.inputs) {
		return
	}
	list := w.f.Locate(t.inputs[in.Index])
	elems := map[string]ssa.Value{}
	for _, s := range w.f.Stores(list.Root) {
		if s.Val != nil {
			elems[s.To.Sel] = s.Val
		}
	}
	syntax := w.b.pkg.Call(call.Pos())
	retrier := ""
	for i := 0; elems[index(i)] != nil; i++ {
		v := elems[index(i)]
		if name := w.retrier(v); name != "" {
			retrier = name
			continue
		}
		if retrier == "" {
			continue
		}
		at := w.place(call)
		if syntax != nil && i < len(syntax.Args) {
			at = w.b.pkg.Place(syntax.Args[i].Pos(), syntax.Args[i].End())
		}
		w.callback(nil, v, model.AttemptHook, Cause{Text: "run on each attempt: it stands behind " + retrier + " in the chain", At: at}, nil)
	}
}

// retrier names the call that made a value which reruns everything behind it, or is empty.
func (w *function) retrier(v ssa.Value) string {
	for _, fv := range w.env.values(v) {
		if t, ok := w.b.function(fv); ok && t.rows == nil && retriesInput(t.sum) {
			return fv.name()
		}
	}
	c, ok := w.f.Locate(v).Root.(*ssa.Call)
	if !ok {
		return ""
	}
	for _, t := range w.env.targets(c) {
		for _, e := range t.rows {
			if e.Retrier {
				return calleeName(t.obj)
			}
		}
	}
	return ""
}

// retriesInput reports whether a function calls a function that it is given again and again.
func retriesInput(sum *Function) bool {
	return slices.ContainsFunc(sum.Calls, func(c Call) bool { return c.In.Kind == flow.Param && c.Regime == model.Retry })
}
