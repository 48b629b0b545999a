package gatetest

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/internal/tooltest"
)

// section is the part of a page below a heading of the second level.
func section(t *testing.T, page, heading string) string {
	t.Helper()
	_, rest, ok := strings.Cut(tooltest.Read(t, filepath.Join(tooltest.Root, page)), "\n## "+heading+"\n")
	if !ok {
		t.Fatalf("%s has no section %q", page, heading)
	}
	part, _, _ := strings.Cut(rest, "\n## ")
	return part
}

// fences are the contents of the fenced blocks of a language.
func fences(text, language string) []string {
	var list []string
	for _, part := range strings.Split(text, "```"+language+"\n")[1:] {
		code, _, _ := strings.Cut(part, "```")
		list = append(list, code)
	}
	return list
}

var statusComment = regexp.MustCompile(`^exit status ([0-9])\b`)

// command is one command of the README and the exit status that it names, 0 where it names none.
type command struct {
	line   string
	status int
}

func steps(t *testing.T, code string) []command {
	t.Helper()
	var list []command
	for line := range strings.Lines(code) {
		text, comment, _ := strings.Cut(line, " # ")
		s := command{line: strings.TrimSpace(text)}
		if m := statusComment.FindStringSubmatch(strings.TrimSpace(comment)); m != nil {
			s.status, _ = strconv.Atoi(m[1])
		}
		if s.line != "" {
			list = append(list, s)
		}
	}
	return list
}

// TestFirstPath goes the way that the README shows to somebody with an old code base: look, understand, suppress one finding
// with its reason, accept the rest, and have a gate that is green, and red when something is new.
func TestFirstPath(t *testing.T) {
	path := section(t, "README.md", "In an old code base, in ten minutes")
	scripts, comments := fences(path, "sh"), fences(path, "go")
	if len(scripts) != 2 || len(comments) != 1 {
		t.Fatalf("%d scripts and %d comments in the section", len(scripts), len(comments))
	}
	tooltest.Fetch(t, tooltest.Demo)
	dir, bin := t.TempDir(), t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(tooltest.Demo)); err != nil {
		t.Fatal(err)
	}
	env := []string{"GOBIN=" + bin, "PATH=" + bin + string(filepath.ListSeparator) + os.Getenv("PATH"), "GOWORK=off"}
	said := map[string]string{}
	walk := func(script string) {
		for _, s := range steps(t, script) {
			at := dir
			switch {
			case strings.HasPrefix(s.line, "cd "):
				continue
			case strings.HasPrefix(s.line, "go install "):
				at = tooltest.Root
			}
			res := tooltest.Execute(t, at, env, "bash", "-c", s.line)
			if res.Code != s.status {
				t.Fatalf("%s: exit status %d, the README says %d\n%s%s", s.line, res.Code, s.status, res.Stdout, res.Stderr)
			}
			said[s.line] = res.Stdout
		}
	}
	walk(scripts[0])
	expect := func(command string, has ...string) {
		t.Helper()
		for _, want := range has {
			if !strings.Contains(said[command], want) {
				t.Errorf("%s: no %q in\n%s", command, want, said[command])
			}
		}
	}
	expect("idemvet", "pay/client.go:36:3: error: ", "attempt 1 is done and its reply is lost", "help: make the key once", "fix: ", "3 findings (3 errors)")
	expect("idemvet explain IDV101", "HOW THE DUPLICATE COMES ABOUT")
	expect("idemvet why pay/client.go:36", "retried by backoff.Retry", "finding: error: ")
	expect("idemvet --diff --unsafe-fixes", "--- a/pay/client.go", "+	key := ids.NewKey()")

	suppressAbove(t, filepath.Join(dir, "pay", "refund.go"), 22, strings.TrimSpace(comments[0]))
	walk(scripts[1])
	expect("idemvet baseline write", "2 known findings written")
	expect("idemvet", "no findings in 4 packages; 1 suppressed, 2 known before")
	expect("idemvet baseline check", "2 known findings, 0 new findings, 0 stale entries")

	tooltest.Change(t, dir, map[string]string{"again/late.go": "package again\n\nimport (\n\t\"crypto/rand\"\n\t\"net/http\"\n)\n\n" +
		"func late(c *http.Client, r *http.Request) error {\n\treturn Do(3, func() error {\n\t\tr.Header.Set(\"Idempotency-Key\", rand.Text())\n\t\t_, err := c.Do(r)\n\t\treturn err\n\t})\n}\n\nvar _ = late\n"})
	if res := tooltest.Execute(t, dir, env, filepath.Join(bin, "idemvet"), "--format", "concise"); res.Code != 1 || strings.Count(res.Stdout, "\n") != 1 || !strings.HasPrefix(res.Stdout, "again/late.go:10:3: error: ") {
		t.Errorf("a new finding: exit status %d\n%s%s", res.Code, res.Stdout, res.Stderr)
	}
}

// suppressAbove puts a comment above a line, indented as it is.
func suppressAbove(t *testing.T, path string, line int, comment string) {
	t.Helper()
	lines := strings.Split(tooltest.Read(t, path), "\n")
	old := lines[line-1]
	indent := old[:len(old)-len(strings.TrimLeft(old, "\t "))]
	lines[line-1] = indent + comment + "\n" + old
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestConfigurationPage: the sample of the page is a configuration without mistakes, and its builds are ones of --matrix.
func TestConfigurationPage(t *testing.T) {
	page := tooltest.Read(t, filepath.Join(tooltest.Root, "docs", "configuration.md"))
	samples := fences(page, "yaml")
	if len(samples) != 1 {
		t.Fatalf("%d samples", len(samples))
	}
	builds := fences(section(t, "docs/configuration.md", "Several builds"), "")
	if len(builds) == 0 {
		t.Fatal("no builds")
	}
	dir := tooltest.Write(t, map[string]string{
		"go.mod": tooltest.GoMod, "m.go": booth("m", 1), ".idemvet.yml": samples[0], "builds.txt": builds[0],
		"db/migrations/1.sql": "CREATE TABLE orders (id bigint PRIMARY KEY);\n", "idemvet/pay.yaml": "package: example.com/pay\nversions: v1\nsource: its page\nentries:\n  - func: New\n    fresh: random\n",
	})
	if res := tooltest.Execute(t, dir, nil, tooltest.Tool(t), "config", "verify"); res.Code != 0 {
		t.Errorf("%s%s", res.Stdout, res.Stderr)
	}
	tooltest.Execute(t, dir, nil, tooltest.Tool(t), "baseline", "write")
	if res := tooltest.Execute(t, dir, nil, tooltest.Tool(t), "--matrix", "builds.txt"); res.Code != 0 || !strings.Contains(res.Stdout, "1 known before") {
		t.Errorf("exit status %d\n%s%s", res.Code, res.Stdout, res.Stderr)
	}
}
