// Package patch puts the fixes of findings into source files.
package patch

import (
	"bytes"
	"cmp"
	"fmt"
	"go/format"
	"maps"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/idemvet/idemvet/internal/report"
	"github.com/idemvet/idemvet/internal/rule"
)

// File is a source file with fixes in it.
type File struct {
	report.File
	Old, New []byte
}

// Applied is a finding with the fix that was put in.
type Applied struct {
	Finding report.Finding
	Fix     report.Fix
}

// Patch is what becomes of the sources.
type Patch struct {
	Files   []File // sorted by name
	Applied []Applied
}

// Make puts in one fix for each finding that has a trusted one, in the order of the findings. A fix that touches what another
// has changed waits for the next round, when the positions are known anew. Findings that do not count are left alone. It is
// told how to read a file; a file that it cannot read is an error.
func Make(findings []report.Finding, trusted func(rule.Applicability) bool, read func(report.File) ([]byte, error)) (*Patch, error) {
	edits := map[report.File][]report.Edit{}
	p := &Patch{}
	for _, f := range findings {
		if !f.Counts() {
			continue
		}
		for _, x := range f.Fixes {
			if trusted(x.Applicability) && apart(edits, x.Edits) {
				for _, e := range x.Edits {
					edits[e.Source] = append(edits[e.Source], e)
				}
				p.Applied = append(p.Applied, Applied{f, x})
				break
			}
		}
	}
	for _, file := range slices.SortedFunc(maps.Keys(edits), func(a, b report.File) int { return cmp.Compare(a.Rel, b.Rel) }) {
		old, err := read(file)
		if err != nil {
			return nil, err
		}
		text, err := apply(old, edits[file])
		if err != nil {
			return nil, fmt.Errorf("cannot edit %s: %w", file.Rel, err)
		}
		p.Files = append(p.Files, File{file, old, text})
	}
	return p, nil
}

// apart reports whether a fix can be put in beside those that are: none of its edits meets another on a line.
func apart(edits map[report.File][]report.Edit, list []report.Edit) bool {
	for _, e := range list {
		if e.Source.Abs == "" {
			return false
		}
		for _, other := range edits[e.Source] {
			if e.At.Line <= other.At.EndLine && other.At.Line <= e.At.EndLine {
				return false
			}
		}
	}
	return len(list) > 0
}

// apply changes a text. One that was formatted stays so, and line ends stay as they are.
func apply(old []byte, edits []report.Edit) ([]byte, error) {
	text := old
	windows := bytes.Count(old, []byte("\r\n")) == bytes.Count(old, []byte("\n"))
	if windows {
		text = bytes.ReplaceAll(old, []byte("\r\n"), []byte("\n"))
	}
	now, err := put(text, edits)
	if err != nil {
		return nil, err
	}
	if now, err = unimport(text, now); err != nil {
		return nil, err
	}
	tidy, err := format.Source(now)
	if err != nil {
		return nil, err
	}
	if before, err := format.Source(text); err == nil && bytes.Equal(before, text) {
		now = tidy
	}
	if windows {
		now = bytes.ReplaceAll(now, []byte("\n"), []byte("\r\n"))
	}
	return now, nil
}

// put writes edits into a text. Lines that follow in what is inserted begin as the line does that it is inserted into, unless they may
// belong to a raw string.
func put(old []byte, edits []report.Edit) ([]byte, error) {
	slices.SortFunc(edits, func(a, b report.Edit) int { return a.At.Compare(b.At) })
	lines := bytes.SplitAfter(old, []byte("\n"))
	starts := make([]int, len(lines))
	for i := 1; i < len(lines); i++ {
		starts[i] = starts[i-1] + len(lines[i-1])
	}
	offset := func(line, column int) (int, bool) {
		if line < 1 || line > len(lines) || column < 1 || column-1 > len(lines[line-1]) {
			return 0, false
		}
		return starts[line-1] + column - 1, true
	}
	var out bytes.Buffer
	done := 0
	for _, e := range edits {
		from, ok1 := offset(e.At.Line, e.At.Column)
		to, ok2 := offset(e.At.EndLine, e.At.EndColumn)
		if !ok1 || !ok2 || from < done || to < from {
			return nil, fmt.Errorf("line %d: the file is not what was analysed", e.At.Line)
		}
		line := lines[e.At.Line-1]
		indent := line[:len(line)-len(bytes.TrimLeft(line, " \t"))]
		if strings.Contains(e.Text, "`") {
			indent = nil
		}
		out.Write(old[done:from])
		out.WriteString(strings.ReplaceAll(e.Text, "\n", "\n"+string(indent)))
		done = to
	}
	out.Write(old[done:])
	return out.Bytes(), nil
}

// Diff is the patch in unified form.
func (p *Patch) Diff() []byte {
	var out bytes.Buffer
	for _, f := range p.Files {
		text := diff.Diff("a/"+f.Rel, f.Old, "b/"+f.Rel, f.New)
		// The first line repeats the command of the library; patch and git ignore such, people need not.
		if first, rest, ok := bytes.Cut(text, []byte("\n")); ok && bytes.HasPrefix(first, []byte("diff ")) {
			text = rest
		}
		out.Write(text)
	}
	return out.Bytes()
}

// Tell lists what was put in, one line for each finding.
func (p *Patch) Tell() []string {
	var list []string
	for _, a := range p.Applied {
		list = append(list, fmt.Sprintf("%s:%d: %s: %s", a.Finding.Source.Rel, a.Finding.At.Line, a.Finding.Rule, strings.TrimSpace(a.Fix.Message)))
	}
	return list
}
