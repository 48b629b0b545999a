package source

import "testing"

func TestFetched(t *testing.T) {
	tests := []struct {
		dir, pkg, module string
		want             bool
	}{
		{"/mod/example.com/a@v1.2.3", "example.com/a", "example.com/a", true},
		{"/mod/example.com/a@v1.2.3/b/c", "example.com/a/b/c", "example.com/a", true},
		{"/mod/example.com/!a/v2@v2.0.0-20260101000000-abcdef123456/b", "example.com/A/v2/b", "example.com/A/v2", true},
		{"/mod/example.com/fork@v0.1.0+incompatible/b", "example.com/a/b", "example.com/a", true},
		{"/w/vendor/example.com/a/b", "example.com/a/b", "example.com/a", true},
		{"/w/a/b", "example.com/a/b", "example.com/a", false},
		{"/w/vendor/a/b", "example.com/a/b", "example.com/a", false},
		{"/w/x@v1.2.3/a/b", "example.com/a/b", "example.com/a", false},
		{"/w/x@v1.2.3/a", "example.com/a", "example.com/a", false},
		{"/w/a@v1", "example.com/a", "example.com/a", false},
		{"/w/a@v1.2.3", "example.com/ab", "example.com/a", false},
	}
	for _, tt := range tests {
		if got := Fetched(tt.dir, tt.pkg, tt.module); got != tt.want {
			t.Errorf("Fetched(%q, %q, %q) is %t", tt.dir, tt.pkg, tt.module, got)
		}
	}
}
