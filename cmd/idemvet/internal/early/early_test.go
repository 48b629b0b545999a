package early

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

func TestAnswer(t *testing.T) {
	for text, want := range map[string]bool{
		`{"ImportPath": "fmt", "Dir": "/go/src/fmt", "VetxOnly": true, "VetxOutput": %q}`:                                                                                     true,
		`{"ImportPath": "fmt", "Dir": "/go/src/fmt", "VetxOnly": false, "VetxOutput": %q}`:                                                                                    false,
		`{"ImportPath": "corp/fmt", "Dir": "/home/x/fmt", "ModulePath": "corp", "VetxOnly": true, "VetxOutput": %q}`:                                                          false,
		`{"ImportPath": "example.com/a/b", "Dir": "/m/example.com/a@v1.0.0/b", "ModulePath": "example.com/a", "ModuleVersion": "v1.0.0", "VetxOnly": true, "VetxOutput": %q}`: true,
		`{"ImportPath": "example.com/a/b", "Dir": "/m/example.com/a@v1.0.0/b", "Module": {"Path": "example.com/a", "Version": "v1.0.0"}, "VetxOnly": true, "VetxOutput": %q}`: true,
		`{"ImportPath": "example.com/a/b", "Dir": "/home/x/a/b", "Module": {"Path": "example.com/a", "Version": "v1.0.0"}, "VetxOnly": true, "VetxOutput": %q}`:               false, // replaced
		`{"ImportPath": "fmt", "Dir": "/go/src/fmt", "VetxOnly": true, "VetxOutput": %q`:                                                                                      false,
		`{"ImportPath": "fmt", "Dir": "/go/src/fmt", "VetxOnly": true, "VetxOutput": "", "x": %q}`:                                                                            false,
	} {
		dir := t.TempDir()
		facts, cfg := filepath.Join(dir, "vet.out"), filepath.Join(dir, "vet.cfg")
		if err := os.WriteFile(cfg, fmt.Appendf(nil, text, facts), 0o600); err != nil {
			t.Fatal(err)
		}
		got := answer([]string{"-json", cfg})
		if _, err := os.Stat(facts); got != want || (err == nil) != want {
			t.Errorf("%s: %t, facts: %v", text, got, err)
		}
	}
	for _, args := range [][]string{nil, {"./..."}, {"gone.cfg"}} {
		if answer(args) {
			t.Errorf("%q is answered", args)
		}
	}
}
