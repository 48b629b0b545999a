package ruletest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const goMod = "module example.com/m\n\ngo 1.26\n"

// TestBadInput gives the tool what it cannot work with: it must say so in one line and never exit 0.
func TestBadInput(t *testing.T) {
	clean := map[string]string{"go.mod": goMod, "m.go": "package m\n"}
	tests := []struct {
		name  string
		files map[string]string
		args  []string
		code  int
		says  string
	}{
		{"type error", map[string]string{"go.mod": goMod, "m.go": "package m\n\nvar x int = \"a\"\nvar y int = \"b\"\n"}, nil, 3, "m.go:3"},
		{"syntax error", map[string]string{"go.mod": goMod, "m.go": "package m\n\nfunc {\n"}, nil, 3, "m.go:3"},
		{"missing import", map[string]string{"go.mod": goMod, "m.go": "package m\n\nimport _ \"example.com/gone\"\n"}, nil, 3, "example.com/gone"},
		{"no Go files", map[string]string{"go.mod": goMod}, nil, 3, "no"},
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
			dir := write(t, tt.files)
			res := execute(t, dir, []string{"GOPROXY=off", "GOFLAGS=-mod=mod", "GOWORK=off"}, tool(t), tt.args...)
			if res.code != tt.code {
				t.Errorf("exit status %d, want %d", res.code, tt.code)
			}
			if strings.Count(res.stderr, "\n") != 1 || !strings.Contains(res.stderr, tt.says) {
				t.Errorf("standard error is not one line with %q:\n%s", tt.says, res.stderr)
			}
		})
	}
}

// TestBrokenNeighbour demands that one package that does not compile does not hide the findings of another.
func TestBrokenNeighbour(t *testing.T) {
	dir := write(t, map[string]string{
		"go.mod":      goMod,
		"bad/bad.go":  "package bad\n\nvar x int = \"a\"\n",
		"good/pay.go": payment,
	})
	res := execute(t, dir, []string{"GOWORK=off"}, tool(t), "--format", "concise")
	if res.code != 3 || !strings.Contains(res.stdout, "good/pay.go") || !strings.Contains(res.stderr, "bad/bad.go:3") {
		t.Errorf("exit status %d\n%s%s", res.code, res.stdout, res.stderr)
	}
}

// payment mints a key in a retry loop; it needs the standard library alone.
const payment = `package good

import (
	"context"
	"crypto/rand"
	"net/http"
	"time"
)

func Charge(ctx context.Context, client *http.Client, url string) error {
	var err error
	for range 3 {
		req, e := http.NewRequestWithContext(ctx, http.MethodPost, url, nil)
		if e != nil {
			return e
		}
		req.Header.Set("Idempotency-Key", rand.Text())
		var resp *http.Response
		if resp, err = client.Do(req); err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}
`

// TestOutputFile demands that a file appears whole, beside the text, and that nothing else is left.
func TestOutputFile(t *testing.T) {
	dir := write(t, map[string]string{"go.mod": goMod, "pay.go": payment})
	res := execute(t, dir, []string{"GOWORK=off"}, tool(t), "--format", "concise", "--format", "json=out.json")
	data, err := os.ReadFile(filepath.Join(dir, "out.json"))
	if res.code != 1 || err != nil || !strings.HasSuffix(string(data), "}\n") || !strings.Contains(res.stdout, "pay.go:17:") {
		t.Errorf("exit status %d, %v\n%s%s", res.code, err, res.stdout, res.stderr)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

// write makes a directory with the files.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
