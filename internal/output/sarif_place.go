package output

import (
	"net/url"
	"path"
	"strings"

	"github.com/idemvet/idemvet/internal/report"
	"github.com/idemvet/idemvet/internal/rule"
)

func (s *sarifWriter) location(file report.File, at rule.Place) sarifLocation {
	return sarifLocation{Physical: sarifPhysical{s.artifact(file), s.region(file, at)}}
}

// line is the location of a whole line.
func (s *sarifWriter) line(file report.File, line int) sarifLocation {
	return s.location(file, rule.Place{Line: line, Column: 1, EndLine: line, EndColumn: 1 + s.src.length(file.Abs, line)})
}

// artifact names a file relative to the root of the sources. What lies on another root is named in full.
func (s *sarifWriter) artifact(file report.File) sarifArtifact {
	p := s.o.path(file)
	if path.IsAbs(p) {
		return sarifArtifact{URI: "file://" + escape(p)}
	}
	if drive, _, ok := strings.Cut(p, "/"); ok && len(drive) == 2 && drive[1] == ':' {
		return sarifArtifact{URI: "file:///" + drive + escape(p[2:])}
	}
	return sarifArtifact{URI: escape(p), Base: "%SRCROOT%"}
}

// escape makes a path part of a URI. Colons are legal there, but would turn the first part of a relative one into a scheme.
func escape(p string) string {
	return strings.ReplaceAll((&url.URL{Path: p}).EscapedPath(), ":", "%3A")
}

// region is a place with columns in UTF-16 code units.
func (s *sarifWriter) region(file report.File, at rule.Place) sarifRegion {
	line, column := end(at)
	out := sarifRegion{
		StartLine: max(at.Line, 1), StartColumn: s.src.utf16Column(file.Abs, at.Line, at.Column),
		EndLine: max(line, 1), EndColumn: s.src.utf16Column(file.Abs, line, column),
	}
	if out.EndLine == out.StartLine {
		out.EndColumn = max(out.EndColumn, out.StartColumn)
	}
	return out
}

// path is the path of a finding twice: as the flow that leads to it, and as places that have to do with it.
func (s *sarifWriter) path(f *report.Finding) ([]sarifFlow, []sarifLocation) {
	var related []sarifLocation
	reached := false
	for _, step := range f.Steps {
		if !step.At.IsValid() || len(related) == maxLocations-1 {
			continue
		}
		l := s.location(step.Source, step.At)
		l.ID, l.Message = len(related)+1, &sarifMessage{Text: step.Text}
		related = append(related, l)
		reached = reached || step.Source == f.Source && step.At.Line == f.At.Line && step.At.Column == f.At.Column
	}
	if len(related) == 0 {
		return nil, nil
	}
	var thread sarifThread
	for _, l := range related {
		l.ID = 0
		thread.Locations = append(thread.Locations, sarifThreadLocation{l})
	}
	if !reached {
		last := s.location(f.Source, f.At)
		last.Message = &sarifMessage{Text: f.Message}
		thread.Locations = append(thread.Locations, sarifThreadLocation{last})
	}
	return []sarifFlow{{[]sarifThread{thread}}}, related
}

// fix groups edits by file.
func (s *sarifWriter) fix(x report.Fix) sarifFix {
	out := sarifFix{Description: sarifMessage{Text: x.Message}, Properties: sarifFixBag{string(x.Applicability)}}
	at := map[report.File]int{}
	for _, e := range x.Edits {
		i, ok := at[e.Source]
		if !ok {
			i = len(out.Changes)
			at[e.Source] = i
			out.Changes = append(out.Changes, sarifChange{Artifact: s.artifact(e.Source)})
		}
		c := &out.Changes[i]
		c.Replacements = append(c.Replacements, sarifReplacement{s.region(e.Source, e.At), sarifContent{e.Text}})
	}
	return out
}
