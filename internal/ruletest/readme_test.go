package ruletest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/internal/tooltest"
)

// TestReadme demands that the output shown in the README is what its command prints, "…" standing for lines left out, and that
// no package alone shows it.
func TestReadme(t *testing.T) {
	if testing.Short() {
		t.Skip("the service of the README uses the real SDKs")
	}
	const dir, pattern = "testdata/src", "./tapped-twice/broken/..."
	prompt := "$ go run ./cmd/idemvet -C " + dir + " " + pattern + "\n"
	text, err := os.ReadFile(filepath.Join(tooltest.Root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, shown, ok := strings.Cut(string(text), prompt)
	shown, _, _ = strings.Cut(shown, "```")
	if !ok || strings.TrimSpace(shown) == "" {
		t.Fatalf("README.md shows no output of %s", prompt)
	}
	tooltest.Fetch(t, tooltest.All)
	rest := tooltest.Execute(t, tooltest.Root, nil, tooltest.Tool(t), "-C", dir, pattern).Stdout
	alone := tooltest.Execute(t, tooltest.Root, nil, tooltest.Tool(t), "-C", dir, "--no-link", pattern).Stdout
	for part := range strings.SplitSeq(shown, "…\n") {
		if part != "" && strings.Contains(alone, part) {
			t.Errorf("README.md shows as a finding of the whole program\n%s", part)
		}
		_, after, ok := strings.Cut(rest, part)
		if !ok {
			t.Fatalf("README.md shows\n%s\nbut the command goes on with\n%s", part, rest)
		}
		rest = after
	}
}
