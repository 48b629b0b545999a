package load

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/summary"
	"github.com/idemvet/idemvet/internal/unit"
)

// analyse answers for all packages that plan left open.
func (l *loader) analyse() error {
	var open []*node
	ours := l.graph.ours()
	for _, n := range ours {
		if n.maybe() {
			open = append(open, n)
		}
	}
	l.done.Store(int64(len(ours) - len(open)))
	var mu sync.Mutex
	var failure error
	l.schedule(open, func(n *node) []*node { return n.deps }, func(n *node) {
		mu.Lock()
		stop := failure != nil
		mu.Unlock()
		if stop {
			return
		}
		if err := l.answer(n); err != nil {
			mu.Lock()
			failure = err
			mu.Unlock()
		}
		l.opt.progress(int(l.done.Add(1)), len(ours), "analysing packages")
	})
	return failure
}

// answer takes the result of n from the cache, now that everything about its imports is known, or makes it.
func (l *loader) answer(n *node) error {
	n.key = l.ownKey(n)
	again := l.again(n)
	if !again {
		if e := l.cachedEntry(n.key); e != nil && n.adopt(e) {
			return nil
		}
	}
	if err := l.ensure(n); err != nil {
		return err
	}
	l.types.use.RLock()
	defer l.types.use.RUnlock()
	e, keep := l.work(n)
	e.API = l.apiHash(n)
	n.state.generated = e.Generated
	n.api, n.facts = e.API, digest(string(e.Facts))
	if keep && !again {
		l.keepEntry(n.key, e)
	}
	return nil
}

// work parses, checks and analyses n. It reports whether the outcome depends on nothing but the key.
func (l *loader) work(n *node) (e *entry, keep bool) {
	e = &entry{}
	defer func() {
		if r := recover(); r != nil {
			e, keep = &entry{Incomplete: oneLine(fmt.Sprintf("internal error: %v", r))}, false
		}
		if n.state.result == nil {
			n.state.result = &unit.Result{Facts: &summary.Package{}, Incomplete: e.Incomplete}
		}
	}()
	if n.kind == bridge {
		n.strip = l.stripPackage(n)
		l.checkStripped(n)
		n.state.result = &unit.Result{Facts: &summary.Package{}}
		return e, true
	}
	contents, sum, err := readFiles(n)
	if err == nil && sum != n.content {
		err = errors.New("the files changed while they were analysed; run again")
	}
	if err != nil {
		e.Incomplete = oneLine(err.Error())
		return e, false
	}
	p, reason := l.check(n, contents, e)
	if n.Error != nil { // may name files, as seen from here
		e.Incomplete = n.reason(l.opt.Dir)
		return e, false
	}
	if reason != "" {
		e.Incomplete = reason
		return e, true
	}
	res := l.opt.Run(p, l.lookup(n))
	if res.Facts == nil {
		res.Facts = &summary.Package{}
	}
	n.state.result = res
	r := resultEntry(res)
	r.Generated = e.Generated
	return r, true
}

// resultEntry is what is kept of a result.
func resultEntry(res *unit.Result) *entry {
	e := &entry{Findings: res.Findings, Comments: res.Comments, Facts: res.Facts.Encode(), Incomplete: res.Incomplete, Dispatches: res.Dispatches}
	if res.Wiring != nil {
		e.Wiring, e.Inner = res.Wiring.Encode(), res.Inner.Encode()
	}
	return e
}

// check parses and type-checks n. The reason tells the first thing that is wrong with it.
func (l *loader) check(n *node, contents [][]byte, e *entry) (p *unit.Package, reason string) {
	return l.checkInto(n, contents, e, &n.types)
}

// checkInto is check for types that are kept elsewhere than in n.
func (l *loader) checkInto(n *node, contents [][]byte, e *entry, into **types.Package) (p *unit.Package, reason string) {
	var first error
	note := func(err error) {
		if first == nil {
			first = err
		}
	}
	var files []*ast.File
	for i, src := range contents {
		name := filepath.Base(n.files[i])
		file, err := parser.ParseFile(l.types.fset, n.file(n.files[i]), src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			note(err)
		}
		if file == nil {
			continue
		}
		files = append(files, file)
		if ast.IsGenerated(file) {
			e.Generated = append(e.Generated, name)
		}
	}
	info := unit.NewInfo()
	conf := l.config(n)
	conf.Error = note
	conf.IgnoreFuncBodies = first != nil // it will not be analysed, but importers want its types
	*into, _ = conf.Check(n.path, l.types.fset, files, info)
	if first != nil {
		return nil, describe(first)
	}
	return &unit.Package{Path: n.path, Fset: l.types.fset, Files: files, Types: *into, Info: info, Models: l.opt.Models, Horizon: l.opt.Horizon, Wire: l.opt.Link && !n.variant}, ""
}

// describe makes one line of a parse or type error, with the base name of the file.
func describe(err error) string {
	var list scanner.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		pos := list[0].Pos
		pos.Filename = filepath.Base(pos.Filename)
		return pos.String() + ": " + oneLine(list[0].Msg)
	}
	var te types.Error
	if errors.As(err, &te) {
		pos := te.Fset.Position(te.Pos)
		pos.Filename = filepath.Base(pos.Filename)
		return pos.String() + ": " + oneLine(te.Msg)
	}
	return oneLine(err.Error())
}

// lookup gives access to the facts of direct imports: the same that go vet hands over, so both find the same.
func (l *loader) lookup(n *node) unit.Lookup {
	facts := make(map[string]*summary.Package)
	for _, d := range n.deps {
		if d.state != nil && d.state.result != nil {
			facts[d.path] = d.state.result.Facts
		}
	}
	return func(path string) *summary.Package { return facts[path] }
}

// program collects the results.
func (l *loader) program() *Program {
	prog := &Program{Dirs: make(map[string]string), Incomplete: slices.Clone(l.graph.skips), Stats: l.stats}
	byPath := make(map[string]*Package)
	for _, n := range l.graph.order {
		if n.kind != own {
			continue
		}
		prog.Dirs[n.path] = n.Dir
		prog.Stats.Packages++
		if n.state.cached {
			prog.Stats.Cached++
		}
		if reason := n.state.result.Incomplete; reason != "" {
			prog.Incomplete = append(prog.Incomplete, Incomplete{n.path, l.locate(n, reason)})
		}
		p := n.pack()
		if base := byPath[n.path]; base != nil {
			base.merge(p)
			continue
		}
		byPath[n.path] = p
		prog.Packages = append(prog.Packages, p)
	}
	slices.SortFunc(prog.Packages, func(a, b *Package) int { return strings.Compare(a.Path, b.Path) })
	slices.SortFunc(prog.Incomplete, func(a, b Incomplete) int {
		return strings.Compare(a.Package+"\x00"+a.Reason, b.Package+"\x00"+b.Reason)
	})
	prog.Incomplete = slices.Compact(prog.Incomplete)
	return prog
}

func (n *node) pack() *Package {
	p := &Package{
		Path: n.path, Dir: n.Dir, Result: n.state.result, Cached: n.state.cached,
		Report: !n.DepOnly, Generated: n.state.generated,
	}
	if n.Module != nil {
		p.Module = n.Module.Path
	}
	for _, f := range n.files {
		p.Files = append(p.Files, filepath.Base(f))
	}
	return p
}

// merge adds the test files of p's variant q. Findings in other files are the same in both and come from p.
func (p *Package) merge(q *Package) {
	res := *p.Result
	for _, f := range q.Result.Findings {
		if strings.HasSuffix(f.At.File, "_test.go") {
			res.Findings = append(slices.Clip(res.Findings), f)
		}
	}
	slices.SortStableFunc(res.Findings, func(a, b rule.Finding) int { return a.Compare(&b) })
	for _, c := range q.Result.Comments {
		if strings.HasSuffix(c.At.File, "_test.go") {
			res.Comments = append(slices.Clip(res.Comments), c)
		}
	}
	p.Result = &res
	p.Cached = p.Cached && q.Cached
	p.Report = p.Report || q.Report
	p.Files = union(p.Files, q.Files)
	p.Generated = union(p.Generated, q.Generated)
}

func union(a, b []string) []string {
	list := slices.Concat(a, b)
	slices.Sort(list)
	return slices.Compact(list)
}

// locate completes a position with a base name, as kept in the cache, to a file name.
func (l *loader) locate(n *node, reason string) string {
	file, rest, ok := strings.Cut(reason, ":")
	if !ok || !strings.HasSuffix(file, ".go") || strings.ContainsAny(file, "/ ") {
		return reason
	}
	dir, err := filepath.Abs(dirOrDot(l.opt.Dir))
	if err != nil {
		return reason
	}
	return shortPath(dir, filepath.Join(n.Dir, file)) + ":" + rest
}
