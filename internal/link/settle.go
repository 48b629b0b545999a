package link

import (
	"slices"

	"github.com/idemvet/idemvet/internal/rule"
)

// settle gives each finding to the package that it stands in, and leaves out what is told twice: what the package itself has found,
// and what is found at a call although it is told at a place below it.
func (l *linker) settle(out *Outcome) {
	for _, u := range l.units {
		list := l.findings(out, u)
		if slices.ContainsFunc(list, func(f rule.Finding) bool { return f.At.Pkg != u.Path }) {
			out.Findings[u.Path] = slices.DeleteFunc(slices.Clone(list), func(f rule.Finding) bool { return l.move(out, u, f) })
		}
	}
	deeper := map[told]bool{}
	for _, u := range l.units {
		for _, f := range l.findings(out, u) {
			deeper[toldAt(&f, f.At)] = true
		}
	}
	for _, u := range l.units {
		if list, ok := out.Findings[u.Path]; ok {
			out.Findings[u.Path] = slices.DeleteFunc(list, func(f rule.Finding) bool {
				return slices.ContainsFunc(f.Path, func(s rule.Step) bool { return s.At.Pkg != f.At.Pkg && deeper[toldAt(&f, s.At)] })
			})
		}
	}
}

func (l *linker) findings(out *Outcome, u *Unit) []rule.Finding {
	if list, ok := out.Findings[u.Path]; ok {
		return list
	}
	return u.Result.Findings
}

// move gives a finding to the package that it stands in, if that is another one.
func (l *linker) move(out *Outcome, u *Unit, f rule.Finding) bool {
	i, own := l.index[f.At.Pkg]
	if f.At.Pkg == u.Path || !own {
		return false
	}
	home := slices.Clone(l.findings(out, l.units[i]))
	if !slices.ContainsFunc(home, func(g rule.Finding) bool { return g.Rule == f.Rule && line(g.At) == line(f.At) }) {
		home = append(home, f)
		slices.SortStableFunc(home, func(a, b rule.Finding) int { return a.Compare(&b) })
	}
	out.Findings[f.At.Pkg] = home
	return true
}

// told is what a finding says: of which rule it is, where it stands and where the path ends.
type told struct {
	rule     string
	at, sink rule.Place
}

func toldAt(f *rule.Finding, at rule.Place) told {
	t := told{rule: f.Rule, at: start(at)}
	for _, s := range f.Path {
		if s.Role == rule.Sink {
			t.sink = start(s.At)
		}
	}
	return t
}

// line leaves of a place its line.
func line(p rule.Place) rule.Place { return rule.Place{Pkg: p.Pkg, File: p.File, Line: p.Line} }

// start leaves of a place where it begins: facts do not keep the rest.
func start(p rule.Place) rule.Place {
	p.EndLine, p.EndColumn = 0, 0
	return p
}
