package gatetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/internal/tooltest"
)

// shop is a module without dependencies in which each retry makes its key anew; %s stands in front of the line with the key.
const shop = `package main

import (
	"crypto/rand"
	"encoding/hex"
	"net/http"
	"strings"
)

func ticket() string {
	b := make([]byte, 8)
	_, _ = rand.Read(b)
	return hex.EncodeToString(b)
}

%[1]s
func charge() error {
	var err error
	for range 3 {
		req, _ := http.NewRequest("POST", "https://pay.example.com", strings.NewReader("{}"))
		%[2]s
		req.Header.Set("Idempotency-Key", ticket()) %[3]s
		if _, err = http.DefaultClient.Do(req); err == nil {
			return nil
		}
	}
	return err
}

func main() { _ = charge() }
`

// shopWith writes the module with comments at the function, above the line and behind it.
func shopWith(t *testing.T, function, above, behind string) string {
	t.Helper()
	return tooltest.Write(t, map[string]string{
		"go.mod":  "module example.com/shop\n\ngo 1.26\n",
		"main.go": fmt.Sprintf(shop, function, above, behind),
	})
}

func TestSuppression(t *testing.T) {
	const ignore = "//idemvet:ignore "
	for _, c := range []struct {
		name, function, above, behind string
		rules                         string // that are told of, in order
	}{
		{"none", "", "", "", "IDV101"},
		{"above", "", ignore + "IDV101 -- the test gateway forgets", "", ""},
		{"behind", "", "", ignore + "keyinretry -- the test gateway forgets", ""},
		{"declaration", ignore + "IDV101,IDV106 -- the test gateway forgets", "", "", "IDV002"},
		{"file", "//idemvet:file-ignore IDV101 -- the test gateway forgets\n", "", "", ""},
		{"other rule", "", ignore + "IDV201 -- the test gateway forgets", "", "IDV002 IDV101"},
		{"no reason", "", ignore + "IDV101", "", "IDV001 IDV101"},
		{"space", "", "// idemvet:ignore IDV101 -- the test gateway forgets", "", "IDV001 IDV101"},
		{"unknown rule", "", ignore + "IDV199 -- the test gateway forgets", "", "IDV001 IDV101"},
		{"one unknown rule", "", ignore + "IDV199,IDV101 -- the test gateway forgets", "", "IDV001"},
		{"until a day to come", "", ignore + "IDV101 until=2999-01-01 -- the test gateway forgets", "", ""},
		{"until a day gone by", "", ignore + "IDV101 until=2020-01-01 -- the test gateway forgets", "", "IDV002 IDV101"},
		{"no day", "", ignore + "IDV101 until=soon -- the test gateway forgets", "", "IDV001 IDV101"},
		{"unused", ignore + "IDV403 -- one writer", "", ignore + "IDV101 -- the test gateway forgets", "IDV002"},
		{"idempotent", "//idemvet:idempotent -- the provider looks at the order", "", "", ""},
		{"guarded", "//idemvet:guarded -- the gateway lets one through", "", "", ""},
		{"idempotent without a reason", "//idemvet:idempotent", "", "", "IDV001 IDV101"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := shopWith(t, c.function, c.above, c.behind)
			got := tooltest.Execute(t, dir, nil, tooltest.Tool(t), "--format", "concise")
			want := strings.Fields(c.rules)
			if told := ids(got.Stdout); strings.Join(told, " ") != c.rules {
				t.Errorf("told of %v, want %v:\n%s%s", told, want, got.Stdout, got.Stderr)
			}
			if code := min(len(want), 1); got.Code != code {
				t.Errorf("exit status %d, want %d", got.Code, code)
			}
			alone := tooltest.Execute(t, dir, nil, tooltest.Tool(t), "--format", "concise", "--no-link")
			if told := ids(alone.Stdout); strings.Join(told, " ") != strings.Join(less(want, "IDV002"), " ") {
				t.Errorf("--no-link: told of %v, want %v less IDV002", told, want)
			}
			vet := tooltest.Execute(t, dir, nil, "go", "vet", "-vettool="+tooltest.Tool(t), "./...")
			if told := slices.Sorted(slices.Values(ids(vet.Stderr))); strings.Join(told, " ") != strings.Join(less(want, "IDV002"), " ") { // the go command has an order of its own
				t.Errorf("go vet: told of %v, want %v less IDV002:\n%s", told, want, vet.Stderr)
			}
		})
	}
}

// ids lists the rules at the ends of lines.
func ids(out string) []string {
	var list []string
	for line := range strings.Lines(out) {
		line = strings.TrimSpace(line)
		if i := strings.LastIndex(line, "(IDV"); i >= 0 && strings.HasSuffix(line, ")") {
			list = append(list, line[i+1:len(line)-1])
		}
	}
	return list
}

func less(list []string, id string) []string {
	var out []string
	for _, x := range list {
		if x != id {
			out = append(out, x)
		}
	}
	return out
}

// TestHarmlessElsewhere: what a function is said to be holds for those who call it, from another package and through an interface.
func TestHarmlessElsewhere(t *testing.T) {
	files := func(mark string) map[string]string {
		return map[string]string{
			"go.mod": "module example.com/relay\n\ngo 1.26\n",
			"post/post.go": `package post

import (
	"net/http"
	"strings"
)

// Send asks the provider.
//
` + mark + `
func Send(order string) error {
	_, err := http.Post("https://pay.example.com", "application/json", strings.NewReader(order))
	return err
}

// Poster sends by HTTP.
type Poster struct{}

// Send asks the provider.
//
` + mark + `
func (Poster) Send(order string) error {
	_, err := http.Post("https://pay.example.com", "application/json", strings.NewReader(order))
	return err
}
`,
			"app/app.go": `package app

// Sender sends orders.
type Sender interface{ Send(order string) error }

// Retry sends again when it fails.
func Retry(s Sender, order string) error {
	var err error
	for range 3 {
		if err = s.Send(order); err == nil {
			return nil
		}
	}
	return err
}
`,
			"main.go": `package main

import (
	"example.com/relay/app"
	"example.com/relay/post"
)

func direct(order string) error {
	var err error
	for range 3 {
		if err = post.Send(order); err == nil {
			return nil
		}
	}
	return err
}

func main() {
	_ = direct("1")
	_ = app.Retry(post.Poster{}, "2")
}
`,
		}
	}
	bare := tooltest.Execute(t, tooltest.Write(t, files("// It is plain.")), nil, tooltest.Tool(t), "--format", "concise")
	if got := ids(bare.Stdout); !slices.Equal(got, []string{"IDV106", "IDV106"}) {
		t.Errorf("without a word: %q\n%s", got, bare.Stdout)
	}
	meant := tooltest.Write(t, files("//idemvet:idempotent -- the provider recognises orders"))
	if got := tooltest.Execute(t, meant, nil, tooltest.Tool(t), "--format", "concise"); got.Code != 0 || got.Stdout != "" {
		t.Errorf("exit status %d\n%s%s", got.Code, got.Stdout, got.Stderr)
	}
	if got := tooltest.Execute(t, meant, nil, "go", "vet", "-vettool="+tooltest.Tool(t), "./..."); got.Code != 0 {
		t.Errorf("go vet: exit status %d\n%s", got.Code, got.Stderr)
	}
}

// TestPartUnused: a run over a part of the program does not know what the rest shows.
func TestPartUnused(t *testing.T) {
	dir := shopWith(t, "//idemvet:ignore IDV403 -- one writer", "", "//idemvet:ignore IDV101 -- the test gateway forgets")
	if got := tooltest.Execute(t, dir, nil, tooltest.Tool(t), "--format", "concise", "."); got.Code != 0 || got.Stdout != "" {
		t.Errorf("exit status %d\n%s%s", got.Code, got.Stdout, got.Stderr)
	}
}
