package load

import (
	"slices"
	"strings"

	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/suppress"
)

// Unite joins several builds of one program: a finding counts once, in however many it is, and what one of them lacks is
// incomplete. The programs are used up.
func Unite(builds []*Program) *Program {
	all := &Program{Dirs: map[string]string{}}
	byPath := map[string]*Package{}
	for _, prog := range builds {
		for path, dir := range prog.Dirs {
			all.Dirs[path] = dir
		}
		all.Incomplete = append(all.Incomplete, prog.Incomplete...)
		all.Stats.add(prog.Stats)
		for _, p := range prog.Packages {
			if known := byPath[p.Path]; known != nil {
				known.unite(p)
				continue
			}
			byPath[p.Path] = p
			all.Packages = append(all.Packages, p)
		}
	}
	slices.SortFunc(all.Packages, func(a, b *Package) int { return strings.Compare(a.Path, b.Path) })
	slices.SortStableFunc(all.Incomplete, func(a, b Incomplete) int { return strings.Compare(a.Package, b.Package) })
	return all
}

// unite adds what another build shows of the package.
func (p *Package) unite(q *Package) {
	res := *p.Result
	res.Findings = slices.Concat(res.Findings, q.Result.Findings)
	slices.SortStableFunc(res.Findings, func(a, b rule.Finding) int { return a.Compare(&b) })
	res.Findings = slices.CompactFunc(res.Findings, func(a, b rule.Finding) bool { return a.Compare(&b) == 0 })
	res.Comments = uniteComments(res.Comments, q.Result.Comments)
	p.Result = &res
	p.Cached = p.Cached && q.Cached
	p.Report = p.Report || q.Report
	p.Files = union(p.Files, q.Files)
	p.Generated = union(p.Generated, q.Generated)
}

// uniteComments keeps each comment once: a second copy would be one that suppresses nothing. It is idle if it is in all builds.
func uniteComments(list, more []suppress.Comment) []suppress.Comment {
	list = slices.Clone(list)
	for _, c := range more {
		i := slices.IndexFunc(list, func(d suppress.Comment) bool { return d.At == c.At })
		if i < 0 {
			list = append(list, c)
		} else {
			list[i].Idle = list[i].Idle && c.Idle
		}
	}
	return list
}

func (s *Stats) add(t Stats) {
	s.Packages += t.Packages
	s.Cached += t.Cached
	s.ForeignLoaded += t.ForeignLoaded
	s.ForeignCached += t.ForeignCached
	s.Linked += t.Linked
	s.List += t.List
	s.Keys += t.Keys
	s.Foreign += t.Foreign
	s.Own += t.Own
	s.Link += t.Link
}
