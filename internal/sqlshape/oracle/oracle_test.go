// Package oracle compares what sqlshape reads with the parser of PostgreSQL. It is a module of its own, so that the
// parser is no dependency of the tool.
package oracle

import (
	"fmt"
	"os"
	"sort"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/internal/sqlshape"
	pg "github.com/pganalyze/pg_query_go/v6"
	pgquery "github.com/wasilibs/go-pgquery"
)

// TestAgreement reads the PostgreSQL tables and compares verb, target, tables, inserted columns, conflict clause and
// lock. A statement that PostgreSQL refuses is an error of the table, unless it is one of another dialect.
func TestAgreement(t *testing.T) {
	compared := 0
	for _, file := range []string{"../testdata/postgres.txt", "../testdata/schema.txt"} {
		strict := strings.HasSuffix(file, "postgres.txt")
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(string(data), "\n") {
			if line == "" || line[0] == '#' || line[0] == '\t' {
				continue
			}
			tree, err := pgquery.Parse(line)
			if err != nil {
				if strict {
					t.Errorf("%s: %v", line, err)
				}
				continue
			}
			compared += compare(t, line, tree)
		}
	}
	t.Logf("%d statements compared", compared)
	if compared < 150 {
		t.Errorf("only %d statements compared", compared)
	}
}

func compare(t *testing.T, text string, tree *pg.ParseResult) int {
	got := sqlshape.Parse(text)
	if len(got) != len(tree.Stmts) {
		t.Errorf("%s: %d statements, want %d", text, len(got), len(tree.Stmts))
		return 0
	}
	for i, raw := range tree.Stmts {
		want := shape(raw.Stmt)
		if want == "" {
			continue
		}
		if have := render(got[i]); have != want {
			t.Errorf("%s\n got: %s\nwant: %s", text, have, want)
		}
	}
	return len(got)
}

// render is the part of a statement that is compared.
func render(st sqlshape.Statement) string {
	var cols []string
	for _, c := range st.Columns {
		if c.Name != "" {
			cols = append(cols, c.Name)
		}
	}
	out := fmt.Sprintf("%s %s cols%v", st.Verb, st.Table, cols)
	if c := st.Conflict; c != nil && st.Verb == sqlshape.Insert {
		out += fmt.Sprintf(" conflict %s%v %s", c.Action, c.Target, c.Constraint)
		if c.TargetExpr {
			out += " expr"
		}
		out += sets(c.Sets)
	}
	if st.Verb == sqlshape.Update {
		out += sets(st.Sets)
	}
	if st.Lock != "" && st.Verb == sqlshape.Select {
		out += fmt.Sprintf(" lock %s skip=%v nowait=%v", st.Lock, st.SkipLocked, st.NoWait)
	}
	if d := st.DDL; d != nil {
		out += ddl(d)
	}
	return out
}

func sets(in []sqlshape.Assign) string {
	var out []string
	for _, a := range in {
		out = append(out, a.Column)
	}
	return fmt.Sprintf(" set%v", out)
}

func ddl(d *sqlshape.DDL) string {
	var keys []string
	for _, k := range d.Keys {
		if !k.Exclusion {
			keys = append(keys, key(k))
		}
	}
	for _, c := range d.Changes {
		if c.Op == sqlshape.AddKey && !c.Key.Exclusion {
			keys = append(keys, key(c.Key))
		}
	}
	sort.Strings(keys)
	var cols []string
	for _, c := range d.Columns {
		cols = append(cols, c.Name)
	}
	return fmt.Sprintf(" ddl cols%v keys%v", cols, keys)
}

func key(k sqlshape.Key) string {
	kind := "index"
	switch {
	case k.Primary:
		kind = "primary"
	case k.Unique:
		kind = "unique"
	}
	return fmt.Sprintf("%s %s(%s) exprs=%v where=%v", kind, k.Name, strings.Join(k.Columns, ","), k.Exprs, k.Where != "")
}
