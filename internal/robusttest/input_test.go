package robusttest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/internal/tooltest"
)

// TestBadInput gives the tool what it cannot work with: it must say so in one line and never exit 0.
func TestBadInput(t *testing.T) {
	clean := map[string]string{"go.mod": tooltest.GoMod, "m.go": "package m\n"}
	tests := []struct {
		name  string
		files map[string]string
		args  []string
		code  int
		says  string
	}{
		{"type error", map[string]string{"go.mod": tooltest.GoMod, "m.go": "package m\n\nvar x int = \"a\"\nvar y int = \"b\"\n"}, nil, 3, "m.go:3"},
		{"syntax error", map[string]string{"go.mod": tooltest.GoMod, "m.go": "package m\n\nfunc {\n"}, nil, 3, "m.go:3"},
		{"missing import", map[string]string{"go.mod": tooltest.GoMod, "m.go": "package m\n\nimport _ \"example.com/gone\"\n"}, nil, 3, "example.com/gone"},
		{"no Go files", map[string]string{"go.mod": tooltest.GoMod}, nil, 3, "no"},
		{"no such package", clean, []string{"./gone"}, 3, "gone"},
		{"broken go.mod", map[string]string{"go.mod": "modul x\n", "m.go": "package m\n"}, nil, 3, "go.mod"},
		{"no module", map[string]string{"m.go": "package m\n"}, nil, 3, "go.mod"},
		{"unknown rule", clean, []string{"--select", "IDV10l"}, 2, `did you mean "IDV101"?`},
		{"unknown flag", clean, []string{"--formt", "json"}, 2, "did you mean --format?"},
		{"unknown format", clean, []string{"--format", "jsom"}, 2, `did you mean "json"?`},
		{"unknown confidence", clean, []string{"--confidence", "hihg"}, 2, "high"},
		{"no such directory", clean, []string{"-C", "gone"}, 2, "gone"},
		{"unwritable output", clean, []string{"--output", "gone/out.txt"}, 2, "gone/out.txt"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := tooltest.Write(t, tt.files)
			res := tooltest.Execute(t, dir, []string{"GOPROXY=off", "GOFLAGS=-mod=mod", "GOWORK=off"}, tooltest.Tool(t), tt.args...)
			if res.Code != tt.code {
				t.Errorf("exit status %d, want %d", res.Code, tt.code)
			}
			if strings.Count(res.Stderr, "\n") != 1 || !strings.Contains(res.Stderr, tt.says) {
				t.Errorf("standard error is not one line with %q:\n%s", tt.says, res.Stderr)
			}
		})
	}
}

// TestBrokenNeighbour demands that one package that does not compile does not hide the findings of another.
func TestBrokenNeighbour(t *testing.T) {
	dir := tooltest.Write(t, map[string]string{
		"go.mod":      tooltest.GoMod,
		"bad/bad.go":  "package bad\n\nvar x int = \"a\"\n",
		"good/pay.go": tooltest.Payment,
	})
	res := tooltest.Execute(t, dir, []string{"GOWORK=off"}, tooltest.Tool(t), "--format", "concise")
	if res.Code != 3 || !strings.Contains(res.Stdout, "good/pay.go") || !strings.Contains(res.Stderr, "bad/bad.go:3") {
		t.Errorf("exit status %d\n%s%s", res.Code, res.Stdout, res.Stderr)
	}
}

// TestOutputFile demands that a file appears whole, beside the text, and that nothing else is left.
func TestOutputFile(t *testing.T) {
	dir := tooltest.Write(t, map[string]string{"go.mod": tooltest.GoMod, "pay.go": tooltest.Payment})
	res := tooltest.Execute(t, dir, []string{"GOWORK=off"}, tooltest.Tool(t), "--format", "concise", "--format", "json=out.json")
	data, err := os.ReadFile(filepath.Join(dir, "out.json"))
	if res.Code != 1 || err != nil || !strings.HasSuffix(string(data), "}\n") || !strings.Contains(res.Stdout, "pay.go:17:") {
		t.Errorf("exit status %d, %v\n%s%s", res.Code, err, res.Stdout, res.Stderr)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}
