package link

import "slices"

// ranks orders packages by calls: the higher one calls the lower one. Packages that call each other through imports and interfaces
// in a circle are ordered by the calls through interfaces alone, since these are what is not known yet.
func ranks(units []*Unit, index map[string]int, links [][]int) []int {
	n := len(units)
	all := make([][]int, n)
	for i, u := range units {
		all[i] = slices.Clone(links[i])
		for _, d := range u.Deps {
			if j, ok := index[d]; ok {
				all[i] = append(all[i], j)
			}
		}
	}
	outer := levels(n, all)
	inner := levels(n, within(links, outer))
	rank := make([]int, n)
	for i := range rank {
		rank[i] = outer[i].level*(n+1) + inner[i].level
	}
	return rank
}

// place is where a node stands: its strongly connected component, and how many of them lie below it on the longest way.
type place struct{ component, level int }

// within leaves the edges inside of components.
func within(edges [][]int, in []place) [][]int {
	out := make([][]int, len(edges))
	for i, list := range edges {
		for _, j := range list {
			if in[i].component == in[j].component {
				out[i] = append(out[i], j)
			}
		}
	}
	return out
}

// levels is Tarjan's algorithm; components are numbered callees first.
func levels(n int, edges [][]int) []place {
	t := &tarjan{edges: edges, order: make([]int, n), low: make([]int, n), on: make([]bool, n), out: make([]place, n)}
	for i := range n {
		if t.order[i] == 0 {
			t.visit(i)
		}
	}
	return t.out
}

type tarjan struct {
	edges      [][]int
	order, low []int
	on         []bool
	stack      []int
	count      int
	components int
	out        []place
}

func (t *tarjan) visit(i int) {
	t.count++
	t.order[i], t.low[i] = t.count, t.count
	t.stack = append(t.stack, i)
	t.on[i] = true
	for _, j := range t.edges[i] {
		if t.order[j] == 0 {
			t.visit(j)
			t.low[i] = min(t.low[i], t.low[j])
		} else if t.on[j] {
			t.low[i] = min(t.low[i], t.order[j])
		}
	}
	if t.low[i] != t.order[i] {
		return
	}
	t.components++
	at := slices.Index(t.stack, i)
	members := t.stack[at:]
	level := 0
	for _, m := range members {
		t.on[m] = false
		t.out[m].component = t.components
	}
	for _, m := range members {
		for _, j := range t.edges[m] {
			if t.out[j].component != t.components {
				level = max(level, t.out[j].level+1)
			}
		}
	}
	for _, m := range members {
		t.out[m].level = level
	}
	t.stack = t.stack[:at]
}
