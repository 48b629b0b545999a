// Package output prints a report: frames for people, one line per finding for editors, JSON for programs, and what
// code hosts and CI systems read.
package output

import (
	"io"
	"os"
	"slices"

	"github.com/idemvet/idemvet/internal/nearest"
	"github.com/idemvet/idemvet/internal/report"
	"github.com/idemvet/idemvet/internal/rule"
)

// Options say how a report is printed.
type Options struct {
	Tool  Tool
	Color bool         // colour what is for people
	Rules []*rule.Meta // all that exist, for formats that describe them
	Quiet bool         // leave out the closing line of the text format
	// Root is the directory that a CI host takes paths to be relative to: the checkout. Formats for such hosts write paths
	// from there. "" leaves paths as the report has them.
	Root string
	// Read returns a source file's content; nil means os.ReadFile.
	Read func(path string) ([]byte, error)
}

// Tool names the program that made a report.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Rules   string `json:"rules"` // changes when the rules or their data change
}

// Format prints a report.
type Format func(w io.Writer, r *report.Report, o Options) error

var formats = map[string]Format{
	"text":       Text,
	"concise":    Concise,
	"json":       JSON,
	"sarif":      SARIF,
	"github":     GitHub,
	"gitlab":     GitLab,
	"checkstyle": Checkstyle,
	"junit":      JUnit,
	"rdjsonl":    RDJSONL,
}

// Names lists the formats.
func Names() []string {
	var names []string
	for name := range formats {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// ByName returns the format with that name.
func ByName(name string) (Format, error) {
	if f := formats[name]; f != nil {
		return f, nil
	}
	return nil, nearest.Unknown("format", name, Names())
}

func (o Options) read(path string) ([]byte, error) {
	if o.Read != nil {
		return o.Read(path)
	}
	return os.ReadFile(path)
}
