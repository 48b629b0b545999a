// Package inprocess runs the rules of idemvet over packages inside one process, for programs that embed them and for looking at the
// engine in a debugger.
//
// It looks at each package with its imports only, as go vet with idemvet does, and finds the same: there is no link stage, no
// database schema is read, nothing is kept between runs, and no file .idemvet.yml is looked for. Packages are found and
// type-checked by golang.org/x/tools/go/packages, so the go command compiles what they import, where its cache does not have it.
//
// # Debugging a finding
//
// A finding that should not be there, or one that is missing, is looked into like this:
//
//  1. Copy the code into a small module of its own, and write a main or a test that calls [Run] with Dir set to it and Sequential true:
//     the engine then runs in the caller's goroutine, one package after the other, dependencies first.
//  2. Start it with dlv debug or dlv test, and break on the run function of the rule: analyzers/keyinretry has that of IDV101.
//  3. There, print the regions and their events. Is the event there that should make the finding, and what does it say of its key and its
//     guards? Then the rule is to blame.
//  4. Otherwise break on summary.Build with the condition that the package is the one that calls, and follow the function's values.
//
// The command idemvet why FILE:LINE answers the third question without a debugger.
package inprocess

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/idemvet/idemvet/analyzers"
	"github.com/idemvet/idemvet/internal/config"
	"github.com/idemvet/idemvet/internal/report"
	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/sift"
)

// Config says what to look at. The zero value looks at ./... in the current directory.
type Config struct {
	Dir        string   // to work in; "" is the current one
	Patterns   []string // of packages, as the go command takes them; none means ./...
	Env        []string // additions to the environment of the go command, NAME=VALUE
	BuildFlags []string // for the go command, such as -tags=integration
	Tests      bool     // also test files

	// Settings is what idemvet config show --format json prints; "" is the defaults.
	Settings string

	// Sequential analyses one package after the other in the caller's goroutine.
	Sequential bool
}

// Result is what a run found. The same packages and settings give an equal one.
type Result struct {
	Packages   int // that the patterns name
	Findings   []Finding
	Incomplete []Incomplete // not empty: the absence of findings means nothing
}

// Finding is one mistake. Files are relative to the directory of the run, with forward slashes; lines and columns count from 1, columns
// in bytes.
type Finding struct {
	Rule       string // IDV101
	Name       string // keyinretry
	URL        string // of the rule's page
	Severity   string // error, warning or info
	Confidence string // high, medium or low
	Message    string // one line that stands alone
	Help       string // what to write instead
	Package    string // import path
	Function   string // (*Client).Charge
	Span
	Path        []Step
	Fingerprint string // identity that survives moved code
}

// Span is a part of a file. Its end is 0 where it is not known.
type Span struct {
	File               string
	Line, Column       int
	EndLine, EndColumn int
}

// Step is one place on the path that explains a finding.
type Step struct {
	Role string // mint, region, flow, sink and others
	Text string
	Span
}

// Incomplete is a package that was not analysed, or not in full, and why, in one line.
type Incomplete struct{ Package, Reason string }

// String is the finding as go vet prints it.
func (f Finding) String() string {
	return fmt.Sprintf("%s:%d:%d: %s (%s)", f.File, f.Line, f.Column, f.Message, f.Rule)
}

// Run analyses packages. Its error means that nothing could be analysed, or that the context is done; packages that could not be
// analysed are listed in the result.
func Run(ctx context.Context, c Config) (*Result, error) {
	settings, err := config.FromJSON(c.Settings)
	if err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	settings.Tests = settings.Tests || c.Tests
	c.Tests = settings.Tests
	wanted, err := sift.Wanted(settings, analyzers.Metas())
	if err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	if c.Dir, err = filepath.Abs(c.Dir); err != nil {
		return nil, err
	}
	prog, err := list(ctx, &c)
	if err != nil {
		return nil, err
	}
	if err := prog.analyse(ctx, settings, c.Sequential); err != nil {
		return nil, err
	}
	return prog.result(c.Dir, settings, wanted), nil
}

// result makes findings of what the engine says.
func (p *program) result(dir string, settings *config.Config, wanted report.Wanted) *Result {
	res := &Result{Incomplete: p.incomplete()}
	var told []report.Package
	for _, n := range p.own {
		if !n.named {
			continue
		}
		if !n.variant {
			res.Packages++
		}
		told = append(told, report.Package{Path: n.PkgPath, Findings: rule.Settle(n.result.Findings, nil), Comments: n.result.Comments, Generated: n.generated})
	}
	urls := map[string]string{}
	for _, m := range analyzers.Metas() {
		urls[m.ID] = m.URL()
	}
	found, _ := report.Findings(told, report.Options{
		Base: dir, Dirs: p.dirs, Rules: analyzers.Metas(), Wanted: wanted, Excluded: settings.Excludes, Today: time.Now(),
	})
	for _, f := range found {
		if f.Counts() {
			res.Findings = append(res.Findings, public(f, urls[f.Rule]))
		}
	}
	return res
}

func public(f report.Finding, url string) Finding {
	out := Finding{
		Rule: f.Rule, Name: f.Name, URL: url, Severity: string(f.Severity), Confidence: string(f.Confidence), Message: f.Message,
		Help: f.Help, Package: f.At.Pkg, Function: f.Function, Span: span(f.Source, f.At), Fingerprint: f.Fingerprint,
	}
	for _, s := range f.Steps {
		out.Path = append(out.Path, Step{Role: string(s.Role), Text: s.Text, Span: span(s.Source, s.At)})
	}
	return out
}

func span(file report.File, at rule.Place) Span {
	return Span{file.Rel, at.Line, at.Column, at.EndLine, at.EndColumn}
}

// oneLine folds what another program says.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
