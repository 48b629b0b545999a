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
		n.state.maybe = slices.ContainsFunc(n.deps, (*node).maybe)
		if !n.state.maybe {
			n.key = l.ownKey(n)
			e := l.cachedEntry(n.key)
			n.state.maybe = e == nil || !n.adopt(e)
			n.exported = e != nil && e.Exported
		}
	}
	l.reopen()
	return nil
}

func (n *node) maybe() bool { return n.state != nil && n.state.maybe }

// wanted reports whether a package that may be analysed imports n.
func (n *node) wanted() bool { return slices.ContainsFunc(n.dependents, (*node).maybe) }

// reopen marks packages whose kept result comes without types, such as those that do not compile, when an importer
// may need the types. Their dependents follow, because nothing may read a partial copy of such a package from
// somebody's export data before it is checked.
func (l *loader) reopen() {
	ours := l.graph.ours()
	for changed := true; changed; {
		changed = false
		for _, n := range ours {
			s := n.state
			if s.maybe {
				continue
			}
			if slices.ContainsFunc(n.deps, (*node).maybe) || !n.exported && n.wanted() {
				s.maybe, s.cached, changed = true, false, true
			}
		}
	}
}
