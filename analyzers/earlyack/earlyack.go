// Package earlyack finds messages that are acknowledged while their work can still get lost (IDV404).
package earlyack

import (
	_ "embed"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/pass"
	"github.com/idemvet/idemvet/internal/rule"
)

//go:embed page.md
var page string

// Rule is IDV404.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV404", Name: "earlyack", Title: "acknowledged before the work is safe", Since: "v0.4.0",
		Severity: rule.Error, Confidence: rule.High, Fix: rule.NoFix, Default: true, Yields: []string{"IDV508"}, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Pairs(func(p *effect.Pair) { c.Report(finding(c.Package, p)) }, effect.EarlyAck)
}

func finding(pkg string, p *effect.Pair) rule.Finding {
	ack, work := p.First.Call(), p.Then.Seen(pkg)
	f := rule.Finding{
		At: rule.OpPlace(pkg, &p.First), Function: p.Func, Subject: ack + " " + work,
		Title: "acknowledged before the work is safe",
		Help:  "do the work first, and acknowledge when it is stored",
	}
	f.Path = rule.PairPath(p, "acknowledged here", "the work that can get lost")
	switch {
	case p.Ack == effect.AckThough:
		f.Message = rule.Fit(ack+": the message is acknowledged although "+work+" has failed; nobody sends it again, and the work is lost", ack+": the message is acknowledged although its work has failed; nobody sends it again")
		f.Runs = work + " fails · the message is acknowledged all the same · there is no run 2, and the work is lost"
		f.Help = "give the message back when the work fails; or store it elsewhere, and acknowledge then"
		if p.First.Settle == model.Committed {
			f.Help = "stop at the message that fails, or store it elsewhere, before a position behind it is committed"
		}
		if p.Guard == effect.Mutex {
			f.Confidence = rule.Low
		}
	case p.Ack == effect.AckBehind:
		f.Message = rule.Fit(ack+": told that it is done while "+work+" is left to a goroutine or a channel; if the process ends now, the work is lost", ack+": told that it is done while the work is left to a goroutine or a channel; if the process ends, it is lost")
		f.Runs = "run 1 hands the work on, tells that it is done, and is killed · there is no run 2, and the work is lost"
		f.Help = "wait for the work, or store it, before the sender is told that it is done"
	case p.Ack == effect.AckReturn:
		f.Subject = work
		f.Message = rule.Fit(work+": goes on in a goroutine when the return tells that the message is done; if the process ends then, the work is lost", "the work goes on in a goroutine when the return tells that the message is done; if the process ends then, it is lost")
		f.Runs = "run 1 returns nil, and is killed before the goroutine is done · there is no run 2, and the work is lost"
		f.Help = "wait for the goroutine and return its error"
		f.Path = []rule.Step{{Role: rule.Mint, At: p.First.At, Text: "goes on here when the function returns"}, {Role: rule.Sink, At: p.Then.At, Text: "the work that can get lost"}, {Role: rule.Region, At: p.AgainAt, Text: p.Again}}
	case p.First.Settle == "":
		f.Subject = p.First.Object()
		f.Message = rule.Fit(p.First.Object()+": the row is taken out before "+work+" is written, and not with it; if the process ends in between, the work is lost", p.First.Object()+": the row is taken out before its work is done, and not with it")
		f.Runs = "run 1 takes the row out, and is killed before " + work + " · run 2 finds no row, and the work is lost"
		f.Help = "delete the row in the transaction that stores its result, or mark it as taken"
	case p.First.When != "":
		f.Message = rule.Fit(ack+": the message is acknowledged when it is received, before "+work+"; if that fails or the process ends, it is lost", ack+": the message is acknowledged when it is received; if its work fails, it is lost")
		f.Runs = "run 1 receives the message, which is forgotten with that, and fails before " + work + " · there is no run 2"
		f.Help = "acknowledge by hand, when the work is stored"
	default:
		f.Message = rule.Fit(ack+": the message is acknowledged before "+work+"; if that fails or the process ends, nobody sends it again", ack+": the message is acknowledged before its work is done; if that fails, nobody sends it again")
		f.Runs = "run 1 acknowledges, and is killed before " + work + " · there is no run 2, and the work is lost"
	}
	if p.Ack == effect.AckBehind && p.Then.Effect != "" {
		f.Confidence = rule.Low // may be a notice beside the work
	}
	return f
}
