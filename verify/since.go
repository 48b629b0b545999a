package main

import (
	"slices"

	"golang.org/x/mod/semver"

	"github.com/idemvet/idemvet/internal/model"
)

// rowsFor leaves out the rows about symbols that are younger than a version.
func rowsFor(rows []model.Entry, version string) []model.Entry {
	return slices.DeleteFunc(slices.Clone(rows), func(e model.Entry) bool {
		return e.Since != "" && semver.Compare(e.Since, version) > 0
	})
}

// younger splits off the rows that begin inside the range of a file: one file for each version, which is its range, to be
// checked there. A version that is none of the range, or not above its lowest, is a failure.
func (r *runner) younger(f *model.File, p pin) []*model.File {
	parts := map[string]*model.File{}
	var list []*model.File
	for i := range f.Entries {
		e := &f.Entries[i]
		switch {
		case e.Since == "":
			continue
		case !semver.IsValid(e.Since) || semver.Compare(e.Since, p.lowest) <= 0 || semver.Compare(e.Since, p.newest) > 0:
			r.fail("internal/model/data/%s.yaml:%d: since %s is not between %s and %s", f.Package, e.Line(), e.Since, p.lowest, p.newest)
			continue
		}
		if parts[e.Since] == nil {
			parts[e.Since] = &model.File{Package: f.Package, Versions: e.Since}
			list = append(list, parts[e.Since])
		}
		parts[e.Since].Entries = append(parts[e.Since].Entries, *e)
	}
	return list
}
