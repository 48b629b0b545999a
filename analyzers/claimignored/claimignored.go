// Package claimignored finds claims whose outcome nobody looks at, and one-time things that are taken without a look (IDV308).
package claimignored

import (
	_ "embed"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/pass"
	"github.com/idemvet/idemvet/internal/rule"
)

//go:embed page.md
var page string

// Rule is IDV308.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV308", Name: "claimignored", Title: "claim whose outcome nobody looks at", Since: "v0.3.0",
		Severity: rule.Error, Confidence: rule.Medium, Fix: rule.NoFix, Default: true, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Pairs(func(p *effect.Pair) { c.Report(finding(c.Package, p)) }, effect.IgnoredClaim, effect.Consumed)
}

func finding(pkg string, p *effect.Pair) rule.Finding {
	claim, then := &p.First, &p.Then
	what := claim.Object()
	f := rule.Finding{
		At: rule.OpPlace(pkg, claim), Function: p.Func, Subject: what,
		Title: "the outcome of a claim is ignored",
		Path:  rule.PairPath(p, "claimed here", "happens whoever won the claim"),
		Help:  help(claim),
	}
	done := deed(then)
	if p.Kind == effect.Consumed {
		f.Title = "used up without a look"
		f.Path = rule.PairPath(p, "taken here, and nobody asks whether it was still there", "honoured here")
		f.Message = rule.Fit(what+": read, then taken without asking whether it was still there; two runs that read it at once both go on, and "+done,
			what+": read, then taken without asking whether it was still there; two runs at once both go on")
		f.Runs = "run 1 and run 2 both read it · run 1 takes it · run 2 takes nothing and does not notice · both go on"
		f.Help = "take it in one statement that tells whether it was there (DELETE … RETURNING, GETDEL, a row count that is branched on)"
	} else {
		f.Message = rule.Fit(what+": whether this run or another one has the claim is not asked, and "+done+" in any case",
			what+": whether this run or another one has the claim is not asked before what must happen once")
		f.Runs = "run 1 makes the claim and goes on · run 2 finds it taken, is told so, does not look, and goes on as well"
	}
	if then.Do == model.DoInsert && claim.Do == model.DoClaim {
		f.Confidence = rule.Low // the row may be one that others belong to
	}
	return f
}

// deed says what happens twice.
func deed(o *effect.Op) string {
	switch {
	case o.Effect != "":
		return o.Call() + " is called"
	case o.Do == model.DoRelative:
		return o.Object() + " is added to"
	}
	return o.Object() + " gets a row"
}

func help(o *effect.Op) string {
	switch {
	case o.Do == model.DoInsert:
		return "where the error says that the row is there, stop, or do only what can be repeated"
	case o.Class == model.SQLStore:
		return "branch on the number of rows (RowsAffected, RETURNING with ErrNoRows), and do the rest only if it is 1"
	case o.Class == model.ItemStore:
		return "take the failed condition for \"somebody else has it\", and stop there"
	}
	return "branch on the answer of the claim, and do the rest only if it was won"
}
