package output

import (
	"errors"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/internal/report"
	"github.com/idemvet/idemvet/internal/rule"
)

const client = `package pay

func Charge() error {
	op := func() error {
		req.Header.Set("Idempotency-Key", newKey("ä"))
		return send(req)
	}
	return backoff.Retry(op, policy)
}
`

// sample is a report with one finding whose mint lies in another file.
func sample() *report.Report {
	here := report.File{Rel: "pay/client.go", Abs: "/src/pay/client.go"}
	place := func(line, column, end int) rule.Place {
		return rule.Place{Pkg: "example.com/pay", File: "client.go", Line: line, Column: column, EndLine: line, EndColumn: end}
	}
	f := report.Finding{
		Finding: rule.Finding{
			Rule: "IDV101", Severity: rule.Error, Confidence: rule.High, At: place(5, 3, 50),
			Message: "Idempotency-Key is new in every attempt", Title: "key minted inside the retry",
			Runs: "attempt 1 charges · attempt 2 charges again", Help: "make the key once", Function: "Charge",
		},
		Name: "keyinretry", Source: here, Fingerprint: "idv1:00",
	}
	f.Steps = []report.Step{
		{Step: rule.Step{Role: rule.Mint, At: rule.Place{Line: 12, Column: 9}, Text: "returns a new value each time"}, Source: report.File{Rel: "pay/ids.go"}},
		{Step: rule.Step{Role: rule.Region, At: place(8, 9, 34), Text: "retried by backoff.Retry"}, Source: here},
		{Step: rule.Step{Role: rule.Sink, At: place(5, 3, 50), Text: "used as Idempotency-Key"}, Source: here},
	}
	return &report.Report{Findings: []report.Finding{f}, Stats: report.Stats{Packages: 1, Findings: 1}}
}

func show(t *testing.T, f Format, r *report.Report, o Options) string {
	t.Helper()
	var b strings.Builder
	if o.Read == nil {
		o.Read = func(string) ([]byte, error) { return []byte(client), nil }
	}
	if err := f(&b, r, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func equal(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestText(t *testing.T) {
	equal(t, show(t, Text, sample(), Options{}), `pay/client.go:5:3: error: key minted inside the retry: Idempotency-Key is new in every attempt [IDV101 keyinretry]
   5 │ ┌     req.Header.Set("Idempotency-Key", newKey("ä"))
     │ │     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ used as Idempotency-Key
   8 │ └ return backoff.Retry(op, policy)  ← retried by backoff.Retry
   pay/ids.go:12:9: returns a new value each time
   attempt 1 charges · attempt 2 charges again
   help: make the key once; `+"`idemvet explain IDV101`"+`

1 finding (1 error) in 1 package
`)
}

func TestTextWithoutSource(t *testing.T) {
	gone := func(string) ([]byte, error) { return nil, errors.New("gone") }
	equal(t, show(t, Text, sample(), Options{Read: gone, Quiet: true}), `pay/client.go:5:3: error: key minted inside the retry: Idempotency-Key is new in every attempt [IDV101 keyinretry]
   pay/ids.go:12:9: returns a new value each time
   pay/client.go:8:9: retried by backoff.Retry
   pay/client.go:5:3: used as Idempotency-Key
   attempt 1 charges · attempt 2 charges again
   help: make the key once; `+"`idemvet explain IDV101`"+`

`)
}

// TestOddSource gives the frame a file that has changed since: shorter lines, fewer lines.
func TestOddSource(t *testing.T) {
	for _, source := range []string{"", "\n\n\n\n\n", "a\nb\nc\nd\n\t\ne", strings.Repeat("\t\t\tx\xff世\n", 8)} {
		read := func(string) ([]byte, error) { return []byte(source), nil }
		if got := show(t, Text, sample(), Options{Read: read}); !strings.Contains(got, "attempt 2 charges again") {
			t.Errorf("%q: %s", source, got)
		}
	}
}

func TestConcise(t *testing.T) {
	equal(t, show(t, Concise, sample(), Options{}), "pay/client.go:5:3: error: Idempotency-Key is new in every attempt (IDV101)\n")
	if got := show(t, Concise, sample(), Options{Color: true}); !strings.Contains(got, "\x1b[31;1merror\x1b[") {
		t.Errorf("no colour: %q", got)
	}
}

func TestJSON(t *testing.T) {
	o := Options{Tool: Tool{Name: "idemvet", Version: "v0.1.0", Rules: "sha256:0"}}
	got := show(t, JSON, sample(), o)
	for _, want := range []string{
		`"version": 1,`, `"file": "pay/client.go",`, `"end_column": 50,`, `"fingerprint": "idv1:00",`, `"status": "new",`,
		`"suppressed": null,`, `"fixes": []`, `"role": "mint",`, `"incomplete": [],`, `"seconds": 0`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	empty := show(t, JSON, &report.Report{}, o)
	if !strings.Contains(empty, `"findings": [],`) || !strings.Contains(empty, `"incomplete": [],`) {
		t.Errorf("lists are null in\n%s", empty)
	}
}
