// Package outerhandle finds statements that go past the transaction around them (IDV507).
package outerhandle

import (
	_ "embed"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/pass"
	"github.com/idemvet/idemvet/internal/rule"
)

//go:embed page.md
var page string

// Rule is IDV507.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV507", Name: "outerhandle", Title: "statement that goes past the transaction around it", Since: "v0.4.0",
		Severity: rule.Error, Confidence: rule.High, Fix: rule.UnsafeFix, Default: true, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Pairs(func(p *effect.Pair) { c.Report(finding(c.Package, p)) }, effect.OuterHandle)
}

func finding(pkg string, p *effect.Pair) rule.Finding {
	what := p.Then.Seen(pkg)
	f := rule.Finding{
		At: rule.OpPlace(pkg, &p.Then), Function: p.Func, Subject: what, Confidence: confidence(p),
		Title: "statement past the transaction",
		Path:  rule.PairPath(p, "the transaction begins here", "goes past it here: "+through(p)),
		Help:  help(p), Mend: mend(p),
	}
	switch p.Then.Do {
	case model.DoRead:
		f.Severity = rule.Warning
		f.Message = what + ": read inside a transaction, but " + through(p) + "; what the transaction has written is not seen, and its locks do not count"
		f.Runs = "run 1 writes and has not committed · the read, here or in run 2, sees neither, and both go on"
	case model.DoBegin:
		f.Message = what + ": begins and commits a transaction of its own inside another; when the outer one is rolled back, its work stays"
		f.Runs = "run 1 commits the inner work, and the outer commit fails · run 2 does the outer work on top of what has stayed"
	default:
		f.Message = what + ": written inside a transaction, but " + through(p) + "; it stays when the transaction is rolled back, and the two do not commit together"
		f.Runs = "run 1 writes this, and its commit fails: this stays, the rest does not · run 2 finds half of the work done"
	}
	return f
}

// confidence is that of what was seen of the handle. A read of a table that the transaction does not touch may be of reference data.
func confidence(p *effect.Pair) rule.Confidence {
	c := rule.High
	switch p.Outer {
	case effect.OtherPool:
		c = rule.Low
	case effect.LikePool:
		c = rule.Medium
	}
	if p.Then.Do != model.DoRead {
		return c
	}
	if !p.Refuses {
		return rule.Low
	}
	if c == rule.High {
		c = rule.Medium
	}
	return c
}

func through(p *effect.Pair) string {
	switch p.Outer {
	case effect.OuterContext:
		return "with the context from outside of it"
	case effect.SamePool:
		return "through the handle from which that was begun"
	}
	return "through a pool and not through the transaction"
}

func help(p *effect.Pair) string {
	if p.Outer == effect.OuterContext {
		return "pass on the context that the function is given"
	}
	return "send it through the transaction: let the helper take what both the pool and a transaction implement; what must survive a rollback belongs behind its end"
}

// mend is empty where it is not certain that both handles lead to one database, and where the statement begins a transaction: some
// libraries cannot nest those.
func mend(p *effect.Pair) rule.Mend {
	switch {
	case p.Then.Do == model.DoBegin:
		return ""
	case p.Outer == effect.OuterContext:
		return rule.MendContext
	case p.Outer == effect.SamePool:
		return rule.MendHandle
	}
	return ""
}
