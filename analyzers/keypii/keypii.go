// Package keypii finds personal data in keys (IDV105).
package keypii

import (
	_ "embed"
	"slices"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/origin"
	"github.com/idemvet/idemvet/internal/pass"
	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/summary"
)

//go:embed page.md
var page string

// Rule is IDV105.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV105", Name: "keypii", Title: "personal data in a key", Since: "v0.2.0",
		Severity: rule.Warning, Confidence: rule.Medium, Fix: rule.NoFix, Default: true, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Regions(func(r *summary.Region) {
		for i := range r.Events {
			e := &r.Events[i]
			if e.Class == summary.Keyed && !e.Moved {
				if i := slices.IndexFunc(e.Names, model.PersonalName); i >= 0 {
					c.Report(finding(c.Package, r, e, e.Names[i]))
				}
			}
		}
	}, model.Once)
}

func finding(pkg string, r *summary.Region, e *summary.RegionEvent, name string) rule.Finding {
	sink := rule.Short(e.Sink)
	return rule.Finding{
		At: rule.Where(pkg, r, e), Function: e.Func, Subject: e.Sink,
		Title: "personal data in a key",
		Message: rule.Fit(
			sink+" contains personal data ("+name+"): keys end up in logs, tables and support tools of both sides",
			"the key contains personal data: keys end up in logs, tables and support tools of both sides"),
		Runs: "attempt 1 sends the key, and both sides store and log it · attempt 2 sends it again; it cannot be recalled",
		Help: "use an id that says nothing about the person, or a keyed hash (HMAC) of the value",
		Path: rule.Path(origin.Origin{}, "", r, e, name+" becomes part of "+e.Sink),
	}
}
