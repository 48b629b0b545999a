// Package pass makes go/analysis analyzers of rules, for hosts such as golangci-lint and nogo.
//
// There are two shapes, and a program uses one of them. Bundle is one analyzer of many rules with settings of its own. Analyzer
// is for hosts that list analyzers rule by rule: those share their work and the settings of Common. Both at once would have one
// type of facts come from two analyzers, which hosts refuse.
package pass

import (
	"go/ast"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/idemvet/idemvet/internal/config"
	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/sift"
	"github.com/idemvet/idemvet/internal/source"
	"github.com/idemvet/idemvet/internal/suppress"
	"github.com/idemvet/idemvet/internal/unit"
)

const home = "https://github.com/idemvet/idemvet"

// Analyzer makes an analyzer of one rule, and lets the others of the program know of it: a mistake that two rules see is told
// once, and only the program knows which rules are in it. It is called while packages are initialised, and at no other time.
func Analyzer(r *rule.Rule) *analysis.Analyzer {
	common.rules = append(common.rules, r)
	slices.SortFunc(common.rules, func(a, b *rule.Rule) int { return strings.Compare(a.ID, b.ID) })
	return &analysis.Analyzer{
		Name:     r.Name,
		Doc:      r.Title + "\n\n" + r.Doc,
		URL:      r.URL(),
		Requires: []*analysis.Analyzer{common.findings},
		Run: func(p *analysis.Pass) (any, error) {
			for _, f := range p.ResultOf[common.findings].(*found).list {
				if f.Rule == r.ID {
					report(p, &f, r.URL(), sift.Text(&f))
				}
			}
			return nil, nil
		},
	}
}

// Common has the settings of all that Analyzer makes as flags, and reports what belongs to no rule: comments with mistakes, and
// packages that could not be analysed.
var Common = func() *analysis.Analyzer {
	a := &analysis.Analyzer{
		Name:     "idemconfig",
		Doc:      "settings of idemvet\n\nIts flags are the settings of all rules. It reports what belongs to no rule: comments for idemvet that have a mistake, and packages that could not be analysed.",
		URL:      home,
		Requires: []*analysis.Analyzer{common.findings},
		Run: func(p *analysis.Pass) (any, error) {
			res := p.ResultOf[common.findings].(*found)
			for _, f := range res.list {
				if f.Rule == suppress.Malformed.ID {
					report(p, &f, suppress.Malformed.URL(), sift.Text(&f))
				}
			}
			incomplete(p, res.incomplete)
			return nil, nil
		},
	}
	common.flags.Register(&a.Flags, "config")
	return a
}()

var common = newGroup()

// Bundle makes one analyzer, called idemvet, of rules, whose messages tell the path too. Nil settings are the defaults.
func Bundle(rules []*rule.Rule, c *config.Config) *analysis.Analyzer {
	if c == nil {
		c = &config.Config{}
	}
	g := newGroup()
	g.rules, g.fixed = rules, c
	urls := map[string]string{}
	for _, m := range g.metas() {
		urls[m.ID] = m.URL()
	}
	return &analysis.Analyzer{
		Name:     "idemvet",
		Doc:      "find what goes wrong when code runs again\n\nKeys made inside a retry, fresh ids on a repeat, checks apart from their inserts, increments in consumers, effects before their record, and what is akin.",
		URL:      home,
		Requires: []*analysis.Analyzer{g.findings},
		Run: func(p *analysis.Pass) (any, error) {
			res := p.ResultOf[g.findings].(*found)
			for _, f := range res.list {
				report(p, &f, urls[f.Rule], fold(&f))
			}
			incomplete(p, res.incomplete)
			return nil, nil
		},
	}
}

// group is a set of analyzers that share what is computed of a package.
type group struct {
	rules []*rule.Rule
	fixed *config.Config // the settings, where they are no flags
	flags sift.Flags

	summaries, findings *analysis.Analyzer

	mu       sync.Mutex
	resolved sift.Flags // for which the next two hold
	conf     *config.Config
	sieve    *sift.Sieve
}

// found is what a package shows.
type found struct {
	list       []rule.Finding
	incomplete string
}

func newGroup() *group {
	g := &group{}
	g.summaries = &analysis.Analyzer{
		Name:       "idemsummary",
		Doc:        "summarise what functions do that matters when they run again",
		URL:        home,
		Run:        g.summarise,
		FactTypes:  []analysis.Fact{new(facts)},
		ResultType: reflect.TypeFor[*unit.Summary](),
	}
	g.findings = &analysis.Analyzer{
		Name:       "idemfindings",
		Doc:        "find what goes wrong when code runs again",
		URL:        home,
		Run:        g.find,
		Requires:   []*analysis.Analyzer{g.summaries},
		ResultType: reflect.TypeFor[*found](),
	}
	return g
}

// settings are looked at again only when a flag has changed, since a host asks for them once a package.
func (g *group) settings() (*config.Config, *sift.Sieve, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.sieve != nil && g.resolved == g.flags {
		return g.conf, g.sieve, nil
	}
	conf := g.fixed
	if conf == nil {
		var err error
		if conf, err = g.flags.Settings(); err != nil {
			return nil, nil, err
		}
	}
	sieve, err := sift.New(conf, g.metas())
	if err != nil {
		return nil, nil, err
	}
	g.resolved, g.conf, g.sieve = g.flags, conf, sieve
	return conf, sieve, nil
}

func (g *group) metas() []*rule.Meta {
	out := suppress.Metas()
	for _, r := range g.rules {
		out = append(out, &r.Meta)
	}
	return out
}

// summarise computes the facts of a package. Its result is nil for one that is modelled.
func (g *group) summarise(p *analysis.Pass) (any, error) {
	if len(p.Files) == 0 || origin(p).Foreign() {
		return (*unit.Summary)(nil), nil
	}
	conf, _, err := g.settings()
	if err != nil {
		return nil, err
	}
	s := unit.Summarise(&unit.Package{
		Path: p.Pkg.Path(), Fset: p.Fset, Files: p.Files, Types: p.Pkg, Info: p.TypesInfo,
		Models: conf.Models, Horizon: conf.Rules.IDV601.Horizon,
	}, imported(p))
	export(p, s.Facts())
	return s, nil
}

func (g *group) find(p *analysis.Pass) (any, error) {
	s := p.ResultOf[g.summaries].(*unit.Summary)
	if s == nil {
		return &found{}, nil
	}
	_, sieve, err := g.settings()
	if err != nil {
		return nil, err
	}
	res := s.Apply(g.rules)
	u := sift.Unit{Dir: dir(p), Findings: res.Findings, Comments: res.Comments}
	for _, f := range p.Files {
		if name := source.Position(p.Fset, f.Package).Filename; ast.IsGenerated(f) && !source.Rewritten(p.Fset.Position(f.FileStart).Filename) {
			u.Generated = append(u.Generated, filepath.Base(name))
		}
	}
	return &found{sieve.Keep(u), res.Incomplete}, nil
}

// origin tells where a package comes from, as far as the host knows.
func origin(p *analysis.Pass) source.Package {
	out := source.Package{Path: p.Pkg.Path(), Dir: dir(p), ModuleUnknown: p.Module == nil || p.Module.Path == ""}
	if p.Module != nil {
		out.Module, out.Version = p.Module.Path, p.Module.Version
	}
	return out
}

// dir is the directory of the package, as the host names it.
func dir(p *analysis.Pass) string {
	return filepath.Dir(source.Position(p.Fset, p.Files[0].Package).Filename)
}

// report hands over a finding. Fixes are not part of it: hosts apply what they are given without asking, and fixes of idemvet
// change what a program does. Neither are the places of its path, which some hosts show as findings of their own.
func report(p *analysis.Pass, f *rule.Finding, url, text string) {
	if pos, end := locate(p, f.At); pos.IsValid() {
		p.Report(analysis.Diagnostic{Pos: pos, End: end, Category: f.Rule, URL: url, Message: text})
	}
}

// incomplete tells why a package was not analysed in full. An error would do so too, but stops some hosts altogether.
func incomplete(p *analysis.Pass, reason string) {
	if reason != "" {
		p.Report(analysis.Diagnostic{Pos: p.Files[0].Package, Message: "not analysed: " + strings.ReplaceAll(reason, "\n", " ")})
	}
}
