// Package consumerinsert finds rows without an identity that are inserted again when the same piece of work is run again (IDV402).
package consumerinsert

import (
	_ "embed"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/pass"
	"github.com/idemvet/idemvet/internal/rule"
)

//go:embed page.md
var page string

// Rule is IDV402.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV402", Name: "consumerinsert", Title: "an insert that is repeated", Since: "v0.4.0",
		Severity: rule.Error, Confidence: rule.High, Fix: rule.NoFix, Default: true,
		Yields: []string{"IDV201", "IDV202", "IDV301", "IDV305", "IDV308", "IDV310", "IDV312", "IDV507"}, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Pairs(func(p *effect.Pair) { c.Report(finding(c.Package, p)) }, effect.InsertsAgain)
}

func finding(pkg string, p *effect.Pair) rule.Finding {
	what := rule.Subject(pkg, &p.Then)
	f := rule.Finding{
		At: rule.RepeatPlace(pkg, &p.Then), Function: p.Func, Subject: what,
		Title: "an insert that is repeated",
		Runs:  rule.Crash(p, "inserts") + " · run 2 inserts one more",
		Path:  rule.RepeatPath(p, "inserted, once more in each run"),
		Help:  help(p),
	}
	if p.Then.Do == model.DoPut {
		f.Message = rule.Fit(what + ": " + rule.Repeat(p) + " writes one more under a new key, and " + rule.Lacking(p))
	} else {
		f.Message = rule.Fit(what + ": " + rule.Repeat(p) + " inserts one more, and " + rule.Lacking(p))
	}
	sure(&f, p)
	return f
}

// sure says how sure a finding is. A unique key of the table over what the second run has in common would refute it.
func sure(f *rule.Finding, p *effect.Pair) {
	f.Severity, f.Confidence = rule.Warning, rule.Medium
	a := &rule.Assumption{Kind: rule.Unkeyed, Table: p.Then.Table, Columns: p.Stable, Identified: p.Identified, Most: rule.High}
	switch p.Regime {
	case model.Retry, model.TxRetry, model.Resend:
		a.Most = rule.Medium // it takes an answer that is lost on the way
	case model.Scheduled:
		f.Confidence, a.Most = rule.Low, rule.Low // each tick may be meant to add
	}
	if p.Elsewhere {
		f.Confidence, a.Most = rule.Low, rule.Low // whether the two are put together is not known
	}
	if p.Identified {
		f.Confidence = rule.Low
	}
	if p.Then.Do != model.DoPut {
		f.Assumes = a
	}
}

func help(p *effect.Pair) string {
	switch {
	case p.Then.Do == model.DoPut:
		return "derive the key from the identity of the message or request (uuid.NewSHA1, a hash), instead of making a new one"
	case p.Regime == model.Retry || p.Regime == model.TxRetry:
		return "make an id before the first try, insert it with the row, and take a conflict with it for success"
	case p.Then.Class == model.DocStore:
		return "take the message's own id for _id (or a unique field), and a duplicate key error for success"
	}
	return "insert the identity of the message with the row, make it unique, and take a conflict for success: ON CONFLICT DO NOTHING"
}
