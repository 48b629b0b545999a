// Package abortedtx finds errors that are forgiven inside a transaction of PostgreSQL (IDV303).
package abortedtx

import (
	_ "embed"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/pass"
	"github.com/idemvet/idemvet/internal/rule"
)

//go:embed page.md
var page string

// Rule is IDV303.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV303", Name: "abortedtx", Title: "error forgiven in a transaction that it has ended", Since: "v0.3.0",
		Severity: rule.Error, Confidence: rule.High, Fix: rule.UnsafeFix, Default: true, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Pairs(func(p *effect.Pair) { c.Report(finding(p)) }, effect.Swallowed)
}

func finding(p *effect.Pair) rule.Finding {
	what := p.First.Object()
	f := rule.Finding{
		At: p.Swallow, Function: p.Func, Subject: what, Title: "error forgiven in a transaction that it has ended",
		Message: rule.Fit(what + ": the error is forgiven here, but PostgreSQL has ended the transaction: what follows in it fails, and its commit"),
		Runs:    "run 1 commits · run 2 fails at " + what + " and goes on, its transaction is rolled back at the end, and so is every run after it",
		Help: "insert with ON CONFLICT DO NOTHING and look at the number of rows; or set a savepoint before the statement and roll back to it; " +
			"or return the error, and forgive it where the transaction is over",
	}
	f.Path = path(p)
	return f
}

// path tells where the statement fails, where that is forgiven, and what happens in the transaction then.
func path(p *effect.Pair) []rule.Step {
	steps := []rule.Step{{Role: rule.Mint, At: p.First.At, Text: "a failure of this statement ends the transaction"}}
	for _, at := range p.First.Via {
		steps = append(steps, rule.Step{Role: rule.Flow, At: at, Text: "called here"})
	}
	steps = append(steps, rule.Step{Role: rule.Sink, At: p.Swallow, Text: "the error is forgiven here"})
	if p.Then.At != p.First.At {
		text := "this fails as well, since the transaction is over"
		if p.Then.Do == model.DoCommit {
			text = "the commit becomes a rollback"
		}
		steps = append(steps, rule.Step{Role: rule.Flow, At: p.Then.At, Text: text})
	}
	return steps
}
