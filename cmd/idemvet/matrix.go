package main

import (
	"context"
	"errors"
	"fmt"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/idemvet/idemvet/internal/config"
	"github.com/idemvet/idemvet/internal/load"
	"github.com/idemvet/idemvet/internal/nearest"
)

// variant is one build of the program: a line of the file of --matrix.
type variant struct {
	name string
	env  []string // NAME=VALUE
	tags []string
}

// matrixVariables are those of the go command that select files and need nothing else to be set with them.
var matrixVariables = []string{"GOOS", "GOARCH", "CGO_ENABLED"}

// readMatrix reads lines of the form "NAME: GOOS=windows GOARCH=amd64 -tags=a,b". Empty lines, and those that begin with #,
// do not count. A mistake is told with file and line.
func readMatrix(base, file string) ([]variant, error) {
	path := file
	if !filepath.IsAbs(path) {
		path = filepath.Join(base, path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("--matrix: cannot read %s: %w", file, cause(err))
	}
	var out []variant
	for i, line := range strings.Split(string(text), "\n") {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		v, err := parseVariant(line)
		if err == nil && slices.ContainsFunc(out, func(o variant) bool { return o.name == v.name }) {
			err = fmt.Errorf("two builds are called %s", v.name)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, i+1, err)
		}
		out = append(out, v)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s: no build in it; want lines such as \"windows: GOOS=windows -tags=demo\"", file)
	}
	return out, nil
}

func parseVariant(line string) (variant, error) {
	name, rest, ok := strings.Cut(line, ":")
	v := variant{name: strings.TrimSpace(name)}
	if !ok || v.name == "" || strings.ContainsAny(v.name, " =\t") {
		return v, errors.New("want a name and a colon, as in \"windows: GOOS=windows\"")
	}
	for _, word := range strings.Fields(rest) {
		key, value, given := strings.Cut(word, "=")
		switch {
		case !given || value == "":
			return v, fmt.Errorf("%s has no value; want NAME=VALUE or -tags=a,b", word)
		case strings.TrimLeft(key, "-") == "tags" && key != "tags":
			v.tags = append(v.tags, strings.Split(value, ",")...)
		case strings.HasPrefix(key, "-"):
			return v, fmt.Errorf("flag %s cannot be set for one build; only -tags can", key)
		case !slices.Contains(matrixVariables, key):
			return v, nearest.Unknown("variable", key, matrixVariables)
		default:
			if err := checkVariable(key, value); err != nil {
				return v, err
			}
			v.env = append(v.env, word)
		}
	}
	return v, nil
}

// systems are the values of GOOS. The go command takes any other for a system of which it has no files, and complains of nothing.
var systems = []string{
	"aix", "android", "darwin", "dragonfly", "freebsd", "illumos", "ios", "js", "linux", "netbsd", "openbsd", "plan9", "solaris", "wasip1", "windows",
}

// checkVariable tells what is wrong with a value.
func checkVariable(key, value string) error {
	switch {
	case key == "GOOS" && !slices.Contains(systems, value):
		return nearest.Unknown(key, value, systems)
	case key == "GOARCH" && types.SizesFor("gc", value) == nil:
		return fmt.Errorf("unknown GOARCH %q", value)
	case key == "CGO_ENABLED" && value != "0" && value != "1":
		return fmt.Errorf("CGO_ENABLED=%s: want 0 or 1", value)
	}
	return nil
}

// load analyses each build of the program, and settles what hangs on the schema. Without --matrix there is one. A build of which
// nothing could be analysed makes the answer incomplete; if it is the only one, that is the error.
func (j *job) load(ctx context.Context, stderr io.Writer, o load.Options, c *config.Config) (*load.Program, error) {
	m := startMeter(stderr, j.quiet, patience)
	defer m.end()
	o.Progress = m.tell
	if len(j.variants) == 0 {
		prog, err := load.Load(ctx, o)
		if err == nil {
			settle(prog, c)
		}
		return prog, err
	}
	var builds []*load.Program
	for _, v := range j.variants {
		b := o
		b.Env, b.Tags = slices.Concat(o.Env, v.env), strings.Join(slices.Concat(j.tags, v.tags), ",")
		prog, err := load.Load(ctx, b)
		switch {
		case err != nil && (ctx.Err() != nil || len(j.variants) == 1):
			return nil, err
		case err != nil:
			prog = &load.Program{Incomplete: []load.Incomplete{{Reason: err.Error()}}}
		}
		settle(prog, c)
		for i := range prog.Incomplete {
			prog.Incomplete[i].Reason = "in build " + v.name + ": " + prog.Incomplete[i].Reason
		}
		builds = append(builds, prog)
	}
	m.end()
	if j.verbose {
		tellBuilds(stderr, o.Dir, j.variants, builds)
	}
	return load.Unite(builds), nil
}

// tellBuilds prints the findings that not every build shows.
func tellBuilds(w io.Writer, base string, variants []variant, builds []*load.Program) {
	type place struct {
		file         string
		line, column int
		rule         string
	}
	in := map[place][]string{}
	var order []place
	for i, prog := range builds {
		for _, p := range prog.Packages {
			if !p.Report {
				continue
			}
			for _, f := range p.Result.Findings {
				at := place{relative(base, filepath.Join(prog.Dirs[f.At.Pkg], f.At.File)), f.At.Line, f.At.Column, f.Rule}
				if in[at] == nil {
					order = append(order, at)
				}
				if list := in[at]; len(list) == 0 || list[len(list)-1] != variants[i].name {
					in[at] = append(list, variants[i].name)
				}
			}
		}
	}
	for _, at := range order {
		if len(in[at]) < len(builds) {
			fmt.Fprintf(w, "idemvet: %s:%d:%d: %s only in %s\n", at.file, at.line, at.column, at.rule, strings.Join(in[at], ", "))
		}
	}
}
