package ruletest

import (
	"maps"
	"regexp"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/internal/tooltest"
)

// tickets is a program whose only mistake shows when its packages are joined; it needs the standard library alone.
var tickets = map[string]string{
	"go.mod": tooltest.GoMod,
	"gate/gate.go": `package gate

type Tickets interface{ Mark(id string) error }

type Gate struct{ tickets Tickets }

func New(t Tickets) *Gate { return &Gate{tickets: t} }

func (g *Gate) Enter(id string) (err error) {
	for range 3 {
		if err = g.tickets.Mark(id); err == nil {
			return nil
		}
	}
	return err
}
`,
	"rows/rows.go": `package rows

import "database/sql"

type Rows struct{ DB *sql.DB }

func (r *Rows) Mark(id string) error {
	_, err := r.DB.Exec("UPDATE tickets SET uses = uses + 1 WHERE id = $1", id)
	return err
}
`,
	"cmd/gated/main.go": `package main

import (
	"database/sql"
	"log"
	"os"

	"example.com/m/gate"
	"example.com/m/rows"
)

func main() {
	db, err := sql.Open("postgres", os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	if err := gate.New(&rows.Rows{DB: db}).Enter(os.Args[2]); err != nil {
		log.Fatal(err)
	}
}
`,
}

// linkedRun runs the tool over a program in a directory and a cache, without what varies.
func linkedRun(t *testing.T, dir, cache string, args ...string) tooltest.Result {
	t.Helper()
	res := tooltest.Execute(t, dir, []string{"GOWORK=off", "IDEMVET_CACHE=" + cache}, tooltest.Tool(t), append([]string{"--strict", "--stats"}, args...)...)
	if res.Code > 1 {
		t.Fatalf("exit status %d\n%s", res.Code, res.Stderr)
	}
	return res
}

// TestNoLinkFlag demands that --no-link leaves out what only the whole program shows, and that help and counts say so.
func TestNoLinkFlag(t *testing.T) {
	dir := tooltest.Write(t, tickets)
	whole := linkedRun(t, dir, "off", "--timings", "--format", "concise")
	if !strings.HasPrefix(whole.Stdout, "gate/gate.go:") || strings.Count(whole.Stdout, "\n") > 1 || !strings.Contains(whole.Stdout, "IDV401") {
		t.Errorf("the whole program shows\n%s", whole.Stdout)
	}
	for _, line := range []string{
		`(?m)^idemvet: packages: 3 own, 0 of them from the cache; .*; [1-9]\d* analysed again as wired; 1 findings$`,
		`(?m)^idemvet: list \S+, keys \S+, foreign types \S+, own packages \S+, link \S+, all \d+\.\d{3}s$`,
	} {
		if !regexp.MustCompile(line).MatchString(whole.Stderr) {
			t.Errorf("no line %s in\n%s", line, whole.Stderr)
		}
	}
	alone := linkedRun(t, dir, "off", "--timings", "--format", "concise", "--no-link")
	if alone.Stdout != "" || !strings.Contains(alone.Stderr, "; 0 analysed again as wired; 0 findings\n") || !strings.Contains(alone.Stderr, ", link 0s, all ") {
		t.Errorf("with --no-link\n%s%s", alone.Stdout, alone.Stderr)
	}
	help := tooltest.Execute(t, dir, nil, tooltest.Tool(t), "--help").Stdout
	if !regexp.MustCompile(`--no-link +look at each package with its imports only, as go vet does\n`).MatchString(help) {
		t.Errorf("help says\n%s", help)
	}
}

// TestLinkCached demands the same answer from the cache, also in another directory, and with no work done for it; and that what was
// kept without the link stage is not taken for an answer of the whole program.
func TestLinkCached(t *testing.T) {
	cache := tooltest.Scratch("tickets")
	here, there := tooltest.Write(t, tickets), tooltest.Write(t, tickets)
	if alone := linkedRun(t, here, cache, "--no-link", "--quiet"); alone.Stdout != "" {
		t.Errorf("packages alone show\n%s", alone.Stdout)
	}
	first := linkedRun(t, here, cache)
	if !strings.Contains(first.Stdout, "IDV401") {
		t.Fatalf("no finding in\n%s", first.Stdout)
	}
	for name, dir := range map[string]string{"again": here, "elsewhere": there} {
		res := linkedRun(t, dir, cache)
		if res.Stdout != first.Stdout {
			t.Errorf("%s:\n%s\nfirst\n%s", name, res.Stdout, first.Stdout)
		}
		if !strings.Contains(res.Stderr, "packages: 3 own, 3 of them from the cache") || !strings.Contains(res.Stderr, "; 0 analysed again as wired;") {
			t.Errorf("%s: not from the cache\n%s", name, res.Stderr)
		}
	}
	if alone := linkedRun(t, here, cache, "--no-link", "--quiet"); alone.Stdout != "" {
		t.Errorf("packages alone show afterwards\n%s", alone.Stdout)
	}
}

// TestLinkUnrelated demands that packages which have nothing to do with the rest change nothing, although their names, methods and
// statements are alike, and that an edit of what is behind the interface does, although the package of the finding is the same.
func TestLinkUnrelated(t *testing.T) {
	more := maps.Clone(tickets)
	more["zoo/zoo.go"] = strings.NewReplacer("package gate", "package zoo", "uses", "visits").Replace(tickets["gate/gate.go"])
	more["cage/cage.go"] = strings.NewReplacer("package rows", "package cage", "uses + 1", "0").Replace(tickets["rows/rows.go"])
	more["den/den.go"] = "package den\n\nvar all = map[string]func() error{}\n\nfunc Run(name string) error { return all[name]() }\n"
	want := linkedRun(t, tooltest.Write(t, tickets), "off").Stdout
	if got := linkedRun(t, tooltest.Write(t, more), "off").Stdout; strings.ReplaceAll(got, "6 packages", "3 packages") != want {
		t.Errorf("with more packages\n%s\nwithout\n%s", got, want)
	}
	cache := tooltest.Scratch("unrelated")
	linkedRun(t, tooltest.Write(t, more), cache)
	more["rows/rows.go"] = strings.Replace(tickets["rows/rows.go"], "uses + 1", "1", 1)
	if res := linkedRun(t, tooltest.Write(t, more), cache, "--format", "concise"); res.Stdout != "" {
		t.Errorf("the mended program shows\n%s", res.Stdout)
	}
}
