package gatetest

import (
	"slices"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/internal/tooltest"
)

// What is embedded in other tools brings few modules along, and what is installed not many. Both lists are printed.
const mostModules = 10

// embedded are the modules that analyzers may be made of.
var embedded = []string{"github.com/DataDog/go-sqllexer", "go.yaml.in/yaml/v3", "golang.org/x/tools", "honnef.co/go/tools"}

func TestDependencies(t *testing.T) {
	for _, system := range []string{"linux", "darwin", "windows"} {
		tool, inside := linkedModules(t, system, "./cmd/idemvet"), linkedModules(t, system, "./analyzers/...")
		t.Logf("%s: cmd/idemvet: %s", system, strings.Join(tool, ", "))
		t.Logf("%s: analyzers: %s", system, strings.Join(inside, ", "))
		if own := slices.DeleteFunc(slices.Clone(tool), func(m string) bool { return m == "golang.org/x/tools" }); len(own) > mostModules {
			t.Errorf("%s: %d modules beyond x/tools, at most %d: %s", system, len(own), mostModules, strings.Join(own, ", "))
		}
		for _, m := range inside {
			if !slices.Contains(embedded, m) {
				t.Errorf("%s: analyzers must not depend on %s", system, m)
			}
		}
		if len(inside) < 2 || len(tool) <= len(inside) {
			t.Errorf("%s: the lists cannot be right", system)
		}
	}
}

// linkedModules lists the modules of the packages that a program or library is made of, without tests, its own module left out.
func linkedModules(t *testing.T, system, pattern string) []string {
	t.Helper()
	res := tooltest.Execute(t, tooltest.Root, []string{"GOOS=" + system, "CGO_ENABLED=0"}, "go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", pattern)
	if res.Code != 0 {
		t.Fatalf("go list: %s", res.Stderr)
	}
	list := strings.Fields(res.Stdout)
	slices.Sort(list)
	return slices.DeleteFunc(slices.Compact(list), func(m string) bool { return m == "github.com/idemvet/idemvet" })
}
