package inprocess

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"

	"github.com/idemvet/idemvet/analyzers"
	"github.com/idemvet/idemvet/internal/config"
	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/source"
	"github.com/idemvet/idemvet/internal/summary"
	"github.com/idemvet/idemvet/internal/suppress"
	"github.com/idemvet/idemvet/internal/unit"
)

// program holds the packages that are analysed, dependencies first. Others contribute types alone.
type program struct {
	own   []*node
	dirs  map[string]string // import path to directory
	skips []Incomplete      // that have no files to analyse
	base  string
}

// node is one package to analyse.
type node struct {
	*packages.Package
	named     bool // by the patterns, not only imported
	variant   bool // of a package that is there without its test files
	deps      []*node
	generated []string // base names
	result    *unit.Result
	done      chan struct{} // closed when the result is there
}

// list asks the go command twice: which packages belong to the program, and then for syntax of these and types of the others. To ask once
// would mean to parse all there is, since what a dependency belongs to is known afterwards only.
func list(ctx context.Context, c *Config) (*program, error) {
	patterns := c.Patterns
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	conf := &packages.Config{
		Context: ctx, Dir: c.Dir, Env: append(os.Environ(), c.Env...), BuildFlags: c.BuildFlags, Tests: c.Tests,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedModule,
	}
	roots, err := load(conf, patterns)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(roots, func(q *packages.Package) bool { return q.PkgPath == "command-line-arguments" }) {
		return nil, fmt.Errorf("%s names files; name the package", strings.Join(patterns, " "))
	}
	prog := &program{dirs: map[string]string{}, base: c.Dir}
	wanted, paths := prog.classify(roots)
	if len(paths) == 0 {
		if len(prog.skips) > 0 {
			return prog, nil
		}
		return nil, fmt.Errorf("no packages to analyse in %s for %s", c.Dir, strings.Join(patterns, " "))
	}
	conf.Mode = packages.LoadSyntax | packages.NeedExportFile | packages.NeedModule
	loaded, err := load(conf, paths)
	if err != nil {
		return nil, err
	}
	prog.arrange(loaded, wanted)
	return prog, nil
}

func load(conf *packages.Config, patterns []string) ([]*packages.Package, error) {
	pkgs, err := packages.Load(conf, patterns...)
	if stop := conf.Context.Err(); stop != nil {
		return nil, fmt.Errorf("stopped while listing packages: %w", stop)
	}
	if err != nil {
		return nil, errors.New("listing packages: " + oneLine(err.Error()))
	}
	return pkgs, nil
}

// classify finds what is to be analysed: packages that the patterns name, the standard library excepted, and those that are no
// dependencies fetched from elsewhere. It returns their IDs, true for those that are named, and patterns for them.
func (p *program) classify(roots []*packages.Package) (wanted map[string]bool, paths []string) {
	named := map[string]bool{}
	for _, q := range roots {
		named[q.ID] = true
	}
	wanted = map[string]bool{}
	packages.Visit(roots, nil, func(q *packages.Package) {
		switch {
		case strings.HasSuffix(q.ID, ".test") || standard(q) || !named[q.ID] && foreign(q):
			return
		case len(q.GoFiles) == 0:
			if len(q.Errors) > 0 {
				p.skips = append(p.skips, Incomplete{q.PkgPath, p.reason(q.Errors[0])})
			}
			return
		}
		wanted[q.ID] = named[q.ID]
		if path := pattern(q); !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	})
	return wanted, paths
}

// pattern names a package for the go command. Its test files come with it.
func pattern(q *packages.Package) string {
	path, _, variant := strings.Cut(q.ID, " [")
	if variant {
		path = strings.TrimSuffix(path, "_test")
	}
	return path
}

// standard reports whether a package is of the standard library, which belongs to no module.
func standard(q *packages.Package) bool {
	first, _, _ := strings.Cut(q.PkgPath, "/")
	return q.PkgPath == "unsafe" || q.Module == nil && !strings.Contains(first, ".") && strings.HasSuffix(filepath.ToSlash(q.Dir), "/src/"+q.PkgPath)
}

func foreign(q *packages.Package) bool {
	p := source.Package{Path: q.PkgPath, Dir: q.Dir}
	if q.Module != nil {
		p.Module, p.Version = q.Module.Path, q.Module.Version
	}
	return p.Foreign()
}

// arrange makes nodes of the loaded packages that are wanted, dependencies first.
func (p *program) arrange(loaded []*packages.Package, wanted map[string]bool) {
	byID, plain := map[string]*node{}, map[string]bool{}
	packages.Visit(loaded, nil, func(q *packages.Package) {
		named, ok := wanted[q.ID]
		if !ok {
			return
		}
		n := &node{Package: q, named: named, done: make(chan struct{})}
		for _, imp := range q.Imports {
			if d := byID[imp.ID]; d != nil {
				n.deps = append(n.deps, d)
			}
		}
		for _, f := range q.Syntax {
			if name := q.Fset.Position(f.Package).Filename; ast.IsGenerated(f) && !source.Rewritten(q.Fset.File(f.Package).Name()) {
				n.generated = append(n.generated, filepath.Base(name))
			}
		}
		byID[q.ID], plain[q.ID], p.dirs[q.PkgPath] = n, true, q.Dir
		p.own = append(p.own, n)
	})
	for _, n := range p.own {
		n.variant = n.ID != n.PkgPath && plain[n.PkgPath]
	}
}

// analyse runs the engine over all packages.
func (p *program) analyse(ctx context.Context, settings *config.Config, sequential bool) error {
	var group sync.WaitGroup
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	for _, n := range p.own {
		if sequential {
			n.analyse(ctx, settings)
			continue
		}
		group.Go(func() {
			for _, d := range n.deps {
				<-d.done
			}
			free <- struct{}{}
			defer func() { <-free }()
			n.analyse(ctx, settings)
		})
	}
	group.Wait()
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("stopped before all packages were analysed: %w", err)
	}
	return nil
}

// analyse gives the package to the engine. It sees the facts of direct imports: the same as under go vet.
func (n *node) analyse(ctx context.Context, settings *config.Config) {
	defer close(n.done)
	n.result = &unit.Result{Facts: &summary.Package{}}
	if ctx.Err() != nil || len(n.Errors) > 0 || len(n.Syntax) == 0 {
		return
	}
	facts := map[string]*summary.Package{}
	for _, d := range n.deps {
		facts[d.PkgPath] = d.result.Facts
	}
	n.result = unit.Run(&unit.Package{
		Path: n.PkgPath, Fset: n.Fset, Files: n.Syntax, Types: n.Types, Info: n.TypesInfo,
		Models: settings.Models, Horizon: settings.Rules.IDV601.Horizon,
	}, func(path string) *summary.Package { return facts[path] }, analyzers.Rules())
	if n.variant { // what is in other files is told by the package without its tests
		n.result.Findings = slices.DeleteFunc(n.result.Findings, func(f rule.Finding) bool { return !strings.HasSuffix(f.At.File, "_test.go") })
		n.result.Comments = slices.DeleteFunc(n.result.Comments, func(c suppress.Comment) bool { return !strings.HasSuffix(c.At.File, "_test.go") })
	}
}

// incomplete lists what was not analysed, each once.
func (p *program) incomplete() []Incomplete {
	list := slices.Clone(p.skips)
	for _, n := range p.own {
		if len(n.Errors) > 0 {
			list = append(list, Incomplete{n.PkgPath, p.reason(first(n.Errors))})
		} else if reason := n.result.Incomplete; reason != "" {
			if file, _, ok := strings.Cut(reason, ":"); ok && strings.HasSuffix(file, ".go") { // the engine knows base names only
				reason = p.shown(n.Dir) + "/" + reason
			}
			list = append(list, Incomplete{n.PkgPath, strings.TrimPrefix(reason, "./")})
		}
	}
	slices.SortFunc(list, func(a, b Incomplete) int {
		return strings.Compare(a.Package+"\x00"+a.Reason, b.Package+"\x00"+b.Reason)
	})
	return slices.Compact(list)
}

// first is the error that says most: what the parser or type checker says. The compiler, asked for types, says the same with more words.
func first(errs []packages.Error) packages.Error {
	i := max(0, slices.IndexFunc(errs, func(e packages.Error) bool { return e.Kind == packages.ParseError || e.Kind == packages.TypeError }))
	return errs[i]
}

// reason is an error in one line, its file relative to the directory of the run.
func (p *program) reason(e packages.Error) string {
	if e.Pos == "" || e.Pos == "-" {
		return oneLine(e.Msg)
	}
	return p.shown(e.Pos) + ": " + oneLine(e.Msg)
}

// shown is a path relative to the directory of the run, if it is in it.
func (p *program) shown(path string) string {
	if rel, err := filepath.Rel(p.base, path); err == nil && filepath.IsLocal(rel) {
		path = rel
	}
	return filepath.ToSlash(path)
}
