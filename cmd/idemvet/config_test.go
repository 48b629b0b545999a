package main

import (
	"path/filepath"
	"strings"
	"testing"
)

const parcelModel = `package: example.com/tokens
versions: ">=v1.0.0"
source: the library's page on tokens
entries:
  - func: Next
    fresh: random
`

func TestConfigShow(t *testing.T) {
	files := map[string]string{"app/.idemvet.yml": "models: [models/*.yaml]\n", "app/models/tokens.yaml": parcelModel}
	for name, text := range parcels {
		files[name] = text
	}
	dir := filepath.Join(write(t, files), "app")
	tests := []struct {
		args []string
		has  string
	}{
		{[]string{"config", "show", "-C", dir}, "# models/tokens.yaml: 1 rows for example.com/tokens\n"},
		{[]string{"config", "show", "-C", filepath.Join(dir, "send")}, filepath.Join(dir, ".idemvet.yml") + "\n"},
		{[]string{"config", "show", "-C", dir, "--format", "json"}, `{"models":[{"name":"models/tokens.yaml","text":"package: example.com/tokens\n`},
		{[]string{"config", "show", "-C", filepath.Dir(dir)}, "no .idemvet.yml here or above"},
		{[]string{"models", "-C", dir}, "models/tokens.yaml: the library's page on tokens"},
		{[]string{"models", "-C", dir, "example.com/tokens"}, "example.com/tokens >=v1.0.0 (models/tokens.yaml)\n  source: the library's page on tokens\n\n  Next\n    result differs from call to call (random)\n"},
		{[]string{"models", "unknown", "-C", dir, "./send"}, "no unknown calls that look relevant"},
	}
	for _, tt := range tests {
		if stdout, stderr, code := call(t, tt.args...); code != exitClean || !strings.Contains(stdout, tt.has) || stderr != "" {
			t.Errorf("%q: exit status %d, no %q in %q %q", tt.args, code, tt.has, stdout, stderr)
		}
	}
}

func TestConfigErrors(t *testing.T) {
	files := map[string]string{
		"app/.idemvet.yml": "# mine\nmodles: [models.yaml]\n", "app/other.yml": "models: [models.yaml]\n",
		"app/models.yaml": strings.Replace(parcelModel, "fresh", "frehs", 1),
	}
	for name, text := range parcels {
		files[name] = text
	}
	dir := filepath.Join(write(t, files), "app")
	key := "idemvet: .idemvet.yml:2: unknown key \"modles\"; did you mean \"models\"?\n"
	row := "idemvet: models.yaml:6: field frehs not found"
	tests := []struct {
		args []string
		says string
	}{
		{[]string{"-C", dir, "./send"}, key},
		{[]string{"why", "-C", dir, "send/send.go:11"}, key},
		{[]string{"models", "-C", dir}, key},
		{[]string{"models", "unknown", "-C", dir}, key},
		{[]string{"config", "show", "-C", dir}, key},
		{[]string{"-C", dir, "--config", "other.yml", "./send"}, row},
		{[]string{"-C", dir, "--config", "gone.yml", "./send"}, "idemvet: cannot read the configuration gone.yml: no such file or directory\n"},
	}
	for _, tt := range tests {
		stdout, stderr, code := call(t, tt.args...)
		if code != exitUsage || stdout != "" || !strings.HasPrefix(stderr, tt.says) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%q: exit status %d\nstdout %q\nstderr %q\nwant   %q", tt.args, code, stdout, stderr, tt.says)
		}
	}
}
