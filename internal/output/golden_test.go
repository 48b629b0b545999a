package output

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/internal/report"
)

var update = flag.Bool("update", false, "write the files that the formats are compared with")

// TestGolden compares every format with the file that it printed before. Run it with -update after a change, and read the difference.
func TestGolden(t *testing.T) {
	for _, name := range Names() {
		for sample, r := range map[string]*report.Report{"full": full(), "empty": {Stats: report.Stats{Packages: 1}}} {
			path := filepath.Join("testdata", sample+"."+name+".golden")
			got := show(t, formats[name], r, about())
			if again := show(t, formats[name], r, about()); again != got {
				t.Errorf("%s: another text in the second run", path)
			}
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s differs; got:\n%s", path, got)
			}
			wellFormed(t, name, []byte(got))
		}
	}
}

var workflowCommand = regexp.MustCompile("^::(error|warning|notice) ([a-zA-Z]+=[^:,\r\n]*,)*title=[^:,\r\n]*::[^\r\n]+\n$")

// wellFormed reads what a format printed as the kind of text that it is.
func wellFormed(t *testing.T, format string, text []byte) {
	t.Helper()
	switch format {
	case "json", "sarif", "gitlab":
		if !json.Valid(text) {
			t.Errorf("%s: no JSON", format)
		}
	case "rdjsonl":
		for line := range bytes.Lines(text) {
			if !json.Valid(line) {
				t.Errorf("%s: no JSON: %s", format, line)
			}
		}
	case "checkstyle", "junit":
		dec := xml.NewDecoder(bytes.NewReader(text))
		for {
			if _, err := dec.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", format, err)
			}
		}
	case "github":
		for line := range bytes.Lines(text) {
			if !workflowCommand.Match(line) {
				t.Errorf("%s: no command: %q", format, line)
			}
		}
	}
}

// TestLeftOut demands that findings that do not count are in the formats that can say so, and nowhere else.
func TestLeftOut(t *testing.T) {
	r := full()
	for i := range r.Findings {
		r.Findings[i].Message = "message " + r.Findings[i].Fingerprint
	}
	for _, name := range Names() {
		got := show(t, formats[name], r, about())
		tells := name == "text" || name == "concise" || name == "json" || name == "sarif"
		for _, f := range r.Findings {
			if has := strings.Contains(got, f.Message); has != (tells || f.Counts()) {
				t.Errorf("%s: %s: %t", name, f.Message, has)
			}
		}
	}
}

// TestRoot demands paths from the root of the checkout where a CI host looks files up, and only there.
func TestRoot(t *testing.T) {
	o := about()
	for root, want := range map[string]string{"": "depot/ship.go", "/": "src/depot/ship.go", "/src/depot": "ship.go", "/elsewhere": "depot/ship.go"} {
		o.Root = root
		r := &report.Report{Findings: []report.Finding{shipment()}}
		if got := show(t, GitHub, r, o); !strings.Contains(got, "file="+want+",") {
			t.Errorf("%q: no %s in %s", root, want, got)
		}
		for name, f := range map[string]Format{"gitlab": GitLab, "sarif": SARIF} {
			if got := show(t, f, r, o); !strings.Contains(got, `"`+want+`"`) {
				t.Errorf("%s, %q: no %s in %s", name, root, want, got)
			}
		}
		if got := show(t, RDJSONL, r, o); !strings.Contains(got, `"path":"depot/ship.go"`) {
			t.Errorf("rdjsonl, %q: %s", root, got)
		}
	}
}

// TestSuggestion demands that a fix of several edits is one replacement that gives the text that the edits give.
func TestSuggestion(t *testing.T) {
	src := sources{read: readDisk}
	f := shipment()
	s, ok := suggest(&src, f.Source, f.Fixes[0].Edits)
	first, _ := src.text(f.Source.Abs, position{1, 1}, s.Range.Start)
	lines := strings.Split(parcels, "\n")
	rest, _ := src.text(f.Source.Abs, s.Range.End, position{len(lines), 1})
	want := strings.Replace(strings.Replace(parcels, "\tfor", "\tid := newID()\n\tfor", 1), "(newID())", "(id)", 1)
	if got := first + s.Text + rest; !ok || got != want {
		t.Errorf("%t\n%s\nwant:\n%s", ok, got, want)
	}
	if _, ok := suggest(&src, f.Source, f.Fixes[1].Edits); ok {
		t.Error("a suggestion in another file")
	}
	lost := sources{read: func(string) ([]byte, error) { return nil, errors.New("gone") }}
	if _, ok := suggest(&lost, f.Source, f.Fixes[0].Edits); ok {
		t.Error("a suggestion without the source between its edits")
	}
}

// TestGitLabFingerprints demands that none appears twice, whatever the report has.
func TestGitLabFingerprints(t *testing.T) {
	r := &report.Report{Findings: []report.Finding{shipment(), shipment(), shipment()}}
	var entries []codeQuality
	if err := json.Unmarshal([]byte(show(t, GitLab, r, about())), &entries); err != nil {
		t.Fatal(err)
	}
	if len(entries) != 3 || entries[0].Fingerprint != "idv1:aa" || entries[1].Fingerprint != "idv1:aa:2" || entries[2].Fingerprint != "idv1:aa:3" {
		t.Errorf("%+v", entries)
	}
}
