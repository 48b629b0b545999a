package buildstest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/internal/tooltest"
)

var place = regexp.MustCompile(`(?m)^(?:\./)?([^#\s].*?:\d+):\d+: .*\((IDV\d+)\)$`)

// spots lists place and rule of what a run found.
func spots(text string) string {
	var list []string
	for _, m := range place.FindAllStringSubmatch(text, -1) {
		list = append(list, m[1]+" "+m[2])
	}
	slices.Sort(list)
	return strings.Join(list, "\n")
}

// TestVendoredModels: what is known of libraries holds for vendored ones as for those in the module cache, and nothing is told of their
// own source.
func TestVendoredModels(t *testing.T) {
	tooltest.Fetch(t, tooltest.Demo)
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(tooltest.Demo)); err != nil {
		t.Fatal(err)
	}
	env := []string{"GOWORK=off", "GOPROXY=off", "GOFLAGS="}
	want := spots(tooltest.Execute(t, dir, env, tooltest.Tool(t), "--no-link", "--format", "concise").Stdout)
	if strings.Count(want, "\n") < 2 {
		t.Fatalf("too little is found:\n%s", want)
	}
	if res := tooltest.Execute(t, dir, env, "go", "mod", "vendor"); res.Code != 0 {
		t.Fatal(res.Stderr)
	}
	if _, err := os.Stat(filepath.Join(dir, "vendor", "github.com", "google", "uuid")); err != nil {
		t.Fatal(err)
	}
	res := tooltest.Execute(t, dir, env, tooltest.Tool(t), "--no-link", "--format", "concise")
	if got := spots(res.Stdout); got != want || res.Code != 1 {
		t.Errorf("idemvet: exit status %d, got\n%s\nwant\n%s", res.Code, got, want)
	}
	res = tooltest.Execute(t, dir, env, "go", "vet", "-vettool="+tooltest.Tool(t), "./...")
	if got := spots(res.Stderr); got != want || res.Code != 1 {
		t.Errorf("go vet: exit status %d, got\n%s\nwant\n%s", res.Code, got, want)
	}
}
