// Package capturedstate finds functions that can run again and change what is around them in a way that adds up (IDV506).
package capturedstate

import (
	_ "embed"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/pass"
	"github.com/idemvet/idemvet/internal/rule"
)

//go:embed page.md
var page string

// Rule is IDV506.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV506", Name: "capturedstate", Title: "code that runs again adds to what is around it", Since: "v0.4.0",
		Severity: rule.Warning, Confidence: rule.High, Fix: rule.UnsafeFix, Default: true, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Pairs(func(p *effect.Pair) { c.Report(finding(c.Package, p)) }, effect.Captured)
}

// wording is what is said of one kind of change.
type wording struct{ does, here, again, help string }

const (
	anew = "set it to its first value at the start of the function, or work with a variable of the function and assign that at the end"
	last = "do that when the function is through, outside of what is run again"
)

var words = map[effect.Change]wording{
	effect.Appended: {"is appended to", "appended to here", "the list has what run 1 appended, and gets it once more", anew},
	effect.Counted:  {"is computed from what it was", "changed here, from what it was", "it is changed once more, from where run 1 left it", anew},
	effect.Turned:   {"is turned over", "turned over here", "it is turned back", "compute the new value before, and assign it afterwards"},
	effect.Written:  {"is added to", "added to here", "what run 1 added is still there, and comes a second time", anew},
	effect.Sent:     {"is sent to", "sent here", "the receiver, who has the first one, gets a second one", last},
	effect.Taken:    {"is taken from", "taken from here", "what run 1 took is not there, and is left out", "work on a copy, and take from the list when the function is through"},
	effect.Removed:  {"loses entries after it was asked for them", "deleted here", "what run 1 deleted is not found, and is left out", "work on a copy, and delete when the function is through"},
	effect.Moved:    {"is set after it was read", "set here", "it reads what run 1 set, and goes on from there", "set it when the function is through, or work on a copy that is made at its start"},
}

// deep is how many calls away a change is that belongs to the state of an object of its own rather than to what is tried again.
const deep = 2

func finding(pkg string, p *effect.Pair) rule.Finding {
	w, name := words[p.Change], called(pkg, &p.Then)
	f := rule.Finding{
		At: rule.OpPlace(pkg, &p.Then), Function: p.Func, Subject: name,
		Title: "code that runs again adds to what is around it", Help: w.help, Path: rule.PairPath(p, "read here", w.here),
		Message: name + " " + w.does + " in code that runs again, and is not set anew in each run",
		Runs:    "run 1 fails after that · run 2: " + w.again,
	}
	switch p.Change {
	case effect.Appended, effect.Counted, effect.Turned, effect.Written, effect.Moved:
		f.Mend = rule.MendReset
	}
	if p.Commits {
		f.Message = name + " " + w.does + " in a transaction that can run again; the rollback does not undo it, and the next run finds it"
		f.Runs = "run 1 is rolled back at the commit · run 2: " + w.again
	}
	if !p.Commits || p.Change == effect.Moved || p.Change == effect.Removed {
		f.Confidence = rule.Medium
	}
	if !p.Commits && len(p.Then.Via) >= deep {
		f.Confidence = rule.Low
	}
	f.Message = rule.Fit(f.Message)
	f.Path = append(f.Path, rule.Step{Role: rule.Region, At: p.AgainAt, Text: p.Again})
	return f
}

// called is how what is changed is known in a package: what lies behind a call of another package is that call.
func called(pkg string, o *effect.Op) string {
	if o.At.Pkg == pkg {
		return o.Name
	}
	return o.Seen(pkg)
}
