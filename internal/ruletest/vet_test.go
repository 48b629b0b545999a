package ruletest

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/internal/tooltest"
)

var vetLine = regexp.MustCompile(`(?m)^(\S+\.go):(\d+):(\d+): (.*)$`)

// TestVet demands that go vet with this tool says what the tool says alone, again when the answer is cached.
func TestVet(t *testing.T) {
	tooltest.Fetch(t, tooltest.Demo)
	var want []string
	for _, f := range tooltest.Findings(t, tooltest.Demo, "./...") {
		want = append(want, fmt.Sprintf("%s:%d:%d %s", f.File, f.Line, f.Column, f.Rule))
	}
	if len(want) == 0 {
		t.Fatal("the demo shows no findings")
	}
	slices.Sort(want)
	for _, run := range []string{"first", "cached"} {
		res := tooltest.Execute(t, tooltest.Demo, nil, "go", "vet", "-vettool="+tooltest.Tool(t), "./...")
		var got []string
		for _, m := range vetLine.FindAllStringSubmatch(res.Stderr, -1) {
			rule := regexp.MustCompile(`IDV\d+`).FindString(m[4])
			got = append(got, fmt.Sprintf("%s:%s:%s %s", strings.TrimPrefix(filepath.ToSlash(m[1]), "./"), m[2], m[3], rule))
		}
		slices.Sort(got)
		if res.Code != 1 || !slices.Equal(got, want) {
			t.Errorf("%s run: exit status %d\ngot  %q\nwant %q\n%s", run, res.Code, got, want, res.Stderr)
		}
	}
}
