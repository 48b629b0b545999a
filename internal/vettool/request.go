package vettool

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/idemvet/idemvet/internal/source"
)

// request is the part that matters of what the go command says about a package.
type request struct {
	ID            string            // import path with the suffix of a test variant
	Compiler      string            // gc or gccgo
	Dir           string            // of the package
	ImportPath    string            // as ID
	GoFiles       []string          // absolute; the output of cgo in place of cgo files
	ModulePath    string            // "" for the standard library; until Go 1.26
	ModuleVersion string            // "" for main modules; until Go 1.26
	Module        *module           // since Go 1.27
	ImportMap     map[string]string // path in the source to path of the package
	PackageFile   map[string]string // export data
	PackageVetx   map[string]string // facts of direct imports
	VetxOnly      bool              // findings are not wanted
	VetxOutput    string            // where facts go
	Stdout        string            // where JSON goes, since Go 1.26
	GoVersion     string            // go1.26

	SucceedOnTypecheckFailure bool // the compiler will say it better

	trimmed bool // the build forgets where the source lies: -trimpath
}

type module struct{ Path, Version string }

func readConfig(name string) (*request, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("cannot read the request of the go command: %w", err)
	}
	c := &request{}
	if err := json.Unmarshal(data, c); err != nil {
		return nil, fmt.Errorf("%s is not a request of the go command: %w", name, err)
	}
	if c.Module != nil {
		c.ModulePath, c.ModuleVersion = c.Module.Path, c.Module.Version
	}
	return c, nil
}

// path is the import path of the package without the suffix of a test variant.
func (c *request) path() string { return plain(c.ImportPath) }

func plain(path string) string {
	path, _, _ = strings.Cut(path, " [")
	return path
}

// foreign reports whether the package is modelled, not analysed. Naming it on the command line makes no difference, as it does for the
// front door: the go command keeps one result for a package, whether it is named or imported.
func (c *request) foreign() bool {
	return source.Package{Path: c.path(), Module: c.ModulePath, Version: c.ModuleVersion, Dir: c.Dir}.Foreign()
}

// writeFacts hands facts to the importers. The go command caches the file even when it is empty.
func (c *request) writeFacts(facts []byte) error {
	if c.VetxOutput == "" {
		return nil
	}
	if err := os.WriteFile(c.VetxOutput, facts, 0o666); err != nil {
		return fmt.Errorf("cannot hand over facts: %w", err)
	}
	return nil
}
