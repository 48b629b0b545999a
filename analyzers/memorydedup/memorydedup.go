// Package memorydedup finds effects outside of the process whose only guard is in its memory (IDV310).
package memorydedup

import (
	_ "embed"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/pass"
	"github.com/idemvet/idemvet/internal/rule"
)

//go:embed page.md
var page string

// Rule is IDV310.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV310", Name: "memorydedup", Title: "effect whose only guard is in memory", Since: "v0.3.0",
		Severity: rule.Warning, Confidence: rule.Medium, Fix: rule.NoFix, Default: true, Yields: []string{"IDV311"}, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Pairs(func(p *effect.Pair) { c.Report(finding(c.Package, p)) }, effect.MemoryClaim)
}

func finding(pkg string, p *effect.Pair) rule.Finding {
	guard, what := p.First.Seen(pkg), words[p.Then.Effect]
	return rule.Finding{
		At: rule.OpPlace(pkg, &p.First), Function: p.Func, Subject: guard,
		Title: "the only guard is in memory",
		Message: rule.Fit(guard+": only the memory of this process keeps "+what+" ("+p.Then.Call()+") from happening twice; a restart or a second instance does not know of it",
			guard+": only the memory of this process keeps "+what+" from happening twice; a restart or a second instance does not know of it"),
		Runs: "run 1 notes it in memory and acts · the process is restarted, or run 2 is on another instance: it finds nothing noted and acts again",
		Help: help(p.Then.Effect),
		Path: rule.PairPath(p, "noted in memory here", "happens here, with no key by which the receiver knows a repeat"),
	}
}

var words = map[model.EffectKind]string{
	model.Payment: "a payment", model.Payout: "a payout", model.Mail: "a mail", model.SMS: "a text message", model.Push: "a push message",
	model.Chat: "a chat message", model.Publish: "a message", model.Workflow: "a workflow", model.HTTPPost: "a request",
}

func help(k model.EffectKind) string {
	switch k {
	case model.Payment, model.Payout, model.HTTPPost:
		return "send a key that stays the same for one intent (idempotency key), or claim in a database before"
	case model.Publish, model.Workflow:
		return "send under an id that stays the same and that the receiver drops repeats by, or claim in a database before"
	}
	return "claim in a database before (insert … on conflict do nothing, and look at the number of rows); the memory may stay, as a fast path"
}
