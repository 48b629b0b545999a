package pass

import (
	"strings"
	"testing"

	"github.com/idemvet/idemvet/internal/rule"
)

func TestFold(t *testing.T) {
	at := func(pkg, file string, line int) rule.Step {
		return rule.Step{At: rule.Place{Pkg: pkg, File: file, Line: line}}
	}
	const here = "example.com/shop/pay"
	path := []rule.Step{at(here, "pay.go", 4), at("example.com/shop/ids", "ids.go", 12), at(here, "pay.go", 9), at(here, "retry.go", 7), at("example.com/shop/ids", "ids.go", 12), {}}
	for _, c := range []struct {
		message, want string
		path          []rule.Step
	}{
		{"m", "m (IDV101)", nil},
		{"m", "m (IDV101)", path[2:3]},
		{"m", "m; see ids/ids.go:12, retry.go:7, line 4 (IDV101)", path},
		{strings.Repeat("m", 170), strings.Repeat("m", 170) + "; see ids/ids.go:12 (IDV101)", path[:3]},
		{strings.Repeat("m", 200), strings.Repeat("m", 200) + "; see ids/ids.go:12 (IDV101)", path},
	} {
		f := &rule.Finding{Rule: "IDV101", Message: c.message, At: path[2].At, Path: c.path}
		if got := fold(f); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
