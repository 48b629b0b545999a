package load

import (
	"slices"

	"github.com/idemvet/idemvet/internal/unit"
)

// state is the progress of an own or bridge package.
type state struct {
	// maybe is set for packages that cannot be answered from the cache without first looking at another one: those
	// whose key is unknown to the cache and all that depend on them.
	maybe     bool
	cached    bool
	result    *unit.Result
	generated []string
	wired     []byte // see entry.Wiring
}

// plan computes keys and answers from the cache what needs no analysis. Afterwards every package is either done or
// marked maybe.
func (l *loader) plan() error {
	l.hashContents()
	for _, n := range l.graph.order {
		if n.kind == foreign {
			n.key = l.foreignKey(n)
			continue
		}
		n.state.maybe = l.again(n) || slices.ContainsFunc(n.deps, (*node).maybe)
		if !n.state.maybe {
			n.key = l.ownKey(n)
			e := l.cachedEntry(n.key)
			n.state.maybe = e == nil || !n.adopt(e)
		}
	}
	return nil
}

func (l *loader) again(n *node) bool {
	return n.kind == own && l.opt.Again != nil && l.opt.Again(n.Dir)
}

func (n *node) maybe() bool { return n.state != nil && n.state.maybe }
