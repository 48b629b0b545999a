// Package unwrappedroute finds routes that make something without the middleware that takes keys for their siblings (IDV703).
package unwrappedroute

import (
	_ "embed"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/pass"
	"github.com/idemvet/idemvet/internal/rule"
)

//go:embed page.md
var page string

// Rule is IDV703.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV703", Name: "unwrappedroute", Title: "route without the idempotency middleware of its siblings", Since: "v0.4.0",
		Severity: rule.Warning, Confidence: rule.Low, Fix: rule.NoFix, Default: true, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Pairs(func(p *effect.Pair) { c.Report(finding(c.Package, p)) }, effect.UnwrappedRoute)
}

func finding(pkg string, p *effect.Pair) rule.Finding {
	what := p.Then.Seen(pkg)
	f := rule.Finding{At: p.RouteAt, Function: p.Func, Subject: p.Route, Title: "route without the middleware that takes keys"}
	f.Message = rule.Fit(p.Route+": takes no idempotency key, though other routes of this router do; a repeat makes "+what+" once more",
		p.Route+": takes no idempotency key, though other routes of this router do; a repeat is carried out again")
	f.Runs = "request 1 is carried out, and its answer is lost · request 2 bears the same key, which nobody asks for, and is carried out again"
	f.Help = "put the middleware around this route as well, or around the group; where the route needs no key, say so beside it"
	f.Path = []rule.Step{{Role: rule.Mint, At: p.AgainAt, Text: "this route takes a key"}}
	for _, at := range p.Then.Via {
		f.Path = append(f.Path, rule.Step{Role: rule.Flow, At: at, Text: "called here"})
	}
	f.Path = append(f.Path, rule.Step{Role: rule.Sink, At: p.Then.At, Text: "done here for each request"}, rule.Step{Role: rule.Region, At: p.RouteAt, Text: "registered here without the middleware"})
	return f
}
