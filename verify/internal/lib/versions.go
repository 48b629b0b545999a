package lib

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
)

// Range is a range of module versions as model files write it: ">=v1.4.0 <v2.0.0".
type Range []bound

type bound struct{ op, version string }

// ParseRange reads a range: comparisons that must all hold.
func ParseRange(s string) (Range, error) {
	var r Range
	for _, part := range strings.Fields(s) {
		i := strings.IndexByte(part, 'v')
		if i < 0 || !semver.IsValid(part[i:]) {
			return nil, fmt.Errorf("bad version range %q", s)
		}
		b := bound{part[:i], part[i:]}
		switch b.op {
		case ">=", "<=", ">", "<", "=":
		default:
			return nil, fmt.Errorf("bad version range %q", s)
		}
		r = append(r, b)
	}
	if len(r) == 0 {
		return nil, fmt.Errorf("bad version range %q", s)
	}
	return r, nil
}

// Low returns the version that a range begins with, or "" if that version is not in it.
func (r Range) Low() string {
	for _, b := range r {
		if b.op == ">=" || b.op == "=" {
			return b.version
		}
	}
	return ""
}

// Has reports whether a version is in the range. A pre-release of an upper bound is not below it; a pseudo-version of a
// module that has never been tagged counts as v0.0.0.
func (r Range) Has(version string) bool {
	if module.IsPseudoVersion(version) {
		version, _, _ = strings.Cut(version, "-")
	}
	for _, b := range r {
		c := semver.Compare(version, b.version)
		if b.op == "<" && strings.HasPrefix(version, b.version+"-") {
			return false
		}
		if !map[string]bool{">=": c >= 0, "<=": c <= 0, ">": c > 0, "<": c < 0, "=": c == 0}[b.op] {
			return false
		}
	}
	return true
}

// Ends returns the lowest and the highest version of a list that are in the range. Pre-releases count only where there
// is nothing else or where the range begins with one.
func (r Range) Ends(versions []string) (lowest, newest string) {
	var all, releases []string
	for _, v := range versions {
		if r.Has(v) {
			all = append(all, v)
			if semver.Prerelease(v) == "" {
				releases = append(releases, v)
			}
		}
	}
	if len(all) == 0 {
		return "", ""
	}
	slices.SortFunc(all, semver.Compare)
	slices.SortFunc(releases, semver.Compare)
	if len(releases) == 0 {
		return all[0], all[len(all)-1]
	}
	if semver.Prerelease(r.Low()) != "" {
		return all[0], releases[len(releases)-1]
	}
	return releases[0], releases[len(releases)-1]
}
