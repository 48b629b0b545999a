package summary

import (
	"strings"

	"github.com/idemvet/idemvet/internal/effect"
)

// opsOn says, in words, what is done to stores on a line, and how each look-up before turned out there.
func (x *explainer) opsOn(w *function) []string {
	var list []string
	for i := range w.ops {
		o := &w.ops[i]
		if !x.here(o.site) && !x.on(o.At) {
			continue
		}
		parts := []string{w.opWords(o)}
		for j := range w.ops {
			r := &w.ops[j]
			if r.site == o.site || !w.before(r.site, o.site) {
				continue
			}
			if said := w.relation(r, o); said != "" {
				parts = append(parts, said)
			}
		}
		list = append(list, strings.Join(parts, "; "))
	}
	return append(list, x.changesOn(w)...)
}

// relation says what an earlier operation has to do with one.
func (w *function) relation(r, o *op) string {
	var text string
	switch w.sideOf(r, o.at) {
	case bad:
		text = "after " + r.Call() + " found nothing or had no effect"
	case badWeak:
		text = "after " + r.Call() + " found nothing or failed"
	case good:
		text = "after " + r.Call() + " found something or worked"
	default:
		return ""
	}
	if w.same(r, o) {
		text += ", on the same thing"
	}
	return text
}

func (w *function) opWords(o *op) string {
	var b strings.Builder
	if o.Settle != "" {
		b.WriteString("settles a message (" + string(o.Settle) + "): ")
	} else if o.Effect != "" {
		b.WriteString("outside (" + string(o.Effect) + "): ")
	} else {
		b.WriteString(string(o.Do) + " (" + string(o.Class) + "): ")
	}
	b.WriteString(o.Name)
	part := func(name, text string) {
		if text != "" {
			b.WriteString(", " + name + " " + text)
		}
	}
	part("table", o.Table)
	part("table from", strings.Join(w.words(o.tableIn), " and "))
	part("key", strings.Join(w.words(o.key), " and "))
	for _, c := range o.cols {
		part("column", c.name+" = "+strings.Join(append(w.words(c.values), c.literal), " and "))
	}
	for _, c := range o.sets {
		part("sets", c.name+" = "+strings.Join(append(w.words(c.values), c.literal), " and "))
	}
	part("handle", string(o.Handle))
	part("lock", o.Lock)
	part("by itself, on", string(o.When))
	if c := o.Conflict; c != nil {
		part("on conflict", strings.TrimSpace(c.Action+" "+strings.Join(c.Target, " ")))
	}
	for _, a := range o.Answers {
		part("tells by", answerWords(a))
	}
	return b.String()
}

func answerWords(a effect.Answer) string {
	where := "any result"
	switch {
	case a.Result >= 0:
		where = "result " + string(rune('0'+a.Result))
	case a.Result < effect.Anywhere:
		where = "a captured variable"
	}
	switch a.Form {
	case effect.Zero:
		return "nothing in " + where
	case effect.True:
		return "true in " + where
	case effect.Named:
		return a.Name
	}
	return "an error"
}
