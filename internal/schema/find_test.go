package schema

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestAlternatives(t *testing.T) {
	s := load(t, `
== a/migrations/1.sql
CREATE TABLE users (id int PRIMARY KEY, mail text UNIQUE, name text UNIQUE, x int);
CREATE TABLE jobs (id int PRIMARY KEY, ref text);
== b/migrations/1.sql
CREATE TABLE users (id int PRIMARY KEY, mail text UNIQUE, name text, x int);
== c/indexes/jobs.sql
CREATE UNIQUE INDEX jobs_ref ON jobs (ref);
CREATE UNIQUE INDEX users_x ON users (x);
`)
	expect(t, s, "users(id) = yes", "users(mail) = yes", "users(name) = unknown", "users(x) = unknown", "jobs(ref) = yes", "jobs(id) = yes")

	s = load(t, `
== db/schema_mysql.sql
CREATE TABLE IF NOT EXISTS users (id int PRIMARY KEY, mail varchar(80), UNIQUE KEY m (mail));
== db/schema_sqlite.sql
CREATE TABLE IF NOT EXISTS users (id int PRIMARY KEY, mail text);
`)
	expect(t, s, "users(id) = yes", "users(mail) = unknown")
}

func TestSkipped(t *testing.T) {
	s := load(t, `
== vendor/x/1.sql
CREATE TABLE a (id int PRIMARY KEY);
== web/node_modules/x/1.sql
CREATE TABLE b (id int PRIMARY KEY);
== testdata/1.sql
CREATE TABLE c (id int PRIMARY KEY);
== _examples/1.sql
CREATE TABLE g (id int PRIMARY KEY);
== .cache/1.sql
CREATE TABLE d (id int PRIMARY KEY);
== db/queries/users.sql
-- name: GetUser :one
SELECT * FROM users WHERE id = $1;
-- name: DropIt :exec
DELETE FROM users;
== db/rollback/1.sql
DROP TABLE e;
== db/1.sql
CREATE TABLE e (id int PRIMARY KEY);
== db/readme.md
CREATE TABLE f (id int PRIMARY KEY);
`)
	if got := s.Tables(); !slices.Equal(got, []string{"e"}) {
		t.Errorf("got %v", got)
	}
}

func TestProblems(t *testing.T) {
	root := tree(t, "== ok.sql\nCREATE TABLE ok (id int PRIMARY KEY);\n== utf16.sql\nC\x00R\x00E\x00")
	if err := os.WriteFile(filepath.Join(root, "big.sql"), make([]byte, maxSize+1), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := Load(root)
	if err != nil {
		t.Fatal(err)
	}
	want := "big.sql: skipped, larger than 4 MB\nutf16.sql: skipped, not a text in UTF-8"
	if got := strings.Join(s.Problems, "\n"); got != want {
		t.Errorf("got %s", got)
	}
	expect(t, s, "ok(id) = yes")
	if _, err := Load(filepath.Join(root, "none")); err == nil {
		t.Error("a root that does not exist is an error")
	}
}

func TestRoots(t *testing.T) {
	root := tree(t, `
== 1.sql
CREATE TABLE a (id int PRIMARY KEY);
== inner/1.sql
CREATE TABLE b (id int PRIMARY KEY);
`)
	s, err := Load(root, filepath.Join(root, "inner"), root)
	if err != nil {
		t.Fatal(err)
	}
	if u := s.Keys("b"); len(u) != 1 || u[0].File != "1.sql" {
		t.Errorf("got %v", u)
	}
}

func TestGoMigrations(t *testing.T) {
	s := load(t, `
== m/0001_a.sql
CREATE TABLE jobs (id int PRIMARY KEY, ref text);
CREATE TABLE notes (id int PRIMARY KEY, ref text);
== m/0002_b.go
package m
const up = "CREATE UNIQUE INDEX jobs_ref ON jobs (ref)"
`)
	expect(t, s, "jobs(id) = yes", "jobs(ref) = unknown", "notes(ref) = no")
}

func TestOrder(t *testing.T) {
	names := []string{
		"r__views.sql", "v10__x.sql", "v2__x.sql", "v2.1__x.sql", "v2_10__x.sql", "v1__x.sql",
	}
	slices.SortFunc(names, compareNames)
	want := "v1__x.sql v2__x.sql v2.1__x.sql v2_10__x.sql v10__x.sql r__views.sql"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("got %s", got)
	}
	for _, p := range []string{"1_a.down.sql", "down.sql", "U2__x.sql", "drop_tables.sql", "7_x_down.sql", "5.rollback.sql"} {
		if !down(p) {
			t.Errorf("%s goes down", p)
		}
	}
	for _, p := range []string{"1_a.up.sql", "0004_drop_old_index.sql", "schema.sql", "updown_x1.sql", "2_markdown.sql"} {
		if down(p) {
			t.Errorf("%s goes up", p)
		}
	}
}

func TestLines(t *testing.T) {
	got := split("-- a\n/* b\n */ SELECT 'it''s; \\'x';\n\n INSERT INTO t VALUES ($1, 'C:\\');\nDO $x$ ; $x$;\n\\set x\nSELECT 1")
	var lines []int
	for _, p := range got {
		lines = append(lines, p.line)
	}
	if !slices.Equal(lines, []int{3, 5, 6, 8}) {
		t.Errorf("got %v: %v", lines, got)
	}
}

// What is cut off anywhere must neither fail nor loop, and the same files give the same answers.
func TestHostile(t *testing.T) {
	text := `-- +goose Up
CREATE TABLE a."b" (id int PRIMARY KEY, "r;" text UNIQUE, UNIQUE (id, lower('x''y'))); /* c */
ALTER TABLE b RENAME TO c; ALTER INDEX x RENAME TO y; RENAME TABLE c TO d, d TO e; DROP SCHEMA a; DROP INDEX t@i;
COPY b (id) FROM stdin;
1
\.
DO $x$ BEGIN DROP TABLE q; END $x$;
DELIMITER //
CREATE UNIQUE INDEX u ON {{.S}}.e (id, ` + "`k`(3)" + `) WHERE id > 0//
-- +goose Down
`
	for i := range len(text) {
		r := &runner{db: newDatabase()}
		r.run(text[:i])
		r.run(text[i:])
	}
	root := tree(t, "== 1.sql\n"+text+"\n== x/1.sql\n"+text+"\n== y_mysql.sql\n"+text+"\n== y_sqlite.sql\n"+text)
	want := ""
	for range 5 {
		s, err := Load(root)
		if err != nil {
			t.Fatal(err)
		}
		if want == "" {
			want = s.String()
		}
		if got := s.String(); got != want {
			t.Fatalf("got\n%swant\n%s", got, want)
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	root := b.TempDir()
	write := func(name, text string) {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	for i := range 10000 {
		write(fmt.Sprintf("pkg%d/file%d.go", i%200, i), "package x\n")
	}
	for i := range 300 {
		write(fmt.Sprintf("migrations/%04d_t.sql", i), fmt.Sprintf(`-- +goose Up
CREATE TABLE t%d (id bigserial PRIMARY KEY, tenant bigint NOT NULL, ref text NOT NULL DEFAULT 'x', made timestamptz);
CREATE UNIQUE INDEX t%d_ref ON t%d (tenant, ref) WHERE made IS NULL;
ALTER TABLE t%d ADD CONSTRAINT u%d UNIQUE (ref, tenant);
-- +goose Down
DROP TABLE t%d;
`, i, i, i, i, i, i))
	}
	b.ResetTimer()
	for b.Loop() {
		if _, err := Load(root); err != nil {
			b.Fatal(err)
		}
	}
}
