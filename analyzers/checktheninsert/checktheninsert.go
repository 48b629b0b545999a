// Package checktheninsert finds a read that decides "there is none" and a plain write that follows (IDV301).
package checktheninsert

import (
	_ "embed"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/pass"
	"github.com/idemvet/idemvet/internal/rule"
)

//go:embed page.md
var page string

// Rule is IDV301.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV301", Name: "checktheninsert", Title: "check, then insert", Since: "v0.3.0",
		Severity: rule.Error, Confidence: rule.High, Fix: rule.UnsafeFix, Default: true, Yields: []string{"IDV305", "IDV602"}, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Pairs(func(p *effect.Pair) { c.Report(finding(c.Package, p)) }, effect.CheckInsert, effect.Replace, effect.FindCreate)
}

func finding(pkg string, p *effect.Pair) rule.Finding {
	what := p.Then.Object()
	f := rule.Finding{
		At: rule.OpPlace(pkg, &p.Then), Function: p.Func, Subject: what,
		Title: "check, then insert",
		Path:  rule.PairPath(p, first(p), "written here, whatever another run has done meanwhile"),
		Help:  help(&p.Then),
	}
	switch p.Kind {
	case effect.Replace:
		f.Message = rule.Fit(what + ": what was there is deleted, then inserted anew; two runs at once delete the same and both insert")
		f.Runs = "run 1 and run 2 both delete the old one · both insert theirs, so there are two"
	case effect.FindCreate:
		f.Message = rule.Fit(what + ": " + p.Then.Call() + " looks and, when it finds nothing, inserts: two runs at once both find nothing and both insert")
		f.Runs = "run 1 and run 2 both look and find nothing · both insert, so there are two"
	default:
		f.Message = rule.Fit(what + ": written because " + p.First.Call() + " found nothing, and nothing keeps another run from finding nothing as well")
		f.Mend = mend(p)
		f.Runs = "run 1 looks and finds nothing · run 2 looks and finds nothing · both write, and " + loser(p)
	}
	rule.Assume(&f, p)
	return f
}

// mend says which edit would do. A caller that is told when something is there must go on to be told, which an insert that passes
// over a row does not.
func mend(p *effect.Pair) rule.Mend {
	switch {
	case p.Then.Class != model.SQLStore:
		return rule.MendOnlyNew
	case p.Refuses:
		return ""
	}
	return rule.MendSkip
}

func first(p *effect.Pair) string {
	if p.Kind == effect.Replace {
		return "deleted here"
	}
	return "looked up here"
}

// loser says what comes of the second write.
func loser(p *effect.Pair) string {
	if p.Then.Do == model.DoInsert {
		return "there are two"
	}
	return "the second takes the place of the first"
}

func help(o *effect.Op) string {
	switch o.Class {
	case model.SQLStore:
		return "add a unique index and insert with ON CONFLICT DO NOTHING (or handle the unique violation), then look at the number of rows"
	case model.ProcessStore:
		return "use one step that tells: LoadOrStore, or a lock around both"
	case model.ItemStore:
		return "put with a condition (attribute_not_exists) and take its failure for \"already there\""
	case model.DocStore:
		return "add a unique index, insert, and take a duplicate key error for \"already there\""
	}
	return "use the store's insert-if-absent (SET NX, create, a transaction on version 0), and look at what it answers"
}
