package gatetest

import (
	"strings"
	"testing"

	"github.com/idemvet/idemvet/internal/tooltest"
)

// TestVetSettings gives go vet what the configuration says: it must honour it, and its own flags must win.
func TestVetSettings(t *testing.T) {
	tests := []struct {
		settings string
		flags    []string
		want     string // the folders that findings are in
	}{
		{"exclude: ['**/copies/**']\ntests: true\n", nil, "pay pay_test"},
		{"ignore: [IDV101]\nexclude: pay/pay.go\n", nil, ""},
		{"select: [IDV3]\nignore: [IDV101]\ntests: true\n", []string{"-select=IDV1", "-ignore=IDV2", "-tests=false"}, "copies pay"},
		{"severity: {IDV101: info}\nfail-on: error\n", nil, "copies pay"},
	}
	pay := strings.Replace(tooltest.Payment, "package good", "package pay", 1)
	for _, tt := range tests {
		t.Run(strings.TrimSpace(tt.settings)+strings.Join(tt.flags, " "), func(t *testing.T) {
			dir := tooltest.Write(t, map[string]string{
				"go.mod": tooltest.GoMod, ".idemvet.yml": tt.settings, "pay/pay.go": pay, "in/copies/copy.go": strings.Replace(pay, "package pay", "package copies", 1),
				"pay/pay_test.go": strings.Replace(pay, "func Charge(", "func chargeTest(", 1),
			})
			env := []string{"GOWORK=off", "GOFLAGS="}
			shown := tooltest.Execute(t, dir, env, tooltest.Tool(t), "config", "show", "--format", "json")
			if shown.Code != 0 || strings.Count(shown.Stdout, "\n") != 1 {
				t.Fatalf("%+v", shown)
			}
			args := append([]string{"vet", "-vettool=" + tooltest.Tool(t), "-idemvet.config=" + strings.TrimSpace(shown.Stdout)}, tt.flags...)
			res := tooltest.Execute(t, dir, env, "go", append(args, "./...")...)
			var got []string
			for _, place := range []string{"in/copies/copy.go", "pay/pay.go", "pay/pay_test.go"} {
				if strings.Contains(res.Stderr, place+":") {
					name := strings.TrimSuffix(strings.TrimPrefix(place, "pay/"), ".go")
					got = append(got, strings.TrimSuffix(strings.TrimPrefix(name, "in/"), "/copy"))
				}
			}
			if strings.Join(got, " ") != tt.want || res.Code != min(len(got), 1) {
				t.Errorf("exit status %d, in %q, want %q\n%s", res.Code, got, tt.want, res.Stderr)
			}
		})
	}
}
