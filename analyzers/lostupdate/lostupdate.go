// Package lostupdate finds writes that rest on an earlier read and do not make sure that it still holds (IDV403).
package lostupdate

import (
	_ "embed"
	"strings"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/pass"
	"github.com/idemvet/idemvet/internal/rule"
)

//go:embed page.md
var page string

// Rule is IDV403.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV403", Name: "lostupdate", Title: "load, change, save: what others wrote in between is lost", Since: "v0.4.0",
		Severity: rule.Error, Confidence: rule.High, Fix: rule.NoFix, Default: true, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Pairs(func(p *effect.Pair) { c.Report(finding(c.Package, p)) }, effect.LostDelta, effect.LostCheck, effect.LostFields, effect.StaleEvent)
}

func finding(pkg string, p *effect.Pair) rule.Finding {
	what := p.Then.Object()
	f := rule.Finding{
		At: rule.OpPlace(pkg, &p.Then), Function: p.Func, Subject: what,
		Title: "a lost update", Help: help(p), Confidence: sure(p),
	}
	of := what
	if p.Column != "" && p.Then.Table != "" {
		of = what + "." + p.Column
	}
	first, then := "read here", "written here, whatever it has become"
	switch p.Kind {
	case effect.LostDelta:
		f.Message = rule.Fit(of+": what "+p.First.Call()+" read is changed and written back; what another run writes in between is lost",
			of+": what was read is changed and written back; what another run writes in between is lost")
		f.Runs = "run 1 and run 2 both read the same value · both change it and write it back, and one of the two changes is gone"
	case effect.LostCheck:
		f.Message = rule.Fit(of+": changed because of what "+p.First.Call()+" read, and the write does not ask again whether that still holds",
			of+": changed because of what was read, and the write does not ask again whether that still holds")
		f.Runs = "run 1 and run 2 both read it and find it right · both write, though after the first it no longer is"
	case effect.LostFields:
		f.Severity = rule.Warning
		f.Message = rule.Fit(of+": all of what "+p.First.Call()+" read is written back for the sake of a part; other parts that change in between are set back",
			of+": all of a record is written back for the sake of a part; other parts that change in between are set back")
		f.Runs = "run 1 reads the record · run 2 reads it, changes another field and saves · run 1 saves, and that field is as before"
	default:
		f.Severity = rule.Warning
		f.Message = rule.Fit(of + ": written as a message says, with no look at whether a later message was there first")
		f.Runs = "run 1 fails, or is slow · run 2 writes what a later message says · run 1 comes again and sets it back"
		first = then
		then = "written here, whichever message came last"
	}
	f.Path = rule.PairPath(p, first, then)
	if p.AgainAt.IsValid() {
		f.Path = append(f.Path, rule.Step{Role: rule.Region, At: p.AgainAt, Text: p.Again})
	}
	return f
}

// sure says how sure it is that two runs meet, and that it matters.
func sure(p *effect.Pair) rule.Confidence {
	switch {
	case p.Kind == effect.LostFields, p.Kind == effect.StaleEvent, p.Guard == effect.Mutex, p.Then.Class == model.FileStore:
		return rule.Low
	case model.NameHint(model.AttemptHint, p.Column), model.NameHint(model.SetupHint, p.Func):
		return rule.Low // of work that one worker has
	case p.Kind == effect.LostCheck, p.Again == "":
		return rule.Medium
	}
	return rule.High
}

func help(p *effect.Pair) string {
	switch p.Kind {
	case effect.LostFields:
		return "write only the fields that change (an update of columns, $set, a field of a hash), or compare a version in the condition of the write and load again when it differs"
	case effect.StaleEvent:
		return "store the number or time of the last message beside the value, and compare it in the condition of the write"
	}
	column := p.Column
	if column == "" {
		column = "n"
	}
	switch p.Then.Class {
	case model.SQLStore:
		if p.Kind == effect.LostCheck {
			return "put the check into the statement (UPDATE … WHERE … AND " + column + " = what it must be) and look at the number of rows; or read with FOR UPDATE in the same transaction"
		}
		return "let the statement make the change (SET " + column + " = " + column + " + ?, a function for lists and JSON), or compare a version in WHERE and look at the number of rows; or read with FOR UPDATE in the same transaction"
	case model.DocStore:
		return "change it in place ($inc, $addToSet), or put the version that was read into the filter; or do both in one transaction"
	case model.ItemStore:
		return "change it with an UpdateExpression, or write with a ConditionExpression on what was read"
	case model.FileStore:
		return "hold a lock of the file from the read to the write, or keep it where writes can be compared"
	}
	if strings.Contains(p.Then.Store, "redis") {
		return "use a command that changes it in place (INCRBY, HINCRBY, SADD), or WATCH the key and set it in a transaction"
	}
	return "write with the revision that was read (compare-and-swap), and read again when that fails"
}
