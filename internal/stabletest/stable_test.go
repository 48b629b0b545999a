package stabletest

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/idemvet/idemvet/internal/tooltest"
)

// varying are the figures that may differ between runs over the same code.
var varying = regexp.MustCompile(`"(seconds|cached)": [0-9.]+`)

// TestSameBytes runs the tool 20 times: with a cold and a warm cache, on one processor and on several.
func TestSameBytes(t *testing.T) {
	dirs := tooltest.Modules(t)
	dir := dirs[len(dirs)-1]
	first := ""
	for i := range 20 {
		env := []string{
			fmt.Sprintf("GOMAXPROCS=%d", 1+i%3),
			"IDEMVET_CACHE=" + tooltest.Scratch(fmt.Sprintf("cache%d", i/10)), // cold in runs 0 and 10
		}
		res := tooltest.Execute(t, dir, env, tooltest.Tool(t), "--strict", "--format", "json", "./...")
		if res.Code > 1 {
			t.Fatalf("run %d: exit status %d\n%s", i, res.Code, res.Stderr)
		}
		bytes := varying.ReplaceAllString(res.Stdout, `"$1": 0`)
		if i == 0 {
			first = bytes
		}
		if bytes != first {
			t.Fatalf("run %d differs from run 0:\n%s\nrun 0:\n%s", i, bytes, first)
		}
	}
}

// TestLinkSameBytes does the same for what packages show when they are joined. Runs without a cache join anew each time; the others
// prove that what is kept is what was told.
func TestLinkSameBytes(t *testing.T) {
	if testing.Short() {
		t.Skip("needs the libraries of all test packages")
	}
	tooltest.Fetch(t, tooltest.All)
	cache := tooltest.Scratch("linked")
	tests := []struct {
		name, cache string
		runs        int
		packages    []string
	}{
		{"kept", cache, 17, []string{"./link/...", "./tapped-twice/..."}},
		{"anew", "off", 3, []string{"./link/threelayers/...", "./link/twoimpls/...", "./link/handlermap/...", "./link/tworegistries/..."}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			first := ""
			for i := range tt.runs {
				env := []string{fmt.Sprintf("GOMAXPROCS=%d", 1+i%3), "IDEMVET_CACHE=" + tt.cache}
				res := tooltest.Execute(t, tooltest.All, env, tooltest.Tool(t), append([]string{"--strict", "--format", "json"}, tt.packages...)...)
				if res.Code != 1 {
					t.Fatalf("run %d: exit status %d\n%s", i, res.Code, res.Stderr)
				}
				bytes := varying.ReplaceAllString(res.Stdout, `"$1": 0`)
				if i == 0 {
					first = bytes
				}
				if bytes != first {
					t.Fatalf("run %d differs from run 0:\n%s\nrun 0:\n%s", i, bytes, first)
				}
			}
		})
	}
}
