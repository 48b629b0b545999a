// Package effectbeforeintent finds effects that cannot be taken back and are written down only afterwards (IDV501).
package effectbeforeintent

import (
	_ "embed"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/pass"
	"github.com/idemvet/idemvet/internal/rule"
)

//go:embed page.md
var page string

// Rule is IDV501.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV501", Name: "effectbeforeintent", Title: "effect before its intent is recorded", Since: "v0.4.0",
		Severity: rule.Error, Confidence: rule.High, Fix: rule.NoFix, Default: true, Yields: []string{"IDV502", "IDV305"}, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Pairs(func(p *effect.Pair) { c.Report(finding(c.Package, p)) }, effect.EffectThenRecord)
}

func finding(pkg string, p *effect.Pair) rule.Finding {
	what, record := p.First.Seen(pkg), p.Then.Object()
	f := rule.Finding{
		At: rule.OpPlace(pkg, &p.First), Function: p.Func, Subject: what,
		Title:   "effect before its record",
		Message: rule.Fit(what + ": nothing lasting says that this is wanted until " + record + " is written afterwards; a crash between the two leaves " + left(p.First.Effect) + " that nobody knows of"),
		Help:    help(&p.First),
		Path:    rule.PairPath(p, "done here, with nothing written before", "written down here"),
	}
	f.Confidence = confidence(p)
	f.Runs = "run 1 does it and ends before it is written down · there is no trace, so " + again(p) + " does it once more"
	if p.AgainAt.IsValid() {
		f.Path = append(f.Path, rule.Step{Role: rule.Region, At: p.AgainAt, Text: p.Again})
	}
	return f
}

// confidence is high where the record holds what the receiver answered: then there cannot have been one before. What a POST does is
// for its receiver to say.
func confidence(p *effect.Pair) rule.Confidence {
	if p.Record == effect.HoldsResult && p.First.Effect != model.HTTPPost {
		return rule.High
	}
	return rule.Medium
}

// again is who runs the code a second time.
func again(p *effect.Pair) string {
	if p.Again != "" {
		return "run 2"
	}
	return "run 2, when somebody tries again,"
}

// left is what there is after a crash.
func left(k model.EffectKind) string {
	switch k {
	case model.Payment:
		return "a payment"
	case model.Payout:
		return "a transfer"
	case model.Mail:
		return "a mail"
	case model.SMS:
		return "a text message"
	case model.Push:
		return "a push message"
	case model.Chat:
		return "a post"
	case model.Workflow:
		return "a workflow"
	}
	return "a request"
}

func help(o *effect.Op) string {
	if o.Minted {
		return "store the intent together with the key first, send that key, then write the result into the row; a resolver repeats what stays open under the same key"
	}
	return "store the intent first (a row in state open, or sending), act under a key that follows from it, then write the result into the row; a resolver goes over what stays open"
}
