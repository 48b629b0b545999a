package source

import (
	"path/filepath"
	"regexp"
	"strings"
)

// Package is what a host tells of where a package comes from. What it does not know is empty.
type Package struct {
	Path          string // import path
	Module        string // path of its module; the standard library has none
	Version       string // of that module; one that is worked on has none
	Dir           string // of its files, as the host names it
	ModuleUnknown bool   // the host knows no modules
}

// Foreign reports whether a package is modelled, not analysed: a dependency at a version, or the standard library. A module that is
// replaced by a directory has a version too, but is worked on like the main module.
func (p Package) Foreign() bool {
	dir := filepath.ToSlash(p.Dir)
	switch {
	case p.Version != "":
		return Fetched(p.Dir, p.Path, p.Module)
	case p.Module != "":
		return false
	case p.ModuleUnknown && (elsewhere.MatchString(dir) || dir == "vendor/"+p.Path || strings.HasSuffix(dir, "/vendor/"+p.Path)):
		return true
	}
	return p.standard(dir)
}

// elsewhere matches directories that are not of the repository, for hosts that do not say so: Bazel has other repositories in external, seen
// from where it runs tools, and what it generates for them in such a directory of its output; others unpack modules into directories
// with the version in the name.
var elsewhere = regexp.MustCompile(`^(\.\./|external/|bazel-out/[^/]+/bin/external/|.*/execroot/[^/]+/(bazel-out/[^/]+/bin/)?external/|.*@v[0-9])`)

// standard recognises the standard library by where its files lie. Where a host names files relative to a repository, they are no part of it.
func (p Package) standard(dir string) bool {
	first, _, _ := strings.Cut(p.Path, "/")
	return !strings.Contains(first, ".") && !filepath.IsLocal(p.Dir) && strings.HasSuffix(dir, "/src/"+p.Path)
}
