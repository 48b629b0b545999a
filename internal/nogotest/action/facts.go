package action

import (
	"bytes"
	"cmp"
	"encoding/gob"
	"fmt"
	"go/types"
	"os"
	"reflect"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/objectpath"
)

// facts are what analyzers said about packages and objects, of this package and of those below it.
type facts struct {
	pkg *types.Package
	mu  sync.Mutex
	all map[about]analysis.Fact
}

// about is what a fact is about; the object is nil if that is the package.
type about struct {
	pkg  *types.Package
	obj  types.Object
	kind reflect.Type
}

// record is a fact on the way to importers.
type record struct {
	Package string
	Object  objectpath.Path
	Fact    analysis.Fact
}

// readFacts reads the files of direct imports. What is about a package or object that these do not lead to is nothing that could be asked for.
func readFacts(pkg *types.Package, files map[string]string, known map[string]*types.Package) (*facts, error) {
	f := &facts{pkg: pkg, all: map[about]analysis.Fact{}}
	for _, imp := range pkg.Imports() {
		name := files[imp.Path()]
		if name == "" {
			continue // the standard library has none
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if len(data) == 0 {
			continue
		}
		var list []record
		if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&list); err != nil {
			return nil, fmt.Errorf("facts of %s: %w", imp.Path(), err)
		}
		for _, r := range list {
			key := about{pkg: known[r.Package], kind: reflect.TypeOf(r.Fact)}
			if key.pkg == nil {
				continue
			}
			if r.Object != "" {
				if key.obj, err = objectpath.Object(key.pkg, r.Object); err != nil {
					continue
				}
			}
			f.all[key] = r.Fact
		}
	}
	return f, nil
}

// encode makes the file for importers. Facts of others are passed on only where they are about types, methods and fields: these can be met
// by who imports this package alone.
func (f *facts) encode() ([]byte, error) {
	var list []record
	paths := new(objectpath.Encoder)
	for key, fact := range f.all {
		if key.pkg != f.pkg && !passedOn(key.obj) {
			continue
		}
		r := record{Package: key.pkg.Path(), Fact: fact}
		if key.obj != nil {
			path, err := paths.For(key.obj)
			if err != nil {
				continue // nobody outside can name it
			}
			r.Object = path
		}
		list = append(list, r)
	}
	if len(list) == 0 {
		return nil, nil
	}
	slices.SortFunc(list, func(a, b record) int {
		return cmp.Or(cmp.Compare(a.Package, b.Package), cmp.Compare(a.Object, b.Object), cmp.Compare(reflect.TypeOf(a.Fact).String(), reflect.TypeOf(b.Fact).String()))
	})
	var buf bytes.Buffer
	err := gob.NewEncoder(&buf).Encode(list)
	return buf.Bytes(), err
}

func passedOn(obj types.Object) bool {
	if obj == nil {
		return false
	}
	_, isType := obj.(*types.TypeName)
	return isType || obj.Parent() != obj.Pkg().Scope()
}

// connect gives a pass its access to the facts.
func (f *facts) connect(p *analysis.Pass) {
	kinds := map[reflect.Type]bool{}
	for _, kind := range p.Analyzer.FactTypes {
		kinds[reflect.TypeOf(kind)] = true
	}
	p.ImportObjectFact = func(obj types.Object, into analysis.Fact) bool { return f.get(about{obj.Pkg(), obj, nil}, into) }
	p.ImportPackageFact = func(pkg *types.Package, into analysis.Fact) bool { return f.get(about{pkg, nil, nil}, into) }
	p.ExportObjectFact = func(obj types.Object, fact analysis.Fact) {
		if obj.Pkg() != f.pkg {
			panic(fmt.Sprintf("a fact about %v, which is of another package", obj))
		}
		f.put(about{f.pkg, obj, nil}, fact)
	}
	p.ExportPackageFact = func(fact analysis.Fact) { f.put(about{f.pkg, nil, nil}, fact) }
	p.AllObjectFacts = func() (list []analysis.ObjectFact) {
		f.each(kinds, func(key about, fact analysis.Fact) {
			if key.obj != nil {
				list = append(list, analysis.ObjectFact{Object: key.obj, Fact: fact})
			}
		})
		return list
	}
	p.AllPackageFacts = func() (list []analysis.PackageFact) {
		f.each(kinds, func(key about, fact analysis.Fact) {
			if key.obj == nil {
				list = append(list, analysis.PackageFact{Package: key.pkg, Fact: fact})
			}
		})
		return list
	}
}

func (f *facts) get(key about, into analysis.Fact) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	key.kind = reflect.TypeOf(into)
	fact, ok := f.all[key]
	if ok {
		reflect.ValueOf(into).Elem().Set(reflect.ValueOf(fact).Elem())
	}
	return ok
}

func (f *facts) put(key about, fact analysis.Fact) {
	f.mu.Lock()
	defer f.mu.Unlock()
	key.kind = reflect.TypeOf(fact)
	f.all[key] = fact
}

// each visits the facts in the random order of the map, as hosts do.
func (f *facts) each(kinds map[reflect.Type]bool, visit func(about, analysis.Fact)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for key, fact := range f.all {
		if kinds[key.kind] {
			visit(key, fact)
		}
	}
}
