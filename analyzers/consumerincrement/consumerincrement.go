// Package consumerincrement finds writes that add to what is there, in code that is run again for the same piece of work (IDV401).
package consumerincrement

import (
	_ "embed"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/pass"
	"github.com/idemvet/idemvet/internal/rule"
)

//go:embed page.md
var page string

// Rule is IDV401.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV401", Name: "consumerincrement", Title: "an increment that is repeated", Since: "v0.4.0",
		Severity: rule.Error, Confidence: rule.High, Fix: rule.NoFix, Default: true,
		Yields: []string{"IDV202", "IDV305", "IDV308", "IDV310", "IDV507"}, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Pairs(func(p *effect.Pair) { c.Report(finding(c.Package, p)) }, effect.AddsAgain)
}

func finding(pkg string, p *effect.Pair) rule.Finding {
	what := rule.Subject(pkg, &p.Then)
	f := rule.Finding{
		At: rule.RepeatPlace(pkg, &p.Then), Function: p.Func, Subject: what,
		Title:   "an increment that is repeated",
		Message: rule.Fit(what + ": " + rule.Repeat(p) + " adds once more, and " + rule.Lacking(p)),
		Runs:    rule.Crash(p, "adds") + " · run 2 adds the same again",
		Path:    rule.RepeatPath(p, "added to what is there, in each run"),
		Help:    help(p),
	}
	if p.Regime == model.Retry || p.Regime == model.TxRetry || p.Regime == model.Resend {
		f.Confidence = rule.Medium // it takes an answer that is lost on the way
	}
	if p.Elsewhere {
		f.Confidence = rule.Low // whether the two are added up is not known
	}
	return f
}

func help(p *effect.Pair) string {
	switch {
	case p.Regime == model.Retry || p.Regime == model.TxRetry:
		return "try again only after errors that say that nothing was written, or write what a second time makes no difference to: a row or field of its own for each call"
	case p.Then.Class == model.SQLStore:
		return "insert the message's own id in the transaction that adds, ON CONFLICT DO NOTHING, and add nothing if no row was inserted"
	case p.Then.Class == model.KVStore:
		return "mark the message's own id (SET NX) and add in one script, or store what is added under the id and add up when reading"
	case p.Then.Class == model.ItemStore:
		return "put the message's own id under a condition and add, in one TransactWriteItems"
	}
	return "keep the ids of what was added in the document, and add only where the id is not among them"
}
