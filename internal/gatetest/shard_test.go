package gatetest

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/internal/tooltest"
)

// fairs are packages with all that can become of a finding: new, mendable, suppressed, known, twice in a function, in a test,
// and comments that are about nothing.
func fairs() map[string]string {
	files := map[string]string{"go.mod": tooltest.GoMod}
	for i, name := range []string{"north", "south", "east", "west", "hall", "gate", "yard"} {
		files[name+"/"+name+".go"] = booth(name, 1+i%2)
	}
	const set = "\t\tr.Header.Set(\"Idem"
	files["east/east.go"] = strings.Replace(files["east/east.go"], set, "\t\t//idemvet:ignore IDV101 -- the printer drops repeats\n"+set, 1)
	files["gate/gate.go"] += "\n//idemvet:ignore IDV105 -- not needed\nvar open = true\n"
	files["hall/hall.go"] += "\n//idemvet:ignore IDV101\nvar full = true\n"
	files["yard/yard_test.go"] = booth("yard_test", 1)
	return files
}

// formats are all that there are.
const formats = "text concise json sarif github gitlab checkstyle junit rdjsonl"

var took = regexp.MustCompile(`"seconds": [0-9.e-]+`)

// printed runs the tool with all formats, each to a file that begins with a name, and returns what it wrote.
func printed(t *testing.T, dir, name string, args ...string) (texts map[string]string, res tooltest.Result) {
	t.Helper()
	out := t.TempDir()
	for _, f := range strings.Fields(formats) {
		args = append(args, "--format", f+"="+filepath.Join(out, f))
	}
	res = tooltest.Idemvet(t, dir, args...)
	texts = map[string]string{}
	for _, f := range strings.Fields(formats) {
		texts[f] = tooltest.Read(t, filepath.Join(out, f))
	}
	part := filepath.Join(dir, name)
	if err := os.WriteFile(part, []byte(texts["json"]), 0o644); err != nil {
		t.Fatal(err)
	}
	return texts, res
}

// same compares what two runs wrote. Only the time that it took may differ.
func same(t *testing.T, what string, got, want map[string]string) {
	t.Helper()
	for f, text := range want {
		if a, b := took.ReplaceAllString(got[f], ""), took.ReplaceAllString(text, ""); a != b {
			t.Errorf("%s: %s differs; got\n%s\nwant\n%s", what, f, a, b)
		}
	}
}

// TestShards demands that the parts of a run, put together, are what the run without parts says, in every format, byte by byte.
func TestShards(t *testing.T) {
	broken := fairs()
	broken["oven/oven.go"] = "package oven\n\nvar x int = \"\"\n"
	broken["yard/yard.go"] += "\nfunc lost() { gone() }\n"
	known := []string{"--baseline", "b.json"}
	tests := []struct {
		name, dir string
		flags     []string
		code      int
		dealt     int      // how many of five parts have findings
		says      []string // in JSON
	}{
		{"demo", copied(t, tooltest.Demo), nil, 1, 1, []string{`"baseline": 0,`}},
		{"fairs", tooltest.Write(t, fairs()), append(known, "--show-suppressed"), 1, 3, []string{"IDV001", "IDV002", `"reason": "the printer drops repeats"`, `"status": "baseline"`, `"applicability"`}},
		{"broken", tooltest.Write(t, broken), append(known, "--tests", "--strict"), 3, 3, []string{"IDV001", `"suppressed": 1`, `"baseline": 2`, "yard_test.go", `"package": "example.com/m/oven",`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.flags != nil {
				tooltest.Idemvet(t, tt.dir, "baseline", "write", "--output", "b.json", "./south")
			}
			tooltest.Idemvet(t, tt.dir, tt.flags...) // so that what is in the cache is the same for all that follow
			want, whole := printed(t, tt.dir, "whole.json", append([]string{"--quiet"}, tt.flags...)...)
			for _, words := range tt.says {
				if !strings.Contains(want["json"], words) {
					t.Errorf("the run says nothing of %s", words)
				}
			}
			got, one := printed(t, tt.dir, "one.json", append(mergeFlags(tt.flags), "whole.json")...)
			same(t, "merge of one", got, want)
			if took.FindString(got["json"]) != took.FindString(want["json"]) {
				t.Error("the report of one part took another time")
			}
			got, all := printed(t, tt.dir, "all.json", append(mergeFlags(tt.flags), split(t, tt.dir, tt.flags, want["json"], tt.dealt)...)...)
			same(t, "merge of parts", got, want)
			if whole.Code != tt.code || one != whole || all != whole {
				t.Errorf("without parts %+v, merge of one %+v, of parts %+v", whole, one, all)
			}
		})
	}
}

// split runs the tool once for each of five parts and returns the names of the reports. Together they have as many findings as the
// whole, and some of them at least have any.
func split(t *testing.T, dir string, flags []string, whole string, least int) (names []string) {
	t.Helper()
	findings := func(text string) int { return strings.Count(text, `"fingerprint"`) }
	sum, dealt := 0, 0
	const n = 5
	for i := range n {
		name := fmt.Sprintf("part-%d.json", i+1)
		texts, _ := printed(t, dir, name, append([]string{"--quiet", "--shard", fmt.Sprintf("%d/%d", i+1, n)}, flags...)...)
		if got := findings(texts["json"]); got > 0 {
			sum += got
			dealt++
		}
		names = append(names, name)
	}
	if sum != findings(whole) || dealt < least {
		t.Errorf("%d parts have %d findings, the whole %d", dealt, sum, findings(whole))
	}
	return names
}

// mergeFlags are the flags that merge shares with the main job.
func mergeFlags(flags []string) []string {
	out := []string{"merge", "--quiet"}
	for _, f := range flags {
		if f == "--show-suppressed" {
			out = append(out, f)
		}
	}
	return out
}

// shardOf runs the tool for one of three parts.
func shardOf(t *testing.T, dir string, part int, args ...string) tooltest.Result {
	t.Helper()
	return tooltest.Idemvet(t, dir, append([]string{"--shard", fmt.Sprintf("%d/3", part)}, args...)...)
}

// TestShardStale demands that one part tells a stale entry.
func TestShardStale(t *testing.T) {
	dir := tooltest.Write(t, fairs())
	tooltest.Idemvet(t, dir, "baseline", "write", "--output", "b.json")
	tooltest.Change(t, dir, map[string]string{"north/north.go": "package north\n", "south/south.go": ""})
	told := 0
	for part := range 3 {
		told += strings.Count(shardOf(t, dir, part+1, "--baseline", "b.json", "--format", "concise").Stderr, "baseline b.json: 1 entry matches nothing any more")
	}
	if told != 2 {
		t.Errorf("%d parts tell of a stale entry, want one for each of two", told)
	}
}

// TestShardFix demands that only findings of the part are mended.
func TestShardFix(t *testing.T) {
	files := map[string]string{"go.mod": tooltest.GoMod}
	for _, name := range []string{"north", "south", "east", "west"} {
		files[name+"/"+name+".go"] = booth(name, 1)
	}
	dir := tooltest.Write(t, files)
	diff := []string{"--diff", "--unsafe-fixes", "--select", "IDV101"}
	var parts []string
	for part := range 3 {
		parts = append(parts, shardOf(t, dir, part+1, diff...).Stdout)
	}
	all := tooltest.Idemvet(t, dir, diff...).Stdout
	if sum := len(strings.Join(parts, "")); sum != len(all) || slices.Contains(parts, all) || parts[1] == "" {
		t.Errorf("the parts mend %q, all mend %q", parts, all)
	}
	if res := shardOf(t, dir, 2, "--fix", "--unsafe-fixes", "--select", "IDV101", "--quiet"); res.Code != 0 || !strings.HasPrefix(res.Stderr, "idemvet: fixed ") {
		t.Errorf("%+v", res)
	}
	parts[1] = ""
	for part, want := range parts {
		if got := shardOf(t, dir, part+1, diff...).Stdout; got != want {
			t.Errorf("after part 2 was mended, part %d would mend\n%s\nwant\n%s", part+1, got, want)
		}
	}
}
