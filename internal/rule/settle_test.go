package rule

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/idemvet/idemvet/internal/schema"
)

func loaded(t *testing.T, sql string) *schema.Schema {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "schema.sql"), []byte(sql), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := schema.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func race(refuses bool) Finding {
	return Finding{
		Rule: "IDV301", Severity: Warning, Confidence: Medium, Subject: "seats", Message: "seats: written", Help: unknownIndex + "seats (row, number): add one",
		Assumes: &Assumption{Kind: NoUnique, Table: "seats", Columns: []string{"row", "number"}, Refuses: refuses},
	}
}

func TestSettleUnique(t *testing.T) {
	with := "CREATE TABLE seats (id int PRIMARY KEY, row text, number int, UNIQUE (row, number));"
	without := "CREATE TABLE seats (id int PRIMARY KEY, row text, number int); CREATE INDEX i ON seats (row, number);"
	for name, c := range map[string]struct {
		schema     *schema.Schema
		refuses    bool
		severity   Severity
		confidence Confidence
	}{
		"no schema":                       {nil, false, Warning, Medium},
		"another table":                   {loaded(t, "CREATE TABLE halls (id int);"), false, Warning, Medium},
		"no index":                        {loaded(t, without), false, Error, High},
		"index":                           {loaded(t, with), false, Warning, Medium},
		"index, and an error is meant":    {loaded(t, with), true, Info, Low},
		"no index, and an error is meant": {loaded(t, without), true, Error, High},
	} {
		got := Settle([]Finding{race(c.refuses)}, c.schema)
		if len(got) != 1 || got[0].Severity != c.severity || got[0].Confidence != c.confidence {
			t.Errorf("%s: %+v, want %s, %s", name, got, c.severity, c.confidence)
		}
	}
}

func TestSettleTarget(t *testing.T) {
	s := loaded(t, "CREATE TABLE seats (id uuid, row text, number int, CONSTRAINT seats_pkey PRIMARY KEY (id), UNIQUE (row, number));")
	all := []string{"id", "row", "number"}
	for name, c := range map[string]struct {
		schema *schema.Schema
		a      Assumption
		want   int
	}{
		"no schema":                        {nil, Assumption{Columns: []string{"row"}}, 0},
		"a part of the key":                {s, Assumption{Columns: []string{"row"}}, 1},
		"the key":                          {s, Assumption{Columns: []string{"row", "number"}, Inserted: all, Fresh: []string{"id"}}, 0},
		"a key that is new each time":      {s, Assumption{Columns: []string{"id"}, Inserted: all, Fresh: []string{"id"}}, 1},
		"a key that the database draws":    {s, Assumption{Columns: []string{"id"}, Inserted: []string{"row", "number"}}, 1},
		"any key, and one can collide":     {s, Assumption{Inserted: all, Fresh: []string{"id"}}, 0},
		"any key, and none can collide":    {s, Assumption{Inserted: []string{"id", "row"}, Fresh: []string{"id"}}, 1},
		"a constraint that cannot collide": {s, Assumption{Constraint: "seats_pkey", Inserted: all, Fresh: []string{"id"}}, 1},
		"a constraint that is not known":   {s, Assumption{Constraint: "other", Inserted: all}, 0},
	} {
		c.a.Kind, c.a.Table = NoTarget, "seats"
		if got := Settle([]Finding{{Subject: "seats", Assumes: &c.a}}, c.schema); len(got) != c.want {
			t.Errorf("%s: %d findings, want %d", name, len(got), c.want)
		}
	}
}

func TestSettleRepeats(t *testing.T) {
	s := loaded(t, "CREATE TABLE seats (id uuid PRIMARY KEY, row text, number int, request text, UNIQUE (row, number)); CREATE INDEX i ON seats (request);")
	for name, c := range map[string]struct {
		schema *schema.Schema
		kind   AssumptionKind
		table  string
		cols   []string
		want   int
	}{
		"a repeat has the key in common":     {s, Unrefused, "seats", []string{"row", "number", "request"}, 0},
		"a repeat has a part of it":          {s, Unrefused, "seats", []string{"row", "request"}, 1},
		"keys of another table":              {s, Unrefused, "halls", []string{"row", "number"}, 1},
		"keys that are not known":            {nil, Unrefused, "seats", []string{"row", "number"}, 1},
		"a column that no key has":           {s, Unenforced, "seats", []string{"request"}, 1},
		"a column that a key has":            {s, Unenforced, "seats", []string{"row"}, 0},
		"a column of a table that is unseen": {s, Unenforced, "halls", []string{"request"}, 0},
		"a column, and no schema":            {nil, Unenforced, "seats", []string{"request"}, 0},
	} {
		f := Finding{Assumes: &Assumption{Kind: c.kind, Table: c.table, Columns: c.cols}}
		if got := Settle([]Finding{f}, c.schema); len(got) != c.want {
			t.Errorf("%s: %d findings, want %d", name, len(got), c.want)
		}
	}
}

// TestSettleFixes keeps a fix that passes over a row where a unique key says which row that is, and no other does.
func TestSettleFixes(t *testing.T) {
	one := loaded(t, "CREATE TABLE seats (id bigserial PRIMARY KEY, row text, number int, UNIQUE (row, number));")
	two := loaded(t, "CREATE TABLE seats (row text, number int, code text UNIQUE, UNIQUE (row, number));")
	for name, c := range map[string]struct {
		schema *schema.Schema
		cols   []string
		want   int
	}{
		"the key":         {one, []string{"row", "number"}, 2},
		"no key":          {one, []string{"row"}, 1},
		"another key":     {two, []string{"row", "number"}, 1},
		"no schema":       {nil, []string{"row", "number"}, 1},
		"unknown columns": {one, nil, 1},
	} {
		f := Finding{Fixes: []Fix{{IfUnique: true}, {}}, Assumes: &Assumption{Kind: NoUnique, Table: "seats", Columns: c.cols}}
		got := Settle([]Finding{f}, c.schema)
		if len(got) != 1 || len(got[0].Fixes) != c.want || len(f.Fixes) != 2 {
			t.Errorf("%s: %+v, want %d fixes", name, got, c.want)
		}
	}
}
