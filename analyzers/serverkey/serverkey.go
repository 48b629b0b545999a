// Package serverkey finds servers that fill in a fresh key when the caller sent none (IDV103).
package serverkey

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

// Rule is IDV103.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV103", Name: "serverkey", Title: "key made by the server because the caller sent none", Since: "v0.2.0",
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
			if e.Class == summary.Keyed && e.Shows(filledIn) {
				c.Report(finding(c.Package, r, e))
			}
		}
	}, model.Once)
}

// filledIn reports whether a key is what the caller sent or, without that, a value made here.
func filledIn(set []origin.Origin) bool {
	_, sent := inbound(set)
	_, minted := rule.Pick(set, model.Random, model.Clock)
	return sent && minted
}

func inbound(set []origin.Origin) (origin.Origin, bool) {
	for _, o := range set {
		if kind, ok := model.IdentityName(o.Text); o.Kind == origin.Inbound && !o.Digest && ok && kind.Identity() {
			return o, true
		}
	}
	return origin.Origin{}, false
}

func finding(pkg string, r *summary.Region, e *summary.RegionEvent) rule.Finding {
	in, _ := inbound(e.Value)
	mint, _ := rule.Pick(e.Value, model.Random, model.Clock)
	return rule.Finding{
		At: rule.Made(pkg, mint, rule.Where(pkg, r, e)), Function: e.Func, Subject: in.Text,
		Title: "key made by the server because the caller sent none",
		Message: rule.Fit(
			"without "+in.Text+" from the caller the key comes from "+mint.Source+": each retry of that caller gets another key and runs again",
			"without a key from the caller a fresh one is made: each retry of that caller gets another key and runs again"),
		Runs: "request 1 gets key A and is done, its reply is lost · the caller's retry gets key B, so it is done again",
		Help: "refuse a write that has no " + in.Text + " (400), or derive the key from what the request is about",
		Path: rule.Path(mint, mint.Source+" stands in for a missing "+in.Text, r, e, "used as the key: "+e.Sink),
	}
}
