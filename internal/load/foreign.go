package load

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
)

// stripped is a package without function bodies.
type stripped struct {
	names []string
	files [][]byte
	uses  []map[string]bool // per file: names that are selected from
	needs []*node           // imports that the declarations mention
}

// loadForeign checks from source the foreign packages that may be wanted and are not in the cache. The others are read
// when they are wanted.
func (l *loader) loadForeign() error {
	var wanted []*node
	seen := make(map[*node]bool)
	var visit func(n *node)
	visit = func(n *node) {
		if seen[n] {
			return
		}
		seen[n] = true
		if n.kind == foreign {
			if len(n.files) > 0 {
				wanted = append(wanted, n)
			}
			return
		}
		for _, d := range n.deps {
			visit(d)
		}
	}
	for _, n := range l.graph.order {
		if n.maybe() {
			visit(n)
		}
	}
	missing := l.notKept(wanted)
	l.checkForeign(l.stripAll(missing), missing)
	return nil
}

// askers is how many packages the store is asked for at a time: a cache program may have to ask another machine.
const askers = 16

// notKept returns those of the packages whose types are not in the store.
func (l *loader) notKept(list []*node) map[*node]bool {
	var mu sync.Mutex
	missing := make(map[*node]bool)
	parallel(askers, list, func(n *node) {
		if !l.store.has(exportID(n.key)) {
			mu.Lock()
			missing[n] = true
			mu.Unlock()
		}
	})
	return missing
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
		if seen[n] && n.strip != nil { // not so for those that were left when the context ended
			list = append(list, n)
		}
	}
	return list
}

// stripPackage reads the files of n. If they cannot be read or are not those that were hashed, nothing that this run
// finds out is kept.
func (l *loader) stripPackage(n *node) *stripped {
	s := &stripped{}
	needs := make(map[*node]bool)
	contents, sum, err := readFiles(n)
	if err != nil || sum != n.content && n.content != (hash{}) {
		l.unstable.Store(true)
	}
	for i, src := range contents {
		name := n.files[i]
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
	l.opt.progress(0, len(list), "reading types of libraries")
	l.schedule(list, func(n *node) []*node { return n.strip.needs }, func(n *node) {
		clean := l.checkStripped(n)
		l.opt.progress(int(loaded.Add(1)), len(list), "reading types of libraries")
		if !direct[n] || !clean || n.types == nil {
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
func (l *loader) checkStripped(n *node) (clean bool) {
	defer func() {
		if recover() != nil { // a bug met by broken code; importers will miss the package
			n.dead, clean = true, false
		}
	}()
	s := n.strip
	var files []*ast.File
	clean = len(s.files) == len(n.files)
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
	conf.Error = func(error) { clean = false }
	pkg, _ := conf.Check(n.path, l.types.foreign, files, nil)
	n.types = pkg
	if n.kind == foreign {
		l.types.add(pkg)
	}
	return clean
}

// dropImports removes the imports that the declarations do not mention, so that nobody has to load them.
func (l *loader) dropImports(n *node, file *ast.File, uses map[string]bool) {
	file.Decls = slices.DeleteFunc(file.Decls, func(decl ast.Decl) bool {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || gen.Tok != token.IMPORT {
			return false
		}
		gen.Specs = slices.DeleteFunc(gen.Specs, func(s ast.Spec) bool {
			spec := s.(*ast.ImportSpec)
			return spec.Path.Value != `"C"` && spec.Path.Value != `"unsafe"` && l.neededImport(n, spec, uses) == nil
		})
		return len(gen.Specs) == 0
	})
}
