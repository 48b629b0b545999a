package summary

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// minKeyed is how many routes of a router must take keys before another one is taken for forgotten.
const minKeyed = 2

// unwrappedRoutes finds routes that make something and take no key, where others of the same router take one. Where more are
// without than with it, those with it are the exception.
func (b *builder) unwrappedRoutes(routes []route) {
	groups := map[routerKey][]route{}
	var order []routerKey
	for _, r := range routes {
		if !slices.Equal(r.methods, []string{"POST"}) || r.root.fn == nil {
			continue
		}
		if groups[r.root] == nil {
			order = append(order, r.root)
		}
		groups[r.root] = append(groups[r.root], r)
	}
	for _, k := range order {
		var keyed, open []route
		var made []effect.Op
		for _, r := range groups[k] {
			if r.keyed || slices.ContainsFunc(r.serves, func(s servant) bool { return s.sum.TakesKey }) {
				keyed = append(keyed, r)
			} else if o, ok := r.makes(); ok {
				open, made = append(open, r), append(made, o)
			}
		}
		if len(keyed) < minKeyed || len(open) > len(keyed) || b.wrappedWhole(k) {
			continue
		}
		for i, r := range open {
			p := effect.Pair{Kind: effect.UnwrappedRoute, First: made[i], Then: made[i], Func: r.w.name(), Route: "POST " + r.path, RouteAt: r.at, AgainAt: keyed[0].at}
			b.pairs = append(b.pairs, p)
		}
	}
}

// makes is the first thing that the handler of a route makes and that a repeat makes once more.
func (r *route) makes() (effect.Op, bool) {
	if r.path == "" || model.NameHint(model.ReadHint, r.path) || model.NameHint(model.NotifierHint, r.path) || model.NameHint(model.TrailHint, r.path) {
		return effect.Op{}, false
	}
	for _, s := range r.serves {
		if s.w != nil && s.w.toldAgain() {
			continue
		}
		for i := range s.sum.Ops {
			if o := &s.sum.Ops[i]; makesAnew(o) {
				return *o, true
			}
		}
	}
	return effect.Op{}, false
}

// toldAgain reports whether the function serves somebody who is known to repeat, and to send an id.
func (w *function) toldAgain() bool {
	return slices.ContainsFunc(w.b.again, func(r replay) bool { return r.fn == origin(w.fn) && r.regime == model.Redelivered })
}

// makesAnew reports whether a repeat of an operation makes something once more: a row, a payment, a message.
func makesAnew(o *effect.Op) bool {
	switch o.Effect {
	case "":
	case model.HTTPPost:
		return false // the method is not known
	default:
		return !o.Keyed && !o.Named
	}
	return o.Do == model.DoInsert && (o.Class == model.SQLStore || o.Class == model.DocStore) && o.Conflict == nil &&
		!o.Handled && !o.Behind && !model.NameHint(model.TrailHint, o.Table)
}

// tellsRouter reports whether a call tells a router something.
func (w *function) tellsRouter(c *ssa.Call) bool {
	return slices.ContainsFunc(w.env.targets(c), func(t target) bool {
		return slices.ContainsFunc(t.rows, func(e *model.Entry) bool { return e.Route != nil })
	})
}

// wrappedWhole reports whether a router as a whole is handed to something that takes keys.
func (b *builder) wrappedWhole(k routerKey) bool {
	w := b.done[k.fn]
	if w == nil {
		return false
	}
	for _, blk := range w.fn.Blocks {
		for _, in := range blk.Instrs {
			c, ok := in.(*ssa.Call)
			if !ok || w.tellsRouter(c) || !w.takesKeyIn(c, 0) {
				continue
			}
			for _, a := range flow.Inputs(c.Common()) {
				if w.f.Object(a) == k.loc {
					return true
				}
			}
		}
	}
	return false
}
