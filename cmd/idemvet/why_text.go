package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/idemvet/idemvet/internal/rule"
	known "github.com/idemvet/idemvet/internal/summary"
	"github.com/idemvet/idemvet/internal/suppress"
)

// print writes what is known of the line, in plain English.
func (l *look) print(w io.Writer) {
	fmt.Fprintf(w, "%s:%d  %s\n", relative(l.base, l.file), l.line, l.text)
	if len(l.known.Funcs) > 0 {
		fmt.Fprintf(w, "in %s\n", strings.Join(l.known.Funcs, ", "))
	}
	l.calls(w)
	l.regions(w)
	l.events(w)
	if len(l.known.Ops) > 0 {
		fmt.Fprintln(w, "\nstores and effects:")
		for _, text := range l.known.Ops {
			fmt.Fprintf(w, "  %s\n", text)
		}
	}
	found := l.found(w)
	if found == 0 {
		fmt.Fprintln(w, "\nno finding, because:")
		for _, reason := range l.silence() {
			fmt.Fprintf(w, "  %s\n", reason)
		}
	}
}

// at is a place as seen from the directory that the user works in.
func (l *look) at(p rule.Place) string {
	if dir, ok := l.dirs[p.Pkg]; ok {
		return fmt.Sprintf("%s:%d", relative(l.base, filepath.Join(dir, p.File)), p.Line)
	}
	return fmt.Sprintf("%s/%s:%d", p.Pkg, p.File, p.Line)
}

func (l *look) calls(w io.Writer) {
	if len(l.known.Calls) == 0 {
		fmt.Fprintln(w, "\ncalls: none")
		return
	}
	fmt.Fprintln(w, "\ncalls:")
	for _, c := range l.known.Calls {
		switch {
		case c.Unknown != "":
			fmt.Fprintf(w, "  %s: unknown (%s)\n", c.Callee, c.Unknown)
			continue
		case len(c.Rows) > 0:
			fmt.Fprintf(w, "  %s: known by rows\n", c.Callee)
		default:
			fmt.Fprintf(w, "  %s: known by its summary (%s)\n", c.Callee, c.From)
		}
		for _, r := range c.Rows {
			from := r.Where()
			if r.BuiltIn() {
				from = "built in"
			}
			for _, says := range r.Says() {
				fmt.Fprintf(w, "    %s (%s)\n", says, from)
			}
		}
		for _, says := range c.Summary {
			fmt.Fprintf(w, "    %s\n", says)
		}
		if len(c.Rows)+len(c.Summary) == 0 {
			fmt.Fprintln(w, "    nothing in it matters when it is repeated")
		}
	}
}

func (l *look) regions(w io.Writer) {
	if len(l.known.Again) == 0 {
		fmt.Fprintln(w, "\nruns again: no replay region contains this line")
	} else {
		fmt.Fprintln(w, "\nruns again:")
	}
	for _, a := range l.known.Again {
		through := ""
		if a.Through != "" {
			through = ", which calls " + a.Through
		}
		fmt.Fprintf(w, "  %s (%s)%s\n", a.Cause.Text, l.at(a.Cause.At), through)
	}
	for _, once := range l.known.Once {
		fmt.Fprintf(w, "  %s\n", once)
	}
}

func (l *look) events(w io.Writer) {
	if len(l.known.Events) == 0 {
		fmt.Fprintln(w, "\nevents: none")
		return
	}
	fmt.Fprintln(w, "\nevents:")
	for i := range l.known.Events {
		e := &l.known.Events[i]
		fmt.Fprintf(w, "  %s\n", e.Words())
		if e.At.Pkg != "" && len(e.Via) > 0 {
			fmt.Fprintf(w, "    it happens at %s, which this line leads to\n", l.at(e.At))
		}
		what := "value: "
		if e.Class == known.Send {
			what = "method: "
		}
		for _, v := range e.Values {
			if v == "unknown" && len(e.Blame) > 0 {
				v += " because " + strings.Join(e.Blame, ", ") + " is unknown"
			}
			fmt.Fprintf(w, "    %s%s\n", what, v)
		}
	}
}

// found prints the findings on the line, and those that lead over it, and counts the former.
func (l *look) found(w io.Writer) int {
	n := 0
	for i := range l.findings {
		f := &l.findings[i]
		if l.on(f.At) {
			n++
			shown := ""
			if f.Confidence == rule.Low {
				shown = ", shown with --confidence low"
			}
			fmt.Fprintf(w, "\nfinding: %s: %s (%s confidence%s) [%s]\n", f.Severity, f.Message, f.Confidence, shown, f.Rule)
			if c := l.meant.Find(f); c != nil {
				fmt.Fprintf(w, "  suppressed at %s: %s\n", l.at(c.At), c.Reason)
			}
			continue
		}
		if i := slices.IndexFunc(f.Path, func(s rule.Step) bool { return l.on(s.At) }); i >= 0 {
			fmt.Fprintf(w, "\npart of the finding at %s: %s [%s]; here: %s\n", l.at(f.At), f.Message, f.Rule, f.Path[i].Text)
		}
	}
	return n
}

func (l *look) on(p rule.Place) bool {
	return p.Line == l.line && p.File == filepath.Base(l.file) && same(filepath.Join(l.dirs[p.Pkg], p.File), l.file)
}

// harmless is the comment by which the function around the line does no harm when it runs again.
func (l *look) harmless() *suppress.Comment {
	for i := range l.comments {
		c := &l.comments[i]
		if (c.Word == suppress.Guarded || c.Word == suppress.Idempotent) && c.Fault == "" && slices.Contains(l.known.Funcs, c.Within) {
			return c
		}
	}
	return nil
}

// silence says why there is no finding on the line.
func (l *look) silence() []string {
	x := l.known
	var list []string
	add := func(s string) {
		if !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	if c := l.harmless(); c != nil {
		add(fmt.Sprintf("%s is said to be %s at %s: %s", c.Within, c.Word, l.at(c.At), c.Reason))
		return list
	}
	if len(x.Events) == 0 {
		add("nothing on this line is known to matter when it is repeated: no identity is set, no request is sent")
		for _, c := range x.Calls {
			if c.Unknown != "" {
				add("unknown calls are taken to do nothing: " + c.Callee)
			}
		}
		return list
	}
	if len(x.Again) == 0 {
		add("no replay region contains this line")
	}
	for i := range x.Events {
		for _, reason := range x.Events[i].Harmless {
			add(reason)
		}
	}
	if len(list) == 0 {
		add("no rule objects to what is known")
	}
	return list
}
