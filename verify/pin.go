package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/verify/internal/lib"
)

// addPins pins what is not pinned yet, at what the go command offers today, and drops pins that nobody needs. To move a
// pin to the newest version, delete its line first.
func addPins(cache *lib.Cache, std *lib.Std, files []*model.File, out io.Writer) error {
	pins, err := readPins()
	if err != nil {
		return err
	}
	missing, err := readTable(unavailableFile, 2)
	if err != nil {
		return err
	}
	used := map[pin]bool{}
	for _, f := range files {
		if std.Has(f.Package) || slices.ContainsFunc(missing, func(m []string) bool { return within(f.Package, m[0]) }) {
			continue
		}
		p, err := pinFor(pins, f.Package, f.Versions)
		if err != nil || !has(cache, p, f.Package) {
			if p, err = newPin(cache, f); err != nil {
				fmt.Fprintf(out, "%s: %v\n", f.Package, err)
				continue
			}
			fmt.Fprintf(out, "%s %s: %s to %s\n", p.module, p.versions, p.lowest, p.newest)
			pins = append(pins, p)
		}
		used[p] = true
	}
	return writePins(slices.DeleteFunc(pins, func(p pin) bool { return !used[p] }))
}

// newPin finds the module of a package as the go command does, by trying the path and what is above it, and the ends of
// the range among its versions.
func newPin(cache *lib.Cache, f *model.File) (pin, error) {
	r, err := lib.ParseRange(f.Versions)
	if err != nil {
		return pin{}, err
	}
	for _, path := range lib.ModulePaths(f.Package) {
		versions := offered(cache, path)
		for _, v := range []string{r.Low(), mentioned(f.Source, path)} {
			if v = form(cache, path, v); v != "" {
				versions = append(versions, v)
			}
		}
		p := pin{module: path, versions: f.Versions}
		if p.lowest, p.newest = r.Ends(versions); p.newest != "" && has(cache, p, f.Package) {
			return p, nil
		}
	}
	return pin{}, fmt.Errorf("no module with this package has a version in %q", f.Versions)
}

// mentioned returns the version of a module of which a file's source line speaks, or "".
func mentioned(source, path string) string {
	_, rest, _ := strings.Cut(source, path+" v")
	v, _, _ := strings.Cut(rest, " ")
	if v = "v" + strings.TrimRight(v, ",;."); rest == "" || !semver.IsValid(v) {
		return ""
	}
	return v
}

// form returns a version in the form that the go command wants if there is such a version, or "". It need not be among
// those that are offered.
func form(cache *lib.Cache, path, version string) string {
	for _, v := range []string{version, version + "+incompatible"} {
		if version == "" || module.Check(path, v) != nil {
			continue
		}
		if _, err := cache.Get(path, v); err == nil {
			return v
		}
	}
	return ""
}

func has(cache *lib.Cache, p pin, importPath string) bool {
	u, err := lib.Open(cache, nil, p.module, p.newest)
	return err == nil && u.Has(importPath)
}

// offered lists the versions of a module, as far as the go command says; for one without any tag that is its latest
// commit.
func offered(cache *lib.Cache, path string) []string {
	var m struct {
		Version  string
		Versions []string
	}
	out, err := cache.Go("list", "-m", "-versions", "-json", path)
	if err != nil || json.Unmarshal(out, &m) != nil {
		return nil
	}
	if len(m.Versions) > 0 {
		return m.Versions
	}
	out, err = cache.Go("list", "-m", "-json", path+"@latest")
	if err != nil || json.Unmarshal(out, &m) != nil {
		return nil
	}
	return []string{m.Version}
}
