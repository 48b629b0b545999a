package rule

import (
	"slices"

	"github.com/idemvet/idemvet/internal/effect"
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
	pairs   []effect.Pair
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

// Pairs calls yield for each pair of operations of one of the kinds, in source order.
func (c *Ctx) Pairs(yield func(*effect.Pair), kinds ...effect.Kind) {
	for i := range c.pairs {
		if slices.Contains(kinds, c.pairs[i].Kind) {
			yield(&c.pairs[i])
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

// Apply runs rules over what was found in a package and returns the findings, sorted.
func Apply(pkg string, res *summary.Result, rules []*Rule) []Finding {
	var all []Finding
	yields := map[string][]string{}
	for _, r := range rules {
		c := &Ctx{Package: pkg, regions: res.Regions, pairs: res.Pairs, meta: &r.Meta}
		r.Run(c)
		all = append(all, c.found...)
		yields[r.ID] = r.Yields
	}
	all = group(all, yields)
	slices.SortStableFunc(all, func(a, b Finding) int { return a.Compare(&b) })
	return all
}

// group leaves one finding of those that tell the same mistake: of one rule at one position, and of a rule and one that it
// yields to.
func group(all []Finding, yields map[string][]string) []Finding {
	type key struct {
		rule string
		at   Place
	}
	apart(all)
	first := map[key]int{}
	places := map[key]bool{}
	for i := range all {
		f := &all[i]
		k := key{f.Rule, f.At}
		if j, ok := first[k]; !ok || better(f, &all[j]) {
			first[k] = i
		}
		places[k] = true
		for _, s := range f.Path {
			if s.Role == Mint || s.Role == Sink {
				places[key{f.Rule, s.At}] = true
			}
		}
	}
	var kept []Finding
	for i := range all {
		f := &all[i]
		told := first[key{f.Rule, f.At}] != i
		for _, over := range yields[f.Rule] {
			told = told || places[key{over, f.At}]
			for _, s := range f.Path {
				told = told || (s.Role == Mint || s.Role == Sink) && places[key{over, s.At}]
			}
		}
		if !told {
			kept = append(kept, *f)
		}
	}
	return kept
}

// apart moves findings that share a sink, though each has a value that is made somewhere else, to the calls that hand the
// values over: the helper with the sink is not what is wrong.
func apart(all []Finding) {
	type key struct {
		rule string
		at   Place
	}
	made := map[key]map[Place]bool{}
	for i := range all {
		k := key{all[i].Rule, all[i].At}
		if made[k] == nil {
			made[k] = map[Place]bool{}
		}
		made[k][all[i].step(Mint)] = true
	}
	for i := range all {
		f := &all[i]
		if len(made[key{f.Rule, f.At}]) < 2 {
			continue
		}
		for _, at := range []Place{f.step(Flow), f.step(Mint)} {
			if at.IsValid() && at.Pkg == f.At.Pkg {
				f.At = at
				break
			}
		}
	}
}

// step is the place of the first step of a role, if there is one.
func (f *Finding) step(r Role) Place {
	for _, s := range f.Path {
		if s.Role == r {
			return s.At
		}
	}
	return Place{}
}

// better prefers the finding that is surer, and of equal ones the one that sorts first.
func better(f, g *Finding) bool {
	if f.Confidence.Rank() != g.Confidence.Rank() {
		return f.Confidence.Rank() > g.Confidence.Rank()
	}
	return f.Compare(g) < 0
}
