package output

import (
	"errors"

	"github.com/idemvet/idemvet/internal/report"
	"github.com/idemvet/idemvet/internal/rule"
)

// The column of order.Retry in line 5 is 29 in bytes, 24 in UTF-16 code units, 23 in characters.
const parcels = `package depot

func Ship(order Order) error {
	for range 3 {
		log("ä", "📦", "…"); order.Retry(newID())
		if send(order) == nil {
			return nil
		}
	}
	return errLost
}
`

// odd is a path in which each format has something to escape.
const odd = "depot/50% off, ä:b/[x]#1?.go"

// disk is where the sources of the samples lie.
var disk = map[string]string{"/src/depot/ship.go": parcels, "/src/" + odd: "package x\r\n\r\nvar a = `1`\r\nvar b = 2\r\n"}

func readDisk(path string) ([]byte, error) {
	if text, ok := disk[path]; ok {
		return []byte(text), nil
	}
	return nil, errors.New("no such file")
}

// about is how a sample is printed.
func about() Options {
	return Options{
		Tool: Tool{Name: "idemvet", Version: "v0.1.0", Rules: "sha256:0"},
		Read: readDisk,
		Rules: []*rule.Meta{
			{ID: "IDV101", Name: "keyinretry", Title: "key minted inside the retry", Severity: rule.Error, Confidence: rule.High, Default: true,
				Doc: "# IDV101 keyinretry\n\nSeverity error.\n\nA *key* made in each\nattempt is no key.\n\n## Bad\n\n```go\nf(<-c)\n```\n"},
			{ID: "IDV105", Name: "keypii", Title: "personal data in a key", Severity: rule.Info, Confidence: rule.Low, Doc: "# IDV105 keypii\n"},
		},
	}
}

func span5(column, end int) rule.Place {
	return rule.Place{Pkg: "example.com/depot", File: "ship.go", Line: 5, Column: column, EndLine: 5, EndColumn: end}
}

// shipment is a finding on a line whose columns depend on what is counted, with a path and a fix of two edits.
func shipment() report.Finding {
	ship := report.File{Rel: "depot/ship.go", Abs: "/src/depot/ship.go"}
	gone := report.File{Rel: "ids/ids.go", Abs: "/src/ids/ids.go"}
	before := rule.Place{Line: 4, Column: 2, EndLine: 4, EndColumn: 2}
	key := span5(41, 48)
	return report.Finding{
		Finding: rule.Finding{
			Rule: "IDV101", Severity: rule.Error, Confidence: rule.High, At: span5(29, 49), Function: "Ship",
			Message: "order id is new in every attempt: 100% of <lost> replies & \"timeouts\" ship twice", Title: "key minted inside the retry",
			Runs: "attempt 1 ships · attempt 2 ships again", Help: "make the id once, before the loop",
		},
		Name: "keyinretry", Source: ship, Fingerprint: "idv1:aa",
		Steps: []report.Step{
			{Step: rule.Step{Role: rule.Mint, At: rule.Place{Line: 7, Column: 9}, Text: "newID returns a new value each time"}, Source: gone},
			{Step: rule.Step{Role: rule.Flow, Text: "nowhere"}},
			{Step: rule.Step{Role: rule.Region, At: rule.Place{Line: 4, Column: 2, EndLine: 9, EndColumn: 3}, Text: "in a retry loop"}, Source: ship},
		},
		Fixes: []report.Fix{
			{Fix: rule.Fix{Message: "make the id before the loop", Applicability: rule.UnsafeFix}, Edits: []report.Edit{
				{Edit: rule.Edit{At: before, Text: "id := newID()\n\t"}, Source: ship},
				{Edit: rule.Edit{At: key, Text: "id"}, Source: ship},
			}},
			{Fix: rule.Fix{Message: "derive the id in package ids", Applicability: rule.SafeFix}, Edits: []report.Edit{
				{Edit: rule.Edit{At: rule.Place{Line: 7, Column: 9, EndLine: 7, EndColumn: 16}, Text: "derive(order)"}, Source: gone},
			}},
		},
	}
}

// full is a report with one of everything.
func full() *report.Report {
	at := rule.Place{Pkg: "example.com/odd", File: "x.go", Line: 3, Column: 5, EndLine: 4, EndColumn: 10}
	several := report.Finding{
		Finding: rule.Finding{Rule: "IDV999", Severity: rule.Warning, Confidence: rule.Medium, At: at, Message: "no rule describes this\x01: a, b", Function: "init"},
		Source:  report.File{Rel: odd, Abs: "/src/" + odd}, Fingerprint: "idv1:bb",
	}
	hygiene := report.Finding{
		Finding: rule.Finding{Rule: "IDV105", Severity: rule.Info, Confidence: rule.Low, At: rule.Place{Pkg: "example.com/out", Line: 2, Column: 90}, Message: "the key holds an e-mail address"},
		Name:    "keypii", Source: report.File{Rel: "../out/a.go"}, Fingerprint: "idv1:cc",
	}
	suppressed, known := shipment(), shipment()
	suppressed.Fixes, suppressed.Steps, suppressed.Fingerprint = nil, nil, "idv1:dd"
	suppressed.Suppressed = &report.Suppression{Reason: "the depot drops repeats", Source: suppressed.Source, Line: 4}
	known.Fixes, known.Steps, known.Fingerprint, known.Known = nil, nil, "idv1:ee", true
	return &report.Report{
		Findings:   []report.Finding{hygiene, several, shipment(), suppressed, known},
		Incomplete: []report.Incomplete{{Package: "example.com/broken", Reason: "b.go:3:1: expected ';', found \x1b \"x\""}, {Reason: "pattern ./gone: no such directory"}},
		Stats:      report.Stats{Packages: 4, Cached: 1, Findings: 3, Suppressed: 1, Baseline: 1, Seconds: 0.5},
	}
}
