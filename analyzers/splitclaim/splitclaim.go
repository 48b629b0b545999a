// Package splitclaim finds marks of what is done that are written apart from the effect that they protect (IDV305).
package splitclaim

import (
	_ "embed"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/pass"
	"github.com/idemvet/idemvet/internal/rule"
)

//go:embed page.md
var page string

// Rule is IDV305.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV305", Name: "splitclaim", Title: "mark and effect in two stores or transactions", Since: "v0.3.0",
		Severity: rule.Error, Confidence: rule.High, Fix: rule.NoFix, Default: true, Yields: []string{"IDV311", "IDV503"}, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Pairs(func(p *effect.Pair) { c.Report(finding(c.Package, p)) }, effect.EffectThenMark, effect.MarkThenEffect, effect.TwoCommits)
}

func finding(pkg string, p *effect.Pair) rule.Finding {
	mark, work := &p.First, &p.Then
	if p.Kind == effect.EffectThenMark {
		mark, work = work, mark
	}
	f := rule.Finding{
		At: rule.OpPlace(pkg, mark), Function: p.Func, Subject: mark.Object(),
		Title: "mark and effect are written apart",
		Help:  help(work),
	}
	at, doing := mark.Object(), work.Object()
	switch p.Kind {
	case effect.EffectThenMark:
		f.Message = rule.Fit(at+": the mark is written apart from what it protects ("+doing+"), and after it; a crash between the two repeats that",
			at+": the mark is written apart from what it protects, and after it; a crash between the two repeats that")
		f.Runs = "run 1 finds no mark, does the work, and is killed · run 2 finds no mark and does the work again"
		f.Path = rule.PairPath(p, "done here, because there was no mark", "marked here")
		if work.Do == model.DoInsert {
			f.Confidence = rule.Medium // the table may have a unique key that the code does not show
		}
	case effect.MarkThenEffect:
		f.Message = rule.Fit(at+": the mark is written apart from what it protects ("+doing+"), and before it; after a crash between the two that is never done",
			at+": the mark is written apart from what it protects, and before it; after a crash between the two that is never done")
		f.Runs = "run 1 writes the mark, and is killed · run 2 finds the mark and ends as if all were done"
		f.Path = rule.PairPath(p, "marked here", "done here")
	default:
		f.Message = rule.Fit(at+": the mark is in a transaction of its own, which is committed after that of "+doing+"; a crash between the two repeats that",
			at+": the mark is in a transaction of its own, which is committed last; a crash between the two repeats the effect")
		f.Runs = "run 1 commits the work, and is killed · the mark is rolled back, and run 2 does the work again"
		f.Path = rule.PairPath(p, "marked here", "done here")
	}
	f.Path = append(f.Path, rule.Step{Role: rule.Region, At: p.AgainAt, Text: p.Again})
	return f
}

func help(work *effect.Op) string {
	switch {
	case work.Effect != "":
		return "send under a key that the receiver knows the repeat by, then mark; or store what is to be sent together with the mark, and send it from there"
	case work.Class == model.SQLStore:
		return "write the mark into the same database, in the transaction of the effect; or make the effect repeatable, then mark"
	case work.Class == model.ItemStore:
		return "write mark and effect with one TransactWriteItems, or put a condition on the item itself"
	}
	return "keep the mark in the document, or write both in one transaction"
}
