package sqlshape

import (
	"bytes"
	"encoding/gob"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// unescape makes a statement of a line of the tables: \0 is a hole, \n and \t are white space, EMPTY is nothing.
var unescape = strings.NewReplacer(`\0`, Hole, `\n`, "\n", `\t`, "\t", "EMPTY", "")

// dumpText reads a line of the tables; a line that begins with ~ is a fragment.
func dumpText(line string) []string {
	if frag, ok := strings.CutPrefix(line, "~ "); ok {
		return []string{dump(Fragment(unescape.Replace(frag)))}
	}
	var out []string
	for _, st := range Parse(unescape.Replace(line)) {
		out = append(out, dump(st))
	}
	return out
}

// The tables have a statement on a line, and what it reads as on the indented lines behind it, one for each statement.
func TestTables(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no tables", err)
	}
	total := 0
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			total += checkTable(t, file)
		})
	}
	if total < 300 {
		t.Errorf("only %d statements in the tables", total)
	}
}

func checkTable(t *testing.T, file string) int {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimRight(string(data), "\n"), "\n")
	n := 0
	for i := 0; i < len(lines); {
		line := lines[i]
		at := i + 1
		i++
		var want []string
		for i < len(lines) && strings.HasPrefix(lines[i], "\t") {
			want = append(want, lines[i][1:])
			i++
		}
		if line == "" || strings.HasPrefix(line, "# ") {
			continue
		}
		n++
		got := strings.Join(dumpText(line), "\n")
		if want := strings.Join(want, "\n"); got != want {
			t.Errorf("%s:%d: %s\n got: %s\nwant: %s", file, at, line, got, want)
		}
	}
	return n
}

func TestTableRef(t *testing.T) {
	for text, want := range map[string][2]string{
		"users":                     {"users", ""},
		"users u":                   {"users", "u"},
		`app."Users" AS u`:          {"app.users", "u"},
		"(SELECT id FROM users) u":  {"", "u"},
		"":                          {"", ""},
		Hole:                        {"", ""},
		"users, orders o":           {"users", ""},
		"users JOIN orders ON true": {"users", ""},
	} {
		if table, alias := TableRef(text); table != want[0] || alias != want[1] {
			t.Errorf("TableRef(%q) = %q, %q, want %q", text, table, alias, want)
		}
	}
}

// TestOrdinals is about placeholders: those of a text are counted in each statement anew, over its whole length.
func TestOrdinals(t *testing.T) {
	sts := Parse("WITH a AS (SELECT id FROM b WHERE c = ?) UPDATE t SET x = ? WHERE y = ?; DELETE FROM t WHERE z = ?")
	if len(sts) != 2 || sts[0].Params != 3 || sts[1].Params != 1 {
		t.Fatalf("%d statements", len(sts))
	}
	got := []int{
		sts[0].CTEs[0].Where[0].Value.Index, sts[0].Sets[0].Value.Index, sts[0].Where[0].Value.Index, sts[1].Where[0].Value.Index,
	}
	if want := []int{0, 1, 2, 0}; !slices.Equal(got, want) {
		t.Errorf("ordinals %v, want %v", got, want)
	}
}

// TestGob holds the types to plain data: summaries of packages carry them.
func TestGob(t *testing.T) {
	in := Parse("WITH a AS (SELECT 1) INSERT INTO t (x) VALUES ($1) ON CONFLICT (x) DO UPDATE SET n = t.n + 1; CREATE TABLE t (x int UNIQUE)")
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(in); err != nil {
		t.Fatal(err)
	}
	var out []Statement
	if err := gob.NewDecoder(&buf).Decode(&out); err != nil {
		t.Fatal(err)
	}
	for i := range in {
		if dump(in[i]) != dump(out[i]) {
			t.Errorf("got %s, want %s", dump(out[i]), dump(in[i]))
		}
	}
}
