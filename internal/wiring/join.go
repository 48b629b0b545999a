package wiring

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// Program is the wiring of all packages of a program, joined.
type Program struct {
	ids   map[Source]int
	names []Source
	nodes []node
	types map[string]*Type
	work  []int
	edges map[[2]int]bool
	calls map[callKey]bool

	objects map[string]int // see objects
}

// node is a source, and what reaches it.
type node struct {
	has     set
	queued  bool
	shared  bool // see share
	open    bool // see open
	next    []int
	watched []*Call // calls through what is here
}

// callKey is a function that a call was found to reach.
type callKey struct {
	call *Call
	impl Impl
}

// set is a set of small numbers.
type set []uint64

func (s *set) add(i int) bool {
	for len(*s) <= i/64 {
		*s = append(*s, 0)
	}
	old := (*s)[i/64]
	(*s)[i/64] |= 1 << (i % 64)
	return (*s)[i/64] != old
}

func (s *set) merge(t set) (grown bool) {
	for i, w := range t {
		if len(*s) <= i {
			*s = append(*s, 0)
		}
		old := (*s)[i]
		(*s)[i] |= w
		grown = grown || (*s)[i] != old
	}
	return grown
}

func (s set) each(f func(int)) {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			f(i*64 + bits.TrailingZeros64(w))
		}
	}
}

// Join puts packages together and follows their values until nothing new is found. The sets only grow and nothing is cut off, so
// the answer does not depend on the order of the packages. The import path of each is at the same place in packages.
func Join(list []*Facts, packages []string) *Program {
	p := &Program{objects: objects(list, packages), ids: map[Source]int{}, types: map[string]*Type{}, edges: map[[2]int]bool{}, calls: map[callKey]bool{}}
	for _, f := range list {
		for i := range f.Types {
			p.types[f.Types[i].Name] = &f.Types[i]
		}
	}
	for _, f := range list {
		for _, fl := range f.Flows {
			p.flow(p.id(fl.To), p.id(fl.From))
		}
		for i := range f.Calls {
			if !f.Calls[i].Handed {
				p.watch(&f.Calls[i], f.Calls[i].From...)
			}
		}
	}
	p.run()
	for _, c := range p.dangling(list) {
		at := c.Iface
		if len(p.candidates([]Source{at}, c.Method)) == 0 {
			at = at.asserted()
		}
		p.watch(c, at)
	}
	p.run()
	p.share()
	p.open(packages)
	return p
}

// dangling lists the calls of interfaces that nothing was found to reach. What a container builds at run time is not seen to be
// handed over, so all that is converted to the interface counts there.
func (p *Program) dangling(list []*Facts) (out []*Call) {
	for _, f := range list {
		for i := range f.Calls {
			if c := &f.Calls[i]; c.Iface != "" && len(p.candidates(c.From, c.Method)) == 0 {
				out = append(out, c)
			}
		}
	}
	return out
}

func (p *Program) id(s Source) int {
	if i, ok := p.ids[s]; ok {
		return i
	}
	i := len(p.nodes)
	p.ids[s] = i
	p.names = append(p.names, s)
	p.nodes = append(p.nodes, node{})
	if !strings.HasPrefix(string(s), placeSource) { // a type or function is what it is
		p.nodes[i].has.add(i)
		p.queue(i)
	}
	return i
}

func (p *Program) queue(i int) {
	if !p.nodes[i].queued {
		p.nodes[i].queued = true
		p.work = append(p.work, i)
	}
}

func (p *Program) flow(to, from int) {
	if to == from || p.edges[[2]int{to, from}] {
		return
	}
	p.edges[[2]int{to, from}] = true
	p.nodes[from].next = append(p.nodes[from].next, to)
	if len(p.nodes[from].has) > 0 {
		p.queue(from)
	}
}

// watch follows a call through what reaches some places.
func (p *Program) watch(c *Call, at ...Source) {
	for _, s := range at {
		i := p.id(s)
		p.nodes[i].watched = append(p.nodes[i].watched, c)
		if len(p.nodes[i].has) > 0 {
			p.queue(i)
		}
	}
}

func (p *Program) run() {
	for len(p.work) > 0 {
		i := p.work[len(p.work)-1]
		p.work = p.work[:len(p.work)-1]
		p.nodes[i].queued = false
		for _, to := range slices.Clone(p.nodes[i].next) {
			if p.nodes[to].has.merge(p.nodes[i].has) {
				p.queue(to)
			}
		}
		for _, c := range slices.Clone(p.nodes[i].watched) {
			slices.Clone(p.nodes[i].has).each(func(s int) { p.reach(c, p.names[s]) })
		}
	}
}

// reach follows a call to one thing that may be behind it.
func (p *Program) reach(c *Call, s Source) {
	impl, field, ok := p.method(s, c.Method)
	switch {
	case !ok:
	case field != "":
		k := callKey{c, Impl{Symbol: string(field)}}
		if !p.calls[k] {
			p.calls[k] = true
			p.watch(c, field)
		}
	case !p.calls[callKey{c, impl}]:
		p.calls[callKey{c, impl}] = true
		p.connect(c, impl)
	}
}

// method is what a method of a type is, or the function itself where there is no method.
func (p *Program) method(s Source, name string) (i Impl, field Source, ok bool) {
	if key, isFunc := strings.CutPrefix(string(s), funcSource); isFunc {
		pkg, symbol, _ := strings.Cut(key, " ")
		return Impl{pkg, symbol}, "", name == ""
	}
	t := p.types[strings.TrimPrefix(string(s), typeSource)]
	if t == nil || name == "" || t.Mock {
		return Impl{}, "", false
	}
	return t.impl(name)
}

func (p *Program) connect(c *Call, impl Impl) {
	if c.Bound != "" {
		p.flow(p.id(c.Bound), p.id(Source(funcSource+impl.key())))
		return
	}
	for n, arg := range c.Args {
		for _, from := range arg {
			p.flow(p.id(impl.param(strconv.Itoa(n))), p.id(from))
		}
	}
	for n := range maxResults {
		from := impl.result(strconv.Itoa(n))
		p.flow(p.id(c.Result+Source(" "+strconv.Itoa(n))), p.id(from))
	}
}

// maxResults bounds the results that are followed through a call whose callee is found out.
const maxResults = 3
