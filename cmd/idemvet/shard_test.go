package main

import (
	"fmt"
	"strings"
	"testing"
)

func TestShardErrors(t *testing.T) {
	for _, word := range []string{"0/3", "4/3", "0/0", "x", "1", "", "/", "1/", "/3", "-1/3", "+1/3", "1/3/3", "1 /3", "1/99999999999999999999"} {
		stdout, stderr, code := call(t, "--shard", word)
		want := fmt.Sprintf("idemvet: invalid argument %q for \"--shard\" flag: want i/n, the i-th of n parts with i from 1 to n, as in --shard 2/4\n", word)
		if code != exitUsage || stdout != "" || stderr != want {
			t.Errorf("%q: exit status %d, %q %q", word, code, stdout, stderr)
		}
	}
	if _, stderr, code := call(t, "baseline", "write", "--shard", "1/2"); code != exitUsage || stderr != "idemvet: unknown flag --shard; see idemvet baseline write --help\n" {
		t.Errorf("baseline write: exit status %d, %q", code, stderr)
	}
}

// TestShardDeal demands that each package is in one part, that parts are of like size, and that tests go with their package.
func TestShardDeal(t *testing.T) {
	const packages, n = 1000, 4
	var size [n]int
	for i := range packages {
		path := fmt.Sprintf("example.com/shop/p%d", i)
		var in []uint64
		for k := range uint64(n) {
			s := shard{k + 1, n}
			if !s.has(path) {
				continue
			}
			in = append(in, s.index)
			size[k]++
			for _, test := range []string{path + " [" + path + ".test]", path + "_test", path + "_test [" + path + ".test]"} {
				if !s.has(test) {
					t.Errorf("%s is not with its package", test)
				}
			}
		}
		if len(in) != 1 {
			t.Fatalf("%s is in %v", path, in)
		}
	}
	for k, got := range size {
		if got < packages/n*3/4 || got > packages/n*5/4 {
			t.Errorf("part %d has %d of %d packages", k+1, got, packages)
		}
	}
	first, second, all := shard{1, 2}, shard{2, 2}, shard{}
	if !first.has("") || second.has("") || !all.has("") || !all.has("p") {
		t.Error("what belongs to no package is not for the first part alone")
	}
}

// TestShardStays: the part of a package is a promise, so that reports of one day can be held against those of another.
func TestShardStays(t *testing.T) {
	var got []string
	for _, path := range []string{"example.com/depot", "example.com/depot/charge", "example.com/depot/orders", "example.com/depot/in/copies"} {
		for k := range uint64(3) {
			if s := (shard{k + 1, 3}); s.has(path) {
				got = append(got, s.String())
			}
		}
	}
	if text := strings.Join(got, " "); text != "3/3 2/3 1/3 2/3" {
		t.Error(text)
	}
}
