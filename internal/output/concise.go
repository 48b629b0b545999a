package output

import (
	"bufio"
	"fmt"
	"io"

	"github.com/idemvet/idemvet/internal/report"
)

// Concise prints one line per finding, in the form that editors and CI systems know from compilers.
func Concise(w io.Writer, r *report.Report, o Options) error {
	b := bufio.NewWriter(w)
	p := newPalette(o.Color)
	for _, f := range r.Findings {
		fmt.Fprintf(b, "%s: %s: %s (%s)\n",
			p.place(f.Source.Rel, f.At), p.severity(f.Severity)(string(f.Severity)), f.Message, f.Rule)
	}
	return b.Flush()
}
