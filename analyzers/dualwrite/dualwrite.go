// Package dualwrite finds a change of a database and a message about it that nothing keeps together (IDV503).
package dualwrite

import (
	_ "embed"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/pass"
	"github.com/idemvet/idemvet/internal/rule"
)

//go:embed page.md
var page string

// Rule is IDV503.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV503", Name: "dualwrite", Title: "commit and publish without an outbox", Since: "v0.4.0",
		Severity: rule.Error, Confidence: rule.Medium, Fix: rule.NoFix, Default: true, Yields: []string{"IDV311", "IDV405", "IDV502", "IDV501"}, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Pairs(func(p *effect.Pair) { c.Report(finding(c.Package, p)) }, effect.LostEvent, effect.EarlyEvent)
}

func finding(pkg string, p *effect.Pair) rule.Finding {
	f := rule.Finding{At: rule.OpPlace(pkg, &p.Then), Function: p.Func, Subject: p.Then.Seen(pkg), Title: "commit and publish apart"}
	first := p.First.Seen(pkg)
	if p.Kind == effect.EarlyEvent {
		f.Message = rule.Fit(f.Subject + ": stored after " + first + " has told others of it; when this fails, or the process ends before it, they act on what is not there")
		f.Runs = "run 1 publishes and ends before it stores · others act on a record that does not exist, and whoever repeats the request publishes once more"
		f.Path = rule.PairPath(p, "published here", "stored here")
	} else {
		f.Message = rule.Fit(f.Subject + ": sent after " + first + " is committed, and nothing says that it is still to be sent; when the process ends between the two, it is lost")
		f.Runs = "run 1 commits and ends before it sends · " + after(p)
		f.Path = rule.PairPath(p, "committed here", "sent here")
	}
	f.Help = help(&p.Then)
	if !p.Refuses {
		f.Confidence = rule.Low // an error that is logged at most may be one that is put up with
	}
	if p.AgainAt.IsValid() {
		f.Path = append(f.Path, rule.Step{Role: rule.Region, At: p.AgainAt, Text: p.Again})
	}
	return f
}

// after says what becomes of it.
func after(p *effect.Pair) string {
	if p.Again != "" {
		return "run 2 finds that the change is there, and does not come to the message"
	}
	return "nobody sends it later; a request that is repeated makes a second change"
}

func help(o *effect.Op) string {
	if o.Effect == model.Workflow {
		return "store what is to be started in the transaction of the change, and start it from there under the row's id; or let the workflow store it"
	}
	return "write the event into an outbox in the transaction of the change and publish it from there (or enqueue through the transaction); a sweep over what was not sent does as well"
}
