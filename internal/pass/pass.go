// Package pass makes go/analysis analyzers of rules, for drivers such as golangci-lint and nogo.
package pass

import (
	"fmt"
	"go/types"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/idemvet/idemvet/internal/directive"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/ssapkg"
	"github.com/idemvet/idemvet/internal/summary"
	"github.com/idemvet/idemvet/internal/suppress"
)

// funcFact is what is known of a function or method.
type funcFact struct{ Func *summary.Function }

// fieldFact is how the function in a struct field is called.
type fieldFact struct{ Calls []summary.Call }

// rowsFact are the rows in the source of a package. It is a package fact, which reaches direct importers under every host,
// and those are who asks.
type rowsFact struct{ List []model.Directive }

func (*funcFact) AFact()  {}
func (*rowsFact) AFact()  {}
func (*fieldFact) AFact() {}

func (f *funcFact) String() string  { return fmt.Sprintf("%d events", len(f.Func.Events)) }
func (f *rowsFact) String() string  { return fmt.Sprintf("%d rows", len(f.List)) }
func (f *fieldFact) String() string { return fmt.Sprintf("called %d ways", len(f.Calls)) }

// summaries computes the facts of a package; its result is the *summary.Result that the rules query.
var summaries = &analysis.Analyzer{
	Name:       "idemsummary",
	Doc:        "summarise what functions do that matters when they run again",
	URL:        "https://github.com/idemvet/idemvet",
	Run:        summarise,
	FactTypes:  []analysis.Fact{new(funcFact), new(fieldFact), new(rowsFact)},
	ResultType: reflect.TypeFor[*summarised](),
}

// summarised is what a package comes to, and the comments in it that suppress findings.
type summarised struct {
	*summary.Result
	comments []suppress.Comment
}

func summarise(p *analysis.Pass) (any, error) {
	if foreign(p) {
		return &summarised{Result: &summary.Result{Facts: &summary.Package{}}}, nil
	}
	sp := ssapkg.Build(p.Fset, p.Files, p.Pkg, p.TypesInfo)
	comments := directive.Read(p.Pkg.Path(), p.Fset, p.Files)
	list := comments.Rows
	for _, err := range comments.Mistakes {
		p.Report(analysis.Diagnostic{Pos: p.Files[0].Package, Message: err.Error()})
	}
	if len(list) > 0 {
		p.ExportPackageFact(&rowsFact{list})
	}
	res := summary.Build(sp, summary.Known{Imported: imported(p), Directives: list})
	scope := p.Pkg.Scope()
	res.Facts.Each(func(recv, name string, f *summary.Function) {
		if obj := lookup(scope, recv, name); obj != nil {
			p.ExportObjectFact(obj, &funcFact{f})
		}
	}, func(owner, field string, calls []summary.Call) {
		if obj := lookup(scope, owner, field); obj != nil {
			p.ExportObjectFact(obj, &fieldFact{calls})
		}
	})
	return &summarised{res, comments.Findings}, nil
}

// foreign reports whether a package is modelled, not analysed: a dependency at a version, or the standard library. Hosts
// that know no modules (nogo) leave the fields empty; there the standard library is told by where its files lie.
func foreign(p *analysis.Pass) bool {
	if p.Module != nil && p.Module.Path != "" {
		return p.Module.Version != ""
	}
	if len(p.Files) == 0 {
		return true
	}
	first, _, _ := strings.Cut(p.Pkg.Path(), "/")
	dir := filepath.ToSlash(filepath.Dir(p.Fset.Position(p.Files[0].FileStart).Filename))
	return !strings.Contains(first, ".") && strings.HasSuffix(dir, "/src/"+p.Pkg.Path())
}

func lookup(scope *types.Scope, owner, name string) types.Object {
	if owner == "" {
		return scope.Lookup(name)
	}
	t, ok := scope.Lookup(owner).(*types.TypeName)
	if !ok {
		return nil
	}
	obj, _, _ := types.LookupFieldOrMethod(t.Type(), true, t.Pkg(), name)
	return obj
}

// imported groups the object facts of a pass by package.
func imported(p *analysis.Pass) summary.Lookup {
	all := sync.OnceValue(func() map[string]*summary.Package {
		m := map[string]*summary.Package{}
		at := func(path string) *summary.Package {
			if m[path] == nil {
				m[path] = &summary.Package{}
			}
			return m[path]
		}
		for _, of := range p.AllObjectFacts() {
			switch f := of.Fact.(type) {
			case *funcFact:
				if fn, ok := of.Object.(*types.Func); ok {
					path, recv, name := ssapkg.Symbol(fn)
					at(path).SetFunc(recv, name, f.Func)
				}
			case *fieldFact:
				if owner := ownerOf(of.Object); owner != "" {
					at(of.Object.Pkg().Path()).SetField(owner, of.Object.Name(), f.Calls)
				}
			}
		}
		for _, pf := range p.AllPackageFacts() {
			if f, ok := pf.Fact.(*rowsFact); ok {
				at(pf.Package.Path()).SetDirectives(f.List)
			}
		}
		return m
	})
	return func(path string) *summary.Package { return all()[path] }
}

// ownerOf finds the named struct of a field.
func ownerOf(field types.Object) string {
	scope := field.Pkg().Scope()
	for _, name := range scope.Names() {
		t, ok := scope.Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		st, ok := t.Type().Underlying().(*types.Struct)
		for i := 0; ok && i < st.NumFields(); i++ {
			if st.Field(i) == field {
				return name
			}
		}
	}
	return ""
}

// Analyzer makes a go/analysis analyzer of one rule, which knows nothing of others that may tell the same mistake better.
func Analyzer(r *rule.Rule) *analysis.Analyzer { return analyzer(r, findings([]*rule.Rule{r})) }

// Analyzers makes an analyzer of each rule. Together they report a mistake once.
func Analyzers(rules []*rule.Rule) []*analysis.Analyzer {
	all := findings(rules)
	list := make([]*analysis.Analyzer, len(rules))
	for i, r := range rules {
		list[i] = analyzer(r, all)
	}
	return list
}

// findings runs rules over the regions of a package; its result is a []rule.Finding.
func findings(rules []*rule.Rule) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "idemfindings",
		Doc:        "find what goes wrong when code runs again",
		URL:        "https://github.com/idemvet/idemvet",
		Requires:   []*analysis.Analyzer{summaries},
		ResultType: reflect.TypeFor[[]rule.Finding](),
		Run: func(p *analysis.Pass) (any, error) {
			s := p.ResultOf[summaries].(*summarised)
			found := rule.Settle(rule.Apply(p.Pkg.Path(), s.Result, rules), nil)
			meant := suppress.New(s.comments, metas(rules), time.Now())
			return slices.DeleteFunc(found, func(f rule.Finding) bool { return meant.Find(&f) != nil }), nil
		},
	}
}

func metas(rules []*rule.Rule) []*rule.Meta {
	var out []*rule.Meta
	for _, r := range rules {
		out = append(out, &r.Meta)
	}
	return out
}

func analyzer(r *rule.Rule, findings *analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:     r.Name,
		Doc:      r.Title + "\n\n" + r.Doc,
		URL:      r.URL(),
		Requires: []*analysis.Analyzer{findings},
		Run: func(p *analysis.Pass) (_ any, err error) {
			for _, f := range p.ResultOf[findings].([]rule.Finding) {
				if pos, end := locate(p, f.At); f.Rule == r.ID && pos.IsValid() {
					p.Report(analysis.Diagnostic{Pos: pos, End: end, Category: f.Rule, URL: r.URL(), Message: f.Message + " (" + f.Rule + ")"})
				}
			}
			return nil, nil
		},
	}
}
