// Package shortwindow finds memories of what was done that end before the last repeat can come (IDV601).
package shortwindow

import (
	_ "embed"
	"fmt"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/pass"
	"github.com/idemvet/idemvet/internal/rule"
)

//go:embed page.md
var page string

// Rule is IDV601.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV601", Name: "shortwindow", Title: "repeats are forgotten before the last one comes", Since: "v0.4.0",
		Severity: rule.Error, Confidence: rule.High, Fix: rule.NoFix, Default: true, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Pairs(func(p *effect.Pair) { c.Report(finding(p)) }, effect.ShortWindow)
}

func finding(p *effect.Pair) rule.Finding {
	what := p.First.Object()
	window, horizon := rule.Length(p.Window.Lasts), rule.Length(p.Horizon.Lasts)
	f := rule.Finding{
		At: p.Window.At, Function: p.Func, Subject: what,
		Title: "the window is shorter than the time in which a repeat can come",
		Message: rule.Fit(fmt.Sprintf("%s: a repeat is recognised for %s, but one can come for %s (%s)", what, window, horizon, p.Horizon.Name),
			fmt.Sprintf("%s: a repeat is recognised for %s, but one can come for %s", what, window, horizon)),
		Runs: "run 1 does the work and marks it · the mark is gone after " + window + " · run 2, " + late(p) + ", finds none and does the work again",
		Help: "derive the window from " + horizon + " and what else can repeat (queues, dead letters, people); where a duplicate does harm, use a unique column, which never forgets",
		Path: []rule.Step{
			{Role: rule.Mint, At: p.Window.At, Text: "remembered for " + window},
			{Role: rule.Region, At: p.Horizon.At, Text: horizonText(p)},
		},
	}
	if p.Horizon.Of == model.OfRetries && p.Window.Of == "" && (p.Horizon.Name == "" || p.Horizon.Name == effect.GivenHorizon) {
		f.Confidence = rule.Medium
	}
	return f
}

// late says why a run comes so late.
func late(p *effect.Pair) string {
	switch p.Horizon.Of {
	case model.OfDelivery:
		return "delivered again later"
	case model.OfJob:
		return "an attempt that is made later"
	}
	return "the sender's attempt after that"
}

func horizonText(p *effect.Pair) string {
	h := rule.Length(p.Horizon.Lasts)
	switch p.Horizon.Of {
	case model.OfDelivery:
		return "can be delivered again for " + h + " (" + p.Horizon.Name + ")"
	case model.OfJob:
		return "may take " + h + " (" + p.Horizon.Name + ")"
	}
	return "tried again for " + h + " (" + p.Horizon.Name + ")"
}
