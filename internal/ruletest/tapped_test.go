package ruletest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/internal/tooltest"
)

// tapped is the service that tells the story, sound and broken.
const tapped = "./tapped-twice/..."

// tappedMarks lists what must be found in it.
func tappedMarks(t *testing.T) []*mark {
	t.Helper()
	list, err := marks(tooltest.All)
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(list, func(m *mark) bool { return !strings.HasPrefix(m.file, "tapped-twice/") })
}

// TestTappedTwice demands every mistake of the broken service and nothing else, whatever else lies beside it.
func TestTappedTwice(t *testing.T) {
	if testing.Short() {
		t.Skip("needs the libraries of all test packages")
	}
	tooltest.Fetch(t, tooltest.All)
	list := tappedMarks(t)
	linked := 0
	for _, m := range list {
		if !strings.HasPrefix(m.file, "tapped-twice/broken/") {
			t.Errorf("%s:%d: a mark outside of the broken service", m.file, m.line)
		}
		if m.link {
			linked++
		}
	}
	if len(list) < 20 || linked < 10 {
		t.Errorf("%d marks, %d of them for the whole program: too few", len(list), linked)
	}
	check(t, list, tooltest.Findings(t, tooltest.All, "--strict", tapped))
}

// schemaOnly are rules that tell nothing until the schema of the database is known, which go vet has no part in.
var schemaOnly = []string{"IDV312"}

// TestTappedTwiceVet demands that go vet finds the lines that a package alone shows, if they are sure enough to be told by default.
func TestTappedTwiceVet(t *testing.T) {
	if testing.Short() {
		t.Skip("needs the libraries of all test packages")
	}
	tooltest.Fetch(t, tooltest.All)
	sure := map[string]bool{}
	for _, f := range tooltest.Findings(t, tooltest.All, "--no-link", tapped) {
		sure[fmt.Sprintf("%s:%d %s", f.File, f.Line, f.Rule)] = true
	}
	var want []string
	for _, m := range tappedMarks(t) {
		at := fmt.Sprintf("%s:%d %s", m.file, m.line, m.rule)
		if !m.link && sure[at] && !slices.Contains(schemaOnly, m.rule) {
			want = append(want, at)
		}
	}
	if len(want) < 5 {
		t.Fatalf("only %q to be found", want)
	}
	res := tooltest.Execute(t, tooltest.All, nil, "go", "vet", "-vettool="+tooltest.Tool(t), tapped)
	var got []string
	for _, m := range vetLine.FindAllStringSubmatch(res.Stderr, -1) {
		rule := regexp.MustCompile(`IDV\d+`).FindString(m[4])
		got = append(got, fmt.Sprintf("%s:%s %s", strings.TrimPrefix(m[1], "./"), m[2], rule))
	}
	slices.Sort(want)
	slices.Sort(got)
	if res.Code != 1 || !slices.Equal(got, want) {
		t.Errorf("exit status %d\ngot  %q\nwant %q\n%s", res.Code, got, want, res.Stderr)
	}
}
