package main

import (
	"bytes"
	"context"
	"encoding/json"
	goversion "go/version"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
)

// oldest is the Go version below which idemvet does not work: the one that it needs itself.
const oldest = "go1.26"

// goEnv is what the go command says of its environment.
type goEnv struct {
	GOVERSION, GOFLAGS, GOMOD, GOWORK, GOCACHEPROG string
}

// tool tells which program this is.
func (d *doctor) tool() {
	name, err := os.Executable()
	if err != nil || executable() == "" {
		d.add("idemvet", doubt, "make the file readable", "the executable cannot be read, so nothing is kept in the cache")
		return
	}
	d.add("idemvet", healthy, "", "%s, built with %s: %s", thisTool().Version, runtime.Version(), name)
}

// goCommand checks the go command in PATH. It reports whether there is one that works.
func (d *doctor) goCommand(ctx context.Context) (goEnv, bool) {
	var env goEnv
	if _, err := exec.LookPath("go"); err != nil {
		d.add("go", sick, "install Go from https://go.dev/dl and put it in PATH", "the go command is not in PATH")
		return env, false
	}
	out, err := d.run(ctx, "go", "env", "-json", "GOVERSION", "GOFLAGS", "GOMOD", "GOWORK", "GOCACHEPROG")
	if err == nil {
		err = json.Unmarshal(out, &env)
	}
	if err != nil {
		d.add("go", sick, "run go env in this directory and mend what it says", "go env fails: %v", err)
		return env, false
	}
	switch {
	case older(env.GOVERSION, oldest):
		d.add("go", sick, "install "+oldest+" or newer", "%s is in PATH, and idemvet needs %s", env.GOVERSION, oldest)
	case older(env.GOVERSION, needed(env.GOMOD)):
		d.add("go", sick, "install "+needed(env.GOMOD)+" or newer, or let the go command fetch it (GOTOOLCHAIN=auto)", "%s is in PATH, and %s needs %s", env.GOVERSION, relative(d.base, env.GOMOD), needed(env.GOMOD))
	case older(goversion.Lang(runtime.Version()), goversion.Lang(env.GOVERSION)):
		d.add("go", doubt, "install idemvet again with this Go", "%s is in PATH, and idemvet was built with %s: it does not know what is new in the language", env.GOVERSION, runtime.Version())
	default:
		d.add("go", healthy, "", "%s", env.GOVERSION)
	}
	return env, true
}

// older compares versions. One that is not known is not older.
func older(a, b string) bool {
	return goversion.IsValid(a) && goversion.IsValid(b) && goversion.Compare(a, b) < 0
}

var goLine = regexp.MustCompile(`(?m)^go\s+([0-9][^\s/]*)`)

// needed is the Go version that a go.mod file asks for.
func needed(file string) string {
	text, err := os.ReadFile(file)
	if m := goLine.FindSubmatch(text); err == nil && m != nil {
		return "go" + string(m[1])
	}
	return ""
}

// goFlags checks settings that change what the go command does unasked.
func (d *doctor) goFlags(env goEnv) {
	clean := true
	warn := func(help, format string, args ...any) {
		clean = false
		d.add("GOFLAGS", doubt, help, format, args...)
	}
	for _, word := range strings.Fields(env.GOFLAGS) {
		name, value, _ := strings.Cut(strings.TrimLeft(word, "-"), "=")
		switch {
		case name == "trimpath":
			warn("leave it to the builds that are shipped", "%s: files of the standard library and of modules lose their places, and what go vet prints is not found by editors", word)
		case name == "mod" && value == "mod":
			warn("use -mod=readonly, the default", "%s: listing packages may change go.mod", word)
		case name == "vettool":
			warn("say it on the command line of go vet", "%s: go vet takes its tool from the command line alone, and runs its own checks here", word)
		}
	}
	if env.GOCACHEPROG != "" {
		warn("", "GOCACHEPROG is set: go vet keeps findings with that program, idemvet itself does not")
	}
	if clean {
		d.add("GOFLAGS", healthy, "", "nothing that disturbs: %q", env.GOFLAGS)
	}
}

// module reports whether the directory is in a module or workspace.
func (d *doctor) module(env goEnv) bool {
	switch {
	case env.GOWORK != "" && env.GOWORK != "off":
		d.add("module", healthy, "", "in the workspace %s", env.GOWORK)
	case env.GOMOD == "" || env.GOMOD == os.DevNull:
		d.add("module", sick, "run in a module, or make one with go mod init", "no go.mod in %s or above", d.base)
		return false
	default:
		vendored := ""
		if _, err := os.Stat(filepath.Join(filepath.Dir(env.GOMOD), "vendor", "modules.txt")); err == nil {
			vendored = ", with its dependencies in vendor"
		}
		d.add("module", healthy, "", "in the module of %s%s", env.GOMOD, vendored)
	}
	return true
}

// packages checks that the go command can list what would be analysed.
func (d *doctor) packages(ctx context.Context) {
	out, err := d.run(ctx, "go", "list", "-e", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}\t{{with .Error}}{{.}}{{end}}{{end}}", "--", everything(d.base))
	if err != nil {
		d.add("packages", sick, "run go list "+everything(d.base)+" and mend what it says", "go list fails: %v", err)
		return
	}
	n, broken, first := 0, 0, ""
	for line := range strings.Lines(string(out)) {
		path, msg, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if path == "" {
			continue
		}
		n++
		if ok && msg != "" {
			if broken++; first == "" {
				first = msg
			}
		}
	}
	if broken > 0 {
		d.add("packages", sick, "run go mod tidy, or go build "+everything(d.base)+" to see all", "%d of %d packages cannot be loaded: %s", broken, n, first)
		return
	}
	d.add("packages", healthy, "", "%d, dependencies included", n)
}

// run runs a program in the directory. Its error is what the program printed.
func (d *doctor) run(ctx context.Context, name string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = d.base
	var out, msg bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &msg
	err := cmd.Run()
	if text := oneLine(msg.String()); err != nil && text != "" {
		err = &printed{text, err}
	}
	return out.Bytes(), err
}

// printed is an error in the words of another program.
type printed struct {
	text string
	err  error
}

func (p *printed) Error() string { return p.text }
func (p *printed) Unwrap() error { return p.err }
