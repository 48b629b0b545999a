package sqlshape

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// FuzzParse holds Parse and Fragment to what must be true of any text: they end, do not panic, say the same twice, and
// what they say is in order.
func FuzzParse(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.txt")
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, line := range strings.Split(string(data), "\n") {
			if line != "" && line[0] != '\t' && line[0] != '#' {
				f.Add(unescape.Replace(strings.TrimPrefix(line, "~ ")))
			}
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		sts := Parse(text)
		if !reflect.DeepEqual(sts, Parse(text)) {
			t.Fatal("Parse says two things")
		}
		frag := Fragment(text)
		if !reflect.DeepEqual(frag, Fragment(text)) {
			t.Fatal("Fragment says two things")
		}
		if frag.Verb != "" {
			t.Errorf("a fragment has the verb %q", frag.Verb)
		}
		table, alias := TableRef(text)
		if t2, a2 := TableRef(text); t2 != table || a2 != alias {
			t.Fatal("TableRef says two things")
		}
		for _, st := range append(sts, frag) {
			checkStatement(t, st)
		}
	})
}

// checkStatement checks what holds of every statement.
func checkStatement(t *testing.T, st Statement) {
	if st.Params < 0 || st.Rows < 0 || st.Limit < -1 {
		t.Errorf("numbers: params %d, rows %d, limit %d", st.Params, st.Rows, st.Limit)
	}
	for i := 1; i < len(st.Tables); i++ {
		if st.Tables[i-1] >= st.Tables[i] {
			t.Errorf("tables are not sorted: %q", st.Tables)
		}
	}
	for _, c := range st.Columns {
		checkValue(t, c.Value)
	}
	for _, a := range st.Sets {
		checkValue(t, a.Value)
		if a.Column == "" {
			t.Error("an assignment of no column")
		}
	}
	for _, p := range st.Where {
		checkValue(t, p.Value)
		if p.Op == "" {
			t.Errorf("no operator for %q", p.Column)
		}
	}
	if c := st.Conflict; c != nil && c.TargetKnown && c.AnyKey {
		t.Error("a target that is known and none")
	}
	for _, s := range append(append([]Statement(nil), st.CTEs...), st.Subs...) {
		checkStatement(t, s)
	}
}

func checkValue(t *testing.T, v Value) {
	if v.Kind == "" || v.Index < -1 {
		t.Errorf("value %+v", v)
	}
	if (v.Kind == NamedValue || v.Kind == ExcludedValue) && v.Text == "" {
		t.Errorf("value %+v has no name", v)
	}
}

// TestDeep is about texts that nest without end.
func TestDeep(_ *testing.T) {
	for _, text := range []string{
		strings.Repeat("(", 5000),
		strings.Repeat("SELECT (", 5000) + strings.Repeat(")", 5000),
		"SELECT " + strings.Repeat("EXISTS (SELECT ", 1000) + "1" + strings.Repeat(")", 1000),
		"SELECT * FROM " + strings.Repeat("(SELECT * FROM ", 1000) + "t" + strings.Repeat(")", 1000),
		"SELECT 1 WHERE " + strings.Repeat("NOT ", 5000) + "a",
		"SELECT 1 WHERE " + strings.Repeat("(a = 1 AND ", 1000) + "b" + strings.Repeat(")", 1000),
		"UPDATE t SET a = " + strings.Repeat("coalesce(a, ", 1000) + "1" + strings.Repeat(")", 1000),
		"SELECT 1" + strings.Repeat(" UNION SELECT 1", 5000),
		strings.Repeat("WITH a AS (", 1000) + "SELECT 1" + strings.Repeat(") SELECT 1", 1000),
		strings.Repeat("a.", 5000),
		strings.Repeat("'", 5001),
		"INSERT INTO t (a) VALUES " + strings.Repeat("(?), ", 5000) + "(?)",
		"SELECT 1 WHERE " + strings.Repeat("a = ? AND ", 10000) + "b",
		strings.Repeat("case ", 5000),
	} {
		Parse(text)
		Fragment(text)
	}
}

func BenchmarkParse(b *testing.B) {
	texts := map[string]string{
		"select": "SELECT id, state FROM orders WHERE tenant_id = $1 AND ref = $2 FOR UPDATE",
		"upsert": "INSERT INTO counters (name, n) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET n = counters.n + EXCLUDED.n RETURNING n",
		"cte": "WITH due AS (SELECT id FROM jobs WHERE state = 'ready' ORDER BY id LIMIT 10 FOR UPDATE SKIP LOCKED) " +
			"UPDATE jobs SET state = 'running', attempts = attempts + 1 FROM due WHERE jobs.id = due.id RETURNING jobs.id",
		"rows": "INSERT INTO t (a, b) VALUES " + strings.Repeat("(?, ?), ", 1000) + "(?, ?)",
	}
	for name, text := range texts {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				Parse(text)
			}
		})
	}
}
