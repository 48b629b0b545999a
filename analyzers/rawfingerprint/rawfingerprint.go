// Package rawfingerprint finds fingerprints that hash the raw bytes of a request (IDV108).
package rawfingerprint

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

// Rule is IDV108.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV108", Name: "rawfingerprint", Title: "fingerprint over raw bytes of a request", Since: "v0.2.0",
		Severity: rule.Warning, Confidence: rule.Medium, Fix: rule.NoFix, Default: true, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Regions(func(r *summary.Region) {
		for i := range r.Events {
			e := &r.Events[i]
			if e.Class == summary.Keyed && e.Key == model.Fingerprint && e.Shows(raw) {
				c.Report(finding(c.Package, r, e))
			}
		}
	}, model.Once)
}

func raw(set []origin.Origin) bool {
	_, ok := body(set)
	return ok
}

func body(set []origin.Origin) (origin.Origin, bool) {
	for _, o := range set {
		if o.Kind == origin.Inbound && o.Digest && (o.Text == summary.RequestBody || model.VolatileHeader(o.Text)) {
			return o, true
		}
	}
	return origin.Origin{}, false
}

func finding(pkg string, r *summary.Region, e *summary.RegionEvent) rule.Finding {
	o, _ := body(e.Value)
	text := rule.Short(e.Sink) + " hashes the raw request body: the same request written another way (space, key order) counts as another"
	if o.Text != summary.RequestBody {
		text = rule.Short(e.Sink) + " hashes " + o.Text + ", which differs between two attempts of one request: the retry is refused as another"
	}
	f := rule.Finding{
		At: rule.Where(pkg, r, e), Function: e.Func, Subject: e.Sink,
		Title:   "fingerprint over raw bytes of a request",
		Message: rule.Fit(text, rule.Short(e.Sink)+" hashes the raw request body: the same request written another way (space, key order) counts as another"),
		Runs:    "attempt 1 is stored with the hash of its bytes · attempt 2 is encoded anew, its bytes differ, and it is refused as a mismatch",
		Help:    "decode the request and hash the fields that define it, in a fixed order",
		Path:    rule.Path(o, "the raw bytes are hashed here", r, e, "used as "+e.Sink),
	}
	if o.At.Pkg == pkg {
		f.At = o.At
	}
	return f
}
