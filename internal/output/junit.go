package output

import (
	"encoding/xml"
	"fmt"
	"io"

	"github.com/idemvet/idemvet/internal/report"
)

type testSuites struct {
	XMLName  xml.Name    `xml:"testsuites"`
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Suites   []testSuite `xml:"testsuite"`
}

type testSuite struct {
	Name     string     `xml:"name,attr"`
	Tests    int        `xml:"tests,attr"`
	Failures int        `xml:"failures,attr"`
	Errors   int        `xml:"errors,attr"`
	Cases    []testCase `xml:"testcase"`
}

type testCase struct {
	Name    string   `xml:"name,attr"`
	Class   string   `xml:"classname,attr"`
	File    string   `xml:"file,attr,omitempty"`
	Line    int      `xml:"line,attr,omitempty"`
	Failure *failure `xml:"failure"`
	Error   *failure `xml:"error"`
}

type failure struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

// JUnit prints a suite for each file, with a failed test for each finding. Packages that were not analysed are tests with
// an error. A report with neither has one test that passed: CI systems take an empty one for a mistake.
func JUnit(w io.Writer, r *report.Report, _ Options) error {
	doc := testSuites{Name: "idemvet"}
	for f := range counted(r) {
		at := fmt.Sprintf("%d:%d", f.At.Line, f.At.Column)
		doc.add(f.Source.Rel, testCase{
			Name: title(f) + " (" + at + ")", Class: f.At.Pkg, File: f.Source.Rel, Line: f.At.Line,
			Failure: &failure{f.Message, f.Rule, f.Source.Rel + ":" + at + ": " + string(f.Severity) + ": " + story(f)},
		})
	}
	for _, inc := range r.Incomplete {
		doc.add(where(inc), testCase{Name: "analysis", Class: where(inc), Error: &failure{inc.Reason, "incomplete", notAnalysed(inc)}})
	}
	if len(doc.Suites) == 0 {
		doc.add("idemvet", testCase{Name: "no findings", Class: "idemvet"})
	}
	return writeXML(w, doc)
}

// add puts a test at the end: into the last suite if that has this name, or into a new one.
func (t *testSuites) add(name string, c testCase) {
	if n := len(t.Suites); n == 0 || t.Suites[n-1].Name != name {
		t.Suites = append(t.Suites, testSuite{Name: name})
	}
	s := &t.Suites[len(t.Suites)-1]
	s.Cases = append(s.Cases, c)
	t.Tests++
	s.Tests++
	if c.Failure != nil {
		t.Failures++
		s.Failures++
	}
	if c.Error != nil {
		t.Errors++
		s.Errors++
	}
}
