package wiring

import (
	"slices"
	"strings"
)

// Candidate is one type behind an interface, and its method that a call reaches. For a function value, it is the function.
type Candidate struct {
	Type string
	Impl Impl
}

// Methods lists the types that can be behind an interface, sorted, each with the method that a call of it reaches. From is where the
// interface value comes from; where nothing is known to reach those places, as when a container builds the program at run time, all
// that is converted to the interface counts, and where there is no conversion either, what is said to implement it. Where something may come from outside of the program beside what is known, there is no answer.
func (p *Program) Methods(from []Source, of Source, method string) []Candidate {
	list := p.candidates(from, method)
	if len(list) > 0 && p.isOpen(from) {
		return nil
	}
	for _, all := range []Source{of, of.asserted()} {
		if len(list) == 0 && of != "" {
			list = p.candidates([]Source{all}, method)
		}
	}
	return list
}

func (p *Program) isOpen(from []Source) bool {
	return slices.ContainsFunc(from, func(s Source) bool {
		i, ok := p.ids[s]
		return ok && p.nodes[i].open
	})
}

// Functions lists what a function value can be, sorted.
func (p *Program) Functions(from []Source) []Candidate { return p.candidates(from, "") }

func (p *Program) candidates(from []Source, method string) []Candidate {
	var list []Candidate
	p.collect(from, method, map[Source]bool{}, &list)
	slices.SortFunc(list, func(a, b Candidate) int {
		return strings.Compare(a.Type+"\x00"+a.Impl.key(), b.Type+"\x00"+b.Impl.key())
	})
	return slices.Compact(list)
}

func (p *Program) collect(from []Source, method string, seen map[Source]bool, list *[]Candidate) {
	for _, s := range from {
		if seen[s] {
			continue
		}
		seen[s] = true
		i, ok := p.ids[s]
		if !ok {
			if strings.HasPrefix(string(s), placeSource) {
				continue
			}
			p.one(s, method, seen, list)
			continue
		}
		p.nodes[i].has.each(func(n int) { p.one(p.names[n], method, seen, list) })
	}
}

func (p *Program) one(s Source, method string, seen map[Source]bool, list *[]Candidate) {
	impl, field, ok := p.method(s, method)
	switch {
	case !ok:
	case field != "":
		p.collect([]Source{field}, method, seen, list)
	default:
		*list = append(*list, Candidate{string(s[len(typeSource):]), impl})
	}
}
