package main

import (
	"fmt"
	"io"
	"slices"
	"sort"

	"golang.org/x/mod/semver"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/verify/internal/lib"
)

// printBounds says for each file whose rows do not hold at the lowest version of its range from which version on they
// do, among those that the go command offers. It takes for granted that rows that hold go on to hold.
func printBounds(cache *lib.Cache, std *lib.Std, paths []string, out io.Writer) error {
	pins, err := readPins()
	if err != nil {
		return err
	}
	r := &runner{cache: cache, std: std, rows: map[string]*model.File{}, opt: options{paths: paths}}
	for _, f := range r.readFiles() {
		p, err := pinFor(pins, f.Package, f.Versions)
		if err != nil || r.holds(f, p.module, p.lowest) {
			continue
		}
		versions := slices.DeleteFunc(offered(cache, p.module), func(v string) bool {
			return semver.Prerelease(v) != "" || semver.Compare(v, p.lowest) <= 0 || semver.Compare(v, p.newest) > 0
		})
		slices.SortFunc(versions, semver.Compare)
		n := sort.Search(len(versions), func(i int) bool { return r.holds(f, p.module, versions[i]) })
		if n == len(versions) {
			fmt.Fprintf(out, "%s\t%s\t-\n", f.Package, p.lowest)
			continue
		}
		fmt.Fprintf(out, "%s\t%s\t%s\n", f.Package, p.lowest, versions[n])
	}
	return nil
}

// holds reports whether all rows of a file are true of one version of a module.
func (r *runner) holds(f *model.File, module, version string) bool {
	r.report = report{}
	r.runJob(&job{module: module, version: version, files: []*model.File{f}})
	return len(r.report.failures) == 0
}
