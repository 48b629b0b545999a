// Package load is the front door's driver: it finds the packages of a program, gives each of them to the engine in
// dependency order, and remembers what can be remembered.
//
// Nothing is ever compiled. Packages of the program itself ("own") are parsed whole; all others contribute types only,
// parsed without function bodies. Results are kept in a content-addressed cache, so that a run in which nothing
// changed costs one go list. See graph.go for what is own, keys.go for what a result depends on, types.go for how
// types from source and from the cache are kept from mixing.
package load

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/unit"
)

// Options say what to load.
type Options struct {
	Dir      string   // directory to work in, "" for the current one
	Patterns []string // as for the go command; default ./...
	Tests    bool     // also test files
	Tags     string   // build tags, comma-separated
	Env      []string // additions to the environment of the go command, NAME=VALUE
	CacheDir string   // "" for $IDEMVET_CACHE or the user's cache directory, "off" for none
	Salt     string   // identifies tool build, rules and configuration; part of every result's key

	Link bool // join the packages and analyse again those that call what others put behind interfaces

	Rules  []*rule.Rule // to run
	Models *model.Rows  // what is known about libraries; part of every result's key

	// Horizon is the time after which no repeat comes any more, as somebody says; part of every result's key. 0 is not known.
	Horizon time.Duration

	// Progress is told how many packages of how many are done, and what is being done; a total of 0 is not known. It must be safe for concurrent
	// use, and fast. nil means that nobody asks.
	Progress func(done, total int, what string)

	// Warn is told, before Load returns, what went wrong and did no harm to the result. nil means that nobody asks.
	Warn func(line string)

	// Again reports whether the own packages of a directory are to be run even if their results are in the cache; nil means
	// none are. The results of such a run are not kept, so Run may do other work for these packages than analyse them.
	Again func(dir string) bool

	// Run analyses one package; nil means unit.Run with Rules. It must be safe for concurrent use.
	Run func(*unit.Package, unit.Lookup) *unit.Result
}

// Package is one own package with its result.
type Package struct {
	Path, Dir, Module string
	Result            *unit.Result // never nil; empty for an incomplete package
	Cached            bool         // nothing was parsed or checked
	Report            bool         // matched by the patterns, not only a dependency
	Generated         []string     // base names of generated files
	Files             []string     // base names
}

// Incomplete is a package that could not be analysed, and why, in one line.
type Incomplete struct {
	Package, Reason string
}

// Stats count what a run had to do.
type Stats struct {
	Packages      int // own packages
	Cached        int // of these, not analysed again
	ForeignLoaded int // other packages checked from source
	ForeignCached int // other packages whose types came from the cache

	Linked int // packages analysed again by the link stage, as often as they were

	List, Keys, Foreign, Own, Link time.Duration // wall time of the stages
}

// Program is the outcome of a run: own packages and their directories, sorted by import path.
type Program struct {
	Packages   []*Package
	Dirs       map[string]string // import path to directory, for all own packages
	Incomplete []Incomplete
	Stats      Stats
}

// Load lists, checks and analyses. The error, of type *Error, means that nothing could be done; packages that could not
// be analysed are listed in the program.
func Load(ctx context.Context, o Options) (*Program, error) {
	if len(o.Patterns) == 0 {
		o.Patterns = []string{"./..."}
	}
	if o.Run == nil {
		o.Run = func(p *unit.Package, imported unit.Lookup) *unit.Result { return unit.Run(p, imported, o.Rules) }
	}
	start := time.Now()
	o.progress(0, 0, "listing packages")
	pkgs, env, err := goList(ctx, &o)
	if err != nil {
		return nil, err
	}
	listTime := time.Since(start)
	st := openStore(ctx, &o, env.GOCACHEPROG)
	defer func() {
		if warning := st.close(); warning != "" && o.Warn != nil {
			o.Warn(warning)
		}
	}()
	for {
		prog, err := load(ctx, &o, st, pkgs, env)
		if errors.Is(err, errDamaged) && !st.blind {
			// Types that were half read cannot be taken back, so start over and trust nothing that is kept.
			st.blind = true
			continue
		}
		if err != nil {
			return nil, err
		}
		prog.Stats.List = listTime
		return prog, nil
	}
}

func (o *Options) progress(done, total int, what string) {
	if o != nil && o.Progress != nil {
		o.Progress(done, total, what)
	}
}

// load is one attempt over a listed program.
func load(ctx context.Context, o *Options, st *store, pkgs []*listed, env *buildEnv) (*Program, error) {
	g, err := newGraph(o, pkgs, env)
	if err != nil {
		return nil, err
	}
	l := &loader{ctx: ctx, opt: o, env: env, graph: g, store: st, types: newTypeTable(env), workers: runtime.GOMAXPROCS(0)}
	steps := []struct {
		run  func() error
		took *time.Duration
	}{
		{l.plan, &l.stats.Keys},
		{l.loadForeign, &l.stats.Foreign},
		{l.analyse, &l.stats.Own},
		{l.link, &l.stats.Link},
	}
	for _, step := range steps {
		start := time.Now()
		err := step.run()
		*step.took = time.Since(start)
		if ctx.Err() != nil {
			return nil, brokenf(ctx.Err(), "stopped before all packages were analysed: %v", context.Cause(ctx))
		}
		if err != nil {
			return nil, err
		}
	}
	return l.program(), nil
}

// loader is the state of one attempt.
type loader struct {
	ctx     context.Context
	opt     *Options
	env     *buildEnv
	graph   *graph
	store   *store
	types   *typeTable
	workers int
	stats   Stats

	done     atomic.Int64 // packages that are answered
	relinks  atomic.Int64 // packages analysed again by the link stage
	unstable atomic.Bool  // files changed under the run: keep nothing
}
