package model

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestEmbeddedFiles(t *testing.T) {
	paths, err := All()
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) < 3 {
		t.Fatalf("only %d model files: %v", len(paths), paths)
	}
	for _, h := range []Hint{TransientHint, RefusalHint, AttemptHint, QuestionHint, MockHint} {
		if len(known().Hints[h]) == 0 || len(known().folded) < 10 {
			t.Fatalf("names.yaml was not read, or has no %s hints", h)
		}
	}
}

func TestStrict(t *testing.T) {
	head := "package: p\nversions: v1\nsource: doc\n"
	for _, c := range []struct{ name, text, want string }{
		{"unknown field", head + "entries:\n  - func: F\n    frehs: random\n", "data/p.yaml:6: field frehs not found"},
		{"unknown top field", head + "entires: []\n", "data/p.yaml:4: field entires not found"},
		{"unknown field below", head + "entries:\n  - func: F\n    fresh: {at: arg 0, knd: clock}\n", `data/p.yaml:6: unknown field "knd"`},
		{"duplicate row", head + "entries:\n  - func: F\n    fresh: random\n  - func: F\n    fresh: clock\n", "data/p.yaml:7: duplicate row for func F, first in line 5"},
		{"missing source", "package: p\nversions: v1\n", "data/p.yaml:1: missing source"},
		{"argument out of range", head + "entries:\n  - func: F\n    flow: [arg 16 -> result]\n", "data/p.yaml:6: index out of range"},
		{"result out of range", head + "entries:\n  - func: F\n    fresh: {at: result 9, kind: random}\n", "data/p.yaml:6: index out of range"},
		{"bad place", head + "entries:\n  - func: F\n    keys: [{at: argument 1, kind: dedup-id}]\n", `data/p.yaml:6: bad place "argument 1"`},
		{"bad kind", head + "entries:\n  - func: F\n    fresh: new\n", `data/p.yaml:6: unknown fresh kind "new"`},
		{"bad key kind", head + "entries:\n  - func: F\n    keys: [{at: arg 1, kind: key}]\n", `data/p.yaml:5: keys need at and a known kind`},
		{"bad regime", head + "entries:\n  - func: F\n    calls: [{at: arg 1, as: often}]\n", `data/p.yaml:5: calls need at and a known regime`},
		{"bad symbol", head + "entries:\n  - func: p.(F)\n    fresh: random\n", `data/p.yaml:5: bad symbol "p.(F)"`},
		{"empty row", head + "entries:\n  - func: F\n", "data/p.yaml:5: the row says nothing"},
		{"wrong package", "package: q\nversions: v1\nsource: doc\n", `data/p.yaml: package is "q"`},
		{"no base", head + "like: q\n", `data/p.yaml: like: no rows for "q"`},
		{"no yaml", "\t:", "data/p.yaml:1: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := all(fstest.MapFS{"data/p.yaml": {Data: []byte(c.text)}})
			if err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("got %v, want %s…", err, c.want)
			}
		})
	}
}

func TestIndex(t *testing.T) {
	fsys := fstest.MapFS{
		"data/p.yaml": {Data: []byte("package: p\nversions: v1\nsource: doc\nentries:\n  - func: (*T).M\n    fresh: random\n  - field: \"*Input.Token\"\n    key: client-token\n")},
		"data/q.yaml": {Data: []byte("package: q\nversions: v1\nsource: doc\nlike: p\nentries:\n  - func: N\n    fresh: clock\n")},
	}
	q, err := read(fsys, "q", 0)
	if err != nil {
		t.Fatal(err)
	}
	if len(q.Func("T", "M")) != 1 || len(q.Func("", "N")) != 1 || len(q.Field("CreateInput", "Token")) != 1 || len(q.Field("CreateOutput", "Token")) != 0 {
		t.Errorf("wrong index: %+v", q)
	}
	if For("example.com/nothing") != nil {
		t.Error("rows for an unknown package")
	}
}

func TestIdentityName(t *testing.T) {
	for name, want := range map[string]bool{
		"Idempotency-Key": true, "idempotency_key": true, "IdempotencyKey": true, "X-IDEMPOTENCY-KEY": true, "ClientToken": true,
		"X-Request-Id": false, "traceparent": false, "Authorization": false, "id": false, "": false,
	} {
		if _, ok := IdentityName(name); ok != want {
			t.Errorf("IdentityName(%q) = %v", name, ok)
		}
	}
}
