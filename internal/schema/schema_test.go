package schema

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tree writes files from a text with a line "== path" before each, and returns their root.
func tree(t testing.TB, text string) string {
	t.Helper()
	root := t.TempDir()
	for _, part := range strings.Split("\n"+text, "\n== ")[1:] {
		name, content, _ := strings.Cut(part, "\n")
		path := filepath.Join(root, filepath.FromSlash(strings.TrimSpace(name)))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func load(t testing.TB, text string) *Schema {
	t.Helper()
	s, err := Load(tree(t, text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// expect checks lines of the form "orders(a, b) = yes", or "conflict orders(a) = no", or "conflict orders(a) where = yes".
func expect(t *testing.T, s *Schema, lines ...string) {
	t.Helper()
	for _, line := range lines {
		question, want, _ := strings.Cut(line, " = ")
		rest, conflict := strings.CutPrefix(question, "conflict ")
		rest, where := strings.CutSuffix(rest, " where")
		table, list, _ := strings.Cut(strings.TrimSuffix(rest, ")"), "(")
		cols := strings.Split(list, ", ")
		u, got := s.Covers(table, cols)
		if conflict {
			u, got = s.Target(table, cols, where)
		}
		if got.String() != want {
			t.Errorf("%s: got %s (%s)\n%s", line, got, u, s)
		}
		if got == Yes && (u.File == "" || u.Line == 0) {
			t.Errorf("%s: no place: %s", line, u)
		}
	}
}

const orders = `
== db/migrations/0001_orders.sql
CREATE TABLE orders (
  id bigserial PRIMARY KEY,
  tenant_id bigint NOT NULL,
  external_ref text NOT NULL,
  note text
);
`

// These are the ways in which checks of this kind are known to go wrong.
func TestKnownMistakes(t *testing.T) {
	for _, c := range []struct {
		name, files string
		want        []string
	}{
		{"index outside of the table statement", orders + `
== db/migrations/0002_index.sql
CREATE UNIQUE INDEX CONCURRENTLY orders_ref ON public.orders USING btree (tenant_id, external_ref);
`, []string{"orders(tenant_id, external_ref) = yes", "orders(external_ref) = no", "orders(note) = no"}},
		{"expression", orders + `
== db/migrations/0002_index.sql
CREATE UNIQUE INDEX orders_ref ON orders (tenant_id, lower(external_ref));
`, []string{
			"orders(tenant_id, external_ref) = unknown", "orders(tenant_id, note) = no", "orders(external_ref) = no",
			"conflict orders(tenant_id, external_ref) = unknown", "conflict orders(tenant_id) = no",
		}},
		{"partial", orders + `
== db/migrations/0002_index.sql
CREATE UNIQUE INDEX orders_ref ON orders (tenant_id, external_ref) WHERE note IS NULL;
`, []string{
			"orders(tenant_id, external_ref) = unknown", "orders(tenant_id) = no",
			"conflict orders(external_ref, tenant_id) where = yes", "conflict orders(tenant_id, external_ref) = no",
		}},
		{"order of the columns", orders + `
== db/migrations/0002_index.sql
ALTER TABLE orders ADD CONSTRAINT orders_ref UNIQUE (external_ref, tenant_id);
`, []string{"orders(tenant_id, external_ref) = yes", "conflict orders(tenant_id, external_ref) = yes"}},
		{"scope", `
== schema.sql
CREATE TABLE plans (id int PRIMARY KEY, tenant int, name text, UNIQUE (tenant, name));
CREATE TABLE tags (id int PRIMARY KEY, tenant int, name text UNIQUE);
`, []string{
			"plans(name) = no", "plans(tenant, name) = yes", "plans(tenant, name, id) = yes",
			"tags(tenant, name) = yes", "tags(tenant) = no",
			"conflict plans(name) = no", "conflict tags(tenant, name) = no", "conflict tags(name) = yes",
		}},
		{"polymorphic", `
== schema.sql
CREATE TABLE reactions (
  owner_type varchar(20) NOT NULL, owner_id bigint NOT NULL, kind text NOT NULL,
  CONSTRAINT one_reaction UNIQUE (owner_id, owner_type)
);
`, []string{"reactions(owner_type, owner_id) = yes", "reactions(owner_id) = no", "reactions(owner_type, owner_id, kind) = yes"}},
		{"index that is not unique", orders + `
== db/migrations/0002_index.sql
CREATE INDEX orders_unique_ref ON orders (tenant_id, external_ref);
`, []string{"orders(tenant_id, external_ref) = no", "conflict orders(tenant_id, external_ref) = no"}},
		{"dropped and made again", orders + `
== db/migrations/0002_a.sql
ALTER TABLE orders ADD CONSTRAINT ref UNIQUE (external_ref);
ALTER TABLE orders ADD CONSTRAINT other UNIQUE (note);
== db/migrations/0003_b.sql
ALTER TABLE orders DROP CONSTRAINT ref;
ALTER TABLE orders DROP CONSTRAINT other;
== db/migrations/0004_c.sql
ALTER TABLE orders ADD CONSTRAINT ref UNIQUE (tenant_id, external_ref);
`, []string{"orders(external_ref) = no", "orders(note) = no", "orders(tenant_id, external_ref) = yes"}},
		{"column renamed after the index", orders + `
== db/migrations/0002_a.sql
CREATE UNIQUE INDEX ref ON orders (tenant_id, external_ref);
== db/migrations/0003_b.sql
ALTER TABLE orders RENAME COLUMN external_ref TO client_ref;
`, []string{"orders(tenant_id, client_ref) = yes", "orders(tenant_id, external_ref) = no"}},
		{"composite primary key", `
== schema.sql
CREATE TABLE members (team_id int, user_id int, role text, PRIMARY KEY (team_id, user_id));
`, []string{"members(user_id, team_id) = yes", "members(user_id) = no", "conflict members(user_id, team_id) = yes"}},
		{"unknown table", orders, []string{"order(id) = unknown", "invoices(id) = unknown", "conflict invoices(id) = unknown"}},
	} {
		t.Run(c.name, func(t *testing.T) { expect(t, load(t, c.files), c.want...) })
	}
}

func TestDump(t *testing.T) {
	s := load(t, `
== db/structure.sql
SET statement_timeout = 0;
SELECT pg_catalog.set_config('search_path', '', false);
\connect shop
CREATE FUNCTION public.touch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN NEW.updated_at := now(); RETURN NEW; END;
$$;
CREATE TABLE public.invoices (
    id bigint NOT NULL,
    number character varying NOT NULL,
    memo text DEFAULT 'a; b'::text
);
ALTER TABLE public.invoices OWNER TO shop;
CREATE SEQUENCE public.invoices_id_seq START WITH 1;
COPY public.invoices (id, number, memo) FROM stdin;
1	A-1	it's; CREATE TABLE ghosts (id int primary key);
2	A-2	\N
\.

ALTER TABLE ONLY public.invoices
    ADD CONSTRAINT invoices_pkey PRIMARY KEY (id);

--
-- Name: by_number; Type: INDEX
--

CREATE UNIQUE INDEX by_number ON public.invoices USING btree (number);
`)
	expect(t, s, "invoices(id) = yes", "public.invoices(number) = yes", "invoices(memo) = no", "ghosts(id) = unknown")
	u, _ := s.Covers("invoices", []string{"number"})
	if u.Name != "by_number" || u.File != "db/structure.sql" || u.Line != 26 {
		t.Errorf("got %s", u)
	}
}

func TestSchemas(t *testing.T) {
	s := load(t, `
== a.sql
CREATE TABLE audit.events (id int PRIMARY KEY, ref text UNIQUE);
CREATE TABLE billing.events (id int PRIMARY KEY, ref text);
CREATE TABLE Public.Notes (ID int PRIMARY KEY);
`)
	expect(t, s, "events(id) = yes", "events(ref) = unknown", "audit.events(ref) = yes", "billing.events(ref) = no",
		"public.notes(id) = yes", "NOTES(Id) = yes", "shop.notes(id) = yes")
}

func TestAddAndDefine(t *testing.T) {
	s := load(t, orders)
	s.Add(Unique{Constraint: Constraint{"orders", []string{"note"}}, File: "db/setup.go", Line: 9})
	s.Add(Unique{Constraint: Constraint{"jobs", []string{"key"}}, File: "db/setup.go", Line: 12})
	s.Define(Model{Table: "orders", File: "model/order.go", Keys: []Unique{{Constraint: Constraint{"orders", []string{"external_ref"}}}}})
	s.Define(Model{Table: "carts", File: "model/cart.go", Keys: []Unique{
		{Constraint: Constraint{"carts", []string{"token"}}, File: "model/cart.go", Line: 3},
	}})
	expect(t, s, "orders(note) = yes", "orders(external_ref) = unknown", "orders(tenant_id) = no",
		"jobs(key) = yes", "jobs(id) = unknown", "carts(token) = yes", "carts(id) = no")
	if s.Knows("jobs") || !s.Knows("carts") || !s.Knows("public.orders") {
		t.Error("what is known is wrong")
	}
	s.Define(Model{Table: "carts", File: "other/cart.go"})
	expect(t, s, "carts(token) = unknown", "carts(id) = no")
}

// TestDeclare has keys that somebody states: of a table that nothing tells of, they are all; of others, they are more.
func TestDeclare(t *testing.T) {
	s := load(t, "== 1.sql\nCREATE TABLE orders (id bigint PRIMARY KEY, ref text, tenant text);")
	s.Declare("Orders", [][]string{{"tenant", "Ref"}}, "said.yml", 7)
	s.Declare("shop.parcels", [][]string{{"number"}, {"a", "b"}}, "said.yml", 7)
	expect(t, s, "orders(id) = yes", "orders(ref, tenant) = yes", "orders(ref) = no", "parcels(number, x) = yes", "parcels(a) = no", "parcels(b, a) = yes", "bills(a) = unknown")
	near := s.Near("elsewhere", "example.com/m")
	near.Declare("bills", [][]string{{"a"}}, "said.yml", 7)
	if !near.Knows("bills") || s.Knows("bills") {
		t.Error("what one part declares, all have")
	}
}

func TestLoadFiles(t *testing.T) {
	root := tree(t, "== app/db/1.txt\nCREATE TABLE orders (id bigint PRIMARY KEY, ref text);\n== app/other/1.sql\nCREATE TABLE bills (id bigint PRIMARY KEY);\n== shared/2.sql\nCREATE UNIQUE INDEX refs ON orders (ref);")
	s, err := LoadFiles(filepath.Join(root, "app"), []string{filepath.Join(root, "app/db/1.txt"), filepath.Join(root, "shared/2.sql")})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, s, "orders(id) = yes", "orders(ref) = yes", "bills(id) = unknown")
	if _, err := LoadFiles(root, []string{filepath.Join(root, "gone.sql")}); err == nil {
		t.Error("a file that is not there was read")
	}
	dirs, err := Folders(root)
	if want := "app/other shared"; err != nil || strings.Join(dirs, " ") != want {
		t.Errorf("%q, %v", dirs, err)
	}
}

func TestKeys(t *testing.T) {
	s := load(t, orders+`
== db/migrations/0002_index.sql
CREATE UNIQUE INDEX b ON orders (note);
CREATE UNIQUE INDEX a ON orders (external_ref) WHERE note IS NULL;
CREATE INDEX c ON orders (tenant_id);
`)
	var got []string
	for _, u := range s.Keys("orders") {
		got = append(got, u.String())
	}
	want := []string{
		"primary key (id) db/migrations/0001_orders.sql:1",
		"a unique (external_ref) where note is null db/migrations/0002_index.sql:2",
		"b unique (note) db/migrations/0002_index.sql:1",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}
