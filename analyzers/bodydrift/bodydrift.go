// Package bodydrift finds requests whose content changes while their key stays the same (IDV110).
package bodydrift

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

// Rule is IDV110.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV110", Name: "bodydrift", Title: "content changes under a stable key", Since: "v0.2.0",
		Severity: rule.Warning, Confidence: rule.Medium, Fix: rule.UnsafeFix, Default: true, Yields: []string{"IDV101"}, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Regions(func(r *summary.Region) {
		for i := range r.Events {
			e := &r.Events[i]
			if e.Class != summary.Drift || r.Regime == model.Once && (!e.Shows(stable) || e.Moved && stable(e.Before)) {
				continue
			}
			for _, p := range e.Parts {
				c.Report(finding(c.Package, r, e, p))
			}
		}
	}, model.Once, model.Retry)
}

// stable reports whether a key is the same in each attempt: handed over, read from somewhere, and made from nothing fresh.
func stable(set []origin.Origin) bool {
	some := false
	for _, o := range set {
		switch o.Kind {
		case origin.Fresh, origin.Unknown:
			return false
		case origin.Param, origin.Free, origin.Stored, origin.Inbound:
			some = true
		}
	}
	return some
}

func finding(pkg string, r *summary.Region, e *summary.RegionEvent, p summary.Part) rule.Finding {
	key := rule.Short(e.Sink)
	f := rule.Finding{
		At: p.At, Function: e.Func, Subject: p.Name, Regime: r.Regime, Mend: rule.MendHoist,
		Title: "content changes under a stable key",
		Message: rule.Fit(
			p.Name+" changes with "+p.Mint.Source+" while "+key+" stays the same: the receiver refuses the retry as a different request",
			"the content changes while the key stays the same: the receiver refuses the retry as a different request"),
		Runs: "attempt 1 is done and its reply is lost · attempt 2 has the same key and another content, and is refused",
		Help: "store what the request says with its key and send that again, or leave out what changes",
		Path: rule.Path(p.Mint, rule.Differs(p.Mint), r, e, key+" is the same in each attempt"),
	}
	if f.At.Pkg != pkg {
		f.At = e.Site
	}
	return f
}
