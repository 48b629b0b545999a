// Package keyinretry finds keys that are made anew in each attempt (IDV101).
package keyinretry

import (
	_ "embed"
	"slices"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/pass"
	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/source"
	"github.com/idemvet/idemvet/internal/summary"
)

//go:embed page.md
var page string

// Rule is IDV101.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV101", Name: "keyinretry", Title: "idempotency key minted inside the retry", Since: "v0.1.0",
		Severity: rule.Error, Confidence: rule.High, Fix: rule.UnsafeFix, Default: true, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	type defect struct{ at, mint source.Place }
	seen := map[defect]bool{}
	minted := map[source.Place]source.Place{} // one mint that reaches two sinks of one region is one defect
	c.Regions(func(r *summary.Region) {
		clear(minted)
		for _, e := range r.Events {
			m, ok := freshest(e)
			if !ok || e.Class != summary.Keyed || !e.Key.Identity() || named(e.Key) {
				continue
			}
			f := finding(c.Package, r, e, m)
			d := defect{f.At, m.at}
			if seen[d] || minted[m.at].IsValid() {
				continue
			}
			seen[d] = true
			minted[m.at] = f.At
			c.Report(f)
		}
	}, model.Retry, model.AttemptHook)
}

// named reports whether a key is the name of an object. To try another name is what to do when the first is taken.
func named(k model.KeyKind) bool { return k == model.ObjectName || k == model.GeneratedName }

type mint struct {
	source string
	kind   model.FreshKind
	at     source.Place
	via    []source.Place
}

// freshest picks the mint to tell about: a random value before a clock reading. Attempt numbers and host names are the
// business of attemptkey.
func freshest(e summary.RegionEvent) (best mint, ok bool) {
	for _, kind := range []model.FreshKind{model.Random, model.Clock} {
		for _, o := range e.Mints {
			if o.Fresh == kind {
				return mint{o.Source, kind, o.At, o.Via}, true
			}
		}
	}
	return mint{}, false
}

func finding(pkg string, r *summary.Region, e summary.RegionEvent, m mint) rule.Finding {
	f := rule.Finding{
		At:       rule.Where(pkg, r, &e),
		Title:    "idempotency key minted inside the retry",
		Function: r.Func,
		Subject:  e.Sink,
		Help:     help(r),
		Regime:   r.Regime,
	}
	if e.At.Pkg == pkg {
		f.Function = e.Func
	}
	if r.Regime == model.AttemptHook || e.Convention {
		f.Confidence = rule.Medium
	}
	f.Mend = rule.Hoistable(&e)
	f.Message = message(r, e, m)
	f.Runs = "attempt 1 is done and its reply is lost · attempt 2 carries another " + rule.Short(e.Sink) + ", so the receiver does it again"
	f.Path = path(r, e, m)
	return f
}

func message(r *summary.Region, e summary.RegionEvent, m mint) string {
	again := "in each attempt"
	if r.Cause.Text != "" {
		again = r.Cause.Text
	}
	return rule.Fit(
		rule.Short(e.Sink)+" gets a new value from "+m.source+" in every attempt ("+again+"): a retry after a lost reply is taken for a new request",
		rule.Short(e.Sink)+" gets a new value from "+m.source+" in every attempt: a retry after a lost reply is taken for a new request",
		"the key gets a new value in every attempt: a retry after a lost reply is taken for a new request")
}

func help(r *summary.Region) string {
	if r.Regime == model.AttemptHook {
		return "make the key where the request is built, once, and only pass it on here"
	}
	return "make the key once, before the retry, and use it in every attempt"
}

// path tells where the key is made, what runs again and where the key goes. A call that leads both to the mint and to
// the sink is one step.
func path(r *summary.Region, e summary.RegionEvent, m mint) []rule.Step {
	steps := []rule.Step{
		{Role: rule.Mint, At: m.at, Text: m.source + " returns a new value each time"},
		{Role: rule.Region, At: r.Cause.At, Text: r.Cause.Text},
	}
	seen := map[source.Place]bool{m.at: true, r.Cause.At: true, e.At: true}
	for _, p := range append(slices.Clone(e.Via), m.via...) {
		if !seen[p] {
			seen[p] = true
			steps = append(steps, rule.Step{Role: rule.Flow, At: p, Text: "called in each attempt"})
		}
	}
	return append(steps, rule.Step{Role: rule.Sink, At: e.At, Text: "used as " + e.Sink})
}
