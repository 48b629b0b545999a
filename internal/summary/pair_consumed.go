package summary

import (
	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// consumptions finds things that may be used once and are read, then taken without a look at whether they were still there,
// then honoured.
func (w *function) consumptions() {
	for i := range w.ops {
		d := &w.ops[i]
		if !d.Consumes && !w.consumes(d) || d.moved && !d.Certain {
			continue
		}
		for j := range w.ops {
			e := &w.ops[j]
			if e.site == d.site || !w.before(d.site, e.site) || e.moved && !e.Certain || !e.once() || e.Effect == "" && sameTable(d, e) {
				continue
			}
			if !w.otherwiseGuarded(d, e) {
				w.pair(effect.Pair{Kind: effect.Consumed}, d, e)
				break
			}
		}
	}
}

// consumes reports whether a write takes a thing that was read before and may be used once, and nobody asks whether this run
// took it. What two runs cannot do at once is safe.
func (w *function) consumes(d *op) bool {
	if d.Do != model.DoDelete && !(d.Do == model.DoUpdate && d.setsFixed()) || !w.oneTime(d) || d.Isolated {
		return false
	}
	if d.moved && (!d.Ignored || d.byError()) || !d.moved && (d.byError() || w.looked(d)) {
		return false
	}
	for i := range w.ops {
		r := &w.ops[i]
		if r.Do != model.DoRead || r.site == d.site || r.Lock != "" || !w.before(r.site, d.site) || !w.same(r, d) {
			continue
		}
		if _, safe := w.guarded(r, d); !safe && w.sideOf(r, d.at) != bad {
			return true
		}
	}
	return false
}

// setsFixed reports whether a write sets what stands in the code: that the thing was used.
func (o *op) setsFixed() bool {
	for i := range o.sets {
		if o.sets[i].fixed() {
			return true
		}
	}
	return false
}

// oneTime reports whether the name of a table, or of a key, says that what it holds may be used once.
func (w *function) oneTime(o *op) bool {
	if model.NameHint(model.OneTimeHint, o.Table) {
		return true
	}
	for _, k := range o.key {
		if k.Kind == flow.Const && model.NameHint(model.OneTimeHint, k.Text) {
			return true
		}
	}
	return false
}
