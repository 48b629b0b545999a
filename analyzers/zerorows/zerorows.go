// Package zerorows finds "already done" that is reported as a failure and so repeated for ever (IDV304).
package zerorows

import (
	_ "embed"
	"slices"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/origin"
	"github.com/idemvet/idemvet/internal/pass"
	"github.com/idemvet/idemvet/internal/rule"
)

//go:embed page.md
var page string

// Rule is IDV304.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV304", Name: "zerorows", Title: "already done, reported as a failure", Since: "v0.3.0",
		Severity: rule.Warning, Confidence: rule.Medium, Fix: rule.NoFix, Default: true, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Pairs(func(p *effect.Pair) { c.Report(finding(c.Package, p)) }, effect.FailsAgain)
}

func finding(pkg string, p *effect.Pair) rule.Finding {
	o := &p.First
	what := o.Object()
	if o.Class == model.ObjectStore || o.Class == model.ClusterStore { // a bucket or a type says too little
		what = o.Call()
	}
	f := rule.Finding{
		At: rule.OpPlace(pkg, o), Function: p.Func, Subject: what,
		Title: "already done, reported as a failure",
		Path:  path(p), Help: help(o),
	}
	f.Message = rule.Fit(what+": "+told(o)+" in a second run, because the first one has done it, and that counts as a failure: it is run again and fails again",
		what+": "+told(o)+" in a second run, and that counts as a failure")
	if o.Do == model.DoInsert && o.Class == model.SQLStore {
		f.Assumes = refused(o)
	}
	f.Runs = "attempt 1 does it and is cut off before it is acknowledged · attempt 2 finds it done, fails, and so does every attempt after it"
	return f
}

// refused is what an insert hangs on: a unique key over columns that hold the same in each run.
func refused(o *effect.Op) *rule.Assumption {
	a := &rule.Assumption{Kind: rule.HasUnique, Table: o.Table, Drawn: o.Record != ""}
	for _, c := range o.Cols {
		if o.Open {
			break
		}
		if has(c.Value, origin.Fresh) {
			continue
		}
		if a.Columns = append(a.Columns, c.Name); has(c.Value, origin.Unknown) || has(c.Value, origin.Zero) {
			a.Fresh = append(a.Fresh, c.Name)
		}
	}
	return a
}

func has(set []origin.Origin, k origin.Kind) bool {
	return slices.ContainsFunc(set, func(v origin.Origin) bool { return v.Kind == k })
}

func path(p *effect.Pair) []rule.Step {
	steps := []rule.Step{{Role: rule.Region, At: p.AgainAt, Text: p.Again}}
	for _, at := range p.First.Via {
		steps = append(steps, rule.Step{Role: rule.Flow, At: at, Text: "called here"})
	}
	steps = append(steps, rule.Step{Role: rule.Sink, At: p.First.At, Text: told(&p.First) + " the second time"})
	return append(steps, rule.Step{Role: rule.Flow, At: p.Ends, Text: p.How})
}

// told says how the store says that it was done before.
func told(o *effect.Op) string {
	switch {
	case o.Do == model.DoClaim, o.Named:
		return "it is there already"
	case o.Do == model.DoInsert:
		return "the unique key refuses the row"
	case o.Do == model.DoDelete:
		return "there is nothing to delete"
	}
	return "no row is in the state that is asked for"
}

func help(o *effect.Op) string {
	switch {
	case o.Do == model.DoInsert && o.Class == model.SQLStore:
		return "insert with ON CONFLICT DO NOTHING, or take the unique violation for success, and then do the remaining steps"
	case o.Do == model.DoDelete:
		return "take what is gone for deleted"
	}
	return "take the answer for success and do the remaining steps; where it can mean a refusal too, read what is there and tell the two apart"
}
