package summary

import (
	"regexp"
	"strings"

	"github.com/idemvet/idemvet/internal/model"
)

// compared matches a DynamoDB condition that compares one attribute with one value; assigned, one that an update sets.
var (
	compared = regexp.MustCompile(`^\s*(#?\w+)\s*=\s*(:\w+)\s*$`)
	assigned = regexp.MustCompile(`(#?\w+)\s*=\s*(:\w+)`)
	// adds matches an update that adds to what is there.
	adds   = regexp.MustCompile(`(?i)(^|\s)ADD\s|[\w)]\s*[+-]\s*:\w|list_append\s*\(`)
	absent = regexp.MustCompile(`^\s*attribute_not_exists\s*\(\s*#?\w+\s*\)\s*$`)
)

// falseAfterwards reports whether the condition of a write is false once the write was done: nothing was there, or an
// attribute had a value that it is given another one of. Conditions of several parts are left alone: they may let the owner, or
// whoever comes late enough, through.
func (r *rowCallOps) falseAfterwards(st *model.Op) bool {
	cond := ""
	for i := range st.Unless {
		if text := constText(r.trace(&st.Unless[i])); text != "" {
			cond = text
		}
	}
	if absent.MatchString(cond) {
		return true
	}
	c := compared.FindStringSubmatch(cond)
	if c == nil || st.Text == nil {
		return false
	}
	update := constText(r.trace(st.Text))
	if !strings.HasPrefix(strings.ToUpper(strings.TrimSpace(update)), "SET ") {
		return false
	}
	for _, a := range assigned.FindAllStringSubmatch(update, -1) {
		if a[1] == c[1] && a[2] != c[2] {
			return true
		}
	}
	return false
}
