// Package duplicatestops finds branches for what was done before that skip later steps of the first run (IDV405).
package duplicatestops

import (
	_ "embed"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/pass"
	"github.com/idemvet/idemvet/internal/rule"
)

//go:embed page.md
var page string

// Rule is IDV405.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV405", Name: "duplicatestops", Title: "duplicate ends before the later steps", Since: "v0.4.0",
		Severity: rule.Error, Confidence: rule.Low, Fix: rule.NoFix, Default: true, Yields: []string{"IDV305", "IDV311", "IDV304"}, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Pairs(func(p *effect.Pair) { c.Report(finding(c.Package, p)) }, effect.StopsShort)
}

func finding(pkg string, p *effect.Pair) rule.Finding {
	known, step := p.First.Seen(pkg), p.Then.Seen(pkg)
	f := rule.Finding{
		At: p.Ends, Function: p.Func, Subject: known,
		Message: rule.Fit(known+": what was done before is taken for finished, but "+step+" comes later; if the first run ended in between, it never happens",
			known+": what was done before is taken for finished, but a later step may never have happened"),
		Title: "duplicate ends before the later steps",
		Runs:  "run 1 commits and is killed before " + step + " · run 2 finds that it was done before and ends; " + step + " never happens",
		Help:  help(p),
	}
	if p.Then.Effect != "" && p.Refuses {
		f.Confidence = rule.Medium
	}
	steps := rule.PairPath(p, "the first run is told from others here", "left out when it was done before")
	steps = append(steps, rule.Step{Role: rule.Flow, At: p.Ends, Text: "a later run ends here"})
	f.Path = append(steps, rule.Step{Role: rule.Region, At: p.AgainAt, Text: p.Again})
	return f
}

func help(p *effect.Pair) string {
	if p.Then.Effect != "" && !p.Then.Keyed {
		return "let the duplicate go on to it, under a key that the receiver knows the repeat by; or store it as a task in the transaction, and send it from there"
	}
	return "let the duplicate go on to it; or store it as a task in the transaction, and do it from there"
}
