// Package unstablebody finds contents that are deduplicated or hashed into a key and change with each attempt (IDV203).
package unstablebody

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

// Rule is IDV203.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV203", Name: "unstablebody", Title: "content that is deduplicated changes with each attempt", Since: "v0.2.0",
		Severity: rule.Error, Confidence: rule.High, Fix: rule.NoFix, Default: true, Yields: []string{"IDV101"}, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Regions(func(r *summary.Region) {
		for i := range r.Events {
			e := &r.Events[i]
			if e.Class == summary.Keyed && e.Key.Identity() && e.Shows(func(set []origin.Origin) bool { return changes(parts(e.Key, set)) }) {
				c.Report(finding(c.Package, r, e, parts(e.Key, e.Value), "is hashed into "+rule.Short(e.Sink)))
			}
		}
	}, model.Once)
	c.Regions(func(r *summary.Region) {
		sends := r.Regime != model.Retry && slices.ContainsFunc(r.Events, func(e summary.RegionEvent) bool { return e.Class == summary.Send })
		for i := range r.Events {
			e := &r.Events[i]
			switch {
			case e.Class != summary.Content || !changes(e.Mints):
			case e.Key != "":
				c.Report(finding(c.Package, r, e, e.Mints, "is deduplicated by its content"))
			case sends:
				f := finding(c.Package, r, e, e.Mints, "is all that tells the repeat")
				if f.Confidence == "" {
					f.Confidence = rule.Medium
				}
				c.Report(f)
			}
		}
	}, model.Retry, model.Redelivered, model.Replayed, model.Resend, model.TxRetry, model.Keyed)
}

func changes(set []origin.Origin) bool {
	_, ok := change(set)
	return ok
}

func change(set []origin.Origin) (origin.Origin, bool) {
	return rule.Pick(set, model.Clock, model.Random, model.Counter, model.Host)
}

// parts are what of a key comes from content that was hashed into it.
func parts(k model.KeyKind, set []origin.Origin) []origin.Origin {
	var list []origin.Origin
	for _, o := range set {
		if rule.Hashed(k, o) {
			list = append(list, o)
		}
	}
	return list
}

func finding(pkg string, r *summary.Region, e *summary.RegionEvent, set []origin.Origin, why string) rule.Finding {
	o, _ := change(set)
	f := rule.Finding{
		At: rule.Where(pkg, r, e), Function: e.Func, Subject: e.Sink,
		Title: "content that is deduplicated changes with each attempt",
		Message: rule.Fit(
			"the content changes with "+o.Source+" and "+why+": the receiver cannot recognise the repeat",
			"the content changes with each attempt and "+why+": the receiver cannot recognise the repeat"),
		Runs: "attempt 1 is done and its answer is lost · attempt 2 has another content, so it counts as new and is done again",
		Help: "take the value from what the repeat has in common (the event's own time and id), or send an explicit stable id",
		Path: rule.Path(o, rule.Differs(o), r, e, "part of "+e.Sink),
	}
	f.At = rule.Made(pkg, o, f.At)
	if o.At.Pkg != pkg && e.At.Pkg != pkg && o.At.Pkg != e.At.Pkg {
		f.Confidence = rule.Low // made, repeated and sent in three places: what the receiver goes by is seen in none of them
	}
	for _, other := range r.Events {
		if other.Class == summary.Send {
			f.Path = append(f.Path, rule.Step{Role: rule.Sink, At: other.At, Text: "sent by " + other.Sink})
		}
	}
	return f
}
