// Package swallowedretry finds returns that keep a failure from whoever would try again (IDV508).
package swallowedretry

import (
	_ "embed"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/pass"
	"github.com/idemvet/idemvet/internal/rule"
)

//go:embed page.md
var page string

// Rule is IDV508.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV508", Name: "swallowedretry", Title: "failure kept from whoever would try again", Since: "v0.4.0",
		Severity: rule.Error, Confidence: rule.Medium, Fix: rule.NoFix, Default: true, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Pairs(func(p *effect.Pair) { c.Report(finding(c.Package, p)) }, effect.KeptBack)
}

func finding(pkg string, p *effect.Pair) rule.Finding {
	work := p.Then.Seen(pkg)
	f := rule.Finding{
		At: p.Ends, Function: p.Func, Subject: work,
		Title: "failure kept from whoever would try again",
		Help:  "return the error, wrapped with %w; put aside what is known to be final",
	}
	if p.Kept == effect.SaysNil {
		f.Message = rule.Fit(work+": has failed, and nil is returned; nobody tries again, and the work is lost ("+p.Again+")", work+": has failed, and nil is returned; nobody tries again, and the work is lost")
		f.Runs = work + " fails · the return says that all is well · there is no run 2, and the work is lost"
	} else {
		f.Message = rule.Fit(work+": its error is replaced by one that does not tell that it can be tried again; nobody does ("+p.Again+")", work+": its error is replaced by one that does not tell that it can be tried again; nobody does")
		f.Runs = work + " fails because another run was in the way · whoever runs it again cannot tell · there is no run 2"
	}
	if p.Guard == effect.Mutex || p.Then.Do == model.DoRead && p.Kept == effect.SaysNil {
		f.Confidence = rule.Low
	}
	var steps []rule.Step
	for _, at := range p.Then.Via {
		steps = append(steps, rule.Step{Role: rule.Flow, At: at, Text: "called here"})
	}
	steps = append(steps, rule.Step{Role: rule.Sink, At: p.Then.At, Text: "fails here"}, rule.Step{Role: rule.Flow, At: p.Ends, Text: "kept back here"})
	f.Path = append(steps, rule.Step{Role: rule.Region, At: p.AgainAt, Text: p.Again})
	return f
}
