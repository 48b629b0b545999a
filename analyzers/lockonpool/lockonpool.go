// Package lockonpool finds locks that protect nothing, and locks that are not given back (IDV309).
package lockonpool

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

// Rule is IDV309.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV309", Name: "lockonpool", Title: "lock that protects nothing", Since: "v0.3.0",
		Severity: rule.Error, Confidence: rule.High, Fix: rule.UnsafeFix, Default: true, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Pairs(func(p *effect.Pair) { c.Report(finding(c.Package, p)) },
		effect.PoolLock, effect.HeedlessLock, effect.StrayUnlock, effect.LeftLock, effect.DeadContext)
}

const transaction = "begin a transaction, lock in it, do the work, and commit; or lock and write in one statement"

func finding(pkg string, p *effect.Pair) rule.Finding {
	what := name(&p.Then)
	f := rule.Finding{At: rule.OpPlace(pkg, &p.Then), Function: p.Func, Title: "lock that protects nothing"}
	switch p.Kind {
	case effect.HeedlessLock:
		f.Message = what + ": the lock is asked for with an option of another version of the library, and is not taken"
		f.Path = rule.PairPath(p, "", "read here, without a lock")
		f.Runs = both
		f.Help = "use the option of this version: clause.Locking{Strength: \"UPDATE\"}, in a transaction"
	case effect.StrayUnlock:
		f.Title = "unlock that unlocks nothing"
		f.Message = what + ": unlocks on another connection than the one that holds the lock, which stays locked"
		f.Path = rule.PairPath(p, "locked here, on one connection", "unlocked here, on whatever connection is free")
		f.Runs = "run 1 locks on one connection and unlocks on another, which does not have the lock · run 2 waits for ever"
		f.Help = "keep the connection with the lock, and unlock on it"
	case effect.LeftLock:
		what = name(&p.First)
		f.At = rule.OpPlace(pkg, &p.First)
		f.Message = what + ": the connection goes back to its pool with the lock, which nobody can give back any more"
		f.Path = []rule.Step{{Role: rule.Mint, At: p.First.At, Text: "locked here"}, {Role: rule.Sink, At: p.Then.At, Text: "the connection goes back here, with the lock"}}
		f.Runs = "run 1 locks, and its connection goes back to the pool with the lock · run 2 gets another connection and waits, or the same one and is let in"
		f.Help = "keep the connection until the work is done, and unlock on it; or use a lock of a transaction"
	case effect.DeadContext:
		f.Title, f.Mend = "unlock that is not sent", rule.MendDetach
		f.Message = what + ": the context has ended by then (" + p.First.Name + "), so the lock is not given back"
		f.Path = rule.PairPath(p, "the context ends here", "the lock is given back here, with that context")
		f.Runs = "run 1 stops, its unlock fails because the context has ended · run 2 waits until the lock expires, or for ever"
		f.Help = "give the lock back with context.WithoutCancel(ctx), or with a new context and a few seconds of its own"
	default:
		poolLock(&f, p, what)
	}
	f.Subject, f.Message = what, rule.Fit(f.Message)
	return f
}

const both = "run 1 and run 2 both believe that they have the lock · both do the work"

// poolLock tells of a lock that is taken through a pool, by what it belongs to.
func poolLock(f *rule.Finding, p *effect.Pair, what string) {
	o := &p.Then
	f.Mend = rule.MendHandle
	if len(o.Via) > 0 {
		f.At = o.Via[0] // the function that locks does not know that it is given a pool
	}
	f.Path = rule.PairPath(p, "", "locked here, through a pool")
	f.Runs, f.Help = both, transaction
	switch {
	case p.Unused:
		f.Confidence = rule.Low
	case o.Handle == model.EitherHandle:
		f.Confidence = rule.Medium
	}
	switch {
	case o.Advisory == "":
		f.Message = what + ": locked outside of a transaction, so the lock is gone when the statement is"
	case o.Owner:
		f.Message = what + ": a lock of a transaction, taken outside of one, is released with the statement"
	default:
		f.Message = what + ": the lock stays with a connection of the pool, which neither the work nor the unlock can name"
		f.Runs = "run 1 locks on one connection and unlocks on another · run 2 waits for ever, or gets the connection that has the lock and is let in"
		f.Help = "take a connection (db.Conn, pool.Acquire), keep it with the lock, and unlock on it; or use a lock of a transaction"
	}
}

// name is what the reader knows a lock by: the function in the statement, the table, or the call.
func name(o *effect.Op) string {
	switch {
	case o.Advisory == "":
		return o.Object()
	case strings.HasPrefix(o.Advisory, "pg_"):
		return o.Advisory
	}
	return strings.ToUpper(o.Advisory)
}
