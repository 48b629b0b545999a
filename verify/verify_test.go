package main

import "testing"

// TestRows checks all rows against both ends of their version ranges.
func TestRows(t *testing.T) {
	cache, std, err := libraries()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cache.Close() })
	for _, lowest := range []bool{false, true} {
		name := map[bool]string{false: "newest", true: "lowest"}[lowest]
		t.Run(name, func(t *testing.T) {
			t.Parallel() // one waits for downloads while the other reads
			rep, err := run(cache, std, options{lowest: lowest})
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range rep.failures {
				t.Error(f)
			}
			for _, f := range rep.unproven {
				t.Log("unproven: ", f)
			}
			t.Logf("%s versions: %s, unproven %d", name, rep.figures(), len(rep.unproven))
		})
	}
}

// TestPins checks that every pinned version is in its range.
func TestPins(t *testing.T) {
	pins, err := readPins()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pins {
		if err := p.check(); err != nil {
			t.Error(err)
		}
	}
}
