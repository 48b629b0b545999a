package ssapkg

import (
	"testing"

	"golang.org/x/tools/go/ssa"
)

func TestComponents(t *testing.T) {
	fn := make([]*ssa.Function, 6)
	for i := range fn {
		fn[i] = new(ssa.Function)
	}
	edges := map[*ssa.Function][]*ssa.Function{
		fn[0]: {fn[1], fn[4]},
		fn[1]: {fn[2]},
		fn[2]: {fn[1], fn[3]},
		fn[4]: {fn[4]},
	}
	var sizes []int
	pos := map[*ssa.Function]int{}
	for i, c := range Components(fn, func(f *ssa.Function) []*ssa.Function { return edges[f] }) {
		sizes = append(sizes, len(c))
		for _, f := range c {
			pos[f] = i
		}
	}
	if len(sizes) != 5 || pos[fn[1]] != pos[fn[2]] {
		t.Fatalf("wrong components: %v", sizes)
	}
	for f, gs := range edges {
		for _, g := range gs {
			if pos[g] > pos[f] {
				t.Error("a caller comes before its callee")
			}
		}
	}
}

func TestComponentsDeep(t *testing.T) {
	const n = 200_000
	fn := make([]*ssa.Function, n)
	next := map[*ssa.Function][]*ssa.Function{}
	for i := range fn {
		fn[i] = new(ssa.Function)
		if i > 0 {
			next[fn[i-1]] = []*ssa.Function{fn[i]}
		}
	}
	if got := len(Components(fn, func(f *ssa.Function) []*ssa.Function { return next[f] })); got != n {
		t.Errorf("%d components, want %d", got, n)
	}
}
