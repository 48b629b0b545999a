package output

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/idemvet/idemvet/internal/report"
	"github.com/idemvet/idemvet/internal/rule"
)

// oasis compiles the schema of the standard. The module go-sarif holds it, in a constant that it does not export.
func oasis(t *testing.T) *jsonschema.Schema {
	t.Helper()
	pkg := reflect.TypeFor[sarif.Report]().PkgPath()
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", pkg).Output()
	if err != nil {
		t.Fatalf("go list %s: %v", pkg, err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(dir)), "schema.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var text string
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			text, err = strconv.Unquote(lit.Value)
		}
		return true
	})
	doc, err2 := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource(sarifSchema, doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile(sarifSchema)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// decode reads a text of JSON as the schema wants it.
func decode(t *testing.T, text string) any {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestSARIFSchema(t *testing.T) {
	schema := oasis(t)
	plain := full()
	plain.Findings = plain.Findings[:3] // nothing is suppressed or known
	for name, r := range map[string]*report.Report{"full": full(), "plain": plain, "empty": {}} {
		text := show(t, SARIF, r, about())
		if err := schema.Validate(decode(t, text)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		has := strings.Contains(text, `"baselineState"`) || strings.Contains(text, `"suppressions"`)
		if has != (name == "full") {
			t.Errorf("%s: says of results whether they are new or suppressed: %t", name, has)
		}
		if read, err := sarif.FromString(text); err != nil || len(read.Runs[0].Results) != len(r.Findings) {
			t.Errorf("%s: another reader: %v, %v", name, read, err)
		}
	}
	bad := strings.Replace(show(t, SARIF, full(), about()), `"startLine": 5`, `"startLine": 0`, 1)
	if schema.Validate(decode(t, bad)) == nil {
		t.Error("the schema accepts line 0")
	}
}

// required is what code scanning wants of every file: at each path a value that is not empty. "*" stands for each element.
var required = []string{
	"$schema", "version", "runs", "runs.*.tool.driver", "runs.*.results",
	"runs.*.tool.driver.name", "runs.*.tool.driver.rules",
	"runs.*.tool.driver.rules.*.id", "runs.*.tool.driver.rules.*.shortDescription.text",
	"runs.*.tool.driver.rules.*.fullDescription.text", "runs.*.tool.driver.rules.*.help.text",
	"runs.*.results.*.message.text", "runs.*.results.*.locations", "runs.*.results.*.partialFingerprints",
	"runs.*.results.*.locations.*.physicalLocation.artifactLocation.uri",
	"runs.*.results.*.locations.*.physicalLocation.region.startLine",
	"runs.*.results.*.locations.*.physicalLocation.region.startColumn",
	"runs.*.results.*.locations.*.physicalLocation.region.endLine",
	"runs.*.results.*.locations.*.physicalLocation.region.endColumn",
	"runs.*.results.*.relatedLocations.*.physicalLocation.region.endColumn",
	"runs.*.results.*.codeFlows.*.threadFlows.*.locations.*.location.physicalLocation.region.endColumn",
}

func TestSARIFRequired(t *testing.T) {
	doc := decode(t, show(t, SARIF, full(), about()))
	for _, path := range required {
		if n := missing(doc, strings.Split(path, ".")); n > 0 {
			t.Errorf("%s: missing or empty %d times", path, n)
		}
	}
	if missing(doc, []string{"runs", "*", "results", "*", "fixes"}) == 0 {
		t.Error("a property that only some results have is never missing")
	}
}

// missing counts the places where the rest of a path leads to nothing. A list that may be absent is absent as a whole.
func missing(doc any, path []string) int {
	if len(path) == 0 {
		switch v := doc.(type) {
		case nil:
			return 1
		case string:
			return count(v == "")
		case map[string]any:
			return count(len(v) == 0)
		case json.Number:
			return count(v == "0")
		}
		return 0
	}
	if path[0] == "*" {
		n := 0
		for _, v := range doc.([]any) {
			n += missing(v, path[1:])
		}
		return n
	}
	v, ok := doc.(map[string]any)[path[0]]
	if !ok && len(path) > 1 && (path[0] == "relatedLocations" || path[0] == "codeFlows") {
		return 0
	}
	if !ok {
		return 1
	}
	return missing(v, path[1:])
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestSARIFRegion(t *testing.T) {
	file := report.File{Rel: "depot/ship.go", Abs: "/src/depot/ship.go"}
	dos := report.File{Rel: odd, Abs: "/src/" + odd}
	tests := []struct {
		name string
		file report.File
		at   rule.Place
		want sarifRegion
	}{
		{"before what is not ASCII", file, span5(3, 6), sarifRegion{5, 3, 5, 6}},
		{"around it", file, span5(7, 21), sarifRegion{5, 7, 5, 18}},
		{"behind it", file, span5(29, 49), sarifRegion{5, 24, 5, 44}},
		{"behind the line", file, span5(29, 400), sarifRegion{5, 24, 5, 44}},
		{"inside a character", file, span5(9, 9), sarifRegion{5, 9, 5, 9}},
		{"no end", file, rule.Place{Line: 5, Column: 29}, sarifRegion{5, 24, 5, 24}},
		{"end before the start", file, span5(29, 3), sarifRegion{5, 24, 5, 24}},
		{"several lines", file, rule.Place{Line: 4, Column: 2, EndLine: 5, EndColumn: 29}, sarifRegion{4, 2, 5, 24}},
		{"line that is gone", file, rule.Place{Line: 99, Column: 29, EndLine: 99, EndColumn: 49}, sarifRegion{99, 29, 99, 49}},
		{"file that is gone", report.File{Rel: "x.go", Abs: "/x.go"}, span5(29, 49), sarifRegion{5, 29, 5, 49}},
		{"file that is not known", report.File{Rel: "x.go"}, span5(29, 49), sarifRegion{5, 29, 5, 49}},
		{"other line endings", dos, rule.Place{Line: 3, Column: 9, EndLine: 3, EndColumn: 90}, sarifRegion{3, 9, 3, 12}},
		{"nowhere", file, rule.Place{}, sarifRegion{1, 1, 1, 1}},
	}
	for _, tt := range tests {
		s := writer(readDisk)
		if got := s.region(tt.file, tt.at); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// writer is a writer that reads sources with read.
func writer(read func(string) ([]byte, error)) *sarifWriter {
	return &sarifWriter{o: Options{Read: read}, src: sources{read: read}}
}

func TestSARIFArtifact(t *testing.T) {
	tests := []struct{ rel, uri, base string }{
		{"pay/client.go", "pay/client.go", "%SRCROOT%"},
		{"../up/a b.go", "../up/a%20b.go", "%SRCROOT%"},
		{"a:b.go", "a%3Ab.go", "%SRCROOT%"},
		{"50%/é#?.go", "50%25/%C3%A9%23%3F.go", "%SRCROOT%"},
		{"/abs/a.go", "file:///abs/a.go", ""},
		{"D:/abs/a b.go", "file:///D:/abs/a%20b.go", ""},
	}
	for _, tt := range tests {
		if got := writer(readDisk).artifact(report.File{Rel: tt.rel}); got != (sarifArtifact{tt.uri, tt.base}) {
			t.Errorf("%s: %v", tt.rel, got)
		}
	}
}

// TestSARIFPath demands that a flow ends at the finding: at the step that is there, or at one that is added.
func TestSARIFPath(t *testing.T) {
	f := sample().Findings[0]
	flows, related := writer(readDisk).path(&f)
	if n := len(flows[0].Threads[0].Locations); n != 3 || len(related) != 3 || related[2].ID != 3 {
		t.Errorf("%d steps, %v", n, related)
	}
	f = shipment()
	flows, related = writer(readDisk).path(&f)
	steps := flows[0].Threads[0].Locations
	if len(steps) != 3 || len(related) != 2 || steps[2].Location.Message.Text != f.Message {
		t.Errorf("%v, %v", steps, related)
	}
	for i := range 1500 {
		f.Steps = append(f.Steps, report.Step{Step: rule.Step{At: span5(i+1, i+2), Text: strconv.Itoa(i)}, Source: f.Source})
	}
	flows, related = writer(readDisk).path(&f)
	if n := len(flows[0].Threads[0].Locations); n > maxLocations || len(related) > maxLocations {
		t.Errorf("%d steps, %d places", n, len(related))
	}
}

// TestSARIFCap demands that the least severe results are left out, that the order stays, and that the file says so.
func TestSARIFCap(t *testing.T) {
	r := many(maxResults + 5000)
	var text bytes.Buffer
	var doc sarifLog
	if err := errors.Join(SARIF(&text, r, about()), json.Unmarshal(text.Bytes(), &doc)); err != nil {
		t.Fatal(err)
	}
	run := doc.Runs[0]
	lost := map[string]int{"error": 0, "warning": 0, "note": 0}
	for _, f := range r.Findings {
		lost[level(f.Severity)]++
	}
	var prints []string
	for _, res := range run.Results {
		lost[res.Level]--
		prints = append(prints, res.Fingerprints["idemvet/v1"])
	}
	if len(run.Results) != maxResults || lost["error"] != 0 || lost["warning"] != 0 || lost["note"] != 5000 || !slices.IsSorted(prints) {
		t.Errorf("%d results, left out: %v, in order: %t", len(run.Results), lost, slices.IsSorted(prints))
	}
	want := fmt.Sprintf("5000 of %d results were left out, the least severe: code scanning takes 25000", len(r.Findings))
	if n := run.Invocations[0].Notifications; len(n) != 1 || n[0].Message.Text != want || !run.Invocations[0].Successful {
		t.Errorf("%+v", run.Invocations)
	}
}
