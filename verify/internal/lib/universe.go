package lib

import (
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
)

// Universe is one module version together with all that its declarations need. Packages are loaded when they are asked
// for. It is not safe for concurrent use; the cache and the standard library, which universes share, are.
type Universe struct {
	cache *Cache
	std   *Std
	fset  *token.FileSet

	versions map[string]string  // module path → version: what the go.mod files read so far ask for
	mods     map[string]*Module // modules in use; their versions do not change any more
	pkgs     map[string]*Package
}

// Package is a package as far as it could be type-checked.
type Package struct {
	Types  *types.Package
	Errors []error
	err    error // it could not be loaded at all
}

// Open returns the universe of a module version. It needs the module only; what else is needed is downloaded later.
func Open(cache *Cache, std *Std, path, version string) (*Universe, error) {
	u := newUniverse(cache, std)
	u.versions[path] = version
	_, err := u.module(path)
	return u, err
}

// OpenDir returns the universe of a module in a folder, for tests.
func OpenDir(cache *Cache, std *Std, path, dir string) *Universe {
	u := newUniverse(cache, std)
	u.versions[path] = ""
	u.mods[path] = &Module{Path: path, Dir: dir}
	return u
}

func newUniverse(cache *Cache, std *Std) *Universe {
	return &Universe{
		cache: cache, std: std, fset: token.NewFileSet(),
		versions: map[string]string{}, mods: map[string]*Module{}, pkgs: map[string]*Package{},
	}
}

// Load returns a package with its types.
func (u *Universe) Load(path string) (*Package, error) {
	if u.std.Has(path) {
		pkg, err := u.std.Import(path)
		return &Package{Types: pkg}, err
	}
	if p, ok := u.pkgs[path]; ok {
		if p == nil {
			return nil, errors.New("import cycle")
		}
		return p, p.err
	}
	u.pkgs[path] = nil
	p := u.load(path)
	u.pkgs[path] = p
	return p, p.err
}

func (u *Universe) load(path string) *Package {
	dir, err := u.resolve(path)
	if err != nil {
		return &Package{err: err}
	}
	files, err := readPackage(u.fset, dir, true)
	if err != nil {
		return &Package{err: err}
	}
	p := new(Package)
	p.Types, p.Errors = check(path, u.fset, files, importer{u})
	return p
}

type importer struct{ *Universe }

func (i importer) Import(path string) (*types.Package, error) {
	p, err := i.Load(path)
	if err != nil {
		return nil, err
	}
	return p.Types, nil
}

// resolve finds the folder of a package: in the module with the longest path that has it. For a package
// that no required module has, the dependencies with a fixed version are tried.
func (u *Universe) resolve(path string) (string, error) {
	dir, err := u.find(path)
	if err == nil {
		return dir, nil
	}
	for mod := path; mod != "."; mod = parent(mod) {
		if v := u.cache.Dependencies[mod]; v != "" && u.versions[mod] == "" && u.mods[mod] == nil {
			u.versions[mod] = v
			return u.find(path)
		}
	}
	return "", err
}

func (u *Universe) find(path string) (string, error) {
	var failed error
	for mod := path; mod != "."; mod = parent(mod) {
		if u.versions[mod] == "" && u.mods[mod] == nil {
			continue
		}
		m, err := u.module(mod)
		if err != nil {
			failed = err
			continue
		}
		dir := filepath.Join(m.Dir, filepath.FromSlash(strings.TrimPrefix(path[len(mod):], "/")))
		if hasGoFiles(dir) {
			return dir, nil
		}
		failed = fmt.Errorf("%s@%s has no package %s", m.Path, m.Version, path)
	}
	if failed == nil {
		failed = fmt.Errorf("no go.mod says which module has %s", path)
	}
	return "", failed
}

func parent(path string) string {
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		return path[:i]
	}
	return "."
}

func hasGoFiles(dir string) bool {
	list, _ := filepath.Glob(filepath.Join(escapeGlob(dir), "*.go"))
	return len(list) > 0
}

func escapeGlob(s string) string {
	return strings.NewReplacer(`[`, `\[`, `*`, `\*`, `?`, `\?`).Replace(s)
}

// module returns a module in use. The first time it adds the requirements of its go.mod, the higher version of two,
// except for modules that are already in use. That is the build list that the go command would choose, or close to it;
// declarations that differ between the two would be a breaking change of a dependency.
func (u *Universe) module(path string) (*Module, error) {
	if m := u.mods[path]; m != nil {
		return m, nil
	}
	m, err := u.cache.Get(path, u.versions[path])
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(m.GoMod)
	if err != nil {
		return nil, err
	}
	f, err := modfile.ParseLax(m.GoMod, text, nil)
	if err != nil {
		return nil, err
	}
	u.mods[path] = m
	for _, r := range f.Require {
		u.require(r.Mod)
	}
	return m, nil
}

func (u *Universe) require(m module.Version) {
	if v := u.cache.Dependencies[m.Path]; v != "" {
		m.Version = v
	}
	if old := u.versions[m.Path]; old == "" || u.mods[m.Path] == nil && semver.Compare(m.Version, old) > 0 {
		u.versions[m.Path] = m.Version
	}
}

// Has reports whether one of the modules has a package.
func (u *Universe) Has(path string) bool {
	_, err := u.resolve(path)
	return err == nil
}

// ModulePaths lists the paths that the module of a package can have, longest first.
func ModulePaths(importPath string) []string {
	var list []string
	for p := importPath; p != "."; p = parent(p) {
		if module.CheckPath(p) == nil {
			list = append(list, p)
		}
	}
	return list
}
