package load

import (
	"crypto/sha256"
	"fmt"
	"go/constant"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// apiHash changes with everything that importers of n can see of its types: exported objects, the package's own types
// that these mention, and the same for other packages that they mention.
//
// A hash of the export data would do too, if that did not depend on how equal types are shared in memory, which is
// different after a partial reading. Text in sorted order is the same each time.
func (l *loader) apiHash(n *node) (sum hash) {
	defer func() {
		if recover() != nil { // types of packages with errors can be odd; then importers depend on the whole package
			sum = digest("no types", n.key)
		}
	}()
	w := newAPIWalker(n.types)
	w.walk()
	slices.Sort(w.lines)
	h := sha256.New()
	fmt.Fprintf(h, "%s %s\n", n.path, n.types.Name())
	for _, line := range slices.Compact(w.lines) {
		fmt.Fprintln(h, line)
	}
	refs := slices.SortedFunc(maps.Keys(w.refs), func(a, b *types.Package) int { return strings.Compare(a.Path(), b.Path()) })
	for _, ref := range refs {
		if d := l.graph.byID[ref.Path()]; d != nil && d.kind == foreign {
			fmt.Fprintf(h, "%s %x\n", ref.Path(), d.key)
		} else if d != nil {
			fmt.Fprintf(h, "%s %x\n", ref.Path(), d.api)
		}
	}
	return hash(h.Sum(nil))
}

// apiWalker writes one line for each object and for each type of the package that is reachable.
type apiWalker struct {
	pkg   *types.Package
	seen  map[types.Type]bool
	refs  map[*types.Package]bool
	lines []string
}

func newAPIWalker(pkg *types.Package) *apiWalker {
	return &apiWalker{pkg: pkg, seen: make(map[types.Type]bool), refs: make(map[*types.Package]bool)}
}

// walk visits what is exported.
func (w *apiWalker) walk() {
	scope := w.pkg.Scope()
	for _, name := range scope.Names() {
		if obj := scope.Lookup(name); obj.Exported() {
			w.object(obj)
		}
	}
}

func (w *apiWalker) line(format string, args ...any) {
	w.lines = append(w.lines, fmt.Sprintf(format, args...))
}

func (w *apiWalker) text(t types.Type) string { return types.TypeString(t, nil) }

func (w *apiWalker) object(obj types.Object) {
	text := types.ObjectString(obj, nil)
	if c, ok := obj.(*types.Const); ok && c.Val().Kind() != constant.Unknown {
		text += " = " + c.Val().ExactString()
	}
	w.line("%s", text)
	w.visit(obj.Type())
}

// visit walks the structure of t.
func (w *apiWalker) visit(t types.Type) {
	if t == nil || w.seen[t] {
		return
	}
	if _, ok := t.(*types.Basic); ok {
		return
	}
	w.seen[t] = true
	switch t := t.(type) {
	case *types.Named:
		w.named(t)
	case *types.Alias:
		if w.local(t.Obj()) {
			w.line("alias %s = %s", w.text(t), w.text(t.Rhs()))
		}
		w.list(t.TypeArgs())
		w.visit(t.Rhs())
	case *types.Map:
		w.visit(t.Key())
		w.visit(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			w.visit(f.Type())
		}
	case *types.Tuple:
		for v := range t.Variables() {
			w.visit(v.Type())
		}
	case *types.Signature:
		w.params(t.TypeParams())
		w.visit(t.Params())
		w.visit(t.Results())
	case *types.Interface:
		w.iface(t)
	case *types.Union:
		for term := range t.Terms() {
			w.visit(term.Type())
		}
	case *types.TypeParam:
		w.visit(t.Constraint())
	case interface{ Elem() types.Type }: // pointer, slice, array, channel
		w.visit(t.Elem())
	}
}

// named describes a type of this package with all its methods; of another package's type only the package matters.
func (w *apiWalker) named(t *types.Named) {
	w.list(t.TypeArgs())
	if origin := t.Origin(); origin != t {
		w.visit(origin)
		return
	}
	if !w.local(t.Obj()) {
		return
	}
	w.params(t.TypeParams())
	w.line("%s %s", types.ObjectString(t.Obj(), nil), w.text(t.Underlying()))
	w.visit(t.Underlying())
	for m := range t.Methods() {
		w.line("%s", types.ObjectString(m, nil))
		w.visit(m.Type())
	}
}

func (w *apiWalker) iface(t *types.Interface) {
	for m := range t.ExplicitMethods() {
		w.visit(m.Type())
	}
	for e := range t.EmbeddedTypes() {
		w.visit(e)
	}
}

func (w *apiWalker) list(l *types.TypeList) {
	for t := range l.Types() {
		w.visit(t)
	}
}

func (w *apiWalker) params(l *types.TypeParamList) {
	for p := range l.TypeParams() {
		w.visit(p.Constraint())
	}
}

// local reports whether an object belongs to the package, and records the package of any other one.
func (w *apiWalker) local(obj types.Object) bool {
	if pkg := obj.Pkg(); pkg != w.pkg {
		if pkg != nil {
			w.refs[pkg] = true
		}
		return false
	}
	return true
}
