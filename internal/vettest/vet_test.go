package vettest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/internal/tooltest"
)

// newer is a Go version above the one that go.mod names.
const newer = "go1.27.0"

// eachGo runs a test under the Go version of the machine and under the newer one, if that is there or can be had.
func eachGo(t *testing.T, test func(t *testing.T, env []string)) {
	t.Run("own", func(t *testing.T) { test(t, []string{"GOWORK=off"}) })
	t.Run(newer, func(t *testing.T) {
		env := []string{"GOWORK=off", "GOTOOLCHAIN=" + newer}
		if res := tooltest.Execute(t, ".", env, "go", "version"); !strings.Contains(res.Stdout, newer) {
			t.Skipf("%s cannot be had: %s", newer, res.Stderr)
		}
		test(t, env)
	})
}

var shop = map[string]string{
	"go.mod":             tooltest.GoMod,
	"pay/pay.go":         tooltest.Payment,
	"pay/x_test.go":      "package good_test\n\nimport (\n\t\"testing\"\n\n\t_ \"example.com/m/pay\"\n)\n\nfunc TestNothing(*testing.T) {}\n",
	"refund/refund.go":   strings.ReplaceAll(tooltest.Payment, "Charge", "Refund"),
	"refund/clean/ok.go": "package clean\n",
}

const (
	inPay    = "pay/pay.go:17:3: Idempotency-Key gets a new value from rand.Text in every attempt (in a retry loop): a retry after a lost reply is taken for a new request (IDV101)\n"
	inRefund = "refund/refund.go:17:3: Idempotency-Key gets a new value from rand.Text in every attempt (in a retry loop): a retry after a lost reply is taken for a new request (IDV101)\n"
)

// vet runs go vet in a directory.
func vet(t *testing.T, dir string, env []string, args ...string) tooltest.Result {
	t.Helper()
	return tooltest.Execute(t, dir, env, "go", append([]string{"vet", "-vettool=" + tooltest.Tool(t)}, args...)...)
}

// TestText demands the same of the first run and of the one that the go command answers alone.
func TestText(t *testing.T) {
	eachGo(t, func(t *testing.T, env []string) {
		dir := tooltest.Write(t, shop)
		for _, run := range []string{"first", "second"} {
			res := vet(t, dir, env, "./...")
			if res.Code != 1 || res.Stdout != "" || res.Stderr != inPay+inRefund && res.Stderr != inRefund+inPay {
				t.Errorf("%s run: %+v", run, res)
			}
		}
		if res := vet(t, dir, env, "-c=0", "./pay"); res.Code != 1 || res.Stderr != inPay+"17\t\t\treq.Header.Set(\"Idempotency-Key\", rand.Text())\n" {
			t.Errorf("with the line: %+v", res)
		}
		res := vet(t, dir, env, "-json", "./pay")
		var tree map[string]map[string][]struct{ Category, Posn, End, Message, URL string }
		if err := json.Unmarshal([]byte(res.Stdout), &tree); err != nil || res.Code != 0 || res.Stderr != "" {
			t.Fatalf("%v in %+v", err, res)
		}
		list := tree["example.com/m/pay"]["keyinretry"]
		file := filepath.Join(dir, "pay", "pay.go")
		if len(list) != 1 || list[0].Category != "IDV101" || list[0].Posn != file+":17:3" || list[0].End != file+":17:49" || !strings.HasSuffix(inPay, list[0].Message+"\n") || list[0].URL == "" {
			t.Errorf("%+v", tree)
		}
	})
}

// TestTrimmed demands that a second checkout is answered with names that are right in it.
func TestTrimmed(t *testing.T) {
	eachGo(t, func(t *testing.T, env []string) {
		for _, dir := range []string{tooltest.Write(t, shop), tooltest.Write(t, shop)} {
			res := vet(t, dir, env, "-trimpath", "./...")
			if res.Code != 1 || res.Stderr != inPay+inRefund && res.Stderr != inRefund+inPay {
				t.Errorf("%+v", res)
			}
		}
	})
}

// TestRules holds flags that name rules against the custom of go vet.
func TestRules(t *testing.T) {
	dir := tooltest.Write(t, shop)
	for _, tt := range []struct {
		flags  []string
		code   int
		stderr string
	}{
		{[]string{"-keyinretry"}, 1, inPay},
		{[]string{"-attemptkey"}, 0, ""},
		{[]string{"-attemptkey", "-keyinretry=true"}, 1, inPay},
		{[]string{"-attemptkey=false"}, 1, inPay},
		{[]string{"-keyinretry=false"}, 0, ""},
		{[]string{"-keyinretry=false", "-select=IDV1"}, 0, ""},
		{[]string{"-attemptkey=false", "-select=IDV1"}, 1, inPay},
		{[]string{"-attemptkey=false", "-ignore=IDV101"}, 0, ""},
		{[]string{"-attemptkey=false", `-idemvet.config={"ignore":["IDV101"]}`}, 0, ""},
		{[]string{"-keyinretry", `-idemvet.config={"ignore":["IDV101"]}`}, 1, inPay},
	} {
		if res := vet(t, dir, nil, append(tt.flags, "./pay")...); res.Code != tt.code || res.Stderr != tt.stderr {
			t.Errorf("%q: %+v", tt.flags, res)
		}
	}
	if res := vet(t, dir, []string{"GOFLAGS=-keyinretry=false"}, "./pay"); res.Code != 0 || res.Stderr != "" {
		t.Errorf("in GOFLAGS: %+v", res)
	}
}

// TestRefused demands one line, however many packages there are, and the same again when the go command could have kept something.
func TestRefused(t *testing.T) {
	eachGo(t, func(t *testing.T, env []string) {
		const small = "package p\n\nimport _ \"errors\"\n" // little below it, since the tool is run for all of that each time
		dir := tooltest.Write(t, map[string]string{"go.mod": tooltest.GoMod, "pay/pay.go": small, "refund/refund.go": small, "refund/clean/ok.go": "package clean\n"})
		tool := tooltest.Tool(t)
		for _, tt := range []struct {
			args []string
			says string
		}{
			{[]string{"fix", "-fixtool=" + tool, "./..."}, "go fix and go vet -fix cannot apply these fixes"},
			{[]string{"fix", "-fixtool=" + tool, "./refund"}, "go fix and go vet -fix cannot apply these fixes"},
			{[]string{"fix", "-diff", "-fixtool=" + tool, "./..."}, "go fix and go vet -fix cannot apply these fixes"},
			{[]string{"vet", "-fix", "-vettool=" + tool, "./..."}, "go fix and go vet -fix cannot apply these fixes"},
			{[]string{"vet", "-fix", "-diff", "-vettool=" + tool, "./..."}, "go fix and go vet -fix cannot apply these fixes"},
			{[]string{"vet", "-keyinretry", "-select=IDV1", "-vettool=" + tool, "./..."}, "-keyinretry and -select both choose rules: give one of them"},
			{[]string{"vet", "-keyinretry", "-ignore=IDV1", "-vettool=" + tool, "./..."}, "-keyinretry and -ignore both choose rules: give one of them"},
			{[]string{"vet", "-select=keyinretri", "-vettool=" + tool, "./..."}, `unknown rule "keyinretri"; did you mean "keyinretry"?`},
			{[]string{"vet", "-select=keyinretri", "-vettool=" + tool, "./refund"}, `unknown rule "keyinretri"`},
			{[]string{"vet", "-select=keyinretri", "-vettool=" + tool, "./pay"}, `unknown rule "keyinretri"`},
			{[]string{"vet", "-idemvet.config={", "-vettool=" + tool, "./..."}, "-idemvet.config: "},
		} {
			res := tooltest.Execute(t, dir, env, "go", tt.args...)
			head, line, _ := strings.Cut(res.Stderr, "\n")
			if res.Code != 1 || res.Stdout != "" || !strings.HasPrefix(head, "# example.com/m/") || !strings.HasPrefix(line, "idemvet: "+tt.says) || strings.Count(line, "\n") != 1 {
				t.Errorf("%q: %+v", tt.args, res)
			}
		}
		if tooltest.Read(t, filepath.Join(dir, "pay", "pay.go")) != small {
			t.Error("the source was changed")
		}
	})
}

// TestFlags demands that every rule has a flag, and that no rule takes the name of another flag.
func TestFlags(t *testing.T) {
	var flags []struct {
		Name  string
		Bool  bool
		Usage string
	}
	res := tooltest.Idemvet(t, ".", "-flags")
	if err := json.Unmarshal([]byte(res.Stdout), &flags); err != nil {
		t.Fatalf("%v in %+v", err, res)
	}
	usage := map[string]string{}
	for _, f := range flags {
		usage[f.Name] = f.Usage
	}
	var rules []struct{ ID, Name string }
	if err := json.Unmarshal([]byte(tooltest.Idemvet(t, ".", "rules", "--format", "json").Stdout), &rules); err != nil {
		t.Fatal(err)
	}
	for _, r := range rules {
		if !strings.Contains(usage[r.Name], r.ID+" (") {
			t.Errorf("-%s: %q", r.Name, usage[r.Name])
		}
	}
	if len(rules) < 40 || len(flags) != len(usage) || len(flags) != len(rules)+8 {
		t.Errorf("%d rules, %d flags", len(rules), len(flags))
	}
}

// TestGoTool demands that the tool can be a tool of a module: go tool runs it, and go vet takes what go tool -n says.
func TestGoTool(t *testing.T) {
	root, err := filepath.Abs(tooltest.Root)
	if err != nil {
		t.Fatal(err)
	}
	const path = "github.com/idemvet/idemvet"
	mod := strings.Replace(tooltest.Read(t, filepath.Join(root, "go.mod")), "module "+path, "module example.com/m", 1)
	dir := tooltest.Write(t, map[string]string{
		// go get -tool writes the same, but asks proxies first, which know nothing of a checkout.
		"go.mod":     mod + "\ntool " + path + "/cmd/idemvet\n\nrequire " + path + " v0.0.0\n\nreplace " + path + " => " + root + "\n",
		"go.sum":     tooltest.Read(t, filepath.Join(root, "go.sum")),
		"pay/pay.go": tooltest.Payment,
	})
	env := []string{"GOWORK=off"}
	run := func(args ...string) tooltest.Result { return tooltest.Execute(t, dir, env, "go", args...) }
	if res := run("tool", "idemvet", "--format", "concise", "./..."); res.Code != 1 || !strings.HasPrefix(res.Stdout, "pay/pay.go:17:3: error: ") {
		t.Errorf("go tool: %+v", res)
	}
	tool := strings.TrimSpace(run("tool", "-n", "idemvet").Stdout)
	if info, err := os.Stat(tool); err != nil || !info.Mode().IsRegular() {
		t.Fatalf("go tool -n says %q: %v", tool, err)
	}
	if res := run("vet", "-vettool="+tool, "./..."); res.Code != 1 || res.Stderr != inPay {
		t.Errorf("go vet: %+v", res)
	}
}
