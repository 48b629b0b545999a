package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// shop is a program with a library of which nothing is known. The library is vendored, so it is foreign.
var shop = map[string]string{
	"app/go.mod": "module example.com/shop\n\ngo 1.26\n\nrequire example.com/paylib v1.0.0\n",
	"app/shop.go": `package shop

import (
	"context"

	"example.com/paylib"
	"example.com/paylib/retryx"
)

func Buy(ctx context.Context, c *paylib.Client) error {
	key := paylib.NewOrderNonce()
	return retryx.Do(func() error {
		paylib.Version()
		return c.Charge(ctx, 5, key)
	})
}

func Again(ctx context.Context, c *paylib.Client) error { return c.Charge(ctx, 7, "k") }
`,
	"app/vendor/modules.txt": "# example.com/paylib v1.0.0\n## explicit; go 1.26\nexample.com/paylib\nexample.com/paylib/retryx\n",
	"app/vendor/example.com/paylib/paylib.go": `package paylib

import "context"

type Client struct{}

func (c *Client) Charge(ctx context.Context, amount int, idempotencyKey string) error { return nil }

func NewOrderNonce() string { return "" }

func Version() string { return "" }
`,
	"app/vendor/example.com/paylib/retryx/retryx.go": "package retryx\n\nfunc Do(f func() error) error { return f() }\n",
}

// write makes a directory with files.
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
	t.Setenv("IDEMVET_CACHE", filepath.Join(dir, "cache"))
	t.Setenv("GOWORK", "off")
	return dir
}

func TestModels(t *testing.T) {
	tests := []struct {
		args []string
		has  string
	}{
		{[]string{"models"}, "\ngithub.com/google/uuid "},
		{[]string{"models", "github.com/google/uuid"}, "result differs from call to call (random)"},
		{[]string{"models", "github.com/cenkalti/backoff/v4"}, "calls arg 0 (retry), not again for errors marked by Permanent"},
		{[]string{"models", "--help"}, "idemvet models unknown ./..."},
	}
	for _, tt := range tests {
		if stdout, stderr, code := call(t, tt.args...); code != exitClean || !strings.Contains(stdout, tt.has) || stderr != "" {
			t.Errorf("%q: exit status %d, no %q in %.400q %q", tt.args, code, tt.has, stdout, stderr)
		}
	}
	var list []summary
	if stdout, _, _ := call(t, "models", "--format", "json"); json.Unmarshal([]byte(stdout), &list) != nil || len(list) < 100 || list[0].Rows == 0 {
		t.Errorf("no JSON list: %.200q", stdout)
	}
	stdout, stderr, code := call(t, "models", "github.com/google/uud")
	if code != exitUsage || stdout != "" || stderr != "idemvet: unknown package \"github.com/google/uud\"; did you mean \"github.com/google/uuid\"?\n" {
		t.Errorf("exit status %d, %q %q", code, stdout, stderr)
	}
}

func TestUnknown(t *testing.T) {
	dir := filepath.Join(write(t, shop), "app")
	for range 2 { // the second run meets what the first kept
		stdout, stderr, code := call(t, "models", "unknown", "-C", dir, "--format", "json")
		var got []gap
		if err := json.Unmarshal([]byte(stdout), &got); err != nil || code != exitClean {
			t.Fatalf("exit status %d, %v: %q %q", code, err, stdout, stderr)
		}
		want := []gap{
			{"example.com/paylib", "(*Client).Charge", 2, "parameter idempotencyKey is named like an identity", "shop.go", 14, 10},
			{"example.com/paylib", "NewOrderNonce", 1, "it looks like a maker of new identities", "shop.go", 11, 9},
			{"example.com/paylib/retryx", "Do", 1, "it is given a function, in a package named retryx", "shop.go", 12, 9},
		}
		if len(got) != len(want) {
			t.Fatalf("got %+v", got)
		}
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("got %+v, want %+v", got[i], want[i])
			}
		}
	}
	if _, stderr, code := call(t, "models", "unknown", "-C", dir, "./gone"); code != exitIncomplete || !strings.Contains(stderr, "gone") {
		t.Errorf("exit status %d, %q", code, stderr)
	}
}
