// Package conflicttarget finds conflict clauses that do not cover the key that can collide (IDV312).
package conflicttarget

import (
	_ "embed"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/origin"
	"github.com/idemvet/idemvet/internal/pass"
	"github.com/idemvet/idemvet/internal/rule"
)

//go:embed page.md
var page string

// Rule is IDV312.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV312", Name: "conflicttarget", Title: "conflict clause beside the key", Since: "v0.3.0",
		Severity: rule.Error, Confidence: rule.High, Fix: rule.NoFix, Default: true, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers. It finds nothing there, for they do not read the schema.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Pairs(func(p *effect.Pair) { c.Report(finding(c.Package, p)) }, effect.OnConflict)
}

// finding is what the rule says when the schema bears it out; see rule.Settle.
func finding(pkg string, p *effect.Pair) rule.Finding {
	o := &p.Then
	a := &rule.Assumption{Kind: rule.NoTarget, Table: o.Table, Columns: o.Conflict.Target, Partial: o.Conflict.Where, Constraint: o.Conflict.Constraint}
	// Other databases take any key there.
	a.Primary = o.Conflict.Primary && o.Dialect == "postgres"
	for _, col := range o.Cols {
		if o.Open {
			break
		}
		a.Inserted = append(a.Inserted, col.Name)
		if fresh(col.Value) {
			a.Fresh = append(a.Fresh, col.Name)
		}
	}
	return rule.Finding{
		At: rule.OpPlace(pkg, o), Function: p.Func, Subject: o.Table, Title: "conflict clause beside the key",
		Runs:    "run 1 inserts its row · run 2 repeats it: the clause does not recognise the row that is there",
		Path:    rule.PairPath(p, "inserted here", "inserted here"),
		Assumes: a,
	}
}

func fresh(set []origin.Origin) bool {
	for _, o := range set {
		if o.Kind == origin.Fresh {
			return true
		}
	}
	return false
}
