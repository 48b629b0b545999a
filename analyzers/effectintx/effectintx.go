// Package effectintx finds effects that cannot be taken back inside a transaction, which can be (IDV502).
package effectintx

import (
	_ "embed"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/pass"
	"github.com/idemvet/idemvet/internal/rule"
)

//go:embed page.md
var page string

// Rule is IDV502.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV502", Name: "effectintx", Title: "irrevocable effect inside a transaction", Since: "v0.4.0",
		Severity: rule.Error, Confidence: rule.High, Fix: rule.NoFix, Default: true, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Pairs(func(p *effect.Pair) { c.Report(finding(c.Package, p)) }, effect.EffectInTx)
}

func finding(pkg string, p *effect.Pair) rule.Finding {
	what := p.Then.Seen(pkg)
	f := rule.Finding{
		At: rule.OpPlace(pkg, &p.Then), Function: p.Func, Subject: what,
		Title: "effect inside a transaction",
		Path:  rule.PairPath(p, "the transaction begins here", "done here, before the commit"),
		Help:  help(p.Then.Effect),
	}
	left := leaves(p.Then.Effect)
	if p.TxAgain {
		f.Message = what + ": " + left + " inside a transaction that runs again after a conflict; each run does it once more, and a rollback does not take it back"
		f.Runs = "run 1 does it, and its commit meets a conflict · the transaction is run again and does it once more"
	} else {
		f.Message = what + ": " + left + " inside a transaction that is not committed yet; a rollback or a failed commit does not take it back"
		f.Runs = "run 1 does it, and its commit fails: nothing is stored · the caller tries again, and run 2 does it once more"
	}
	if p.Then.Keyed { // the repeat may be recognised; what was rolled back is told all the same
		f.Severity = rule.Warning
		f.Runs = "run 1 does it, and its commit fails · outside it has happened, in the database it has not"
	}
	if p.Then.Effect == model.HTTPPost {
		f.Confidence = rule.Medium // what a POST does is for its receiver to say
	}
	return f
}

// leaves says what the effect is.
func leaves(k model.EffectKind) string {
	switch k {
	case model.Payment:
		return "a payment"
	case model.Payout:
		return "a payout"
	case model.Mail:
		return "a mail"
	case model.SMS:
		return "a text message"
	case model.Push:
		return "a push message"
	case model.Chat:
		return "a chat message"
	case model.Publish:
		return "a message"
	case model.Workflow:
		return "the start of a workflow"
	}
	return "a request that writes"
}

func help(k model.EffectKind) string {
	switch k {
	case model.Publish, model.Workflow:
		return "write the message into an outbox table in the transaction and send it from there, or enqueue through the transaction where the queue is in the same database"
	case model.Payment, model.Payout:
		return "commit the intent first, then act under a key that follows from its row, then write the result; a resolver finishes what a crash has interrupted"
	}
	return "write what is to be done into an outbox table in the transaction, and do it from there; moving the call behind the commit alone loses it when the process ends between"
}
