// Package expiredclaim finds records that have an end and are trusted after it (IDV307).
package expiredclaim

import (
	_ "embed"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/pass"
	"github.com/idemvet/idemvet/internal/rule"
)

//go:embed page.md
var page string

// Rule is IDV307.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV307", Name: "expiredclaim", Title: "expired record trusted", Since: "v0.3.0",
		Severity: rule.Warning, Confidence: rule.Low, Fix: rule.NoFix, Default: true, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Pairs(func(p *effect.Pair) { c.Report(finding(c.Package, p)) }, effect.LapsedClaim)
}

func finding(pkg string, p *effect.Pair) rule.Finding {
	what, then := p.Then.Object(), "taken for being there, whenever it ended"
	f := rule.Finding{
		At: rule.OpPlace(pkg, &p.Then), Function: p.Func, Subject: what, Title: "expired record trusted",
		Message: rule.Fit(what + ": the record has an end, and " + p.Then.Call() + " takes it for valid until something deletes it, which may be long after"),
		Runs:    "run 1 writes the record with an end · the end passes, and nothing has deleted it yet · run 2 finds it and goes by it",
		Help:    "compare the end with the clock in the statement, or read it and compare it in code; let a claim take an expired record over",
	}
	if p.Then.Do == model.DoClaim {
		f.Message = rule.Fit(what + ": the claim has an end, and is refused after it for as long as nothing has deleted the old one")
		then = "refused while the old one is there, whenever it ended"
	}
	f.Path = rule.PairPath(p, "written with an end here", then)
	return f
}
