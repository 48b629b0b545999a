package sqlshape

import "strings"

// Parse reads the statements of a text.
func Parse(text string) []Statement {
	var out []Statement
	for _, s := range strings.Split(text, ";") {
		w := strings.Fields(s)
		if len(w) == 0 {
			continue
		}
		out = append(out, Statement{Verb: Verb(strings.ToLower(w[0])), Limit: -1, Partial: true})
	}
	return out
}

// Fragment reads a piece that is no statement of its own.
func Fragment(text string) Statement { return Statement{Limit: -1, Partial: true} }
