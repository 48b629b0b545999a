package summary

import (
	"github.com/idemvet/idemvet/internal/effect"
)

var changeWords = map[effect.Change]string{
	effect.Appended: "gets longer", effect.Taken: "gets shorter", effect.Counted: "computed from what it was", effect.Turned: "turned over",
	effect.Written: "added to by the call", effect.Sent: "sent to", effect.Removed: "deleted from after it was asked", effect.Moved: "set after it was read",
}

// changesOn says, in words, what is changed around the function on a line.
func (x *explainer) changesOn(w *function) []string {
	var list []string
	for i := range w.changes {
		c := &w.changes[i]
		if !x.here(c.site) && !x.on(c.At) {
			continue
		}
		text := "changes " + placeName(c.to) + ", which outlives the run: " + changeWords[c.How]
		switch {
		case c.Each:
			text += "; in each run once, so it counts the runs"
		case c.Cursor:
			text += "; it says how far the work has come, or is changed together with what does"
		case c.Last:
			text += "; nothing can fail after it but a commit"
		}
		list = append(list, text)
	}
	return list
}
