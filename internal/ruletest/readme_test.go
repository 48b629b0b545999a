package ruletest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReadme demands that the output shown in the README is what its command prints; "…" stands for lines left out.
func TestReadme(t *testing.T) {
	const prompt = "$ go run ./cmd/idemvet -C testdata/src/demo ./...\n"
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, shown, ok := strings.Cut(string(text), prompt)
	shown, _, _ = strings.Cut(shown, "```")
	if !ok || strings.TrimSpace(shown) == "" {
		t.Fatalf("README.md shows no output of %s", prompt)
	}
	fetch(t, demo)
	rest := execute(t, root, nil, tool(t), "-C", "testdata/src/demo", "./...").stdout
	for part := range strings.SplitSeq(shown, "…\n") {
		_, after, ok := strings.Cut(rest, part)
		if !ok {
			t.Fatalf("README.md shows\n%s\nbut the command goes on with\n%s", part, rest)
		}
		rest = after
	}
}
