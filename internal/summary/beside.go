package summary

import (
	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/source"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

// sideBySide says why two runs of a function can meet: it is run again, or serves requests; the function itself, or one that
// calls it in this package.
func (w *function) sideBySide(depth int) (why string, at source.Place, ok bool) {
	for _, r := range w.b.again {
		if r.fn == origin(w.fn) {
			return r.cause.Text, r.cause.At, true
		}
	}
	if name := servedBy(w.fn); name != "" {
		return "serves " + name + ", of which several run at once", w.b.declPlace(w.fn), true
	}
	if depth == 0 {
		return "", source.Place{}, false
	}
	if p := w.fn.Parent(); p != nil && w.b.done[p] != nil {
		if why, at, ok = w.b.done[p].sideBySide(depth - 1); ok {
			return why, at, ok
		}
	}
	for _, c := range w.b.callersOf(w.fn) {
		if c.w == w {
			continue
		}
		if why, at, ok = c.w.sideBySide(depth - 1); ok {
			return why, at, ok
		}
	}
	return "", source.Place{}, false
}

// servedBy says what requests a function answers, or nothing.
func servedBy(fn *ssa.Function) string {
	for _, p := range fn.Params {
		if servesMessage(p) {
			return "gRPC requests"
		}
		n := ssapkg.Named(p.Type())
		if n != nil && n.Obj().Pkg() != nil && model.NameHint(model.RequestHint, n.Obj().Pkg().Name()+"."+n.Obj().Name()) {
			return "HTTP requests"
		}
	}
	return ""
}
