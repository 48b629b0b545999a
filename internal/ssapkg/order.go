package ssapkg

import "golang.org/x/tools/go/ssa"

// Components returns the strongly connected components of the package's functions, callees before callers. A function
// refers to another by calling it or by using it as a value (a closure refers to what it encloses); edges come from
// refs. The order depends only on the order of Funcs and of the instructions.
func Components(funcs []*ssa.Function, refs func(*ssa.Function) []*ssa.Function) [][]*ssa.Function {
	t := &tarjan{refs: refs, index: map[*ssa.Function]int{}, low: map[*ssa.Function]int{}, member: map[*ssa.Function]bool{}, onStack: map[*ssa.Function]bool{}}
	for _, f := range funcs {
		t.member[f] = true
	}
	for _, f := range funcs {
		if _, seen := t.index[f]; !seen {
			t.visit(f)
		}
	}
	return t.out
}

type frame struct {
	fn   *ssa.Function
	next int
	refs []*ssa.Function
}

type tarjan struct {
	refs       func(*ssa.Function) []*ssa.Function
	index, low map[*ssa.Function]int
	member     map[*ssa.Function]bool
	onStack    map[*ssa.Function]bool
	stack      []*ssa.Function
	out        [][]*ssa.Function
}

// visit is iterative: recursion in the analysed program must not become recursion here.
func (t *tarjan) visit(root *ssa.Function) {
	frames := []frame{t.enter(root)}
	for len(frames) > 0 {
		f := &frames[len(frames)-1]
		if f.next < len(f.refs) {
			g := f.refs[f.next]
			f.next++
			if !t.member[g] {
				continue
			}
			if _, seen := t.index[g]; !seen {
				frames = append(frames, t.enter(g))
			} else if t.onStack[g] {
				t.low[f.fn] = min(t.low[f.fn], t.index[g])
			}
			continue
		}
		t.leave(f.fn)
		frames = frames[:len(frames)-1]
		if len(frames) > 0 {
			up := frames[len(frames)-1].fn
			t.low[up] = min(t.low[up], t.low[f.fn])
		}
	}
}

func (t *tarjan) enter(f *ssa.Function) frame {
	t.index[f] = len(t.index)
	t.low[f] = t.index[f]
	t.stack = append(t.stack, f)
	t.onStack[f] = true
	return frame{fn: f, refs: t.refs(f)}
}

func (t *tarjan) leave(f *ssa.Function) {
	if t.low[f] != t.index[f] {
		return
	}
	for i := len(t.stack) - 1; ; i-- {
		g := t.stack[i]
		t.onStack[g] = false
		if g == f {
			t.out = append(t.out, append([]*ssa.Function(nil), t.stack[i:]...))
			t.stack = t.stack[:i]
			return
		}
	}
}
