// Package attemptkey finds keys that are computed from the clock, an attempt counter, a host or a random suffix (IDV102).
package attemptkey

import (
	_ "embed"
	"slices"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/origin"
	"github.com/idemvet/idemvet/internal/pass"
	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/summary"
)

//go:embed page.md
var page string

// Rule is IDV102.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV102", Name: "attemptkey", Title: "key computed from something that belongs to one attempt", Since: "v0.2.0",
		Severity: rule.Error, Confidence: rule.High, Fix: rule.NoFix, Default: true, Yields: []string{"IDV101", "IDV201", "IDV203", "IDV202", "IDV602"}, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Regions(func(r *summary.Region) {
		for i := range r.Events {
			e := &r.Events[i]
			if e.Class != summary.Keyed || !e.Key.Identity() {
				continue
			}
			set := e.Value
			if r.Regime != model.Once {
				set = e.Mints
			}
			if r.Regime != model.Once && !bound(e, set) || r.Regime == model.Once && !e.Shows(func(set []origin.Origin) bool { return bound(e, set) }) {
				continue
			}
			o, _ := pick(set)
			c.Report(finding(c.Package, r, e, o))
		}
	}, model.Once, model.Retry, model.AttemptHook)
}

// bound reports whether a key is tied to one attempt. Names that are also looked at by people (a workflow's, a message's)
// often bear a time on purpose, unless they are made for one piece of work.
func bound(e *summary.RegionEvent, set []origin.Origin) bool {
	o, ok := pick(set)
	if !ok || rule.Hashed(e.Key, o) {
		return false
	}
	if _, random := rule.Pick(set, model.Random); random {
		if e.Key == model.ObjectName || e.Key == model.GeneratedName {
			return false
		}
		// A random value makes one key for one call, whatever is written beside it, unless that names the work.
		return !e.Moved && o.Joined && stable(set) && slices.ContainsFunc(e.Names, model.IntentName)
	}
	switch e.Key {
	case model.ObjectName, model.GeneratedName:
		return false
	case model.MessageID, model.WorkflowID, model.ReplaceID:
		return o.Joined && stable(set)
	}
	return !optional(o)
}

// pick prefers what tells the most about the attempt. A random value alone is one key for one call.
func pick(set []origin.Origin) (origin.Origin, bool) {
	return rule.Pick(set, model.Counter, model.Clock, model.Host, model.Random)
}

// stable reports whether the key is also made of something that is the same in each attempt, so that it was meant to be one.
func stable(set []origin.Origin) bool {
	return slices.ContainsFunc(set, func(o origin.Origin) bool {
		switch o.Kind {
		case origin.Param, origin.Free, origin.Stored, origin.Inbound, origin.Shared:
			return o.Joined
		}
		return false
	})
}

// optional reports whether a value only stands in for a key that the caller did not give.
func optional(o origin.Origin) bool {
	return !o.Joined && slices.ContainsFunc(o.Conds, func(c origin.Cond) bool { return c.Empty })
}

func finding(pkg string, r *summary.Region, e *summary.RegionEvent, o origin.Origin) rule.Finding {
	sink := rule.Short(e.Sink)
	f := rule.Finding{
		At: rule.Where(pkg, r, e), Function: e.Func, Subject: e.Sink,
		Title: "key computed from something that belongs to one attempt",
		Message: rule.Fit(
			sink+" is computed from "+o.Source+", which differs in each attempt: a retry of the same work is not recognised",
			"the key is computed from "+o.Source+", which differs in each attempt: a retry is not recognised",
			"the key is computed from something that differs in each attempt: a retry is not recognised"),
		Runs: "attempt 1 is done and its reply is lost · attempt 2 computes another " + sink + ", so the receiver does it again",
		Help: "compute the key only from what is the same in each attempt: the id of the order, message or row",
		Path: rule.Path(o, rule.Differs(o), r, e, "used as "+e.Sink),
	}
	if o.Fresh == model.Counter && e.At.Pkg == pkg {
		f.At = e.At // the counter is the loop's, the key is made of it here
	}
	if e.Convention || o.Fresh == model.Random || o.Fresh == model.Clock && r.Regime == model.Once {
		f.Confidence = rule.Medium
	}
	return f
}
