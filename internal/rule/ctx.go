package rule

import (
	"slices"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/summary"
)

// Rule is a check: what it is, and a query over regions and the events inside them.
type Rule struct {
	Meta
	Run func(*Ctx)
}

// Ctx is what a rule sees of one package.
type Ctx struct {
	Package string
	regions []summary.Region
	found   []Finding
	meta    *Meta
}

// Regions calls yield for each region of one of the regimes, in source order.
func (c *Ctx) Regions(yield func(*summary.Region), regimes ...model.Regime) {
	for i := range c.regions {
		if slices.Contains(regimes, c.regions[i].Regime) {
			yield(&c.regions[i])
		}
	}
}

// Report adds a finding. Rule, severity and confidence come from the rule unless set.
func (c *Ctx) Report(f Finding) {
	f.Rule = c.meta.ID
	if f.Severity == "" {
		f.Severity = c.meta.Severity
	}
	if f.Confidence == "" {
		f.Confidence = c.meta.Confidence
	}
	c.found = append(c.found, f)
}

// Apply runs rules over the regions of a package and returns the findings, sorted.
func Apply(pkg string, regions []summary.Region, rules []*Rule) []Finding {
	var all []Finding
	for _, r := range rules {
		c := &Ctx{Package: pkg, regions: regions, meta: &r.Meta}
		r.Run(c)
		all = append(all, c.found...)
	}
	slices.SortStableFunc(all, func(a, b Finding) int { return a.Compare(&b) })
	return all
}
