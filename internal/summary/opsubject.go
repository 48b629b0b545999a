package summary

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// maxSubject bounds what is kept of a message's name.
const maxSubject = 200

// subject is what a message is called: the texts that the call is given, and the names of what it is sent through.
func (r *rowCallOps) subject() string {
	var words []string
	add := func(s string) {
		if s != "" && len(s) < 64 && !strings.ContainsAny(s, " {") && !slices.Contains(words, s) {
			words = append(words, s)
		}
	}
	for v := range r.w.f.SliceOf(true, withoutContext(r.t.inputs)...).Values {
		if s, ok := flow.ConstString(v); ok {
			add(s)
		}
	}
	if len(r.t.inputs) > 0 {
		l := r.w.f.Locate(r.t.inputs[0])
		add(strings.ReplaceAll(strings.Trim(l.Sel, "."), ".", "_"))
	}
	slices.Sort(words)
	s := strings.Join(words, " ")
	return s[:min(len(s), maxSubject)]
}

// aside reports whether what is published may be lost: nobody relies on it, by its nature, or by what it or the function is called.
func (o *op) aside() bool {
	if o.Fleeting || o.Dropped {
		return true
	}
	return slices.ContainsFunc(wordsOf(o.Subject+" "+o.Func), func(w string) bool { return model.NameHint(model.AsideHint, w) })
}

// history reports whether a table keeps what has happened for people to read.
func history(table string) bool {
	return slices.ContainsFunc(wordsOf(table), func(w string) bool { return model.NameHint(model.HistoryHint, w) })
}

// wordsOf are the words of names.
func wordsOf(text string) []string {
	var list []string
	for _, name := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ._-:/()*#", r) }) {
		list = append(list, camelWords(name)...)
	}
	return list
}

// goesWrong reports whether the failure of a call is one of the function: its error is returned, or the way on which it failed
// ends otherwise than the one on which it did not.
func (w *function) goesWrong(site ssa.Instruction) bool {
	if w.returnsErrorOf(site) {
		return true
	}
	for _, b := range w.fn.Blocks {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		err, nilOn, isNil := flow.NilTest(cond.Cond)
		if !isNil || !w.cameFrom(err, site) {
			continue
		}
		well, ill := b.Succs[nilOn], b.Succs[1-nilOn]
		if well != ill && !reachableBut(ill, well, nil, nil) && len(well.Preds) == 1 {
			return true
		}
	}
	return false
}
