// Package claimttl finds locks and counters that can stay for ever, and releases that may hit somebody else's lock (IDV302).
package claimttl

import (
	_ "embed"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/pass"
	"github.com/idemvet/idemvet/internal/rule"
)

//go:embed page.md
var page string

// Rule is IDV302.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV302", Name: "claimttl", Title: "a claim that can stick for ever", Since: "v0.3.0",
		Severity: rule.Error, Confidence: rule.High, Fix: rule.UnsafeFix, Default: true, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Pairs(func(p *effect.Pair) {
		switch p.Kind {
		case effect.StuckClaim:
			if !limited(&p.First) {
				c.Report(stuck(c.Package, p))
			}
		case effect.LateExpiry:
			c.Report(late(c.Package, p))
		default:
			c.Report(blind(c.Package, p))
		}
	}, effect.StuckClaim, effect.LateExpiry, effect.BlindRelease)
}

// limited reports whether a record says since when or until when it is there: by a column's name, or by a time in it.
// Whoever finds it can then tell that it is too old.
func limited(o *effect.Op) bool {
	for _, list := range [][]effect.Col{o.Cols, o.Sets} {
		for _, c := range list {
			if model.NameHint(model.TermHint, c.Name) {
				return true
			}
			if _, ok := rule.Pick(c.Value, model.Clock); ok {
				return true
			}
		}
	}
	return false
}

func stuck(pkg string, p *effect.Pair) rule.Finding {
	what := p.First.Object()
	f := rule.Finding{
		At: rule.OpPlace(pkg, &p.First), Function: p.Func, Subject: what, Title: "a lock without an end",
		Message: rule.Fit(what + ": taken without an expiry and given back by " + p.Then.Call() + "; when the holder dies in between, nobody ever gets it again"),
		Runs:    "run 1 takes it and is killed before it gives it back · run 2 and all later ones find it taken",
		Help:    help(&p.First), Path: released(p, "taken here, without an expiry", "given back here"),
	}
	if p.Apart || p.First.Class != model.KVStore {
		f.Confidence = rule.Medium
	}
	return f
}

func late(pkg string, p *effect.Pair) rule.Finding {
	if p.First.Do != model.DoRelative {
		what := p.First.Object()
		return rule.Finding{
			At: rule.OpPlace(pkg, &p.First), Function: p.Func, Subject: what, Title: "a claim whose expiry comes in a second step",
			Message: rule.Fit(what + ": claims without an expiry, which only " + p.Then.Call() + " sets; a crash in between leaves a claim that never ends"),
			Runs:    "run 1 claims and is killed before " + p.Then.Call() + " · run 2 and all later ones find it taken",
			Help:    help(&p.First), Path: released(p, "claimed here, without an expiry", "the expiry is set here, by a step of its own"),
			Mend: rule.MendExpiry,
		}
	}
	what := p.Then.Object()
	return rule.Finding{
		At: rule.OpPlace(pkg, &p.Then), Function: p.Func, Subject: what, Title: "the expiry may never be set",
		Message: rule.Fit(what + ": a step after " + p.First.Call() + ", whose result nobody looks at; when it is lost, the counter stays, and a retry counts again"),
		Runs:    "attempt 1 counts, and " + what + " fails · attempt 2 counts again · or nobody tries again, and the counter never ends",
		Help:    "do both in one transaction (MULTI, TxPipelined) or script", Path: rule.PairPath(p, "counted here", "the expiry is set here, by a step of its own"),
	}
}

func blind(pkg string, p *effect.Pair) rule.Finding {
	what := p.Then.Object()
	f := rule.Finding{
		At: rule.OpPlace(pkg, &p.Then), Function: p.Func, Subject: what, Title: "releases whatever lock is there",
		Message: rule.Fit(what + ": deletes the lock that " + p.First.Call() + " took for a time, without a look whose it is; after the time it is another holder's"),
		Runs:    "run 1 works longer than the lock lasts · run 2 takes the lock · run 1 deletes it · run 3 takes it while run 2 works",
		Help:    "store a value that only the holder knows, and delete in a script that compares it first",
		Path:    rule.PairPath(p, "taken here, for a time", "deleted here, whoever holds it"),
	}
	if p.First.Life == effect.LifeUnknown {
		f.Confidence = rule.Medium
	}
	return f
}

// released is the path of a finding that stands at the first operation.
func released(p *effect.Pair, first, then string) []rule.Step {
	back := *p
	back.First, back.Then = p.Then, p.First
	return rule.PairPath(&back, then, first)
}

func help(o *effect.Op) string {
	switch o.Class {
	case model.SQLStore:
		return "store the holder and the end, take over what is past its end, and delete with the holder in the condition; or let a transaction hold the lock"
	case model.DocStore, model.ItemStore:
		return "store the holder and the end, take over what is past its end, and delete on condition that the holder is still the same"
	}
	return "set the expiry with the claim, in one command, and a value that only the holder knows; release by a script that compares it first"
}
