package output

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/idemvet/idemvet/internal/nearest"
	"github.com/idemvet/idemvet/internal/report"
	"github.com/idemvet/idemvet/internal/rule"
)

// toolName is how idemvet calls itself in reports.
const toolName = "idemvet"

// Parse reads a report that JSON printed, and the tool that made it. Unknown fields are left alone, since a newer idemvet may
// write some; what decides about the gate must be understood. Sources are looked for where the paths lead from the directory
// base. Errors begin with the name, and the line if there is one.
func Parse(name string, text []byte, base string) (*report.Report, Tool, error) {
	var doc document
	err := json.Unmarshal(text, &doc)
	if bad := (*json.SyntaxError)(nil); errors.As(err, &bad) {
		return nil, Tool{}, fmt.Errorf("%s:%d: damaged JSON: %w", name, lineOf(text, bad.Offset-1), err)
	}
	// A value of another type does not keep the decoder from the rest, so the version is known even then.
	switch {
	case doc.Tool.Name != toolName || doc.Version == 0:
		return nil, Tool{}, fmt.Errorf("%s: not a report of %s --format json", name, toolName)
	case doc.Version != version:
		return nil, Tool{}, fmt.Errorf("%s: version %d of the format is not known, only %d; use a newer idemvet", name, doc.Version, version)
	}
	if bad := (*json.UnmarshalTypeError)(nil); errors.As(err, &bad) {
		return nil, Tool{}, fmt.Errorf("%s:%d: damaged report: %s cannot be a %s", name, lineOf(text, bad.Offset-1), bad.Field, bad.Value)
	}
	if err == nil {
		var r *report.Report
		if r, err = restore(&doc, base); err == nil {
			return r, doc.Tool, nil
		}
	}
	return nil, Tool{}, fmt.Errorf("%s: damaged report: %w", name, err)
}

func lineOf(text []byte, offset int64) int {
	return 1 + bytes.Count(text[:min(max(offset, 0), int64(len(text)))], []byte("\n"))
}

// restore is the report that a document is of.
func restore(doc *document, base string) (*report.Report, error) {
	if doc.Findings == nil || doc.Incomplete == nil {
		return nil, errors.New(`no list "findings", or no list "incomplete"`)
	}
	d := decoder{roots: []string{base}, files: map[string]report.File{}}
	// The run may have followed symbolic links to its directory: paths that lead upwards begin behind them.
	if behind, err := filepath.EvalSymlinks(base); err == nil && behind != base {
		d.roots = append(d.roots, behind)
	}
	r := &report.Report{Incomplete: doc.Incomplete, Stats: doc.Stats}
	for i := range doc.Findings {
		if err := check(&doc.Findings[i]); err != nil {
			return nil, fmt.Errorf("findings[%d]: %w", i, err)
		}
		r.Findings = append(r.Findings, d.finding(&doc.Findings[i]))
	}
	return r, nil
}

// check refuses a finding whose weight or identity is not known: it would pass the gate, or fall together with another.
func check(f *finding) error {
	switch {
	case f.Rule == "" || f.Fingerprint == "":
		return errors.New("no rule, or no fingerprint")
	case f.Severity.Rank() == 0:
		return nearest.Unknown("severity", string(f.Severity), []string{string(rule.Error), string(rule.Warning), string(rule.Info)})
	case f.Confidence.Rank() == 0:
		return nearest.Unknown("confidence", string(f.Confidence), []string{string(rule.High), string(rule.Medium), string(rule.Low)})
	case f.Status != report.StatusNew && f.Status != report.StatusKnown:
		return nearest.Unknown("status", f.Status, []string{report.StatusNew, report.StatusKnown})
	}
	return nil
}

// decoder is the reverse of encode.
type decoder struct {
	roots []string // directories that paths may be relative to
	files map[string]report.File
}

func (d *decoder) finding(f *finding) report.Finding {
	out := report.Finding{
		Finding: rule.Finding{
			Rule: f.Rule, Severity: f.Severity, Confidence: f.Confidence, Function: f.Function,
			At:      rule.Place{Pkg: f.Package, Line: f.Line, Column: f.Column, EndLine: f.EndLine, EndColumn: f.EndColumn},
			Message: f.Message, Title: f.Title, Runs: f.Runs, Help: f.Help,
		},
		Name: f.Name, Source: d.file(f.File), Fingerprint: f.Fingerprint, Known: f.Status == report.StatusKnown,
	}
	if s := f.Suppressed; s != nil {
		out.Suppressed = &report.Suppression{Reason: s.Reason, Source: d.file(s.File), Line: s.Line}
	}
	for _, s := range f.Path {
		at := rule.Place{Line: s.Line, Column: s.Column, EndLine: s.EndLine, EndColumn: s.EndColumn}
		out.Steps = append(out.Steps, report.Step{Step: rule.Step{Role: s.Role, At: at, Text: s.Text}, Source: d.file(s.File)})
	}
	for _, x := range f.Fixes {
		out.Fixes = append(out.Fixes, d.fix(x))
	}
	return out
}

func (d *decoder) fix(x fix) report.Fix {
	out := report.Fix{Fix: rule.Fix{Message: x.Message, Applicability: x.Applicability}}
	for _, e := range x.Edits {
		at := rule.Place{Line: e.Start.Line, Column: e.Start.Column, EndLine: e.End.Line, EndColumn: e.End.Column}
		out.Edits = append(out.Edits, report.Edit{Edit: rule.Edit{At: at, Text: e.Text}, Source: d.file(e.File)})
	}
	return out
}

// file finds a source. As in a run, a file whose directory is not there cannot be read: the run wrote its import path. Neither
// can what is no file: a report may come from anywhere, and a device never ends.
func (d *decoder) file(rel string) report.File {
	f, seen := d.files[rel]
	if rel == "" || seen {
		return f
	}
	f.Rel = rel
	for _, root := range d.roots {
		abs := filepath.FromSlash(rel)
		if !filepath.IsAbs(abs) {
			abs = filepath.Join(root, abs)
		}
		if source(abs) {
			f.Abs = abs
			break
		}
	}
	d.files[rel] = f
	return f
}

// source reports whether a path can be one of a source file: its directory exists, and nothing else has its name.
func source(abs string) bool {
	if info, err := os.Stat(abs); err == nil {
		return info.Mode().IsRegular()
	}
	dir, err := os.Stat(filepath.Dir(abs))
	return err == nil && dir.IsDir()
}
