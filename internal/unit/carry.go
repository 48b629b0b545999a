package unit

import (
	"cmp"
	"go/types"
	"slices"
	"sync"

	"github.com/idemvet/idemvet/internal/summary"
)

// reaching extends a lookup of direct imports to the packages whose types they hand out.
func reaching(pkg *types.Package, imported Lookup) Lookup {
	direct := slices.Clone(pkg.Imports())
	slices.SortFunc(direct, func(a, b *types.Package) int { return cmp.Compare(a.Path(), b.Path()) })
	var mu sync.Mutex
	known := map[string]*summary.Package{}
	return func(path string) *summary.Package {
		mu.Lock()
		defer mu.Unlock()
		facts, ok := known[path]
		if !ok {
			if facts = imported(path); facts == nil {
				facts = carried(path, direct, imported)
			}
			known[path] = facts
		}
		return facts
	}
}

// carried is what direct imports carry of a package.
func carried(path string, direct []*types.Package, imported Lookup) *summary.Package {
	var all []*summary.Package
	for _, d := range direct {
		if facts := imported(d.Path()).Carried(path); facts != nil {
			all = append(all, facts)
		}
	}
	return summary.Join(all)
}

// carry adds to the facts of a package those of other packages' types that it hands out.
func carry(pkg *types.Package, facts *summary.Package, known Lookup) {
	w := &outWalker{pkg: pkg, known: known, seen: map[types.Type]bool{}, found: map[string]map[string]bool{}}
	scope := pkg.Scope()
	for _, name := range scope.Names() {
		if obj := scope.Lookup(name); obj.Exported() {
			w.visit(obj.Type())
		}
	}
	for path, names := range w.found {
		facts.Carry(path, known(path), names)
	}
}

// outWalker finds the types that importers get from a package without naming them: those of results, variables and fields. Whoever
// passes an argument of a type has it from there, or names it.
type outWalker struct {
	pkg   *types.Package
	known Lookup
	seen  map[types.Type]bool
	found map[string]map[string]bool // names of types of other packages, by path
}

// visit walks what can be reached from a value of type t.
func (w *outWalker) visit(t types.Type) {
	if t == nil || w.seen[t] {
		return
	}
	w.seen[t] = true
	switch t := t.(type) {
	case *types.Alias:
		w.visit(types.Unalias(t))
	case *types.Named:
		w.named(t)
	case *types.Signature:
		for v := range t.Results().Variables() {
			w.visit(v.Type())
		}
	case *types.Struct:
		for f := range t.Fields() {
			if f.Exported() || f.Embedded() { // whose methods are promoted
				w.visit(f.Type())
			}
		}
	case *types.Interface:
		for m := range t.Methods() {
			if m.Exported() {
				w.visit(m.Type())
			}
		}
	case *types.Map:
		w.visit(t.Key())
		w.visit(t.Elem())
	case interface{ Elem() types.Type }: // pointer, slice, array, channel
		w.visit(t.Elem())
	}
}

func (w *outWalker) named(t *types.Named) {
	for a := range t.TypeArgs().Types() {
		w.visit(a)
	}
	if p := t.Obj().Pkg(); p == nil {
		return
	} else if p != w.pkg {
		if w.known(p.Path()) == nil {
			return // modelled: rows say what its methods do
		}
		if w.found[p.Path()] == nil {
			w.found[p.Path()] = map[string]bool{}
		}
		w.found[p.Path()][t.Obj().Name()] = true
	}
	w.visit(t.Underlying())
	for m := range t.Methods() {
		if m.Exported() {
			w.visit(m.Type())
		}
	}
}
