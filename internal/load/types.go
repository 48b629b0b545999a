package load

import (
	"bytes"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"sync"

	"golang.org/x/tools/go/gcexportdata"
)

// errDamaged means that kept types could not be read although they seemed to be there.
var errDamaged = errors.New("damaged cache entry")

// typeTable holds the types of the packages in use.
//
// Types of foreign packages come from source or from export data. Export data is self-contained: reading a package also
// declares what it needs of others, so a path can be known in part before it is known in whole. Reading completes
// partial packages but adds to them, which is not safe beside their users; hence the lock. And a package must not be
// checked from source once a partial copy of it exists, or one type would have two identities; hence the order: what
// is not in the cache is checked first, together with everything that it needs, and only then is the first read.
// Own packages always come from source, so all this does not concern them.
type typeTable struct {
	use sync.RWMutex // held for reading by users of types, for writing while export data is read

	mu   sync.Mutex // guards pkgs among users
	pkgs map[string]*types.Package

	fset    *token.FileSet // of own packages
	foreign *token.FileSet // of stripped files
	sizes   types.Sizes
}

func newTypeTable(env *buildEnv) *typeTable {
	t := &typeTable{
		pkgs:    map[string]*types.Package{"unsafe": types.Unsafe},
		fset:    token.NewFileSet(),
		foreign: token.NewFileSet(),
		sizes:   types.SizesFor("gc", env.GOARCH),
	}
	// Positions in stripped files mean nothing. Keeping them out of the range of the other set makes them invalid there.
	t.foreign.AddFile("", 1, 1<<30)
	return t
}

// add records a package that was checked from source.
func (t *typeTable) add(pkg *types.Package) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.pkgs[pkg.Path()] = pkg
}

// read loads a package from export data. The caller holds the lock for writing.
func (t *typeTable) read(path string, packed []byte) (pkg *types.Package, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("reading types of %s: %v", path, r)
		}
	}()
	data, err := unpack(packed)
	if err != nil {
		return nil, err
	}
	return gcexportdata.Read(bytes.NewReader(data), token.NewFileSet(), t.pkgs, path)
}

// write returns export data without positions, so that it does not depend on where and on which line things are.
func write(pkg *types.Package) (packed []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("writing types of %s: %v", pkg.Path(), r)
		}
	}()
	var buf bytes.Buffer
	if err := gcexportdata.Write(&buf, nil, pkg); err != nil {
		return nil, err
	}
	return pack(buf.Bytes()), nil
}

// ensure makes the types of all direct imports of n available.
func (l *loader) ensure(n *node) error {
	if !l.lacks(n) {
		return nil
	}
	l.types.use.Lock()
	defer l.types.use.Unlock()
	return l.obtain(n.deps)
}

func (l *loader) lacks(n *node) bool {
	l.types.use.RLock()
	defer l.types.use.RUnlock()
	return slices.ContainsFunc(n.deps, (*node).absent)
}

// absent reports whether the types of n have still to be loaded.
func (n *node) absent() bool { return n.types == nil && !n.dead && len(n.files) > 0 }

// obtain reads foreign packages from the cache and checks the declarations of own packages whose results were kept.
// The caller holds the lock for writing.
func (l *loader) obtain(list []*node) error {
	for _, d := range list {
		if !d.absent() {
			continue
		}
		if d.kind == foreign {
			if err := l.fromCache(d); err != nil {
				return err
			}
			continue
		}
		d.strip = l.stripPackage(d)
		if err := l.obtain(d.strip.needs); err != nil {
			return err
		}
		l.checkStripped(d)
	}
	return nil
}

func (l *loader) fromCache(d *node) error {
	data, ok := l.store.get(exportID(d.key))
	if !ok {
		return fmt.Errorf("%w: types of %s are gone", errDamaged, d.path)
	}
	pkg, err := l.types.read(d.path, data)
	if err != nil {
		return fmt.Errorf("%w: %w", errDamaged, err)
	}
	d.types = pkg
	l.stats.ForeignCached++
	return nil
}

// importer resolves the imports of n.
type importer struct {
	g *graph
	n *node
}

// Import returns types that ensure or loadForeign made available.
func (i importer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	d := i.g.resolve(i.n, path)
	switch {
	case d == nil:
		return nil, errors.New("the go command does not know it")
	case d.types != nil:
		return d.types, nil
	case d.Error != nil:
		return nil, errors.New(oneLine(d.Error.Err))
	}
	return nil, errors.New("its types could not be loaded")
}

func (l *loader) config(n *node) *types.Config {
	return &types.Config{
		Importer:    importer{l.graph, n},
		GoVersion:   n.goVersion,
		Sizes:       l.types.sizes,
		FakeImportC: true,
		Error:       func(error) {},
	}
}

const stripMode = parser.SkipObjectResolution
