package source

import (
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// atVersion is how a directory of the module cache ends.
var atVersion = regexp.MustCompile(`@v[0-9]+\.[0-9]+\.[0-9]+[^/]*$`)

// Fetched reports whether a package of a module with a version lies where the go command puts what it has fetched: in the module
// cache or in a vendor directory. All others are somebody's to edit: those of the main modules, which have no version, and those of modules
// that are replaced by a directory, wherever that is. Every driver tells by this what is modelled and not analysed, so that all find the same.
// The names of directories further up tell nothing: a checkout may lie anywhere.
func Fetched(dir, pkg, module string) bool {
	if Vendored(dir, pkg) {
		return true
	}
	rest, ok := strings.CutPrefix(pkg, module)
	if !ok || rest != "" && rest[0] != '/' {
		return false
	}
	root, ok := strings.CutSuffix(filepath.ToSlash(dir), rest)
	return ok && atVersion.MatchString(path.Base(root))
}

// Vendored reports whether a package lies in a vendor directory.
func Vendored(dir, pkg string) bool { return strings.HasSuffix(filepath.ToSlash(dir), "/vendor/"+pkg) }
