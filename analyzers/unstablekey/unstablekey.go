// Package unstablekey finds keys and fingerprints that are built through an unstable encoding (IDV109).
package unstablekey

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

// Rule is IDV109.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV109", Name: "unstablekey", Title: "key built through an unstable encoding", Since: "v0.2.0",
		Severity: rule.Error, Confidence: rule.High, Fix: rule.NoFix, Default: true,
		Yields: []string{"IDV101", "IDV102", "IDV201", "IDV203"}, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Regions(func(r *summary.Region) {
		for i := range r.Events {
			e := &r.Events[i]
			if e.Class == summary.Keyed && (e.Key.Identity() || e.Key == model.Fingerprint) && e.Shows(unstable) {
				c.Report(finding(c.Package, r, e))
			}
		}
	}, model.Once)
}

func unstable(set []origin.Origin) bool {
	_, ok := rule.Pick(set, model.Unstable)
	return ok
}

func finding(pkg string, r *summary.Region, e *summary.RegionEvent) rule.Finding {
	o, _ := rule.Pick(e.Value, model.Unstable)
	sink := rule.Short(e.Sink)
	f := rule.Finding{
		At: rule.Where(pkg, r, e), Function: e.Func, Subject: e.Sink,
		Title: "key built through an unstable encoding",
		Message: rule.Fit(
			sink+" is built from "+o.Source+", which may differ for the same content: a retry is not recognised",
			"the key is built from something that may differ for the same content: a retry is not recognised"),
		Runs: "attempt 1 is done under one key · attempt 2 encodes the same content to another key, so the receiver does it again",
		Help: "sort the parts, or encode named fields in a fixed order (encoding/json sorts the keys of maps)",
		Path: rule.Path(o, o.Source+" is in no fixed form", r, e, "used as "+e.Sink),
	}
	if e.Convention {
		f.Confidence = rule.Medium
	}
	return f
}
