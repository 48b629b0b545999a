// Package consumereffect finds mails, messages and payments of code that is run again, with nothing that remembers them (IDV504).
package consumereffect

import (
	_ "embed"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/pass"
	"github.com/idemvet/idemvet/internal/rule"
)

//go:embed page.md
var page string

// Rule is IDV504.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV504", Name: "consumereffect", Title: "a mail, message or payment is repeated with its work", Since: "v0.4.0",
		Severity: rule.Error, Confidence: rule.High, Fix: rule.NoFix, Default: true,
		Yields: []string{"IDV202", "IDV305", "IDV308", "IDV310", "IDV501", "IDV502"}, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Pairs(func(p *effect.Pair) { c.Report(finding(c.Package, p)) }, effect.SendsAgain)
}

func finding(pkg string, p *effect.Pair) rule.Finding {
	e := &p.Then
	call, what := e.Call(), noun(e.Effect)
	if e.At.Pkg != pkg {
		call = e.Seen(pkg)
	}
	f := rule.Finding{
		At: rule.RepeatPlace(pkg, e), Function: p.Func, Subject: call,
		Title: "the " + what + " is repeated when the work is",
		Message: rule.Fit(call+": nothing remembers this "+what+lacks(p.Lack)+"; each repeat of the work does it again ("+p.Again+")",
			call+": nothing remembers this "+what+lacks(p.Lack)+"; each repeat of the work does it again"),
		Runs: runs(e.Effect),
		Help: help(e.Effect),
		Path: rule.PairPath(p, "this does not keep a second run away", "done here"),
	}
	if p.Regime == model.Keyed {
		f.Confidence = rule.Medium
	}
	f.Path = append(f.Path, rule.Step{Role: rule.Region, At: p.AgainAt, Text: p.Again})
	return f
}

// noun names an effect for the reader.
func noun(k model.EffectKind) string {
	switch k {
	case model.SMS:
		return "text message"
	case model.Push:
		return "notification"
	case model.Chat:
		return "chat message"
	}
	return string(k)
}

// lacks says what is wrong with the guard that there is.
func lacks(l effect.Lack) string {
	switch l {
	case effect.InMemory:
		return " but the memory of this process"
	case effect.OutcomeUnread:
		return " but a claim whose outcome nobody reads"
	case effect.ByDelivery:
		return " but a mark under an identity that changes with each delivery"
	}
	return ""
}

func runs(k model.EffectKind) string {
	if k == model.Payment || k == model.Payout {
		return "run 1 moves the money, and dies before it is acknowledged · run 2 moves it again"
	}
	return "run 1 sends the " + noun(k) + ", and dies before it is acknowledged · run 2 sends it again"
}

func help(k model.EffectKind) string {
	const record = "insert a send record under the message's own id first, and act only if it is new"
	switch k {
	case model.Payment, model.Payout:
		return "give the receiver a key that follows from the message; or " + record
	case model.Push:
		return "set a collapse id that follows from the message; or " + record
	}
	return "use the provider's key, made from the message, if it takes one; or " + record
}
