package schema

import "testing"

func TestServiceOf(t *testing.T) {
	for folder, want := range map[string]string{
		"": "", ".": "", "db/migrations": "", "internal/db/migrations": "", "services/billing/db/migrations/postgres": "services/billing",
		"orders/model": "orders", "test/fixtures": "test/fixtures",
	} {
		if got := serviceOf(folder); got != want {
			t.Errorf("%q belongs to %q, want %q", folder, got, want)
		}
	}
}

func TestNear(t *testing.T) {
	s := load(t, "== services/billing/migrations/1.sql\nCREATE TABLE orders (id int PRIMARY KEY, ref text UNIQUE);\n"+
		"== services/stock/migrations/1.sql\nCREATE TABLE orders (id int PRIMARY KEY, ref text);")
	for folder, want := range map[string]Answer{"services/billing/store": Yes, "services/stock": No, "tools": Unknown} {
		if _, got := s.Near(folder, "example.com/shop").Covers("orders", []string{"ref"}); got != want {
			t.Errorf("from %s: %v, want %v", folder, got, want)
		}
	}
	if _, got := s.Covers("orders", []string{"ref"}); got != Unknown {
		t.Errorf("from anywhere: %v, want unknown", got)
	}
}
