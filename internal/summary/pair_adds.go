package summary

import (
	"slices"
	"strings"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// additions finds writes that build on what is there, in code that is run again for the same piece of work.
func (w *function) additions() {
	for i := range w.ops {
		o := &w.ops[i]
		if !o.addsUp() || o.spent() || w.tallies(o) || w.runsOnFailure(o.at) || w.toldBefore(effect.AddsAgain, o) {
			continue
		}
		if r, ok := w.doneAgain(o); ok && r.why.regime != model.Scheduled && !(w.expires(o) && r.why.regime != model.Retry) {
			w.again(effect.Pair{Kind: effect.AddsAgain}, o, &r)
		}
	}
}

// again records an operation that is done again, with what looks like a guard before it.
func (w *function) again(p effect.Pair, o *op, r *repetition) {
	first := o
	if r.by != nil {
		first = r.by
	}
	if w.doneTwice == nil {
		w.doneTwice = map[effect.Kind][]*op{}
	}
	w.doneTwice[p.Kind] = append(w.doneTwice[p.Kind], o)
	p.Elsewhere = r.why.over
	p.Lack, p.Regime, p.Again, p.AgainAt = r.lack, r.why.regime, r.why.cause.Text, r.why.cause.At
	w.pair(p, first, o)
}

// addsUp reports whether an operation done twice is not the same as done once, because it builds on what is there.
func (o *op) addsUp() bool {
	switch o.Class {
	case model.ProcessStore, model.FileStore, model.LockService, model.ClusterStore:
		return false
	}
	return o.Effect == "" && (o.Do == model.DoRelative || o.Do == model.DoUpsert && o.Conflict != nil && len(o.Conflict.Adds) > 0)
}

// spent reports whether the condition of a write may be false once it was done, so that it is not done again. A bound on the very
// number that is changed holds for the second run as well, while there is enough of it.
func (o *op) spent() bool {
	if o.Once || o.Vague || o.selfDefeating() || o.Do == model.DoUpsert && o.Conflict.Where {
		return true
	}
	for _, s := range o.sets {
		if slices.ContainsFunc(o.cols, func(c opCol) bool { return c.name == s.name }) || !s.adds && slices.Contains(o.Ranges, s.name) {
			return true
		}
	}
	return false
}

// tallies reports whether all that is counted is how often something was tried or seen, or which version this is, by its name.
func (w *function) tallies(o *op) bool {
	names := addedTo(o)
	if len(names) > 0 {
		return !slices.ContainsFunc(names, func(n string) bool { return !model.NameHint(model.TallyHint, n) }) || model.NameHint(model.TallyHint, o.Table)
	}
	return model.NameHint(model.TallyHint, o.Table) || slices.ContainsFunc(o.key, func(k flow.Local) bool {
		return k.Kind == flow.Const && model.NameHint(model.TallyHint, k.Text) || model.NameHint(model.TallyHint, flow.LastName(k.In.Sel))
	})
}

// addedTo lists the columns that an operation adds to, as far as they are known.
func addedTo(o *op) (list []string) {
	if o.Conflict != nil {
		list = slices.Clone(o.Conflict.Adds)
	}
	for _, s := range o.sets {
		if s.adds && !strings.HasPrefix(s.name, "$") {
			list = append(list, s.name)
		}
	}
	return list
}

// expires reports whether what is counted is given an end in the same function: it limits how often something happens in a time.
func (w *function) expires(o *op) bool {
	return o.Class == model.KVStore && slices.ContainsFunc(w.ops, func(x op) bool { return x.Do == model.DoExpire && equalSets(x.key, o.key) })
}
