// Package freshresend finds code that runs again for the same work and sends it under a fresh id (IDV201).
package freshresend

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

// Rule is IDV201.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV201", Name: "freshresend", Title: "repeat sent under a fresh id", Since: "v0.2.0",
		Severity: rule.Error, Confidence: rule.High, Fix: rule.UnsafeFix, Default: true, Yields: []string{"IDV101", "IDV103"}, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Regions(func(r *summary.Region) {
		for i := range r.Events {
			e := &r.Events[i]
			if e.Class != summary.Keyed || !e.Key.Identity() {
				continue
			}
			if o, ok := rule.Pick(e.Mints, model.Random, model.Clock); ok && !rule.Hashed(e.Key, o) {
				c.Report(finding(c.Package, r, e, o))
			}
		}
	}, model.Redelivered, model.Replayed, model.Resend, model.TxRetry, model.Keyed)
}

func finding(pkg string, r *summary.Region, e *summary.RegionEvent, o origin.Origin) rule.Finding {
	sink := rule.Short(e.Sink)
	f := rule.Finding{
		At: rule.Where(pkg, r, e), Function: e.Func, Subject: e.Sink, Regime: r.Regime,
		Title: "repeat sent under a fresh id",
		Message: rule.Fit(
			sink+" gets a new value from "+o.Source+" each time this runs ("+r.Cause.Text+"): the receiver cannot recognise the repeat",
			sink+" gets a new value from "+o.Source+" each time this runs: the receiver cannot recognise the repeat",
			"the id gets a new value each time this runs: the receiver cannot recognise the repeat"),
		Runs: "run 1 sends it and fails before it is recorded · run 2 sends it again under another " + sink + ", so it is done twice",
		Help: "derive the id from what the repeat has in common: the message's id, the row's id, the request's key (uuid.NewSHA1)",
		Path: rule.Path(o, rule.Differs(o), r, e, "used as "+e.Sink),
	}
	f.Mend = rule.Hoistable(e)
	if e.Convention || r.Regime == model.Keyed || o.Fresh == model.Clock {
		f.Confidence = rule.Medium
	}
	return f
}
