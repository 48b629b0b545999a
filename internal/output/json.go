package output

import (
	"io"

	"github.com/idemvet/idemvet/internal/report"
	"github.com/idemvet/idemvet/internal/rule"
)

// version is that of the JSON format. Fields are only ever added within a version.
const version = 1

// document is the JSON format, written by JSON and read by Parse.
type document struct {
	Version    int                 `json:"version"`
	Tool       Tool                `json:"tool"`
	Findings   []finding           `json:"findings"`
	Incomplete []report.Incomplete `json:"incomplete"`
	Stats      report.Stats        `json:"stats"`
}

type finding struct {
	Rule        string          `json:"rule"`
	Name        string          `json:"name"`
	Severity    rule.Severity   `json:"severity"`
	Confidence  rule.Confidence `json:"confidence"`
	Message     string          `json:"message"`
	Title       string          `json:"title"`
	Runs        string          `json:"runs"`
	Help        string          `json:"help"`
	URL         string          `json:"url"` // of the rule's page
	Package     string          `json:"package"`
	Function    string          `json:"function"`
	File        string          `json:"file"`
	Line        int             `json:"line"`
	Column      int             `json:"column"`
	EndLine     int             `json:"end_line"`
	EndColumn   int             `json:"end_column"`
	Fingerprint string          `json:"fingerprint"`
	Status      string          `json:"status"`
	Suppressed  *suppression    `json:"suppressed"`
	Path        []step          `json:"path"`
	Fixes       []fix           `json:"fixes"`
}

type suppression struct {
	Reason string `json:"reason"`
	File   string `json:"file"`
	Line   int    `json:"line"`
}

type fix struct {
	Message       string             `json:"message"`
	Applicability rule.Applicability `json:"applicability"`
	Edits         []edit             `json:"edits"`
}

type edit struct {
	File  string   `json:"file"`
	Start position `json:"start"`
	End   position `json:"end"`
	Text  string   `json:"text"`
}

type position struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

type step struct {
	Role      rule.Role `json:"role"`
	File      string    `json:"file"`
	Line      int       `json:"line"`
	Column    int       `json:"column"`
	EndLine   int       `json:"end_line"` // 0 when it is not known
	EndColumn int       `json:"end_column"`
	Text      string    `json:"text"`
}

// JSON prints version 1 of the format for programs: always an object, its lists never null.
func JSON(w io.Writer, r *report.Report, o Options) error {
	doc := document{Version: version, Tool: o.Tool, Findings: []finding{}, Incomplete: r.Incomplete, Stats: r.Stats}
	if doc.Incomplete == nil {
		doc.Incomplete = []report.Incomplete{}
	}
	return writeList(w, doc, "findings", len(r.Findings), func(i int) any { return encode(&r.Findings[i], o) })
}

func encode(f *report.Finding, o Options) finding {
	out := finding{
		Rule: f.Rule, Name: f.Name, Severity: f.Severity, Confidence: f.Confidence,
		Message: f.Message, Title: f.Title, Runs: f.Runs, Help: f.Help, URL: o.url(f.Rule),
		Package: f.At.Pkg, Function: f.Function, File: f.Source.Rel,
		Line: f.At.Line, Column: f.At.Column, EndLine: f.At.EndLine, EndColumn: f.At.EndColumn,
		Fingerprint: f.Fingerprint, Status: f.Status(), Path: []step{}, Fixes: []fix{},
	}
	if s := f.Suppressed; s != nil {
		out.Suppressed = &suppression{s.Reason, s.Source.Rel, s.Line}
	}
	for _, x := range f.Fixes {
		out.Fixes = append(out.Fixes, encodeFix(x))
	}
	for _, s := range f.Steps {
		out.Path = append(out.Path, step{s.Role, s.Source.Rel, s.At.Line, s.At.Column, s.At.EndLine, s.At.EndColumn, s.Text})
	}
	return out
}

func encodeFix(x report.Fix) fix {
	out := fix{Message: x.Message, Applicability: x.Applicability, Edits: []edit{}}
	for _, e := range x.Edits {
		out.Edits = append(out.Edits, edit{e.Source.Rel, position{e.At.Line, e.At.Column}, position{e.At.EndLine, e.At.EndColumn}, e.Text})
	}
	return out
}
