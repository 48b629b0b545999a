// Package keyignored finds requests with a key that the server takes and does not use (IDV702).
package keyignored

import (
	_ "embed"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/origin"
	"github.com/idemvet/idemvet/internal/pass"
	"github.com/idemvet/idemvet/internal/rule"
)

//go:embed page.md
var page string

// Rule is IDV702.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV702", Name: "keyignored", Title: "key that is accepted and ignored", Since: "v0.4.0",
		Severity: rule.Warning, Confidence: rule.Low, Fix: rule.NoFix, Default: true, Yields: []string{"IDV402"}, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Pairs(func(p *effect.Pair) { c.Report(finding(c.Package, p)) }, effect.UnreadKey, effect.UnenforcedKey)
}

func finding(pkg string, p *effect.Pair) rule.Finding {
	o, what := &p.Then, p.Then.Seen(pkg)
	f := rule.Finding{At: rule.RoutePlace(pkg, rule.OpPlace(pkg, o), p), Function: p.Func, Subject: what, Title: "key that is accepted and ignored"}
	f.Runs = "request 1 is carried out, and its answer is lost · request 2 bears the same key, and is carried out again"
	f.Help = "store the key with the row, under a unique index of the caller and the key, and take a second row for success; or hand the key on"
	f.Path = rule.PairPath(p, "", "done here, whether or not the key was seen before")
	if id, ok := minted(o); ok {
		f.Path = append([]rule.Step{{Role: rule.Mint, At: rule.Made(pkg, id, o.At), Text: rule.Differs(id)}}, f.Path...)
	}
	if p.Plain {
		f.Confidence = rule.Medium
	}
	if p.Kind == effect.UnenforcedKey {
		f.Title = "key that is stored and not enforced"
		f.Message = rule.Fit(what + ": the caller's key is stored in " + p.Field + ", of which no unique index is known to the schema; a repeat is stored beside the first")
		f.Assumes = &rule.Assumption{Kind: rule.Unenforced, Table: o.Table, Columns: []string{p.Field}}
	} else {
		f.Message = rule.Fit(what+": the request bears "+p.Field+", which nobody reads; a caller that repeats it under the same key gets a second one",
			what+": the request bears a key that nobody reads; a caller that repeats it gets a second one")
		f.Assumes = rule.NoRefusal(o)
		f.Path = append(f.Path, rule.Step{Role: rule.Flow, At: p.FieldAt, Text: p.Field + " is accepted here"})
	}
	if o.Effect != "" && p.FieldAt.Pkg == pkg { // what is done is right but for the key, which may be used in many places
		f.At, f.Subject = p.FieldAt, p.Field
		f.Message = rule.Fit(p.Field+": nobody reads this key of the request; a caller that repeats it makes "+what+" happen twice",
			p.Field+": nobody reads this key of the request; what a repeat asks for is done twice")
	}
	f.Path = append(f.Path, rule.Step{Role: rule.Region, At: p.RouteAt, Text: "called here for " + p.Route})
	return f
}

// minted is the random value by which a record differs from the one that the first request made.
func minted(o *effect.Op) (origin.Origin, bool) {
	for _, c := range o.Cols {
		if id, ok := rule.Pick(c.Value, model.Random); ok {
			return id, true
		}
	}
	return origin.Origin{}, false
}
