package config

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestExcludes(t *testing.T) {
	dir := t.TempDir()
	tests := []struct {
		pattern, file string
		want          bool
	}{
		{"**/mocks/**", "mocks/a.go", true},
		{"**/mocks/**", "pay/deep/mocks/in/a.go", true},
		{"**/mocks/**", "pay/mocks.go", false},
		{"gen", "gen/a.go", true},
		{"gen/", "gen/a.go", true},
		{"gen", "pay/gen/a.go", false},
		{"*.pb.go", "a.pb.go", true},
		{"*.pb.go", "pay/a.pb.go", false},
		{"**/*.pb.go", "a.pb.go", true},
		{"**/*.pb.go", "pay/deep/a.pb.go", true},
		{"pay/*/a.go", "pay/in/a.go", true},
		{"pay/*/a.go", "pay/in/deep/a.go", false},
		{"pay/**/a.go", "pay/a.go", true},
		{"pay/[a-c].go", "pay/b.go", true},
		{"./pay", "pay/b.go", true},
		{"**", "a.go", true},
		{"**/mocks/**", "../mocks/a.go", false},
	}
	for _, tt := range tests {
		c := &Config{File: filepath.Join(dir, Name), Settings: Settings{Exclude: []string{tt.pattern}}}
		if got := c.Excludes(filepath.Join(dir, filepath.FromSlash(tt.file))); got != tt.want {
			t.Errorf("%s excludes %s: %t", tt.pattern, tt.file, got)
		}
	}
}

func TestGlobFiles(t *testing.T) {
	dir := write(t, map[string]string{"db/1.sql": "", "db/2.txt": "", "db/old/3.sql": "", "db/.git/4.sql": "", "other/5.sql": "", "x/db/6.sql": ""})
	tests := []struct{ pattern, want string }{
		{"db/*.sql", "db/1.sql"},
		{"db/**/*.sql", "db/1.sql db/old/3.sql"},
		{"**/*.sql", "db/1.sql db/old/3.sql other/5.sql x/db/6.sql"},
		{"*/*.sql", "db/1.sql other/5.sql"},
		{"db/1.sql", "db/1.sql"},
		{"db/../other/*", "other/5.sql"},
		{"db/[12].*", "db/1.sql db/2.txt"},
		{"gone/*", "no file gone/*"},
		{"db/7.sql", "no file db/7.sql"},
		{"db/[", `bad pattern "db/["`},
	}
	for _, tt := range tests {
		files, err := Glob{Text: tt.pattern}.Files(dir)
		var got []string
		for _, f := range files {
			rel, _ := filepath.Rel(dir, f)
			got = append(got, filepath.ToSlash(rel))
		}
		if text := strings.Join(got, " "); text != tt.want && (err == nil || err.Error() != tt.want) || !slices.IsSorted(got) {
			t.Errorf("%s: %s, %v", tt.pattern, text, err)
		}
	}
	if files, err := (Glob{Text: filepath.ToSlash(dir) + "/db/*.sql"}).Files("elsewhere"); err != nil || len(files) != 1 {
		t.Errorf("absolute: %q, %v", files, err)
	}
	if files, err := (Glob{Text: "../*/1.sql"}).Files(filepath.Join(dir, "other")); err != nil || len(files) != 1 {
		t.Errorf("above: %q, %v", files, err)
	}
}
