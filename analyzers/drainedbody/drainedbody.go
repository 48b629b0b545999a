// Package drainedbody finds request bodies that the first attempt drains (IDV111).
package drainedbody

import (
	_ "embed"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/origin"
	"github.com/idemvet/idemvet/internal/pass"
	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/summary"
)

//go:embed page.md
var page string

// Rule is IDV111.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV111", Name: "drainedbody", Title: "body that only the first attempt can read", Since: "v0.2.0",
		Severity: rule.Error, Confidence: rule.High, Fix: rule.UnsafeFix, Default: true, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Regions(func(r *summary.Region) {
		for i := range r.Events {
			if e := &r.Events[i]; e.Class == summary.Drain {
				c.Report(finding(c.Package, r, e))
			}
		}
	}, model.Retry)
}

func finding(pkg string, r *summary.Region, e *summary.RegionEvent) rule.Finding {
	at := e.Site
	if at.Pkg != pkg {
		at = rule.Where(pkg, r, e)
	}
	return rule.Finding{
		At: at, Function: r.Func, Subject: e.Sink,
		Title: "body that only the first attempt can read",
		Message: rule.Fit(
			"the body given to "+e.Sink+" is made outside the retry and read to its end by the first attempt: later attempts send an empty one",
			"the body is made outside the retry and read to its end by the first attempt: later attempts send an empty one"),
		Runs: "attempt 1 reads the body to its end and fails · attempt 2 sends nothing, or an error, under the same key",
		Help: "keep the bytes and make a new reader in each attempt, or set the reader back to its start",
		Path: rule.Path(origin.Origin{}, "", r, e, "read by "+e.Sink),
	}
}
