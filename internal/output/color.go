package output

import (
	"fmt"

	"github.com/fatih/color"

	"github.com/idemvet/idemvet/internal/rule"
)

// paint puts colour around a text, or leaves it alone.
type paint func(a ...any) string

// palette is the colours of what is for people.
type palette struct {
	bold, dim, err, warn, info, help paint
}

func newPalette(on bool) palette {
	style := func(attributes ...color.Attribute) paint {
		c := color.New(attributes...)
		if on {
			c.EnableColor()
		} else {
			c.DisableColor()
		}
		return c.SprintFunc()
	}
	return palette{
		bold: style(color.Bold),
		dim:  style(color.Faint),
		err:  style(color.FgRed, color.Bold),
		warn: style(color.FgYellow, color.Bold),
		info: style(color.FgCyan, color.Bold),
		help: style(color.FgGreen),
	}
}

func (p palette) severity(s rule.Severity) paint {
	switch s {
	case rule.Error:
		return p.err
	case rule.Warning:
		return p.warn
	}
	return p.info
}

// place is file:line:column, as editors jump to it.
func (p palette) place(file string, at rule.Place) string {
	return p.bold(fmt.Sprintf("%s:%d:%d", file, at.Line, at.Column))
}
