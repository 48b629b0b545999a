package robusttest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/idemvet/idemvet/internal/tooltest"
)

// TestHostile gives the tool packages made to hang an analysis that walks paths, calls or states without a budget.
func TestHostile(t *testing.T) {
	tests := map[string]func() string{
		"recursion":     recursion,
		"fan-out":       fanOut,
		"long function": tooltest.LongFunction,
		"big switch":    bigSwitch,
		"nested loops":  nestedLoops,
	}
	for name, text := range tests {
		t.Run(name, func(t *testing.T) {
			dir := tooltest.Write(t, map[string]string{"go.mod": tooltest.GoMod, "m.go": tooltest.Header + text()})
			path := tooltest.Tool(t)
			start := time.Now()
			res := tooltest.Execute(t, dir, []string{"GOWORK=off"}, path, "--strict")
			if elapsed := time.Since(start); res.Code > 1 || elapsed > 2*time.Minute {
				t.Errorf("exit status %d after %s\n%s", res.Code, elapsed, res.Stderr)
			}
		})
	}
}

// recursion is 200 functions in one cycle, each calling ten others, with a key that each passes on or makes anew.
func recursion() string {
	var b strings.Builder
	for i := range 200 {
		fmt.Fprintf(&b, "func f%d(n int, key string) (string, error) {\n\tif n == 0 {\n\t\treturn rand.Text(), send(key)\n\t}\n", i)
		for j := range 10 {
			fmt.Fprintf(&b, "\tif k, err := f%d(n-1, key); err != nil {\n\t\tkey = k\n\t}\n", (i+1+j*j*j)%200)
		}
		b.WriteString("\treturn key, nil\n}\n\n")
	}
	return b.String()
}

// fanOut is 5,000 functions that one retry loop calls.
func fanOut() string {
	var b strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&b, "func f%d(key string) error { return send(key + rand.Text()) }\n\n", i)
	}
	b.WriteString("func all() (err error) {\n\tfor range 3 {\n")
	for i := range 5000 {
		fmt.Fprintf(&b, "\t\tif err = f%d(\"k\"); err == nil {\n\t\t\treturn nil\n\t\t}\n", i)
	}
	b.WriteString("\t}\n\treturn err\n}\n")
	return b.String()
}

// bigSwitch has 1,000 cases in a retry loop.
func bigSwitch() string {
	var b strings.Builder
	b.WriteString("func pick(n int) (err error) {\n\tkey := \"\"\n\tfor range 3 {\n\t\tswitch n {\n")
	for i := range 1000 {
		fmt.Fprintf(&b, "\t\tcase %d:\n\t\t\tkey += rand.Text()\n\t\t\terr = send(key)\n", i)
	}
	b.WriteString("\t\t}\n\t\tif err == nil {\n\t\t\treturn nil\n\t\t}\n\t}\n\treturn err\n}\n")
	return b.String()
}

// nestedLoops is a stack of 40 retry loops, and closures inside closures beside it.
func nestedLoops() string {
	var b strings.Builder
	b.WriteString("func deep() (err error) {\n")
	b.WriteString(strings.Repeat("for range 3 {\n", 40))
	b.WriteString("if err = send(rand.Text()); err == nil {\nreturn nil\n}\n")
	b.WriteString(strings.Repeat("}\n", 40))
	b.WriteString("return err\n}\n\nfunc closures() error {\n\tkey := rand.Text()\n\treturn ")
	b.WriteString(strings.Repeat("func() error { return ", 100))
	b.WriteString("send(key)")
	b.WriteString(strings.Repeat(" }()", 100))
	b.WriteString("\n}\n")
	return b.String()
}
