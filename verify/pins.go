package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/idemvet/idemvet/verify/internal/lib"
)

const (
	pinsFile         = "versions.tsv"
	unavailableFile  = "unavailable.tsv"
	dependenciesFile = "dependencies.tsv"
)

// pin says at which versions of a module the rows of a range are checked: a line of versions.tsv.
type pin struct {
	module, versions string // the range, as the model files write it
	lowest, newest   string
}

func (p pin) version(lowest bool) string {
	if lowest {
		return p.lowest
	}
	return p.newest
}

func readPins() ([]pin, error) {
	lines, err := readTable(pinsFile, 4)
	var pins []pin
	for _, f := range lines {
		pins = append(pins, pin{f[0], f[1], f[2], f[3]})
	}
	return pins, err
}

// writePins sorts the pins, so that the file depends on what is pinned only.
func writePins(pins []pin) error {
	slices.SortFunc(pins, func(a, b pin) int {
		return cmp.Or(strings.Compare(a.module, b.module), strings.Compare(a.versions, b.versions))
	})
	var b strings.Builder
	b.WriteString("# module\trange in the model files\tlowest version\tnewest version; go run . -pin adds what is missing\n")
	for _, p := range pins {
		fmt.Fprintf(&b, "%s\t%s\t%s\t%s\n", p.module, p.versions, p.lowest, p.newest)
	}
	return os.WriteFile(pinsFile, []byte(b.String()), 0o644)
}

// readDependencies reads the versions that dependencies have whatever go.mod files ask for.
func readDependencies() (map[string]string, error) {
	table, err := readTable(dependenciesFile, 2)
	m := map[string]string{}
	for _, f := range table {
		m[f[0]] = f[1]
	}
	return m, err
}

// readTable reads a file of lines with tabs between their fields. Lines that begin with # are comments.
func readTable(name string, fields int) ([][]string, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var table [][]string
	for i, line := range strings.Split(string(text), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != fields || slices.Contains(f, "") {
			return nil, fmt.Errorf("%s:%d: want %d fields with tabs between them", name, i+1, fields)
		}
		table = append(table, f)
	}
	return table, nil
}

// pinFor returns the pin for a range of the module that has a package: the one with the longest path.
func pinFor(pins []pin, importPath, versions string) (pin, error) {
	longest := ""
	for _, p := range pins {
		if within(importPath, p.module) && len(p.module) > len(longest) {
			longest = p.module
		}
	}
	for _, p := range pins {
		if p.module == longest && p.versions == versions {
			return p, p.check()
		}
	}
	return pin{}, errors.New("no versions are pinned for this range: go run . -pin")
}

func within(importPath, module string) bool {
	return importPath == module || strings.HasPrefix(importPath, module+"/")
}

// check reports a pin that is outside of its own range.
func (p pin) check() error {
	r, err := lib.ParseRange(p.versions)
	if err != nil {
		return err
	}
	for _, v := range []string{p.lowest, p.newest} {
		if !r.Has(v) {
			return fmt.Errorf("%s pins %s, which is not in %q", pinsFile, v, p.versions)
		}
	}
	return nil
}
