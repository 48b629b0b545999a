package wiring

import (
	"slices"
	"strings"
)

// objects counts how many values of each struct type a program may make: by each function that makes one, as often as that is
// called, or once.
func objects(list []*Facts, packages []string) map[string]int {
	called := map[Impl]int{}
	for _, f := range list {
		for _, u := range f.Uses {
			called[u.Of] += u.Times
		}
	}
	out := map[string]int{}
	for i, f := range list {
		for _, m := range f.Made {
			out[m.Type] += m.Times * max(called[Impl{packages[i], m.In}], 1)
		}
	}
	return out
}

// Shared reports whether a call goes through a field of a type of which there are several values, so that it is not known which of
// them holds what.
func (p *Program) Shared(c *Call) bool {
	for _, s := range c.From {
		if i, ok := p.ids[s]; ok && p.nodes[i].shared {
			return true
		}
	}
	return false
}

// share marks what comes out of the fields of types of which there are several values.
func (p *Program) share() {
	p.spread(p.severalOf, func(n *node) *bool { return &n.shared })
}

// open marks what may also be something that a function outside of the program returns.
func (p *Program) open(packages []string) {
	own := make(map[string]bool, len(packages))
	for _, path := range packages {
		own[path] = true
	}
	p.spread(func(s Source) bool {
		rest, ok := strings.CutPrefix(string(s), placeSource+"result ")
		pkg, _, _ := strings.Cut(rest, " ")
		return ok && !own[pkg]
	}, func(n *node) *bool { return &n.open })
}

// spread marks sources, and all places that they reach.
func (p *Program) spread(from func(Source) bool, flag func(*node) *bool) {
	var work []int
	mark := func(i int) {
		if f := flag(&p.nodes[i]); !*f {
			*f = true
			work = append(work, i)
		}
	}
	for i, s := range p.names {
		if from(s) {
			mark(i)
		}
	}
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		for _, to := range p.nodes[i].next {
			mark(to)
		}
	}
}

func (p *Program) severalOf(s Source) bool {
	rest, ok := strings.CutPrefix(string(s), placeSource+"field ")
	if !ok {
		return false
	}
	pkg, field, _ := strings.Cut(rest, " ")
	owner, _, _ := strings.Cut(field, ".")
	return p.objects[pkg+"."+owner] > 1
}

// Example reports whether an import path says that a package shows how others are used. What it puts behind an interface is chosen
// to be short.
func Example(path string) bool {
	return slices.ContainsFunc(strings.Split(path, "/"), func(part string) bool {
		switch strings.TrimSuffix(strings.TrimPrefix(part, "_"), "s") {
		case "example", "sample", "demo", "playground":
			return true
		}
		return false
	})
}
