package paritytest

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/idemvet/idemvet/internal/tooltest"
)

func TestMain(m *testing.M) { tooltest.Main(m) }

// TestScenario runs all drivers over a program of several packages, testdata/src/parity, with different settings. What is to be found there is
// marked, and other tests hold the command to it.
func TestScenario(t *testing.T) {
	dir := scenario(t)
	for name, x := range map[string]struct {
		settings
		goflags string
		least   int // findings
	}{
		"default":    {settings{}, "", 18},
		"everything": {settings{Select: []string{"all"}, Confidence: "low"}, "", 19},
		"one rule":   {settings{Select: []string{"keyinretry"}}, "", 5},
		"less":       {settings{Ignore: []string{"IDV1", "badsuppression"}}, "", 3},
		"generated":  {settings{Generated: true}, "", 19},
		"tests":      {settings{Tests: true}, "", 20},
		"tagged":     {settings{}, "-tags=till", 19},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("GOFLAGS", x.goflags)
			if n := compare(t, dir, x.settings); n < x.least {
				t.Errorf("%d findings, want %d at least", n, x.least)
			}
		})
	}
}

// scenario copies testdata/src/parity into a module of its own, since it needs no other.
func scenario(t *testing.T) string {
	t.Helper()
	dir := tooltest.Write(t, map[string]string{"go.mod": "module example.com/cases\n\ngo 1.26.0\n"})
	if err := os.CopyFS(filepath.Join(dir, "parity"), os.DirFS(filepath.Join(tooltest.All, "parity"))); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestCases runs all drivers over modules that IDEMVET_PARITY names, a list of directories. That takes long: go vet has all compiled that
// they import.
func TestCases(t *testing.T) {
	list := filepath.SplitList(os.Getenv("IDEMVET_PARITY"))
	if len(list) == 0 {
		t.Skip("IDEMVET_PARITY names no modules")
	}
	tooltest.Patience = 30 * time.Minute
	for _, dir := range list {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			tooltest.Fetch(t, dir)
			if n := compare(t, dir, settings{Select: []string{"all"}, Confidence: "low"}); n == 0 {
				t.Error("no findings")
			}
		})
	}
}
