// Package keyscope finds claims and lookups by a client's key alone (IDV107).
package keyscope

import (
	_ "embed"
	"net/textproto"
	"strings"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/origin"
	"github.com/idemvet/idemvet/internal/pass"
	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/summary"
)

//go:embed page.md
var page string

// Rule is IDV107.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV107", Name: "keyscope", Title: "client key used without its owner", Since: "v0.2.0",
		Severity: rule.Warning, Confidence: rule.Low, Fix: rule.NoFix, Default: true, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Regions(func(r *summary.Region) {
		for i := range r.Events {
			e := &r.Events[i]
			if e.Class == summary.Keyed && e.Key == model.StoreKey && e.Shows(bare) {
				c.Report(finding(c.Package, r, e))
			}
		}
	}, model.Once)
}

// bare reports whether a key of a store is what the client sent and nothing else.
func bare(set []origin.Origin) bool {
	_, ok := sent(set)
	for _, o := range set {
		switch o.Kind {
		case origin.Const, origin.Zero:
		case origin.Inbound, origin.Param:
			if !isKey(o) {
				return false
			}
		default:
			return false
		}
	}
	return ok
}

func sent(set []origin.Origin) (origin.Origin, bool) {
	for _, o := range set {
		if isKey(o) {
			return o, true
		}
	}
	return origin.Origin{}, false
}

// isKey reports whether an origin is a key that a client sent. A header of a request that a helper is given is one here:
// what is looked up in a store was not written by the same program.
func isKey(o origin.Origin) bool {
	name := o.Text
	if o.Kind == origin.Param && strings.HasPrefix(o.In.Sel, ".Header[") {
		name = origin.LastName(o.In.Sel)
	} else if o.Kind != origin.Inbound {
		return false
	}
	kind, ok := model.IdentityName(name)
	return ok && kind.Identity()
}

func finding(pkg string, r *summary.Region, e *summary.RegionEvent) rule.Finding {
	in, _ := sent(e.Value)
	if in.Text == "" {
		in.Text = textproto.CanonicalMIMEHeaderKey(origin.LastName(in.In.Sel))
	}
	return rule.Finding{
		At: rule.Where(pkg, r, e), Function: e.Func, Subject: in.Text,
		Title: "client key used without its owner",
		Message: rule.Fit(
			e.Sink+" looks up "+in.Text+" alone: two clients that choose the same key get each other's answers",
			"the client's key is looked up alone: two clients that choose the same key get each other's answers"),
		Runs: "client A's request is stored under its key · client B sends the same key and gets A's answer",
		Help: "put the caller (tenant, account, API key id) in front of the client's key, and in the unique index",
		Path: rule.Path(origin.Origin{}, "", r, e, in.Text+" of the request is the whole key"),
	}
}
