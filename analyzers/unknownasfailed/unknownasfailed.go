// Package unknownasfailed finds calls that may have been done and are recorded as refused (IDV505).
package unknownasfailed

import (
	_ "embed"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/pass"
	"github.com/idemvet/idemvet/internal/rule"
)

//go:embed page.md
var page string

// Rule is IDV505.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV505", Name: "unknownasfailed", Title: "an unknown outcome is recorded as a failure", Since: "v0.4.0",
		Severity: rule.Error, Confidence: rule.Medium, Fix: rule.NoFix, Default: true, Yields: []string{"IDV306"}, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Pairs(func(p *effect.Pair) { c.Report(finding(c.Package, p)) }, effect.UnknownAsFailed)
}

func finding(pkg string, p *effect.Pair) rule.Finding {
	call, record := &p.First, &p.Then
	f := rule.Finding{
		At: rule.OpPlace(pkg, record), Function: p.Func, Subject: record.Object(),
		Title: "an unknown outcome is taken for a refusal",
		Help:  "tell refusals (by status, code or type) from the rest; leave the rest as unknown, and let a resolver repeat the call under the same key or look the object up",
	}
	if p.Ends.IsValid() {
		f.At = p.Ends
	}
	if money(call.Effect) {
		f.Confidence = rule.High
	}
	at, name := record.Object(), call.Seen(pkg)
	if p.Refuses {
		f.Message = rule.Fit(at+": a failure is recorded for any error of "+name+", also when the answer was lost; it may have been done",
			at+": a failure is recorded for any error of a call, also when the answer was lost; it may have been done")
		f.Runs = "attempt 1 is done, its answer is lost, and it is recorded as failed · attempt 2 is made because of that, and is done as well"
		f.Path = rule.PairPath(p, "called here: "+string(call.Effect), "recorded here, whatever the error was")
		return f
	}
	f.Message = rule.Fit(at+": what belongs to "+name+" is undone on any error, also when the answer was lost; it may have been done",
		at+": what belongs to a call is undone on any error, also when the answer was lost; it may have been done")
	f.Runs = "the call is done, its answer is lost, and the hold is given back · the effect stands, and what it was for goes to somebody else"
	f.Path = rule.PairPath(p, "called here: "+string(call.Effect), "undone here, whatever the error was")
	return f
}

func money(k model.EffectKind) bool { return k == model.Payment || k == model.Payout }
