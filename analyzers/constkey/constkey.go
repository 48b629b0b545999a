// Package constkey finds keys that do not tell one intent from another (IDV104).
package constkey

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/origin"
	"github.com/idemvet/idemvet/internal/pass"
	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/summary"
)

//go:embed page.md
var page string

// Rule is IDV104.
var Rule = &rule.Rule{
	Meta: rule.Meta{
		ID: "IDV104", Name: "constkey", Title: "key that is the same for different requests", Since: "v0.2.0",
		Severity: rule.Error, Confidence: rule.High, Fix: rule.NoFix, Default: true, Doc: page,
	},
	Run: run,
}

// Analyzer is the rule for go/analysis drivers.
var Analyzer = pass.Analyzer(Rule)

func run(c *rule.Ctx) {
	c.Regions(func(r *summary.Region) {
		for i := range r.Events {
			e := &r.Events[i]
			if e.Class != summary.Keyed || !names(e.Key) {
				continue
			}
			switch {
			case e.Shows(constant) && meant(e) && !named(e.Value) && !(e.Convention && strings.Contains(e.Sink, ".")): // a struct of one's own may hold a default
				c.Report(finding(c.Package, r, e, describe(e.Value), "always the same"))
			case e.Shows(coarse):
				o := shared(e.Value)
				why := "covers many requests"
				if o.Source == string(model.PartScope) {
					why = "is unique only within its topic or partition"
				}
				f := finding(c.Package, r, e, o.Text, why)
				f.Confidence = rule.Medium
				c.Report(f)
			}
		}
	}, model.Once)
}

// names reports whether a key of that kind has to tell each request from all others. A workflow or a task may be one of a
// kind on purpose.
func names(k model.KeyKind) bool {
	switch k {
	case model.IdempotencyKey, model.ClientToken, model.DedupID, model.MessageID:
		return true
	}
	return false
}

// meant reports whether a constant that is handed over is meant as a key. One that is handed over as an order's number is
// the number of one order.
func meant(e *summary.RegionEvent) bool {
	return !e.Moved || slices.ContainsFunc(e.Names, func(n string) bool {
		n = strings.ToLower(n)
		_, named := model.IdentityName(n)
		return named || strings.HasSuffix(n, "key") || strings.HasSuffix(n, "token")
	})
}

// constant reports whether a value is known and never varies. The empty one means that there is no key.
func constant(set []origin.Origin) bool {
	some := false
	for _, o := range set {
		switch {
		case o.Kind == origin.Const, o.Kind == origin.Zero && o.Text != "":
			some = true
		case o.Kind == origin.Zero:
		default:
			return false
		}
	}
	return some
}

// named reports whether a constant is the name of a key, as in a table of header names, not a key.
func named(set []origin.Origin) bool {
	return slices.ContainsFunc(set, func(o origin.Origin) bool {
		_, ok := model.IdentityName(o.Text)
		return ok || strings.HasPrefix(strings.ToLower(o.Text), "x-")
	})
}

func coarse(set []origin.Origin) bool {
	some := false
	for _, o := range set {
		switch o.Kind {
		case origin.Shared:
			some = true
		case origin.Const, origin.Zero:
		default:
			return false
		}
	}
	return some
}

func shared(set []origin.Origin) origin.Origin {
	for _, o := range set {
		if o.Kind == origin.Shared {
			return o
		}
	}
	return origin.Origin{}
}

func describe(set []origin.Origin) string {
	for _, o := range set {
		if o.Kind == origin.Zero && o.Text != "" {
			return "a " + o.Text + " that was never set"
		}
	}
	return "constant"
}

func finding(pkg string, r *summary.Region, e *summary.RegionEvent, what, why string) rule.Finding {
	sink := rule.Short(e.Sink)
	f := rule.Finding{
		At: rule.Where(pkg, r, e), Function: e.Func, Subject: e.Sink,
		Title: "key that is the same for different requests",
		Message: rule.Fit(
			sink+" is "+what+", which is "+why+": the receiver takes different requests for repeats of the first and drops them",
			sink+" is the same for different requests: the receiver takes them for repeats of the first and drops them"),
		Runs: "request 1 is done under the key · request 2, another one, gets the answer of request 1 and is never done",
		Help: "compute the key from the id of the one thing that is to be done once",
		Path: rule.Path(origin.Origin{}, "", r, e, "used as "+e.Sink),
	}
	if why != "always the same" && strings.HasPrefix(what, "the key of") {
		f.Message = rule.Fit(sink+" is "+what+" too: the receiver takes the second operation for a repeat of the first and does not do it", f.Message)
	} else if why != "always the same" {
		f.Message = rule.Fit(sink+" is only "+what+", which "+why+": the receiver takes different requests for repeats of the first and drops them", f.Message)
	}
	if e.Convention {
		f.Confidence = rule.Medium
	}
	return f
}
