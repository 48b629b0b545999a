package link

import (
	"fmt"
	"testing"
)

// TestRanks gives units by number: what each imports, and what it calls through interfaces.
func TestRanks(t *testing.T) {
	tests := []struct {
		name        string
		deps, links [][]int
		below       [][2]int // the first is taken before the second
		same        [][2]int
	}{
		{"chain of imports", [][]int{{}, {0}, {1}}, [][]int{{}, {}, {}}, [][2]int{{0, 1}, {1, 2}}, nil},
		{"call against the import", [][]int{{}, {0}}, [][]int{{1}, {}}, [][2]int{{1, 0}}, nil},
		{"circle of calls", [][]int{{}, {}, {}}, [][]int{{1}, {0}, {0}}, [][2]int{{0, 2}, {1, 2}}, [][2]int{{0, 1}}},
		{"call against the import, below a third", [][]int{{}, {0}, {0, 1}}, [][]int{{1}, {}, {}}, [][2]int{{1, 0}, {0, 2}}, nil},
		{"diamond", [][]int{{}, {0}, {0}, {1, 2}}, [][]int{{}, {}, {}, {}}, [][2]int{{0, 1}, {0, 2}, {1, 3}, {2, 3}}, [][2]int{{1, 2}}},
		{"import of none of the units", [][]int{{9}}, [][]int{{}}, nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var units []*Unit
			index := map[string]int{}
			for i, deps := range tt.deps {
				u := &Unit{Path: fmt.Sprint("m/", i)}
				for _, d := range deps {
					u.Deps = append(u.Deps, fmt.Sprint("m/", d))
				}
				units, index[u.Path] = append(units, u), i
			}
			rank := ranks(units, index, tt.links)
			for _, b := range tt.below {
				if rank[b[0]] >= rank[b[1]] {
					t.Errorf("%d is not below %d: %v", b[0], b[1], rank)
				}
			}
			for _, s := range tt.same {
				if rank[s[0]] != rank[s[1]] {
					t.Errorf("%d is not beside %d: %v", s[0], s[1], rank)
				}
			}
		})
	}
}
