package main

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/idemvet/idemvet/internal/report"
)

// shard is a part of the packages: the index-th of count, from 1. The zero value is all of them.
type shard struct{ index, count uint64 }

// String is the flag's value; empty for all packages.
func (s *shard) String() string {
	if s.count == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.index, s.count)
}

// Type is the placeholder in the help text.
func (*shard) Type() string { return "i/n" }

// Set reads i/n.
func (s *shard) Set(word string) error {
	i, n, _ := strings.Cut(word, "/")
	index, err1 := strconv.ParseUint(i, 10, 64)
	count, err2 := strconv.ParseUint(n, 10, 64)
	if err1 != nil || err2 != nil || index < 1 || index > count {
		return errors.New("want i/n, the i-th of n parts with i from 1 to n, as in --shard 2/4")
	}
	*s = shard{index, count}
	return nil
}

// has reports whether a package belongs to the part; its tests, and what the go command makes of it for them, go with it. What
// belongs to no package is for the first part.
//
// The part is a hash of the import path. Packages dealt in turn from the sorted list would be spread more evenly, but one that
// comes or goes would send all behind it to other parts, and two machines that see different lists would drop packages.
func (s *shard) has(pkg string) bool {
	if s.count == 0 {
		return true
	}
	if pkg == "" {
		return s.index == 1
	}
	pkg, _, _ = strings.Cut(pkg, " ") // p [p.test]
	sum := sha256.Sum256([]byte(strings.TrimSuffix(pkg, "_test")))
	return binary.BigEndian.Uint64(sum[:])%s.count == s.index-1
}

// keep drops what belongs to other parts. Fingerprints must have been given before: they count equal findings of the whole.
func (s *shard) keep(rep *report.Report) {
	foreign := func(f report.Finding) bool { return !s.has(f.At.Pkg) }
	rep.Findings = slices.DeleteFunc(rep.Findings, foreign)
	rep.Others = slices.DeleteFunc(rep.Others, foreign)
	rep.Incomplete = slices.DeleteFunc(rep.Incomplete, func(inc report.Incomplete) bool { return !s.has(inc.Package) })
}
