// Package putinserts finds handlers of PUT and DELETE that do something else when a request is repeated (IDV701).
package putinserts

import (
	_ "embed"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/pass"
	"github.com/idemvet/idemvet/internal/rule"
)

//go:embed page.md
var page string

// Rule is IDV701.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV701", Name: "putinserts", Title: "PUT or DELETE that cannot be repeated", Since: "v0.4.0",
		Severity: rule.Warning, Confidence: rule.Low, Fix: rule.NoFix, Default: true, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Pairs(func(p *effect.Pair) { c.Report(finding(c.Package, p)) }, effect.PutInserts, effect.GoneAnswer)
}

func finding(pkg string, p *effect.Pair) rule.Finding {
	f := rule.Finding{At: rule.RoutePlace(pkg, rule.OpPlace(pkg, &p.Then), p), Function: p.Func, Subject: p.Then.Object()}
	if p.Kind == effect.GoneAnswer {
		gone(&f, p)
		f.At = rule.RoutePlace(pkg, p.Ends, p)
	} else {
		what := p.Then.Seen(pkg)
		f.Title = "PUT that makes another one each time"
		f.Message = rule.Fit(what+": "+p.Route+" inserts under an identity that is new each time; a PUT that is sent again makes a second one",
			what+": inserts under an identity that is new each time; a PUT that is sent again makes a second one")
		f.Runs = "request 1 is carried out, and its answer is lost · request 2 is the same, and makes another one"
		f.Help = "take the identity from the path and write with an upsert or a replacement; or make it a POST that takes a key"
		f.Path = rule.PairPath(p, "", "inserted here, under an identity that is made for it")
		f.Assumes = rule.NoRefusal(&p.Then)
	}
	f.Path = append(f.Path, rule.Step{Role: rule.Region, At: p.RouteAt, Text: "called here for " + p.Route})
	return f
}

// gone tells of a 404 for what the first request has deleted.
func gone(f *rule.Finding, p *effect.Pair) {
	what := p.Then.Object()
	f.Title = "404 for what was deleted"
	f.Message = rule.Fit(what+": "+p.Route+" answers 404 when there is nothing to delete; one that is sent again is told that it failed",
		what+": answers 404 when there is nothing to delete; a DELETE that is sent again is told that it failed")
	f.Runs = "request 1 deletes, and its answer is lost · request 2 is the same, finds nothing and is answered with 404"
	f.Help = "answer 204 whether or not there was something to delete; or keep the row and mark it as deleted"
	f.Path = rule.PairPath(p, "looked for here", "deleted here")
	f.Path = append(f.Path, rule.Step{Role: rule.Flow, At: p.Ends, Text: "answered with 404 here, when there was nothing"})
}
