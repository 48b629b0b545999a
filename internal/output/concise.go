package output

import (
	"bufio"
	"fmt"
	"io"

	"github.com/idemvet/idemvet/internal/report"
)

// Concise prints one line per finding, in the form that editors and CI systems know from compilers. What does not count is
// marked where it was asked for.
func Concise(w io.Writer, r *report.Report, o Options) error {
	b := bufio.NewWriter(w)
	p := newPalette(o.Color)
	for i := range r.Findings {
		f := &r.Findings[i]
		fmt.Fprintln(b, p.line(f)+standing(f))
	}
	return b.Flush()
}

func (p palette) line(f *report.Finding) string {
	return fmt.Sprintf("%s: %s: %s (%s)", p.place(f.Source.Rel, f.At), p.severity(f.Severity)(string(f.Severity)), f.Message, f.Rule)
}
