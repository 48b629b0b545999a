// Package deliverykey finds deduplication by something that changes with each delivery (IDV202).
package deliverykey

import (
	_ "embed"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/origin"
	"github.com/idemvet/idemvet/internal/pass"
	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/summary"
)

//go:embed page.md
var page string

// Rule is IDV202.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV202", Name: "deliverykey", Title: "dedup by an identity of the delivery", Since: "v0.2.0",
		Severity: rule.Error, Confidence: rule.High, Fix: rule.UnsafeFix, Default: true, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Regions(func(r *summary.Region) {
		for i := range r.Events {
			e := &r.Events[i]
			if e.Class == summary.Keyed && e.Key != model.Carried && e.Shows(func(set []origin.Origin) bool { return delivery(e.Key, set) }) {
				c.Report(finding(c.Package, r, e))
			}
		}
	}, model.Once)
}

func delivery(k model.KeyKind, set []origin.Origin) bool {
	_, ok := pick(k, set)
	return ok
}

// pick finds an identity of the delivery. The number of the attempt is one in a store of what was seen before; in a key
// for somebody else it is the business of attemptkey.
func pick(k model.KeyKind, set []origin.Origin) (origin.Origin, bool) {
	if o, ok := rule.Pick(set, model.Delivery); ok || k != model.StoreKey {
		return o, ok
	}
	return rule.Pick(set, model.Counter)
}

func finding(pkg string, r *summary.Region, e *summary.RegionEvent) rule.Finding {
	o, _ := pick(e.Key, e.Value)
	f := rule.Finding{
		At: rule.Where(pkg, r, e), Function: e.Func, Subject: o.Source,
		Title: "dedup by an identity of the delivery",
		Message: rule.Fit(
			o.Source+" serves as the key of "+e.Sink+", but it changes when the message is delivered again: no duplicate is ever found",
			o.Source+" serves as the key, but it changes when the message is delivered again: no duplicate is ever found"),
		Runs: "delivery 1 is handled and its ack is lost · delivery 2 of the same message has another " + rule.Short(o.Source) + ", so it is handled again",
		Help: "use the identity of the message: the id that the producer set, or topic, partition and offset",
		Path: rule.Path(o, rule.Differs(o), r, e, "used as the key of "+e.Sink),
	}
	if e.Convention {
		f.Confidence = rule.Medium
	}
	return f
}
