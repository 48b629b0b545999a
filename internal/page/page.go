// Package page renders the rules' Markdown pages for terminals.
package page

import (
	"regexp"
	"strings"
)

var (
	link     = regexp.MustCompile(`\[([^\]]+)\]\(([^)]+)\)`)
	emphasis = regexp.MustCompile(`\*{1,2}([^*\s][^*]*)\*{1,2}`)
)

// Text renders a page as plain text: section titles in capitals, code indented, no Markdown signs but backquotes.
func Text(markdown string) string {
	var out strings.Builder
	code := false
	for l := range strings.Lines(markdown) {
		l = strings.TrimRight(l, "\r\n")
		switch {
		case strings.HasPrefix(l, "```"):
			code = !code
			continue
		case code:
			l = strings.TrimRight("    "+strings.ReplaceAll(l, "\t", "    "), " ")
		case strings.HasPrefix(l, "# "):
			l = strings.TrimPrefix(l, "# ")
		case strings.HasPrefix(l, "#"):
			l = strings.ToUpper(strings.TrimLeft(l, "# "))
		default:
			l = emphasis.ReplaceAllString(link.ReplaceAllString(l, "$1 ($2)"), "$1")
		}
		out.WriteString(l + "\n")
	}
	return out.String()
}
