package load

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"strconv"
	"sync/atomic"
)

// stripped is a package without function bodies.
type stripped struct {
	names []string
	files [][]byte
	uses  []map[string]bool // per file: names that are selected from
	needs []*node           // imports that the declarations mention
}

// loadForeign makes the types of foreign packages available. If the cache has all that may be wanted, they are read
// when they are. Otherwise all of them are checked from source: a package from source and a partial copy of it inside
// another one's export data do not go together, and a new module version changes most keys anyway.
func (l *loader) loadForeign() error {
	direct := make(map[*node]bool)
	complete := true
	for _, n := range l.graph.order {
		if !n.maybe() {
			continue
		}
		for _, d := range n.deps {
			if d.kind == foreign && !direct[d] && len(d.files) > 0 {
				direct[d] = true
				complete = complete && l.store.has(exportID(d.key))
			}
		}
	}
	if complete {
		return nil
	}
	l.checkForeign(l.stripAll(direct), direct)
	return nil
}

// stripAll strips the given packages and everything that their declarations need, and returns all of them with
// dependencies first. Imports that only function bodies use are left out, which is about half of them.
func (l *loader) stripAll(direct map[*node]bool) []*node {
	seen := make(map[*node]bool)
	var wave []*node
	for _, n := range l.graph.order {
		if direct[n] {
			seen[n] = true
			wave = append(wave, n)
		}
	}
	for len(wave) > 0 && l.ctx.Err() == nil {
		parallel(l.workers, wave, func(n *node) { n.strip = l.stripPackage(n) })
		var next []*node
		for _, n := range wave {
			for _, d := range n.strip.needs {
				if d.kind == foreign && !seen[d] && len(d.files) > 0 {
					seen[d] = true
					next = append(next, d)
				}
			}
		}
		wave = next
	}
	var list []*node
	for _, n := range l.graph.order {
		if seen[n] {
			list = append(list, n)
		}
	}
	return list
}

// stripPackage reads the files of n. Files that cannot be read are left out: importers will miss their names.
func (l *loader) stripPackage(n *node) *stripped {
	s := &stripped{}
	needs := make(map[*node]bool)
	for _, name := range n.files {
		src, err := os.ReadFile(n.file(name))
		if err != nil {
			continue
		}
		uses := make(map[string]bool)
		out := strip(src, uses)
		s.names = append(s.names, name)
		s.files = append(s.files, out)
		s.uses = append(s.uses, uses)
		file, _ := parser.ParseFile(token.NewFileSet(), name, out, parser.ImportsOnly|stripMode)
		if file == nil {
			continue
		}
		for _, spec := range file.Imports {
			if d := l.neededImport(n, spec, uses); d != nil && !needs[d] {
				needs[d] = true
				s.needs = append(s.needs, d)
			}
		}
	}
	return s
}

// neededImport returns the package behind an import whose name is used, or nil.
func (l *loader) neededImport(n *node, spec *ast.ImportSpec, uses map[string]bool) *node {
	path, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return nil
	}
	d := l.graph.resolve(n, path)
	if d == nil {
		return nil
	}
	name := d.Name
	if spec.Name != nil {
		name = spec.Name.Name
	}
	if name == "." || name == "" || uses[name] {
		return d
	}
	return nil
}

// checkForeign type-checks stripped packages and keeps those that own packages import. The ones below are inside their
// export data, as far as they matter.
func (l *loader) checkForeign(list []*node, direct map[*node]bool) {
	var loaded atomic.Int64
	l.schedule(list, func(n *node) []*node { return n.strip.needs }, func(n *node) {
		defer func() {
			if r := recover(); r != nil {
				n.failed = true
			}
		}()
		clean := l.checkStripped(n)
		loaded.Add(1)
		if !direct[n] || !clean || l.store.has(exportID(n.key)) {
			return
		}
		if data, err := write(n.types); err == nil {
			l.store.put(exportID(n.key), data)
		}
	})
	l.stats.ForeignLoaded = int(loaded.Load())
}

// checkStripped type-checks the declarations of n and reports whether there were no errors. Errors are otherwise
// ignored: what matters to an own package shows up there.
func (l *loader) checkStripped(n *node) bool {
	s := n.strip
	var files []*ast.File
	clean := len(s.files) == len(n.files)
	for i, src := range s.files {
		file, err := parser.ParseFile(l.types.foreign, s.names[i], src, stripMode)
		if err != nil {
			clean = false
		}
		if file != nil {
			l.dropImports(n, file, s.uses[i])
			files = append(files, file)
		}
	}
	n.strip = &stripped{needs: s.needs}
	conf := l.config(n)
	conf.IgnoreFuncBodies = true
	conf.Error = func(err error) {
		clean = false
		if debugForeign {
			fmt.Fprintln(os.Stderr, n.path, err)
		}
	}
	pkg, _ := conf.Check(n.path, l.types.foreign, files, nil)
	n.types = pkg
	if !n.variant {
		l.types.add(pkg)
	}
	return clean
}

var debugForeign = os.Getenv("IDEMVET_DEBUG_FOREIGN") != ""

// dropImports removes the imports that the declarations do not mention, so that nobody has to load them.
func (l *loader) dropImports(n *node, file *ast.File, uses map[string]bool) {
	for _, decl := range file.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || gen.Tok != token.IMPORT {
			break
		}
		var kept []ast.Spec
		for _, s := range gen.Specs {
			spec := s.(*ast.ImportSpec)
			if spec.Path.Value == `"C"` || spec.Path.Value == `"unsafe"` || l.neededImport(n, spec, uses) != nil {
				kept = append(kept, s)
			}
		}
		gen.Specs = kept
	}
}

var _ types.Importer = importer{}
