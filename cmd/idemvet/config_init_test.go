package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/idemvet/idemvet/analyzers"
	"github.com/idemvet/idemvet/internal/config"
)

const ordersTable = "CREATE TABLE orders (id bigint PRIMARY KEY);\n"

func TestConfigInit(t *testing.T) {
	tree := map[string]string{
		"go.mod": "module example.com/depot\n\ngo 1.26\n", "in/db/migrations/1_orders.up.sql": ordersTable, "in/db/migrations/1_orders.down.sql": "DROP TABLE orders;\n",
		"in/mocks/m.go": "package mocks\n", "vendor/example.com/x/mock/m.go": "package mock\n", "vendor/example.com/x/1.sql": ordersTable, "sql/all.sql": ordersTable,
	}
	work := map[string]string{"go.work": "go 1.26\n\nuse ./a\n", "a/go.mod": "module example.com/a\n\ngo 1.26\n", "a/a.go": "package a\n"}
	many := map[string]string{"go.mod": "module example.com/many\n\ngo 1.26\n"}
	for _, name := range strings.Fields("a b c d e f g h i") {
		many[name+"/1.sql"] = ordersTable
	}
	tests := []struct {
		name     string
		files    map[string]string
		from, at string
		stdout   string
		exclude  []any
		schema   []any
	}{
		{"module", tree, "in", "../.idemvet.yml", "found a module; SQL files in in/db/migrations, sql; folders to leave out: mocks\n", []any{"**/mocks/**"}, []any{"in/db/migrations/*.sql", "sql/*.sql"}},
		{"workspace", work, "a", "../.idemvet.yml", "found a workspace; no SQL files\n", nil, nil},
		{"many", many, ".", ".idemvet.yml", "found a module; SQL files in 9 folders, which the usual search reads\n", nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := write(t, tt.files)
			t.Setenv("GOWORK", "")
			from := filepath.Join(dir, tt.from)
			stdout, stderr, code := call(t, "config", "init", "-C", from)
			next := map[bool]string{true: "idemvet", false: "idemvet -C .."}[tt.from == "."]
			if want := tt.stdout + "wrote " + tt.at + "\nnext: idemvet config show, then " + next + "\n"; code != exitClean || stderr != "" || stdout != want {
				t.Fatalf("exit status %d, %q\n%swant\n%s", code, stderr, stdout, want)
			}
			text, err := os.ReadFile(filepath.Join(dir, ".idemvet.yml"))
			if err != nil {
				t.Fatal(err)
			}
			var set map[string]any
			if err := yaml.Unmarshal(text, &set); err != nil {
				t.Fatal(err)
			}
			list := func(v any) []any { l, _ := v.([]any); return l }
			if !equal(list(set["exclude"]), tt.exclude) || !equal(list(set["schema"]), tt.schema) || set["version"] != 1 {
				t.Errorf("%v\n%s", set, text)
			}
			if stdout, stderr, code := call(t, "config", "verify", "-C", from); code != exitClean || stdout != tt.at+": no mistakes\n" || stderr != "" {
				t.Errorf("verify: exit status %d, %q %q", code, stdout, stderr)
			}
			uncommented(t, text, dir)
			again(t, dir, from, tt.at, text)
		})
	}
}

// again demands that a file is only replaced on demand.
func again(t *testing.T, dir, from, shown string, text []byte) {
	t.Helper()
	file := filepath.Join(dir, ".idemvet.yml")
	mine := append([]byte("# mine\n"), text...)
	if err := os.WriteFile(file, mine, 0o644); err != nil {
		t.Fatal(err)
	}
	stdout, stderr, code := call(t, "config", "init", "-C", from)
	if now, _ := os.ReadFile(file); code != exitUsage || stdout != "" || stderr != "idemvet: "+shown+" is there already; --force replaces it\n" || !bytes.Equal(now, mine) {
		t.Errorf("exit status %d, %q %q\n%s", code, stdout, stderr, now)
	}
	_, stderr, code = call(t, "config", "init", "--force", "-C", from)
	if now, _ := os.ReadFile(file); code != exitClean || stderr != "" || !bytes.Equal(now, text) {
		t.Errorf("exit status %d, %q\n%s", code, stderr, now)
	}
}

// uncommented demands that what the file proposes in comments can be taken as it stands: but for files that do not exist.
func uncommented(t *testing.T, text []byte, dir string) {
	t.Helper()
	var lines []string
	for line := range strings.Lines(string(text)) {
		key, _, ok := strings.Cut(strings.TrimPrefix(line, "# "), ":")
		if ok && !strings.Contains(key, " ") && key != "models" && key != "schema" && !strings.HasPrefix(key, "yaml-language") {
			line = strings.TrimPrefix(line, "# ")
		}
		lines = append(lines, line)
	}
	file := filepath.Join(dir, "all.yml")
	if err := os.WriteFile(file, []byte(strings.Join(lines, "")), 0o644); err != nil {
		t.Fatal(err)
	}
	c, mistakes := config.Verify(dir, "all.yml", analyzers.Metas())
	if len(mistakes) > 0 || !c.Has("unique") || !c.Has("fail-on") || !c.Has("rules") {
		t.Errorf("%v\n%s", mistakes, strings.Join(lines, ""))
	}
}

func equal(a, b []any) bool {
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	return bytes.Equal(x, y)
}

func TestConfigInitErrors(t *testing.T) {
	t.Setenv("GOWORK", "")
	bare := t.TempDir()
	if _, stderr, code := call(t, "config", "init", "-C", bare); code != exitUsage || !strings.HasPrefix(stderr, "idemvet: no go.mod or go.work in ") || strings.Count(stderr, "\n") != 1 {
		t.Errorf("exit status %d, %q", code, stderr)
	}
	dir := write(t, map[string]string{"go.mod": "module example.com/m\n", ".idemvet.yml/x": ""})
	if _, stderr, code := call(t, "config", "init", "--force", "-C", dir); code != exitUsage || !strings.Contains(stderr, "is a directory") || strings.Count(stderr, "\n") != 1 {
		t.Errorf("exit status %d, %q", code, stderr)
	}
	if os.Getuid() == 0 {
		return // nothing is read-only for root
	}
	locked := write(t, map[string]string{"go.mod": "module example.com/m\n"})
	if err := os.Chmod(locked, 0o555); err != nil {
		t.Fatal(err)
	}
	if _, stderr, code := call(t, "config", "init", "-C", locked); code != exitUsage || !strings.Contains(stderr, "permission denied") || strings.Count(stderr, "\n") != 1 {
		t.Errorf("exit status %d, %q", code, stderr)
	}
}

func TestConfigVerify(t *testing.T) {
	t.Setenv("GOWORK", "")
	dir := write(t, map[string]string{"go.mod": "module example.com/m\n", ".idemvet.yml": "selct: [IDV1]\ntests: 1\nignore:\n  - IDV10l\n", "good.yml": "tests: true\n"})
	want := "idemvet: .idemvet.yml:1: unknown key \"selct\"; did you mean \"select\"?\n" +
		"idemvet: .idemvet.yml:2: tests wants true or false, such as false\n" +
		"idemvet: .idemvet.yml:4: unknown rule \"IDV10l\"; did you mean \"IDV101\"?\n"
	if stdout, stderr, code := call(t, "config", "verify", "-C", dir); code != exitUsage || stdout != "" || stderr != want {
		t.Errorf("exit status %d, %q\n%s", code, stdout, stderr)
	}
	if stdout, stderr, code := call(t, "config", "verify", "-C", dir, "good.yml"); code != exitClean || stdout != "good.yml: no mistakes\n" || stderr != "" {
		t.Errorf("exit status %d, %q %q", code, stdout, stderr)
	}
	if _, stderr, code := call(t, "config", "verify", "-C", dir, "gone.yml"); code != exitUsage || stderr != "idemvet: cannot read the configuration gone.yml: no such file or directory\n" {
		t.Errorf("exit status %d, %q", code, stderr)
	}
	stdout, _, code := call(t, "config", "schema")
	var s struct {
		ID         string `json:"$id"`
		Schema     string `json:"$schema"`
		Properties map[string]any
	}
	if err := json.Unmarshal([]byte(stdout), &s); err != nil || code != exitClean || s.ID != config.SchemaURL || !strings.HasSuffix(s.Schema, "/draft/2020-12/schema") || s.Properties["unique"] == nil {
		t.Errorf("exit status %d, %v\n%s", code, err, stdout)
	}
	if kept, err := os.ReadFile("../../idemvet.schema.json"); err != nil || string(kept) != stdout {
		t.Errorf("idemvet.schema.json is stale (%v): go run ./cmd/idemvet config schema > idemvet.schema.json", err)
	}
}
