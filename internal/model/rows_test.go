package model

import (
	"strings"
	"testing"
)

const rowsHead = "versions: v1\nsource: doc\nentries:\n"

func TestRows(t *testing.T) {
	s, err := NewRows([]Source{
		{"b.yaml", "package: github.com/google/uuid\n" + rowsHead + "  - func: NewString\n    fresh: host\n"},
		{"a.yaml", "package: example.com/pay\nlike: github.com/cenkalti/backoff/v4\n" + rowsHead + "  - func: (*Client).Charge\n    keys: [{at: arg 1, kind: idempotency-key}]\n  - type: Delivery\n    param: redelivered\n  - field: Req.Key\n    key: client-token\n  - func: Hook.Run\n    body: attempt-hook\n"},
	})
	if err != nil {
		t.Fatal(err)
	}
	uuid, pay := s.For("github.com/google/uuid"), s.For("example.com/pay")
	if rows := uuid.Func("", "NewString"); len(rows) != 1 || rows[0].Fresh[0].Kind != Host || rows[0].Where() != "b.yaml:5" || rows[0].BuiltIn() {
		t.Errorf("the user's row does not replace the embedded one: %+v", rows)
	}
	if rows := uuid.Func("", "New"); len(rows) != 1 || !rows[0].BuiltIn() {
		t.Errorf("the embedded row beside it is lost: %+v", rows)
	}
	if len(pay.Func("Client", "Charge")) != 1 || len(pay.Func("", "Retry")) != 1 || pay.Type("Delivery") == nil || len(pay.Field("Req", "Key")) != 1 {
		t.Errorf("rows are missing: %+v", pay)
	}
	bodies := 0
	pay.Bodies(func(_, _ string, _ Regime) { bodies++ })
	if bodies != 1 || s.For("example.com/nothing") != nil || s.ID() == "" || (*Rows)(nil).ID() != "" {
		t.Errorf("%d bodies, id %q", bodies, s.ID())
	}
	if (*Rows)(nil).For("github.com/google/uuid").Func("", "NewString")[0].Fresh[0].Kind != Random {
		t.Error("a set has changed the embedded rows")
	}
}

func TestRowsErrors(t *testing.T) {
	row := "  - func: F\n    fresh: random\n"
	for _, c := range []struct {
		name, want string
		sources    []Source
	}{
		{"unknown field", "a.yaml:6: field frehs not found", []Source{{"a.yaml", "package: p\n" + rowsHead + "  - func: F\n    frehs: random\n"}}},
		{"no base", `a.yaml:1: like: no rows for "q"`, []Source{{"a.yaml", "package: p\nlike: q\n" + rowsHead + row}}},
		{"two files", "b.yaml:5: rows for F are also in a.yaml:5", []Source{{"a.yaml", "package: p\n" + rowsHead + row}, {"b.yaml", "package: p\n" + rowsHead + row}}},
		{"no source", "a.yaml:1: missing source", []Source{{"a.yaml", "package: p\nversions: v1\n"}}},
	} {
		if _, err := NewRows(c.sources); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s…", c.name, err, c.want)
		}
	}
}

// TestSays demands words for every embedded row, so that no part of the schema is forgotten when it grows.
func TestSays(t *testing.T) {
	for f, err := range Files() {
		if err != nil {
			t.Fatal(err)
		}
		for i := range f.Entries {
			if len(f.Entries[i].Says()) == 0 {
				t.Errorf("%s has no words", f.Entries[i].Where())
			}
		}
	}
}
