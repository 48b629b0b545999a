package gclplugin

import (
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// golangci-lint takes a linter only if it has no init function, ends no process, and reads nothing but what it is given. This test
// looks at what the plugin and the analyzers can reach in this module.

const module = "github.com/idemvet/idemvet"

// excused are the functions that do something forbidden all the same, with the reason.
var excused = map[string]string{
	"internal/ssapkg.(*Package).embeds": "reads SQL that the package embeds, which is part of the package as its Go files are; hosts name no such files",
}

// forbidden reports whether a function of another module must not be used.
func forbidden(obj types.Object) bool {
	if obj.Pkg() == nil {
		return obj.Name() == "panic"
	}
	name := obj.Name()
	switch obj.Pkg().Path() {
	case "os":
		_, isType := obj.(*types.TypeName)
		return !isType && !strings.HasPrefix(name, "Err") && !strings.HasPrefix(name, "Path") && name != "IsNotExist"
	case "log":
		return strings.HasPrefix(name, "Fatal") || strings.HasPrefix(name, "Panic")
	case "path/filepath":
		return slices.Contains([]string{"Abs", "EvalSymlinks", "Glob", "Walk", "WalkDir"}, name)
	case "runtime":
		return name == "Goexit"
	case "os/exec", "net", "net/http", "syscall", "io/ioutil":
		return true
	}
	return false
}

func TestAcceptance(t *testing.T) {
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports | packages.NeedDeps | packages.NeedModule,
		Dir:  "..",
	}, "./gclplugin", "./analyzers/...")
	if err != nil {
		t.Fatal(err)
	}
	g := &reach{uses: map[types.Object][]types.Object{}, named: map[string][]types.Object{}, bad: map[types.Object][]string{}}
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		for _, e := range p.Errors {
			t.Error(e)
		}
		if p.Module != nil && p.Module.Path == module {
			g.own = append(g.own, p)
		}
		g.interfaces(p.Types)
	})
	if len(g.own) < 40 {
		t.Fatalf("only %d packages of this module are part of it", len(g.own))
	}
	for _, p := range g.own {
		if p.PkgPath == module+"/gclplugin" != slices.ContainsFunc(p.Syntax, hasInit) {
			t.Errorf("%s: an init function is in gclplugin, and only there", p.PkgPath)
		}
		g.read(p)
	}
	var found []string
	for _, obj := range g.reached() {
		for _, what := range g.bad[obj] {
			if excused[label(obj)] == "" {
				t.Errorf("%s uses %s", label(obj), what)
			}
			found = append(found, label(obj))
		}
	}
	for name := range excused {
		if !slices.Contains(found, name) {
			t.Errorf("%s needs no excuse", name)
		}
	}
	t.Logf("%d packages, %d functions and variables, %d of them reached", len(g.own), len(g.uses), len(g.reached()))
}

func hasInit(f *ast.File) bool {
	return slices.ContainsFunc(f.Decls, func(d ast.Decl) bool {
		fn, ok := d.(*ast.FuncDecl)
		return ok && fn.Recv == nil && fn.Name.Name == "init"
	})
}

// label names a function or variable as the table does.
func label(obj types.Object) string {
	name := obj.Name()
	if fn, ok := obj.(*types.Func); ok && fn.Signature().Recv() != nil {
		recv := types.TypeString(fn.Signature().Recv().Type(), func(*types.Package) string { return "" })
		name = "(" + recv + ")." + name
	}
	return strings.TrimPrefix(obj.Pkg().Path(), module+"/") + "." + name
}

// reach is who uses whom. Using counts as calling, and a method of an interface stands for all methods of its name: too much is
// reached, never too little.
type reach struct {
	own    []*packages.Package
	roots  []types.Object
	uses   map[types.Object][]types.Object
	named  map[string][]types.Object // methods
	bad    map[types.Object][]string
	ifaces []*types.Interface // of other modules
}

// interfaces collects those through which other modules call methods here.
func (g *reach) interfaces(p *types.Package) {
	if p == nil || strings.HasPrefix(p.Path(), module) {
		return
	}
	for _, name := range p.Scope().Names() {
		if t, ok := p.Scope().Lookup(name).(*types.TypeName); ok && t.Exported() {
			if i, ok := t.Type().Underlying().(*types.Interface); ok && i.NumMethods() > 0 {
				g.ifaces = append(g.ifaces, i)
			}
		}
	}
}

// read takes in a package. What a package variable is set to runs in any case.
func (g *reach) read(p *packages.Package) {
	for _, f := range p.Syntax {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				obj := p.TypesInfo.Defs[d.Name]
				g.body(p, obj, d)
				if d.Recv != nil {
					g.named[d.Name.Name] = append(g.named[d.Name.Name], obj)
					g.calledBack(obj.(*types.Func))
				}
				if public := p.PkgPath == module+"/gclplugin" || strings.HasPrefix(p.PkgPath, module+"/analyzers"); public {
					g.roots = append(g.roots, obj)
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if v, ok := s.(*ast.ValueSpec); ok {
						obj := p.TypesInfo.Defs[v.Names[0]]
						g.body(p, obj, v)
						g.roots = append(g.roots, obj)
					}
				}
			}
		}
	}
}

// calledBack makes a root of a method by which its type is one of the other modules' interfaces.
func (g *reach) calledBack(fn *types.Func) {
	recv := fn.Signature().Recv().Type()
	if p, ok := recv.(*types.Pointer); ok {
		recv = p.Elem()
	}
	for _, i := range append(g.ifaces, types.Universe.Lookup("error").Type().Underlying().(*types.Interface)) {
		for m := range i.Methods() {
			if m.Name() == fn.Name() && types.Implements(types.NewPointer(recv), i) {
				g.roots = append(g.roots, fn)
				return
			}
		}
	}
}

func (g *reach) body(p *packages.Package, of types.Object, n ast.Node) {
	g.uses[of] = nil
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || p.TypesInfo.Uses[id] == nil {
			return true
		}
		used := p.TypesInfo.Uses[id]
		if fn, ok := used.(*types.Func); ok {
			used = fn.Origin()
		}
		_, builtin := used.(*types.Builtin)
		switch {
		case builtin && used.Name() == "panic", used.Pkg() != nil && used.Parent() == used.Pkg().Scope() && !strings.HasPrefix(used.Pkg().Path(), module) && forbidden(used):
			what := used.Name()
			if used.Pkg() != nil {
				what = used.Pkg().Path() + "." + what
			}
			g.bad[of] = append(g.bad[of], fmt.Sprintf("%s in line %d", what, p.Fset.Position(id.Pos()).Line))
		default:
			g.uses[of] = append(g.uses[of], used)
		}
		return true
	})
}

// reached lists what can run, sorted.
func (g *reach) reached() []types.Object {
	seen := map[types.Object]bool{}
	todo := slices.Clone(g.roots)
	for len(todo) > 0 {
		obj := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if obj == nil || seen[obj] {
			continue
		}
		fn, ok := obj.(*types.Func)
		if ok && fn.Signature().Recv() != nil && types.IsInterface(fn.Signature().Recv().Type()) {
			seen[obj] = true
			todo = append(todo, g.named[fn.Name()]...)
			continue
		}
		if _, known := g.uses[obj]; !known {
			continue
		}
		seen[obj] = true
		todo = append(todo, g.uses[obj]...)
	}
	out := slices.Collect(maps.Keys(seen))
	out = slices.DeleteFunc(out, func(o types.Object) bool { return o.Pkg() == nil })
	slices.SortFunc(out, func(a, b types.Object) int { return strings.Compare(label(a), label(b)) })
	return out
}
