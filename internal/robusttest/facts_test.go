package robusttest

import (
	"regexp"
	"strconv"
	"testing"

	"github.com/idemvet/idemvet/internal/tooltest"
)

// Budgets for facts, in bytes. They travel through build caches to every importer of a package, so they must stay small;
// the program that is measured is denser in keys and requests than any service.
const (
	maxPerFunction = 1500
	maxInAll       = 4 << 20
)

var factLine = regexp.MustCompile(`facts: (\d+) functions, (\d+) bytes`)

func TestFactBudget(t *testing.T) {
	tooltest.Fetch(t, tooltest.All)
	r := tooltest.Execute(t, tooltest.All, nil, tooltest.Tool(t), "--stats", "--format", "json", "./...")
	m := factLine.FindStringSubmatch(r.Stderr)
	if m == nil {
		t.Fatalf("no sizes in %q", r.Stderr)
	}
	functions, _ := strconv.Atoi(m[1])
	bytes, _ := strconv.Atoi(m[2])
	t.Logf("%d functions, %d bytes, %d each", functions, bytes, bytes/max(functions, 1))
	if functions < 100 {
		t.Errorf("facts of %d functions only", functions)
	}
	if bytes > maxInAll || bytes > maxPerFunction*functions {
		t.Errorf("%d bytes of facts for %d functions: over the budget of %d each, %d in all", bytes, functions, maxPerFunction, maxInAll)
	}
}
