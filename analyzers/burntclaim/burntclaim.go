// Package burntclaim finds claims that stay when the work fails that they are for (IDV311).
package burntclaim

import (
	_ "embed"
	"strconv"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/origin"
	"github.com/idemvet/idemvet/internal/pass"
	"github.com/idemvet/idemvet/internal/rule"
)

//go:embed page.md
var page string

// Rule is IDV311.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV311", Name: "burntclaim", Title: "a claim that stays when the work fails", Since: "v0.3.0",
		Severity: rule.Error, Confidence: rule.High, Fix: rule.NoFix, Default: true, Yields: []string{"IDV304"}, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Pairs(func(p *effect.Pair) {
		if !short(&p.First) && !turn(p) && (lasts(&p.First) || p.Released || marks(p)) {
			c.Report(finding(c.Package, p))
		}
	}, effect.BurntClaim)
}

// lease is the longest time for which a claim that stays does little harm: the next attempt but one finds it gone.
const lease = 3600

// short reports whether a claim ends soon by itself. The number is in the unit of the library: a Duration counts
// nanoseconds, other numbers count seconds or, where that would be weeks, milliseconds.
func short(o *effect.Op) bool {
	n, err := strconv.ParseFloat(o.TTL, 64)
	if o.Life != effect.Limited || err != nil {
		return false
	}
	switch {
	case n >= 1e9:
		n /= 1e9
	case n >= 1e6, n >= 1e5 && int64(n)%86400 != 0:
		n /= 1e3
	}
	return n <= lease
}

// lasts reports whether a claim has no lifetime but one that the code tells.
func lasts(o *effect.Op) bool { return o.Class != model.KVStore || o.Life != effect.LifeUnknown }

// turn reports whether a claim gives a turn, of which there will be another: a lock, a leader, a limiter, a schedule.
func turn(p *effect.Pair) bool { return named(p, model.TurnHint) }

// marks reports whether a claim is by its name one of something that was seen.
func marks(p *effect.Pair) bool { return named(p, model.DedupHint) }

func named(p *effect.Pair, h model.Hint) bool {
	for _, name := range []string{p.First.Func, p.First.Table, p.Func} {
		if model.NameHint(h, name) {
			return true
		}
	}
	for _, o := range p.First.Key {
		if o.Kind == origin.Const && model.NameHint(h, o.Text) {
			return true
		}
	}
	return false
}

func finding(pkg string, p *effect.Pair) rule.Finding {
	what, step := p.First.Object(), p.Then.Call()
	f := rule.Finding{
		At: rule.OpPlace(pkg, &p.First), Function: p.Func, Subject: what, Title: "a claim that stays when the work fails",
		Message: rule.Fit(
			what+": the claim stays when "+step+" fails and that is all the caller is told; the next attempt finds it taken, and the rest is never done",
			what+": the claim stays when a later step fails; the next attempt finds it taken, and the rest is never done"),
		Runs: "attempt 1 claims, " + step + " fails, the caller is told so · attempt 2 finds the claim taken and does nothing",
		Help: help(&p.First),
		Path: path(pkg, p),
	}
	if p.First.Do != model.DoClaim && p.First.Do != model.DoSeen || p.First.Handle == model.EitherHandle || !lasts(&p.First) {
		f.Confidence = rule.Medium
	}
	return f
}

// path goes from the claim over the step that fails to the return.
func path(pkg string, p *effect.Pair) []rule.Step {
	at := rule.OpPlace(pkg, &p.First)
	steps := []rule.Step{{Role: rule.Sink, At: p.First.At, Text: "claimed here"}}
	seen := map[rule.Place]bool{p.First.At: true}
	add := func(place rule.Place, text string) {
		if place.IsValid() && !seen[place] {
			seen[place] = true
			steps = append(steps, rule.Step{Role: rule.Flow, At: place, Text: text})
		}
	}
	add(at, "claimed by this call")
	for _, v := range p.First.Via {
		add(v, "claimed by this call")
	}
	for _, v := range p.Then.Via {
		add(v, "called here")
	}
	add(p.Then.At, "this may fail")
	add(p.Ends, "the failure is told here, and the claim stays")
	return steps
}

func help(o *effect.Op) string {
	switch {
	case o.Do == model.DoRelative:
		return "give back what was set aside on every way out (defer, with context.WithoutCancel), or let the hold end by itself"
	case o.Class == model.SQLStore:
		return "claim and work in one transaction; or release on every way out (defer, with context.WithoutCancel), or let a later attempt take over"
	}
	return "release on every way out (defer, with context.WithoutCancel), or let the claim end soon so that a later attempt takes over"
}
