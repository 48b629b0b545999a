package load

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
)

// listed is what the go command says about one package. Only fields that it can answer without building are asked for:
// CompiledGoFiles or Export would run cgo or the compiler.
type listed struct {
	ImportPath  string
	Name        string
	Dir         string
	ForTest     string
	Standard    bool
	DepOnly     bool
	GoFiles     []string
	CgoFiles    []string
	Imports     []string
	ImportMap   map[string]string
	Module      *module
	Error       *listError
	TestGoFiles []string
	EmbedFiles  []string
}

const listFields = "ImportPath,Name,Dir,ForTest,Standard,DepOnly,GoFiles,CgoFiles,Imports,ImportMap,Module,Error,TestGoFiles,EmbedFiles"

type module struct {
	Path, Version, Dir, GoVersion string
	Main                          bool
	Replace                       *module
}

type listError struct {
	Pos string
	Err string
}

// buildEnv is the part of the build configuration that is not visible in the lists of files.
type buildEnv struct {
	GOVERSION, GOOS, GOARCH, GOMOD, GOEXPERIMENT string

	GOCACHEPROG string // no part of the build
}

// goList runs the go command once for the packages and once, at the same time, for its environment.
// It is called directly and not through go/packages, which would run it at least twice and decode more than is needed.
func goList(ctx context.Context, o *Options) ([]*listed, *buildEnv, error) {
	if info, err := os.Stat(dirOrDot(o.Dir)); err != nil || !info.IsDir() {
		return nil, nil, usagef("no directory %s", o.Dir)
	}
	type answer struct {
		env *buildEnv
		err error
	}
	envs := make(chan answer, 1)
	go func() {
		env, err := goEnv(ctx, o)
		envs <- answer{env, err}
	}()
	args := []string{"list", "-e", "-deps", "-json=" + listFields}
	if o.Tests {
		args = append(args, "-test")
	}
	if o.Tags != "" {
		args = append(args, "-tags="+o.Tags)
	}
	args = append(append(args, "--"), o.Patterns...)
	out, stderr, err := runGo(ctx, o, args)
	env := <-envs
	if err == nil {
		err = env.err
	}
	if err != nil {
		return nil, nil, listFailure(ctx, o, stderr, err)
	}
	pkgs, err := decodeList(out)
	if err != nil {
		return nil, nil, brokenf(err, "cannot read the answer of go list: %v", err)
	}
	if len(pkgs) == 0 {
		return nil, nil, usagef("no packages match %s in %s", strings.Join(o.Patterns, " "), dirOrDot(o.Dir))
	}
	return pkgs, env.env, nil
}

func dirOrDot(dir string) string {
	if dir == "" {
		return "."
	}
	return dir
}

func runGo(ctx context.Context, o *Options, args []string) (stdout, stderr []byte, err error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = o.Dir
	cmd.Env = append(cmd.Environ(), o.Env...)
	var out, msg bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &msg
	err = cmd.Run()
	return out.Bytes(), msg.Bytes(), err
}

func goEnv(ctx context.Context, o *Options) (*buildEnv, error) {
	out, _, err := runGo(ctx, o, []string{"env", "-json", "GOVERSION", "GOOS", "GOARCH", "GOMOD", "GOEXPERIMENT", "GOCACHEPROG"})
	if err != nil {
		return nil, err
	}
	env := &buildEnv{}
	return env, json.Unmarshal(out, env)
}

func listFailure(ctx context.Context, o *Options, stderr []byte, err error) error {
	switch {
	case ctx.Err() != nil:
		return brokenf(ctx.Err(), "stopped while listing packages: %v", context.Cause(ctx))
	case errors.Is(err, exec.ErrNotFound):
		return brokenf(err, "the go command is not in PATH; install Go from https://go.dev/dl")
	}
	msg := oneLine(strings.ReplaceAll(string(stderr), "go: ", ""))
	if msg == "" {
		msg = err.Error()
	}
	return brokenf(err, "go list failed in %s: %s", dirOrDot(o.Dir), msg)
}

func decodeList(out []byte) ([]*listed, error) {
	var pkgs []*listed
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		p := &listed{}
		switch err := dec.Decode(p); err {
		case nil:
			pkgs = append(pkgs, p)
		case io.EOF:
			return pkgs, nil
		default:
			return nil, err
		}
	}
}
