package output

import (
	"encoding/xml"
	"io"

	"github.com/idemvet/idemvet/internal/report"
)

// checkstyle is the document that Checkstyle writes and many CI systems read.
type checkstyle struct {
	XMLName xml.Name         `xml:"checkstyle"`
	Version string           `xml:"version,attr"`
	Files   []checkstyleFile `xml:"file"`
}

type checkstyleFile struct {
	Name   string            `xml:"name,attr"`
	Errors []checkstyleError `xml:"error"`
}

type checkstyleError struct {
	Line     int    `xml:"line,attr,omitempty"`
	Column   int    `xml:"column,attr,omitempty"`
	Severity string `xml:"severity,attr"`
	Message  string `xml:"message,attr"`
	Source   string `xml:"source,attr"`
}

// Checkstyle prints findings by file. A package that was not analysed stands among the files, under its import path.
func Checkstyle(w io.Writer, r *report.Report, _ Options) error {
	doc := checkstyle{Version: "4.3"}
	add := func(name string, e checkstyleError) {
		if n := len(doc.Files); n == 0 || doc.Files[n-1].Name != name {
			doc.Files = append(doc.Files, checkstyleFile{Name: name})
		}
		last := &doc.Files[len(doc.Files)-1]
		last.Errors = append(last.Errors, e)
	}
	for f := range counted(r) { // sorted by file
		add(f.Source.Rel, checkstyleError{f.At.Line, f.At.Column, string(f.Severity), f.Message, "idemvet." + f.Rule})
	}
	for _, inc := range r.Incomplete {
		add(where(inc), checkstyleError{Severity: "error", Message: notAnalysed(inc), Source: "idemvet.incomplete"})
	}
	return writeXML(w, doc)
}

// writeXML prints a document. Characters that XML has no place for become U+FFFD.
func writeXML(w io.Writer, doc any) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(doc); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
