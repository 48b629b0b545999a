package summary

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/region"
)

// pendingRows matches conditions on rows that are not known to be done.
var pendingRows = sync.OnceValue(func() *regexp.Regexp {
	done, waiting := model.StateWords()
	ended := `\w*(?:` + strings.Join(done, "|") + `)`
	return regexp.MustCompile(`(?is)(?:` +
		`\b(?:not\s+|!\s*)\w*\.?` + ended + `\b` +
		`|\b` + ended + `\w*"?\s*(?:is\s+null|=\s*(?:false|0|'f'))` +
		`|\b\w*(?:status|state|phase)\w*"?\s*(?:=|in\s*\()\s*'(?:` + strings.Join(waiting, "|") + `)'` +
		`)`)
})

// selects reports whether the query of a call asks for rows that are not known to be done. The condition alone counts: a
// state that is only in the list of results, or is being set, says nothing.
func (c *arguments) selects(m *modelled, text *model.Place) bool {
	q, ok := c.text(m, text)
	if !ok {
		return false
	}
	lower := strings.ToLower(strings.TrimSpace(q))
	for _, verb := range []string{"insert", "update", "delete"} {
		if strings.HasPrefix(lower, verb) {
			return false
		}
	}
	if _, cond, ok := strings.Cut(lower, "where"); ok {
		lower = cond
	} else if strings.HasPrefix(lower, "select") {
		return false
	}
	return pendingRows().MatchString(c.bind(m, lower, text))
}

var placeholder = regexp.MustCompile(`\$\d+|\?`)

// bind puts the constants among a query's arguments in the place of its placeholders.
func (c *arguments) bind(m *modelled, q string, text *model.Place) string {
	i := m.input(*text).Index + 1
	if i >= len(c.inputs) {
		return q
	}
	list := c.f.Locate(c.inputs[i])
	n := -1
	return placeholder.ReplaceAllStringFunc(q, func(p string) string {
		n++
		for _, s := range c.f.Stores(list.Root) {
			if s.Val == nil || s.To.Sel != index(n) {
				continue
			}
			if v, ok := flow.ConstString(s.Val); ok {
				return "'" + v + "'"
			}
			if mi, ok := s.Val.(*ssa.MakeInterface); ok {
				if k, ok := mi.X.(*ssa.Const); ok && k.Value != nil {
					return k.Value.ExactString()
				}
			}
		}
		return p
	})
}

// pendingResults notes the results that hold rows which are not known to be done.
func (w *function) pendingResults() {
	for _, blk := range w.fn.Blocks {
		ret, ok := blk.Instrs[len(blk.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		for i, v := range ret.Results {
			if !slices.Contains(w.sum.Pending, i) && w.readsRows() && w.pending(v) {
				w.sum.Pending = append(w.sum.Pending, i)
			}
		}
	}
	slices.Sort(w.sum.Pending)
}

// readsRows reports whether a function calls anything that reads pending rows; most do not, and need not be looked through.
func (w *function) readsRows() bool {
	for _, blk := range w.fn.Blocks {
		for _, in := range blk.Instrs {
			call, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			for _, t := range w.env.targets(call) {
				if len(t.sum.Pending) > 0 || slices.ContainsFunc(t.rows, func(e *model.Entry) bool { return len(e.Stored) > 0 }) {
					return true
				}
			}
		}
	}
	return false
}

// pending reports whether a value holds rows that are not known to be done: read by such a query, or by a function that
// is known, or says by its name, to list them.
func (w *function) pending(v ssa.Value) bool {
	root := w.f.Locate(v).Root
	if c, i := madeBy(root); c != nil && w.listsPending(c, i) {
		return true
	}
	for _, o := range w.f.TraceAll(v, "") {
		if o.Kind == flow.Stored && o.Text == flow.Pending {
			return true
		}
	}
	return false
}

func (w *function) listsPending(c *ssa.Call, result int) bool {
	targets := w.env.targets(c)
	for _, t := range targets {
		if slices.Contains(t.sum.Pending, result) {
			return true
		}
	}
	name := ""
	if fn := c.Call.StaticCallee(); fn != nil {
		name = origin(fn).Name()
	} else if c.Call.IsInvoke() {
		name = c.Call.Method.Name()
	}
	return returnsRows(c) && model.NameHint(model.PendingHint, name)
}

// returnsRows reports whether a call can fail, as one that reads from a store does.
func returnsRows(c *ssa.Call) bool {
	res := c.Call.Signature().Results()
	return res.Len() > 1 && flow.IsError(res.At(res.Len()-1).Type())
}

// workLoops makes regions of loops whose turns are runs of their own: over rows that are not known to be done, and over
// messages that are delivered at least once.
func (w *function) workLoops() {
	w.all = region.All(w.f)
	for _, l := range w.all {
		if regime, text := w.work(l); regime != "" {
			cause := Cause{Text: text, At: w.b.pkg.LoopPlace(l.Pos())}
			w.b.runsAgain(w.fn, l, regime, cause, nil)
			w.scopeRegion(&region.Scope{F: w.f, Loop: l}, regime, cause, func(*event) bool { return true })
		}
	}
}

// work says what each turn of a loop is, if it is a run of its own that can happen again.
func (w *function) work(l *region.Loop) (regime model.Regime, text string) {
	for _, b := range w.fn.Blocks {
		if !l.Blocks[b] {
			continue
		}
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.IndexAddr:
				if w.element(l, in) && w.pending(in.X) {
					return model.Resend, "in a loop over rows that are not known to be done"
				}
				if w.element(l, in) {
					if as, name := w.b.received(in.X.Type()); as != "" {
						return as, "in a loop over " + name
					}
				}
			case *ssa.UnOp:
				if as, name := w.b.received(in.X.Type()); as != "" && isReceive(in) {
					return as, "in a loop over " + name
				}
			case ssa.CallInstruction:
				if as, name := w.fetches(l, in); as != "" {
					return as, "in a loop that reads from " + name
				}
				if w.nextRow(l, in) {
					return model.Resend, "in a loop over rows that are not known to be done"
				}
			}
		}
	}
	return "", ""
}
