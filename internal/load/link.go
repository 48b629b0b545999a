package load

import (
	"encoding/json"
	"errors"
	"go/types"
	"slices"
	"strings"

	"github.com/idemvet/idemvet/internal/link"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/summary"
	"github.com/idemvet/idemvet/internal/unit"
	"github.com/idemvet/idemvet/internal/wiring"
)

// linkFormat changes with everything in the link stage that changes its answers.
const linkFormat = "link 1"

// linked is what is kept of linking a whole program: the findings of the packages that it looked at again.
type linked struct {
	Findings map[string][]rule.Finding `json:",omitempty"`
}

// link runs the stage over the whole program, or takes its answer from the cache where no package has changed. Test variants of
// packages keep the findings of their own analysis: what tests put behind interfaces is not what runs.
func (l *loader) link() error {
	if !l.opt.Link {
		return nil
	}
	nodes := l.linkable()
	key := l.linkKey(nodes)
	if data, ok := l.store.get(key); ok && l.opt.Again == nil {
		var kept linked
		if json.Unmarshal(data, &kept) == nil {
			l.replace(nodes, kept.Findings)
			return nil
		}
	}
	units := make([]*link.Unit, 0, len(nodes))
	byPath := make(map[string]*node, len(nodes))
	for _, n := range nodes {
		if n.state.result.Wiring == nil {
			n.state.result.Wiring = n.state.wiring()
		}
		units = append(units, &link.Unit{Path: n.path, Deps: n.ownDeps(), Result: n.state.result})
		byPath[n.path] = n
	}
	out := link.Run(l.ctx, units, link.Options{
		Workers: l.workers,
		Known:   l.described,
		Analyse: func(u *link.Unit, key link.Key, wired summary.Wired, again []summary.Rerun, imported unit.Lookup) *unit.Result {
			n := byPath[u.Path]
			id := digest(linkFormat, n.key, hash(key))
			if res := l.relinked(id); res != nil && !l.again(n) {
				return res
			}
			l.opt.progress(int(l.relinks.Add(1)), 0, "analysing packages again as wired")
			res := l.relink(n, wired, again, imported)
			if res.Facts != nil && !l.again(n) {
				l.keepEntry(id, resultEntry(res))
			}
			return res
		},
	})
	l.stats.Linked = int(l.relinks.Load())
	l.replace(nodes, out.Findings)
	for _, n := range nodes {
		if why := out.Incomplete[n.path]; why != "" {
			n.state.result.Incomplete = why
		}
	}
	if data, err := json.Marshal(linked{out.Findings}); err == nil && len(out.Incomplete) == 0 && l.ctx.Err() == nil && l.opt.Again == nil && !l.unstable.Load() {
		l.store.put(key, data)
	}
	return nil
}

// relinked is the kept outcome of relink, or nil.
func (l *loader) relinked(id hash) *unit.Result {
	e := l.cachedEntry(id)
	if e == nil {
		return nil
	}
	n := &node{state: &state{}}
	if !n.adopt(e) {
		return nil
	}
	res := n.state.result
	res.Wiring = n.state.wiring()
	return res
}

// linkable lists the packages that take part, by path.
func (l *loader) linkable() []*node {
	var list []*node
	for _, n := range l.graph.order {
		if n.kind == own && !n.variant && n.state.result.Incomplete == "" {
			list = append(list, n)
		}
	}
	slices.SortFunc(list, func(a, b *node) int { return strings.Compare(a.path, b.path) })
	return list
}

func (l *loader) linkKey(nodes []*node) hash {
	parts := []any{linkFormat}
	for _, n := range nodes {
		parts = append(parts, n.path, n.key)
	}
	return digest(parts...)
}

// ownDeps lists the own packages that n imports.
func (n *node) ownDeps() []string {
	var list []string
	for _, d := range n.deps {
		if d.kind == own {
			list = append(list, d.path)
		}
	}
	return list
}

func (l *loader) described(i wiring.Impl) bool {
	return slices.ContainsFunc(l.opt.Models.With(i.Pkg, nil).Func(i.Recv(), i.Name()), func(e *model.Entry) bool { return !e.Aside() && !e.Spares() })
}

func (l *loader) replace(nodes []*node, findings map[string][]rule.Finding) {
	for _, n := range nodes {
		if list, ok := findings[n.path]; ok {
			res := *n.state.result
			res.Findings = list
			n.state.result = &res
		}
	}
}

// relink analyses a package once more. Its types are made anew, for itself alone: those that importers were checked against stay,
// since a type must not have two identities.
func (l *loader) relink(n *node, wired summary.Wired, again []summary.Rerun, imported unit.Lookup) *unit.Result {
	failed := func(err error) *unit.Result { return &unit.Result{Incomplete: oneLine(err.Error())} }
	if err := l.ensure(n); err != nil {
		return failed(err)
	}
	l.types.use.RLock()
	defer l.types.use.RUnlock()
	contents, sum, err := readFiles(n)
	if err == nil && sum != n.content {
		err = errors.New("the files changed while they were analysed; run again")
	}
	if err != nil {
		return failed(err)
	}
	var pkg *types.Package
	p, reason := l.checkInto(n, contents, &entry{}, &pkg)
	if reason != "" {
		return &unit.Result{Incomplete: reason}
	}
	p.Wired, p.Again = wired, again
	return l.opt.Run(p, imported)
}
