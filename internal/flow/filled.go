package flow

import "golang.org/x/tools/go/ssa"

// Filled reports whether something may fill in what is empty in an object: a call that inserts it, or a function literal that
// captures it, whenever that is called.
func (f *Func) Filled(root ssa.Value) bool {
	if f.filled == nil {
		f.filled = map[ssa.Value]bool{}
		for _, b := range f.Fn.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case ssa.CallInstruction:
					for _, c := range f.env.Callees(in) {
						f.fill(&c)
					}
				case *ssa.MakeClosure:
					if e := f.env.Literal(in); e != nil {
						f.fill(&Callee{Effect: e, Free: in.Bindings})
					}
				}
			}
		}
	}
	return f.filled[root]
}

func (f *Func) fill(c *Callee) {
	for _, in := range c.Effect.Fills {
		if v := c.input(in); v != nil {
			f.filled[f.Locate(v).Root], f.filled[f.Object(v).Root] = true, true
		}
	}
}

// Fills lists the inputs that the function may fill in. A literal may as well do so by a store, or by a call of which nothing is
// known: whoever has the variable need not see the call of the literal.
func (f *Func) Fills() (list []Input) {
	for i, p := range f.Fn.Params {
		if f.Filled(p) {
			list = append(list, Input{Kind: Param, Index: i})
		}
	}
	for i, v := range f.Fn.FreeVars {
		_, unknown := f.Handed(v)
		if unknown || f.Filled(v) || len(f.Stores(v)) > 0 {
			list = append(list, Input{Kind: Free, Index: i})
		}
	}
	return list
}
