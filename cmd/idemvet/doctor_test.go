package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// diagnosed runs doctor in a directory and returns its checks by name.
func diagnosed(t *testing.T, dir string, args ...string) (map[string]check, int) {
	t.Helper()
	stdout, stderr, code := call(t, append([]string{"doctor", "-C", dir, "--format", "json"}, args...)...)
	var rep struct {
		Version int
		Checks  []check
	}
	if err := json.Unmarshal([]byte(stdout), &rep); err != nil || rep.Version != 1 || stderr != "" {
		t.Fatalf("exit status %d, %v, %q\n%s", code, err, stderr, stdout)
	}
	found := map[string]check{}
	for _, c := range rep.Checks {
		if old, ok := found[c.Name]; !ok || old.Status == healthy {
			found[c.Name] = c
		}
	}
	return found, code
}

// clinic is a module with nothing wrong.
var clinic = map[string]string{
	"go.mod": "module example.com/clinic\n\ngo 1.26\n", "clinic.go": "package clinic\n", "migrations/1.sql": ordersTable,
}

func TestDoctor(t *testing.T) {
	broken := map[string]string{"clinic.go": "package clinic\n\nimport _ \"example.com/gone\"\n"}
	tests := []struct {
		name  string
		files map[string]string
		env   map[string]string
		prog  map[string]string // scripts in front of PATH
		check string
		want  health
		says  string
	}{
		{"all well", nil, nil, nil, "packages", healthy, "1, dependencies included"},
		{"schema", nil, nil, nil, "schema", healthy, "1 tables in SQL files"},
		{"no schema", map[string]string{"migrations/1.sql": ""}, nil, nil, "schema", doubt, "no SQL file defines a table"},
		{"unique", map[string]string{"migrations/1.sql": "", ".idemvet.yml": "unique: {orders: [[id]]}\n"}, nil, nil, "schema", healthy, "0 tables in SQL files, 1 in"},
		{"old Go", nil, nil, map[string]string{"go": `echo '{"GOVERSION":"go1.20.3","GOMOD":"/dev/null"}'`}, "go", sick, "go1.20.3 is in PATH, and idemvet needs go1.26"},
		{"no go.mod", nil, nil, map[string]string{"go": `echo '{"GOVERSION":"go1.26.1","GOMOD":"/dev/null"}'`}, "module", sick, "no go.mod in"},
		{"broken Go", nil, nil, map[string]string{"go": "echo no such thing >&2; exit 1"}, "go", sick, "go env fails: no such thing"},
		{"newer module", map[string]string{"go.mod": "module example.com/clinic\n\ngo 1.99\n"}, nil, map[string]string{"go": `echo "{\"GOVERSION\":\"go1.26.1\",\"GOMOD\":\"$PWD/go.mod\"}"`}, "go", sick, "go.mod needs go1.99"},
		{"newer Go", nil, nil, map[string]string{"go": `echo '{"GOVERSION":"go1.98.1","GOMOD":"/dev/null"}'`}, "go", doubt, "it does not know what is new"},
		{"trimpath", nil, map[string]string{"GOFLAGS": "-trimpath"}, nil, "GOFLAGS", doubt, "-trimpath"},
		{"mod", nil, map[string]string{"GOFLAGS": "-mod=mod"}, nil, "GOFLAGS", doubt, "may change go.mod"},
		{"vettool", nil, map[string]string{"GOFLAGS": "-vettool=/gone/idemvet"}, nil, "GOFLAGS", doubt, "go vet takes its tool from the command line alone"},
		{"cache program", nil, map[string]string{"GOCACHEPROG": "/bin/true"}, nil, "GOFLAGS", doubt, "GOCACHEPROG"},
		{"cache off", nil, map[string]string{"IDEMVET_CACHE": "off"}, nil, "cache", doubt, "off"},
		{"cache nowhere", nil, map[string]string{"IDEMVET_CACHE": "/dev/null/cache"}, nil, "cache", doubt, "is not writable (not a directory)"},
		{"another idemvet", nil, nil, map[string]string{"idemvet": "exit 0"}, "vettool", doubt, "is another build"},
		{"packages", broken, nil, nil, "packages", sick, "example.com/gone"},
		{"config", map[string]string{".idemvet.yml": "modles: x\ntests: 1\n"}, nil, nil, "config", sick, ".idemvet.yml:1: unknown key \"modles\"; did you mean \"models\"? (1 of 2)"},
		{"baseline", map[string]string{".idemvet.yml": "baseline: known.json\n"}, nil, nil, "baseline", sick, "known.json cannot be read: no such file"},
		{"bad baseline", map[string]string{".idemvet.yml": "baseline: known.json\n", "known.json": "["}, nil, nil, "baseline", sick, "known.json cannot be read"},
		{"good baseline", map[string]string{".idemvet.yml": "baseline: known.json\n", "known.json": "{}"}, nil, nil, "baseline", healthy, "known.json"},
		{"shallow", nil, nil, map[string]string{"git": "echo true"}, "git", doubt, "shallow"},
		{"no repository", nil, nil, map[string]string{"git": "exit 128"}, "git", healthy, "no repository"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			files := map[string]string{}
			for _, set := range []map[string]string{clinic, tt.files} {
				for name, text := range set {
					files[name] = text
				}
			}
			dir := write(t, files)
			t.Setenv("GOFLAGS", "")
			t.Setenv("GOPROXY", "off")
			for name, value := range tt.env {
				t.Setenv(name, value)
			}
			for name, text := range tt.prog {
				script(t, name, text+"\n")
			}
			found, code := diagnosed(t, dir)
			c := found[tt.check]
			if c.Status != tt.want || !strings.Contains(c.Message, tt.says) || c.Status != healthy && c.Name != "GOFLAGS" && c.Help == "" {
				t.Errorf("%+v", c)
			}
			failing := 0
			for _, c := range found {
				if c.Status == sick {
					failing++
				}
			}
			if want := min(failing, 1); code != want || failing > 0 && tt.want != sick && tt.name != "newer Go" {
				t.Errorf("exit status %d, %+v", code, found)
			}
		})
	}
}

// TestDoctorPath has this very program in PATH, and none.
func TestDoctorPath(t *testing.T) {
	dir := write(t, clinic)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	goCommand, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	t.Setenv("PATH", bin)
	found, code := diagnosed(t, dir)
	if code != exitFindings || found["go"].Status != sick || found["vettool"].Status != doubt || found["git"].Status != doubt || found["config"].Status != healthy {
		t.Errorf("nothing in PATH: exit status %d, %+v", code, found)
	}
	for name, file := range map[string]string{"idemvet": self, "go": goCommand} {
		if err := os.Symlink(file, filepath.Join(bin, name)); err != nil {
			t.Skip(err)
		}
	}
	if found, code = diagnosed(t, dir); code != exitClean || found["vettool"].Status != healthy {
		t.Errorf("exit status %d, %+v", code, found)
	}
}

func TestDoctorText(t *testing.T) {
	dir := write(t, map[string]string{"go.mod": clinic["go.mod"], "clinic.go": "package clinic\n", ".idemvet.yml": "tests: 1\n"})
	stdout, stderr, code := call(t, "doctor", "-C", dir)
	want := "FAIL  config    .idemvet.yml:1: tests wants true or false, such as false (1 of 1)\n                → idemvet config verify lists all mistakes\n"
	if code != exitFindings || stderr != "" || !strings.Contains(stdout, want) || !strings.HasPrefix(stdout, "ok    idemvet   ") {
		t.Errorf("exit status %d, %q\n%s", code, stderr, stdout)
	}
}
