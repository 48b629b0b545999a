package load

import (
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/idemvet/idemvet/internal/source"
)

// kind says what is wanted of a package.
type kind uint8

const (
	// foreign packages contribute types only.
	foreign kind = iota
	// own packages are parsed whole and analysed: those of the main modules and of modules that are replaced by a directory, and
	// any other package outside the standard library that the patterns name.
	own
	// bridge packages contribute types only but import own ones, which happens when a module that was fetched imports back.
	// They are scheduled with the own packages, since their types cannot be older.
	bridge
)

// node is one package of the program.
type node struct {
	*listed
	path       string // import path without the suffix of a test variant
	kind       kind
	deps       []*node // direct imports
	dependents []*node // own and bridge packages that import this one
	files      []string
	goVersion  string // "go1.22", "" for the newest
	variant    bool   // built for one test only
	dead       bool   // its types cannot be had

	content hash // of the files, where they can change
	key     hash
	api     hash // own: changes with what importers can see of the types
	facts   hash // own: changes with the facts
	types   *types.Package
	state   *state // own and bridge
	strip   *stripped
}

// graph holds the packages of one run.
type graph struct {
	byID  map[string]*node
	order []*node // dependencies first
	skips []Incomplete
}

// newGraph classifies what the go command listed. It fails if there is nothing to analyse.
func newGraph(o *Options, pkgs []*listed, env *buildEnv) (*graph, error) {
	g := &graph{byID: make(map[string]*node, len(pkgs))}
	var reasons []string
	onlyStandard := true
	for _, p := range pkgs {
		if p.isTestMain() {
			continue
		}
		if p.Module != nil && source.Vendored(p.Dir, p.ImportPath) && slices.Contains(o.Patterns, "work") {
			p.DepOnly = true // with a vendor directory, the go command means all that is in it too
		}
		n := newNode(p)
		onlyStandard = onlyStandard && (p.DepOnly || p.Standard)
		g.byID[p.ImportPath] = n
		if n.kind == own && len(n.files) == 0 {
			if p.Error == nil {
				continue // only test files
			}
			reasons = append(reasons, p.reason(o.Dir))
			if !noGoFiles(p.Error.Err) {
				g.skips = append(g.skips, Incomplete{p.ImportPath, p.reason(o.Dir)})
			}
			continue
		}
		g.order = append(g.order, n)
	}
	g.link()
	owns := 0
	for _, n := range g.order {
		if n.kind == own {
			owns++
		}
	}
	switch {
	case owns > 0:
		return g, nil
	case env.GOMOD == os.DevNull:
		return nil, brokenf(nil, "no go.mod in %s or above; run in a module, or make one with go mod init", dirOrDot(o.Dir))
	case len(reasons) > 0:
		return nil, usagef("nothing to analyse: %s", reasons[0])
	case onlyStandard:
		return nil, usagef("%s names only the standard library, which is modelled and not analysed", strings.Join(o.Patterns, " "))
	}
	return nil, usagef("no Go files to analyse in %s for %s", dirOrDot(o.Dir), strings.Join(o.Patterns, " "))
}

func newNode(p *listed) *node {
	n := &node{listed: p, path: p.ImportPath, goVersion: p.goVersion(), variant: p.ForTest != ""}
	if i := strings.Index(p.ImportPath, " ["); i >= 0 {
		n.path = p.ImportPath[:i]
	}
	n.files = slices.Sorted(slices.Values(slices.Concat(p.GoFiles, p.CgoFiles)))
	if !p.Standard && (!p.DepOnly || p.ownModule(n.path)) {
		n.kind = own
	}
	return n
}

// isTestMain recognises the generated main package of a test by an import that nobody else is allowed.
func (p *listed) isTestMain() bool {
	return p.Name == "main" && slices.Contains(p.Imports, "testing/internal/testdeps")
}

// ownModule reports whether the package belongs to a module that is worked on here.
func (p *listed) ownModule(path string) bool {
	m := p.Module
	return m != nil && (m.Main || !source.Fetched(p.Dir, path, m.Path))
}

func inDir(path, dir string) bool {
	return path == dir || dir != "" && strings.HasPrefix(path, strings.TrimSuffix(dir, string(filepath.Separator))+string(filepath.Separator))
}

// goVersion is the language version of the package, as the go command passes it to the compiler.
func (p *listed) goVersion() string {
	m := p.Module
	switch {
	case p.Standard || m == nil:
		return ""
	case m.GoVersion != "":
		return "go" + m.GoVersion
	case m.Replace != nil && m.Replace.GoVersion != "":
		return "go" + m.Replace.GoVersion
	}
	return "go1.16"
}

// immutable reports whether module version or Go version stand for the contents of the files.
func (p *listed) immutable(env *buildEnv) bool {
	if p.Standard {
		return strings.HasPrefix(env.GOVERSION, "go1")
	}
	m := p.Module
	if m == nil || m.Main {
		return false
	}
	if m.Replace != nil {
		return m.Replace.Version != "" && inDir(p.Dir, m.Replace.Dir)
	}
	return m.Version != "" && inDir(p.Dir, m.Dir) // vendored packages have no module directory
}

// moduleID names the module version that provides the package.
func (p *listed) moduleID() string {
	m := p.Module
	if m == nil {
		return ""
	}
	if r := m.Replace; r != nil {
		if r.Version == "" {
			return m.Path // its directory says nothing, its files are hashed
		}
		m = r
	}
	return m.Path + "@" + m.Version
}

func (p *listed) reason(dir string) string {
	msg := oneLine(p.Error.Err)
	if p.Error.Pos != "" && !strings.HasPrefix(msg, p.Error.Pos) {
		msg = shortPos(dir, p.Error.Pos) + ": " + msg
	}
	return msg
}

func shortPos(dir, pos string) string {
	if file, rest, ok := strings.Cut(pos, ".go:"); ok {
		return shortPath(dir, file) + ".go:" + rest
	}
	return pos
}

// noGoFiles recognises the go command's ways to say that a directory holds nothing for this build.
func noGoFiles(msg string) bool {
	return strings.Contains(msg, "no Go files in") || strings.Contains(msg, "no non-test Go files in") ||
		strings.Contains(msg, "build constraints exclude all Go files")
}

// link resolves imports and finds the bridges. The order of the list makes one pass enough.
func (g *graph) link() {
	for _, n := range g.order {
		for _, id := range n.Imports {
			d := g.byID[id]
			if d == nil || id == "unsafe" || id == "C" {
				continue
			}
			n.deps = append(n.deps, d)
			if d.kind != foreign && n.kind == foreign {
				n.kind = bridge
			}
		}
		if n.kind == foreign {
			continue
		}
		n.state = &state{}
		for _, d := range n.deps {
			d.dependents = append(d.dependents, n)
		}
	}
}

// resolve returns the package that an import path in the source of n means, or nil.
func (g *graph) resolve(n *node, path string) *node {
	if id, ok := n.ImportMap[path]; ok {
		path = id
	}
	return g.byID[path]
}

// ours returns the own and bridge packages, dependencies first.
func (g *graph) ours() []*node {
	var list []*node
	for _, n := range g.order {
		if n.kind != foreign {
			list = append(list, n)
		}
	}
	return list
}
