package main

import (
	"testing"

	"github.com/idemvet/idemvet/internal/model"
)

func TestSince(t *testing.T) {
	f := &model.File{Package: "example.org/mill", Entries: []model.Entry{
		{Func: model.Names{"Old"}},
		{Func: model.Names{"New"}, Since: "v1.4.0"},
		{Func: model.Names{"Newer"}, Since: "v1.6.0"},
		{Func: model.Names{"Beside"}, Since: "v1.4.0"},
		{Func: model.Names{"NeedsNone"}, Since: "v1.2.0"},
		{Func: model.Names{"Future"}, Since: "v1.9.0"},
		{Func: model.Names{"Misspelt"}, Since: "1.5"},
	}}
	for version, want := range map[string]int{"v1.2.0": 3, "v1.4.0": 5, "v1.8.0": 6} {
		if got := len(rowsFor(f.Entries, version)); got != want {
			t.Errorf("%s: %d rows, want %d", version, got, want)
		}
	}
	r := &runner{}
	parts := r.younger(f, pin{lowest: "v1.2.0", newest: "v1.8.0"})
	if len(parts) != 2 || parts[0].Versions != "v1.4.0" || len(parts[0].Entries) != 2 || len(parts[1].Entries) != 1 {
		t.Errorf("parts: %v", parts)
	}
	if len(r.report.failures) != 3 {
		t.Errorf("failures: %q", r.report.failures)
	}
}
