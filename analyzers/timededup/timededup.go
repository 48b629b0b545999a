// Package timededup finds code that takes for a repeat what is close in time to something equal (IDV602).
package timededup

import (
	_ "embed"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/pass"
	"github.com/idemvet/idemvet/internal/rule"
)

//go:embed page.md
var page string

// Rule is IDV602.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV602", Name: "timededup", Title: "repeats are recognised by time", Since: "v0.4.0",
		Severity: rule.Error, Confidence: rule.Medium, Fix: rule.NoFix, Default: true, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Pairs(func(p *effect.Pair) { c.Report(finding(p)) }, effect.TimeDedup)
}

func finding(p *effect.Pair) rule.Finding {
	what, within := p.Then.Object(), rule.Length(p.Window.Lasts)
	f := rule.Finding{
		At: p.Window.At, Function: p.Func, Subject: what,
		Title: "a repeat is recognised by how soon it comes",
		Message: rule.Fit(what+": equal content within "+within+" ("+p.Window.Name+") is taken for a repeat; a later repeat is done again, and a real second one is lost",
			what+": equal content within "+within+" is taken for a repeat; a later repeat is done again, and a real second one is lost"),
		Runs: "run 1 is done, and its answer is lost · run 2, the same request more than " + within + " later, is done again",
		Help: "let the caller name the request, store the name with the record under a unique index, and recognise a repeat by it",
		Path: []rule.Step{{Role: rule.Mint, At: p.Window.At, Text: "asks whether the same happened within " + within}},
	}
	if p.Then.At != p.Window.At {
		f.Path = append(f.Path, rule.Step{Role: rule.Sink, At: p.Then.At, Text: "done only if not"})
	}
	return f
}
