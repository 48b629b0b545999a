package ruletest

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/internal/tooltest"
)

// bazaar is a program around libraries that nobody knows: what is found in it, it is told by its own rows and directives.
// The libraries lie outside the module, so their bodies are not read.
var bazaar = map[string]string{
	"app/go.mod": `module example.com/bazaar

go 1.26

require (
	example.com/freshids v1.0.0
	example.com/stubborn v1.0.0
)

replace (
	example.com/freshids => ../freshids
	example.com/stubborn => ../stubborn
)
`,
	"app/.idemvet.yml":        "models: [models/*.yaml]\n",
	"app/models/ids.yaml":     "package: example.com/freshids\nversions: v1\nsource: its page\nentries:\n  - func: Next\n    fresh: random\n",
	"app/models/uuid.yaml":    "package: crypto/rand\nversions: go1.26\nsource: we seed it in the build\nentries:\n  - func: Text\n    flow: [result -> result]\n",
	"app/models/retries.yaml": "package: example.com/stubborn\nversions: v1\nsource: its page\nentries:\n  - func: Try\n    calls: [{at: arg 0, as: retry}]\n",
	"app/pay/pay.go": `package pay

import (
	"crypto/rand"
	"net/http"

	"example.com/freshids"
	"example.com/stubborn"
)

func Charge(c *http.Client, r *http.Request) error {
	return stubborn.Try(func() error {
		r.Header.Set("Idempotency-Key", freshids.Next()) // want
		_, err := c.Do(r)
		return err
	})
}

func Seeded(c *http.Client, r *http.Request) error {
	return stubborn.Try(func() error {
		r.Header.Set("Idempotency-Key", rand.Text()) // silent: the user's row replaces the built-in one
		_, err := c.Do(r)
		return err
	})
}
`,
	"freshids/go.mod":      "module example.com/freshids\n\ngo 1.26\n",
	"freshids/freshids.go": "package freshids\n\nfunc Next() string { return \"\" }\n",
	"stubborn/go.mod":      "module example.com/stubborn\n\ngo 1.26\n",
	"stubborn/stubborn.go": "package stubborn\n\nfunc Try(f func() error) error { return f() }\n",
}

// stall is a program that says itself what no analysis of it could know: its helpers hide behind plugins.
var stall = map[string]string{
	"go.mod": "module example.com/stall\n\ngo 1.26\n",
	"hidden/hidden.go": `package hidden

var plugin func() string

var retrier func(func() error) error

// Ticket asks a plugin.
//
//idemvet:model fresh: random
func Ticket() string { return plugin() }

// Insist asks a plugin too.
//
//idemvet:model calls: [{at: arg 0, as: retry}]
func Insist(f func() error) error { return retrier(f) }

// Order is sent to the kitchen.
type Order struct {
	// Slip is what the kitchen knows the order by.
	//
	//idemvet:model key: dedup-id
	Slip string
	Dish string
}

// Push is how orders arrive.
//
//idemvet:model param: redelivered
type Push struct{ Dish string }

// Kitchen takes orders.
type Kitchen interface{ Cook(*Order) error }

// Step is run by the engine.
type Step interface {
	//idemvet:model body: replayed
	Run(Kitchen) error
}
`,
	"serve/serve.go": `package serve

import (
	"net/http"

	"example.com/stall/hidden"
)

func charge(c *http.Client, r *http.Request) error {
	return hidden.Insist(func() error {
		r.Header.Set("Idempotency-Key", hidden.Ticket()) // want
		_, err := c.Do(r)
		return err
	})
}

func cook(k hidden.Kitchen, dish string) error {
	return hidden.Insist(func() error {
		return k.Cook(&hidden.Order{Slip: hidden.Ticket(), Dish: dish}) // want
	})
}

func handle(k hidden.Kitchen, p hidden.Push) error {
	return k.Cook(&hidden.Order{Slip: hidden.Ticket(), Dish: p.Dish}) // want
}

type step struct{}

func (step) Run(k hidden.Kitchen) error {
	return k.Cook(&hidden.Order{Slip: hidden.Ticket()}) // want
}

var _, _, _ = charge, cook, handle

var _ hidden.Step = step{}
`,
	"within/within.go": `package within

import "net/http"

var plugin func() string

//idemvet:model fresh: random
func ticket() string { return plugin() }

func charge(c *http.Client, r *http.Request) error {
	for range 3 {
		r.Header.Set("Idempotency-Key", ticket()) // want
		if _, err := c.Do(r); err == nil {
			return nil
		}
	}
	return nil
}

var _ = charge
`,
}

// told runs a command and lists the lines of findings as dir/file.go:line.
func told(res tooltest.Result, sub string) []string {
	var list []string
	for _, m := range regexp.MustCompile(`(?m)^(\S+\.go):(\d+):\d+: .*IDV`).FindAllStringSubmatch(res.Stdout+res.Stderr, -1) {
		list = append(list, strings.TrimPrefix(filepath.ToSlash(m[1]), sub)+":"+m[2])
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// wanted lists the lines that a // want marks.
func wanted(files map[string]string, sub string) []string {
	var list []string
	for name, text := range files {
		n := 0
		for line := range strings.Lines(text) {
			if n++; strings.Contains(line, "// want") {
				list = append(list, strings.TrimPrefix(name, sub)+":"+strconv.Itoa(n))
			}
		}
	}
	slices.Sort(list)
	return list
}

// TestUserModels demands that the rows of a user count under both drivers, that they replace built-in ones, and that a
// change of them is not hidden by a cache.
func TestUserModels(t *testing.T) {
	dir := filepath.Join(tooltest.Write(t, bazaar), "app")
	env := []string{"GOWORK=off", "GOPROXY=off"}
	want := wanted(bazaar, "app/")
	vet := func() tooltest.Result {
		conf := tooltest.Execute(t, dir, env, tooltest.Tool(t), "config", "show", "--format", "json")
		return tooltest.Execute(t, dir, env, "go", "vet", "-vettool="+tooltest.Tool(t), "-idemvet.config="+strings.TrimSpace(conf.Stdout), "./...")
	}
	for range 2 {
		if res := tooltest.Execute(t, dir, env, tooltest.Tool(t), "--format", "concise"); !slices.Equal(told(res, ""), want) || res.Code != 1 {
			t.Fatalf("exit status %d, want %q\n%s%s", res.Code, want, res.Stdout, res.Stderr)
		}
		if res := vet(); !slices.Equal(told(res, "./"), want) || res.Code != 1 {
			t.Fatalf("go vet: exit status %d, want %q\n%s", res.Code, want, res.Stderr)
		}
	}
	if res := tooltest.Execute(t, dir, env, tooltest.Tool(t), "why", "pay/pay.go:13"); !strings.Contains(res.Stdout, "result differs from call to call (random) (models/ids.yaml:5)") {
		t.Errorf("why does not name the user's row:\n%s%s", res.Stdout, res.Stderr)
	}
	if err := os.Remove(filepath.Join(dir, "models", "retries.yaml")); err != nil {
		t.Fatal(err)
	}
	if res := tooltest.Execute(t, dir, env, tooltest.Tool(t), "--format", "concise"); res.Code != 0 {
		t.Errorf("without a row: exit status %d\n%s%s", res.Code, res.Stdout, res.Stderr)
	}
	if res := vet(); res.Code != 0 {
		t.Errorf("go vet without a row: exit status %d\n%s", res.Code, res.Stderr)
	}
	res := tooltest.Execute(t, dir, env, "go", "vet", "-vettool="+tooltest.Tool(t), `-idemvet.config={"modells": []}`, "./...")
	if res.Code == 0 || !strings.Contains(res.Stderr, `-idemvet.config: the configuration is not what`) {
		t.Errorf("go vet with a bad configuration: exit status %d\n%s", res.Code, res.Stderr)
	}
}

// TestDirectives demands that rows in the source count in their package and in those that import it, under both drivers.
func TestDirectives(t *testing.T) {
	dir := tooltest.Write(t, stall)
	env := []string{"GOWORK=off"}
	want := wanted(stall, "")
	for range 2 {
		if res := tooltest.Execute(t, dir, env, tooltest.Tool(t), "--format", "concise"); !slices.Equal(told(res, ""), want) || res.Code != 1 {
			t.Fatalf("exit status %d, want %q\n%s%s", res.Code, want, res.Stdout, res.Stderr)
		}
		if res := tooltest.Execute(t, dir, env, "go", "vet", "-vettool="+tooltest.Tool(t), "./..."); !slices.Equal(told(res, "./"), want) || res.Code != 1 {
			t.Fatalf("go vet: exit status %d, want %q\n%s", res.Code, want, res.Stderr)
		}
	}
	// A directive that goes must not be remembered by the importers.
	path := filepath.Join(dir, "hidden", "hidden.go")
	text := strings.Replace(stall["hidden/hidden.go"], "//idemvet:model fresh: random", "// No promise.", 1)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if res := tooltest.Execute(t, dir, env, tooltest.Tool(t), "--format", "concise"); !slices.Equal(told(res, ""), want[len(want)-1:]) {
		t.Errorf("without the directive: %s%s", res.Stdout, res.Stderr)
	}
}

// TestBadDirective demands that a mistake is told with file and line, makes the run incomplete, and hides no finding.
func TestBadDirective(t *testing.T) {
	files := maps.Clone(stall)
	files["within/within.go"] += "\n//idemvet:model frehs: random\nfunc other() string { return plugin() }\n\n//idemvet:modell\nvar _ = other\n"
	dir := tooltest.Write(t, files)
	env := []string{"GOWORK=off"}
	says := "within.go:22: //idemvet:model: field frehs not found"
	res := tooltest.Execute(t, dir, env, tooltest.Tool(t), "--format", "concise")
	if !slices.Equal(told(res, ""), wanted(files, "")) || res.Code != 3 || !strings.Contains(res.Stderr, "within/"+says) || !strings.Contains(res.Stderr, "(and 1 more such)") {
		t.Errorf("exit status %d\n%s%s", res.Code, res.Stdout, res.Stderr)
	}
	res = tooltest.Execute(t, dir, env, "go", "vet", "-vettool="+tooltest.Tool(t), "./...")
	if !slices.Equal(told(res, "./"), wanted(files, "")) || res.Code == 0 || !strings.Contains(res.Stderr, says) {
		t.Errorf("go vet: exit status %d\n%s", res.Code, res.Stderr)
	}
}
