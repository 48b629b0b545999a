// Package unkeyedretry finds requests that are repeated although nothing tells the receiver that they are repeats (IDV106).
package unkeyedretry

import (
	_ "embed"
	"strings"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/origin"
	"github.com/idemvet/idemvet/internal/pass"
	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/summary"
)

//go:embed page.md
var page string

// Rule is IDV106.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV106", Name: "unkeyedretry", Title: "request repeated without a key", Since: "v0.2.0",
		Severity: rule.Error, Confidence: rule.High, Fix: rule.NoFix, Default: true, Yields: []string{"IDV203", "IDV504"}, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Regions(func(r *summary.Region) {
		for i := range r.Events {
			if e := &r.Events[i]; e.Class == summary.Send {
				c.Report(finding(c.Package, r, e))
			}
		}
	}, model.Retry, model.Replayed)
}

func finding(pkg string, r *summary.Region, e *summary.RegionEvent) rule.Finding {
	method := "POST"
	for _, o := range e.Value {
		if o.Kind == origin.Const && summary.Writes(o.Text) {
			method = o.Text
		}
	}
	what, key := method+" by "+e.Sink, "an Idempotency-Key"
	if rpc := method; strings.HasPrefix(rpc, "/") || strings.HasPrefix(e.Sink, "/") {
		if strings.HasPrefix(e.Sink, "/") {
			rpc = e.Sink
		}
		what, key = "RPC "+rpc, "a key in the metadata or the message"
	}
	f := rule.Finding{
		At: rule.Where(pkg, r, e), Function: e.Func, Subject: e.Sink,
		Title: "request repeated without a key",
		Message: rule.Fit(
			what+" carries no key and is repeated ("+r.Cause.Text+"): after a lost reply the receiver does it twice",
			method+" carries no key and is repeated: after a lost reply the receiver does it twice"),
		Runs: "attempt 1 is done and its reply is lost · attempt 2 sends the same again, and nothing tells the receiver so",
		Help: "send " + key + " that is the same in each attempt, or do not repeat after a timeout or a lost connection",
		Path: rule.Path(origin.Origin{}, "", r, e, what+" without a key"),
	}
	if e.Token != "" {
		f.Message = rule.Fit(
			e.Sink+" is called without "+e.Token+" and repeated ("+r.Cause.Text+"): after a lost reply the receiver does it twice",
			e.Sink+" is called without "+e.Token+" and repeated: after a lost reply the receiver does it twice")
		f.Help = "set " + e.Token + " to a value that is the same in each attempt; one that the SDK fills in is new in each call"
	}
	if e.NoKey {
		f.Help = "this API takes no key: after a timeout or a lost connection look whether it was done before sending it again"
	}
	if r.Regime == model.Replayed || e.Convention || e.Unseen {
		f.Confidence = rule.Medium
	}
	return f
}
