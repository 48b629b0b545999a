package output

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/idemvet/idemvet/internal/report"
	"github.com/idemvet/idemvet/internal/rule"
)

// Text prints a frame for each finding: what is wrong, the lines that make it so, what happens when the code runs
// twice, and what to write instead. A source file that cannot be read leaves its lines out.
func Text(w io.Writer, r *report.Report, o Options) error {
	t := text{Writer: bufio.NewWriter(w), palette: newPalette(o.Color), sources: sources{read: o.read}}
	for _, f := range r.Findings {
		t.finding(f)
	}
	if !o.Quiet {
		fmt.Fprintln(t, summary(r))
	}
	return t.Flush()
}

// text prints frames.
type text struct {
	*bufio.Writer
	palette
	sources sources
}

func (t *text) finding(f report.Finding) {
	title := f.Title
	if title == "" {
		title = f.Message
	} else {
		title += ": " + f.Message
	}
	fmt.Fprintf(t, "%s: %s: %s %s\n", t.place(f.Source.Rel, f.At),
		t.severity(f.Severity)(string(f.Severity)), title, t.dim("["+f.Rule+" "+f.Name+"]"+standing(&f)))
	fr := newFrame(f, t.sources.lines(f.Source.Abs))
	t.frame(fr, t.severity(f.Severity))
	for _, s := range f.Steps {
		if !fr.shows(s) && s.At.IsValid() {
			fmt.Fprintf(t, "   %s: %s\n", t.place(s.Source.Rel, s.At), s.Text)
		}
	}
	if f.Runs != "" {
		fmt.Fprintf(t, "   %s\n", f.Runs)
	}
	if f.Help != "" {
		fmt.Fprintf(t, "   %s %s; `idemvet explain %s`\n", t.help("help:"), f.Help, f.Rule)
	}
	if len(f.Fixes) > 0 {
		fmt.Fprintf(t, "   %s %s; `idemvet %s` shows the edit\n", t.help("fix:"), f.Fixes[0].Message, offer(f.Fixes[0].Applicability))
	}
	fmt.Fprintln(t)
}

// offer is how a fix is looked at.
func offer(a rule.Applicability) string {
	if a == rule.SafeFix {
		return "--diff"
	}
	return "--diff --unsafe-fixes"
}

// standing says why a finding does not count; nothing if it does.
func standing(f *report.Finding) string {
	switch {
	case f.Suppressed != nil:
		return " (suppressed: " + f.Suppressed.Reason + ")"
	case f.Known:
		return " (known before)"
	}
	return ""
}

// frame prints the lines of a frame, with the bracket of the region and the notes.
func (t *text) frame(fr *frame, accent paint) {
	width := fr.numberWidth()
	for _, l := range fr.lines {
		head := t.dim(fmt.Sprintf("   %*d │", width, l.number))
		line := fmt.Sprintf("%s %s%s", head, bracket(fr, l.edge), l.code)
		if l.note != "" {
			pad := max(2, fr.noteColumn()-len([]rune(l.code)))
			line += strings.Repeat(" ", pad) + t.dim("← ") + l.note
		}
		fmt.Fprintln(t, line)
		for _, m := range l.marks {
			head := t.dim(fmt.Sprintf("   %*s │", width, ""))
			carets := strings.Repeat(" ", m.start) + accent(strings.Repeat("^", m.width))
			fmt.Fprintf(t, "%s %s%s %s\n", head, bracket(fr, below(l.edge)), carets, m.text)
		}
	}
}

// bracket is the mark of the region in front of a line; nothing when the frame shows no region.
func bracket(fr *frame, e edge) string {
	if !fr.bracketed {
		return ""
	}
	return [...]string{outside: "  ", first: "┌ ", inside: "│ ", last: "└ "}[e]
}

// below is the mark in front of a note under a line.
func below(e edge) edge {
	if e == first || e == inside {
		return inside
	}
	return outside
}

// summary is the closing line: what counts, and how much does not.
func summary(r *report.Report) string {
	counts, n := map[rule.Severity]int{}, 0
	for f := range counted(r) {
		counts[f.Severity]++
		n++
	}
	line := "no findings"
	if n > 0 {
		var parts []string
		for _, s := range []rule.Severity{rule.Error, rule.Warning, rule.Info} {
			if counts[s] > 0 {
				parts = append(parts, plural(counts[s], string(s)))
			}
		}
		line = plural(n, "finding") + " (" + strings.Join(parts, ", ") + ")"
	}
	line += " in " + plural(r.Stats.Packages, "package")
	var rest []string
	if n := r.Stats.Suppressed; n > 0 {
		rest = append(rest, fmt.Sprintf("%d suppressed", n))
	}
	if n := r.Stats.Baseline; n > 0 {
		rest = append(rest, fmt.Sprintf("%d known before", n))
	}
	if len(rest) > 0 {
		line += "; " + strings.Join(rest, ", ")
	}
	if n := len(r.Incomplete); n > 0 {
		line += "; analysis incomplete"
	}
	return line
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
