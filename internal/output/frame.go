package output

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/idemvet/idemvet/internal/report"
	"github.com/idemvet/idemvet/internal/rule"
)

// frame is the lines of the finding's own file that tell its story.
type frame struct {
	file      string
	lines     []line
	bracketed bool // some lines lie in the region
}

// line is one source line, without its common indentation and with tabs expanded.
type line struct {
	number int
	code   string
	edge   edge
	note   string
	marks  []mark
}

// mark is a row of carets under a line. Start and width count characters.
type mark struct {
	start, width int
	text         string
}

// edge says where a line lies with respect to the region.
type edge int

const (
	outside edge = iota
	first
	inside
	last
)

// Limits keep a frame readable whatever the source looks like.
const (
	tabWidth  = 4
	maxCode   = 120 // characters of a line
	maxLines  = 12
	maxMargin = 56 // column of notes behind a line
)

// newFrame lays out the lines that the finding and its path touch. Without source it is empty.
func newFrame(f report.Finding, source []string) *frame {
	fr := &frame{file: f.Source.Rel}
	numbers := []int{f.At.Line}
	for _, s := range f.Steps {
		if s.Source == f.Source {
			numbers = append(numbers, s.At.Line)
		}
	}
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	numbers = slices.DeleteFunc(numbers, func(n int) bool { return n < 1 || n > len(source) })
	if len(numbers) > maxLines {
		numbers = nearby(numbers, f.At.Line)
	}
	for _, n := range numbers {
		fr.lines = append(fr.lines, line{number: n})
	}
	fr.mark(f, source)
	fr.bracket(f)
	fr.render(source)
	return fr
}

// nearby keeps the lines around the finding's own.
func nearby(numbers []int, own int) []int {
	i, _ := slices.BinarySearch(numbers, own)
	low := min(max(0, i-maxLines/2), len(numbers)-maxLines)
	return numbers[low : low+maxLines]
}

// mark puts the finding's and its steps' words on the lines: behind the line for the region, under it for the rest.
func (fr *frame) mark(f report.Finding, source []string) {
	own := report.Step{Step: rule.Step{Role: rule.Sink, At: f.At, Text: f.Title}, Source: f.Source}
	covered := slices.ContainsFunc(f.Steps, func(s report.Step) bool {
		return s.Source == f.Source && s.At.Line == f.At.Line && s.Role != rule.Region
	})
	steps := slices.Clone(f.Steps)
	if !covered {
		steps = append(steps, own)
	}
	for _, s := range steps {
		l := fr.at(s)
		switch {
		case l == nil:
		case s.Role == rule.Region && l.note == "":
			l.note = s.Text
		default:
			start, end := span(source[l.number-1], s.At)
			l.marks = append(l.marks, mark{start, end - start, s.Text})
		}
	}
	for i := range fr.lines {
		slices.SortStableFunc(fr.lines[i].marks, func(a, b mark) int { return cmp.Compare(a.start, b.start) })
	}
}

// bracket marks the lines from the region to the finding, whichever comes first.
func (fr *frame) bracket(f report.Finding) {
	i := slices.IndexFunc(f.Steps, func(s report.Step) bool { return s.Role == rule.Region && fr.shows(s) })
	if i < 0 || f.Steps[i].At.Line == f.At.Line {
		return
	}
	low, high := f.Steps[i].At.Line, max(f.At.Line, f.Steps[i].At.EndLine)
	if f.At.Line < low {
		low, high = f.At.Line, low
	}
	fr.bracketed = true
	for i := range fr.lines {
		l := &fr.lines[i]
		switch {
		case l.number == low:
			l.edge = first
		case l.number > low && l.number <= high:
			l.edge = inside
		}
	}
	for i := len(fr.lines) - 1; i >= 0; i-- {
		if l := &fr.lines[i]; l.edge == inside {
			if len(l.marks) == 0 {
				l.edge = last
			}
			return
		}
	}
}

// render fills in the code, less the indentation that all lines share, and moves the marks with it.
func (fr *frame) render(source []string) {
	margin := -1
	for i := range fr.lines {
		l := &fr.lines[i]
		l.code = expand(source[l.number-1])
		indent := len(l.code) - len(strings.TrimLeft(l.code, " "))
		if margin < 0 || indent < margin {
			margin = indent
		}
	}
	for i := range fr.lines {
		l := &fr.lines[i]
		l.code = clip(l.code[margin:])
		for j := range l.marks {
			m := &l.marks[j]
			m.start = min(max(0, m.start-margin), maxCode)
			m.width = max(1, min(m.width, maxCode-m.start))
		}
	}
}

// shows reports whether the frame has a line for the step.
func (fr *frame) shows(s report.Step) bool { return fr.at(s) != nil }

func (fr *frame) at(s report.Step) *line {
	if s.Source.Rel != fr.file {
		return nil
	}
	i := slices.IndexFunc(fr.lines, func(l line) bool { return l.number == s.At.Line })
	if i < 0 {
		return nil
	}
	return &fr.lines[i]
}

func (fr *frame) numberWidth() int {
	if len(fr.lines) == 0 {
		return 0
	}
	return len(strconv.Itoa(fr.lines[len(fr.lines)-1].number))
}

// noteColumn is where notes behind lines start: right of the longest line that has one.
func (fr *frame) noteColumn() int {
	column := 0
	for _, l := range fr.lines {
		if l.note != "" {
			column = max(column, utf8.RuneCountInString(l.code)+2)
		}
	}
	return min(column, maxMargin)
}

// span is where the place begins and ends on its line, in characters after tabs are expanded.
func span(source string, at rule.Place) (start, end int) {
	low := min(max(at.Column-1, 0), len(source))
	high := len(strings.TrimRight(source, " \t"))
	if at.EndLine == at.Line && at.EndColumn > at.Column {
		high = min(at.EndColumn-1, len(source))
	}
	start = utf8.RuneCountInString(expand(source[:low]))
	end = utf8.RuneCountInString(expand(source[:max(low, high)]))
	return start, max(end, start+1)
}

func expand(source string) string {
	return strings.ReplaceAll(source, "\t", strings.Repeat(" ", tabWidth))
}

// clip shortens a line that would not fit on a screen.
func clip(code string) string {
	if runes := []rune(code); len(runes) > maxCode {
		return string(runes[:maxCode-1]) + "…"
	}
	return code
}
