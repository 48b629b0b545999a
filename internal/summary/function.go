package summary

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/region"
	"github.com/idemvet/idemvet/internal/source"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

// function is the work on one function.
type function struct {
	b       *builder
	env     *env
	f       *flow.Func
	fn      *ssa.Function
	loops   []*region.Loop // that retry
	all     []*region.Loop
	events  []event
	keyed   []flow.Loc               // what an identity was set on
	named   map[ssa.Instruction]bool // calls that are given an identity
	regions []Region
	sum     *Function
	conds   map[*ssa.BasicBlock]conditions // answers of inputs
	nesting int                            // of callbacks that are being followed
	ops     []op                           // what is done to stores and outside
	bySite  map[ssa.Instruction][]*op      // see opsAt
	tells   map[ssa.Value][]told           // see toldBy
	changes []change                       // of what is around the function
	cleared []reset                        // see resets
	handed  []handed
	reruns  []rerun
	gifts   map[*ssa.Call]flow.Slice // answers of giftsOf
	turn    *region.Loop             // in which the function value is called that is being looked at
	turnAt  ssa.Instruction
	polled  bool // it is a condition, of which an error ends the poll

	doneTwice map[effect.Kind][]*op // see again
}

// event is an Event in the making: in values of the function instead of its inputs.
type event struct {
	Event
	site     ssa.Instruction
	values   []flow.Local
	given    []flow.Given
	carriers []flow.Loc
	before   []flow.Origin // for one that was moved here: its value as the callee saw it
	moved    bool
	partial  bool
	literal  bool // moved from a function literal: it happens where it is written
	names    []string
	src      ssa.Value    // for Keyed: the value, where it is the function's own
	repeats  []flow.Local // for Send
	keeps    bool         // for Send: the parameters bear a key after the first attempt
	parts    []part       // for Drift
}

func (w *function) summarise() *Function {
	w.sum = &Function{}
	w.loops = region.Loops(w.f)
	w.env.loops = w.loops
	w.sum.Retries = len(w.loops) > 0
	w.sum.Input = w.reads()
	w.sum.TakesKey = w.takesKey()
	w.collectEvents()
	w.findCalls()
	w.memorySets()
	w.collectChanges()
	w.onceRegion()
	reported := w.loopRegions()
	w.workLoops()
	w.yieldRegions()
	w.sharedKeys()
	w.twoOperations()
	w.pendingResults()
	w.results()
	w.writes()
	w.sum.Fills = w.f.Fills()
	for i := range w.events {
		if !reported[i] {
			w.exportEvent(&w.events[i])
		}
	}
	w.exportOps()
	w.sum.FromCtx = w.fromContext()
	w.sum.normalize()
	return w.sum
}

// reads reports whether the function reads something new each time.
func (w *function) reads() bool {
	for _, blk := range w.fn.Blocks {
		for _, in := range blk.Instrs {
			if c, ok := in.(*ssa.Call); ok && w.env.Input(c) {
				return true
			}
		}
	}
	return false
}

// whole is the scope of the function itself, for when it is called again as a whole.
func (w *function) whole() *region.Scope { return &region.Scope{F: w.f} }

// export expresses local origins in the function's inputs. A fresh value that hangs on what happened before in the
// same function, or on more than can be kept, is dropped to Unknown.
func (w *function) export(locals []flow.Local) []flow.Origin {
	return flow.Normalize(w.outside(locals))
}

// outside is export without a bound.
func (w *function) outside(locals []flow.Local) []flow.Origin {
	var set []flow.Origin
	for _, l := range locals {
		o := l.Origin
		if o.Kind == flow.Fresh {
			var ok bool
			if o.Conds, ok = w.mintConds(l); !ok {
				o = flow.Origin{Kind: flow.Unknown, Text: flow.PerhapsNew}
			}
		}
		set = append(set, o)
	}
	return flow.Sort(set)
}

func (w *function) mintConds(l flow.Local) ([]flow.Cond, bool) {
	conds, ok := w.inputs(l.Site, l.Given)
	for _, c := range l.Cells {
		more, fine := w.inputs(c.At, nil)
		conds, ok = append(conds, more...), ok && fine
	}
	conds, fits := flow.NormalizeConds(conds)
	return conds, ok && fits && w.outcomeFree(l)
}

// outcomeFree reports whether a mint does not hang on the outcome of a call that the value's carrier was given to.
// inputs lists the inputs on which it depends whether an instruction is reached.
func (w *function) inputs(at ssa.Instruction, given []flow.Given) ([]flow.Cond, bool) {
	c, ok := w.conds[at.Block()]
	if !ok {
		if w.conds == nil {
			w.conds = map[*ssa.BasicBlock]conditions{}
		}
		c.list, c.complete = region.Inputs(w.f, at.Block())
		w.conds[at.Block()] = c
	}
	if len(given) == 0 {
		return slices.Clone(c.list), c.complete
	}
	more, complete := region.Given(w.f, given)
	all, fits := flow.NormalizeConds(append(slices.Clone(c.list), more...))
	return all, c.complete && complete && fits
}

// conditions are what it depends on whether a block is reached.
type conditions struct {
	list     []flow.Cond
	complete bool
}

func (w *function) outcomeFree(l flow.Local) bool {
	s := w.whole()
	ats := []ssa.Instruction{l.Site}
	var carriers []flow.Loc
	for _, c := range l.Cells {
		ats = append(ats, c.At)
		carriers = append(carriers, c.To)
	}
	for _, at := range ats {
		if s.AfterOutcome(at, carriers) {
			return false
		}
	}
	return true
}

func (w *function) place(at ssa.Instruction) source.Place { return w.b.pkg.PlaceOf(at.Pos()) }

func (w *function) name() string { return ssapkg.FuncName(w.fn) }
