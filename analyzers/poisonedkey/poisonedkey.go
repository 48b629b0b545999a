// Package poisonedkey finds outcomes of the moment that are stored, or told, as final (IDV306).
package poisonedkey

import (
	_ "embed"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/pass"
	"github.com/idemvet/idemvet/internal/rule"
)

//go:embed page.md
var page string

// Rule is IDV306.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV306", Name: "poisonedkey", Title: "failure of the moment stored as the answer", Since: "v0.3.0",
		Severity: rule.Error, Confidence: rule.High, Fix: rule.NoFix, Default: true, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Pairs(func(p *effect.Pair) { c.Report(finding(c.Package, p)) }, effect.PoisonedKey)
}

func finding(pkg string, p *effect.Pair) rule.Finding {
	what := p.Then.Object()
	f := rule.Finding{
		At: rule.OpPlace(pkg, &p.Then), Function: p.Func, Subject: what,
		Title: "failure of the moment stored as the answer",
		Help:  "store results and refusals that you recognise; for anything else give the key back, so that the next attempt may try",
		Runs:  "run 1 fails because somebody is away for a moment, and that is stored · run 2, under the same key, is answered from it and does nothing",
	}
	from, then := "from here", "stored here, for as long as the key lives"
	switch p.Poison {
	case effect.Recorded:
		from = "what the handler answered"
		f.Message = rule.Fit(what + ": whatever the handler answered is stored as the answer of the key, a 500 too, and each repeat gets that again")
	case effect.BadStatus:
		f.Message = rule.Fit(what + ": a status of the 500s is stored as the answer of the key, and each repeat gets that again")
	case effect.ErrorStored:
		from = "an error of this call may be one of the moment"
		f.Message = rule.Fit(what+": what "+p.First.Call()+" failed with is stored as the answer of the key, be it a timeout, and each repeat gets that again",
			what+": an error is stored as the answer of the key, be it a timeout, and each repeat gets that again")
	case effect.FailedState:
		from = "an error of this call may be one of the moment"
		f.Message = rule.Fit(what+": any error of "+p.First.Call()+" is stored as failed for good, a timeout too, and no repeat can mend that",
			what+": any error is stored as failed for good, a timeout too, and no repeat can mend that")
		f.Severity, f.Confidence = rule.Error, rule.Medium
	default:
		told(&f, p)
		from, then = "an error of this call may be one of the moment", "told here, for good"
	}
	f.Path = rule.PairPath(p, from, then)
	return f
}

// told words a finding about a failure that others are told of.
func told(f *rule.Finding, p *effect.Pair) {
	f.Severity, f.Confidence = rule.Error, rule.Medium
	f.Title = "failure of the moment told as final"
	f.Runs = "run 1 fails because somebody is away for a moment, and says that it failed for good · there is no run 2"
	f.Help = "say that it failed for errors that are refusals; for anything else return the error, so that the step is run again"
	what := p.Then.Object()
	if p.Poison == effect.FinalError {
		f.Message = rule.Fit(what+": any error of "+p.First.Call()+" ends the work for good, a timeout too: it is not run again", what+": any error ends the work for good, a timeout too")
		return
	}
	f.Message = rule.Fit(what+": any error of "+p.First.Call()+" is answered as a final failure, a timeout too: nobody runs the step again",
		what+": any error is answered as a final failure, a timeout too")
}
