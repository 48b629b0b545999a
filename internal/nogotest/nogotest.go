// Package nogotest runs the analyzers in the way of Bazel's nogo, without Bazel: an executable made of the exported Analyzer variables, one
// process for each package, in the dependency order of a build, in an execution root with relative file names, the facts of direct imports
// in files. Packages of other repositories lie below external/ and are analysed for their facts only; the standard library is not.
//
// What nogo is has been read in rules_go. Two of its traits are left out: comments with nolint, and tests, which it builds as packages of
// their own.
package nogotest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/idemvet/idemvet/internal/nogotest/action"
	"github.com/idemvet/idemvet/internal/tooltest"
)

// Finding is what nogo would print of a diagnostic; the file is relative to the directory of the run.
type Finding struct {
	Rule     string // IDV101
	Analyzer string // keyinretry
	Message  string
	URL      string
	File     string
	Line     int
	Column   int
}

// Result is the outcome of a run.
type Result struct {
	Findings []Finding         // sorted
	Facts    map[string][]byte // by package, of those that were analysed
	External []string          // packages that count as those of other repositories
}

const module = "github.com/idemvet/idemvet"

// tool builds the executable, once. It is made of a list of packages, as nogo's is.
var tool = sync.OnceValues(func() (string, error) {
	out, err := exec.Command("go", "list", module+"/analyzers/...").Output()
	if err != nil {
		return "", fmt.Errorf("go list: %w", err)
	}
	var src strings.Builder
	src.WriteString("package main\n\nimport (\n\t\"golang.org/x/tools/go/analysis\"\n\t\"" + module + "/internal/nogotest/action\"\n")
	var list strings.Builder
	for i, p := range slices.DeleteFunc(strings.Fields(string(out)), func(p string) bool { return p == module+"/analyzers" }) {
		fmt.Fprintf(&src, "\tp%d %q\n", i, p)
		fmt.Fprintf(&list, "\t\tp%d.Analyzer,\n", i)
	}
	src.WriteString(")\n\nfunc main() {\n\taction.Main([]*analysis.Analyzer{\n" + list.String() + "\t})\n}\n")
	return compile("nogo", src.String())
})

// compile builds a program that may import what is internal here.
func compile(name, src string) (string, error) {
	file := tooltest.Scratch(name + ".go")
	if err := os.WriteFile(file, []byte(src), 0o600); err != nil {
		return "", err
	}
	root, err := filepath.Abs(tooltest.Root)
	if err != nil {
		return "", err
	}
	pkg := filepath.Join(root, "internal", "nogotest", name)
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {filepath.Join(pkg, "main.go"): file}})
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(file+".json", overlay, 0o600); err != nil {
		return "", err
	}
	exe := tooltest.Scratch(name + ".exe")
	cmd := exec.Command("go", "build", "-overlay", file+".json", "-o", exe, module+"/internal/nogotest/"+name)
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return exe, nil
}

// Run analyses the packages of a directory that the patterns name. The configuration is the text of a file as nogo takes it; "" is none.
// The test must be one of a package with tooltest.Main. The error is what a build would stop with.
func Run(t *testing.T, dir, config string, patterns ...string) (*Result, error) {
	t.Helper()
	exe, err := tool()
	if err != nil {
		t.Fatal(err)
	}
	conf := map[string]action.Config{}
	if config != "" {
		dec := json.NewDecoder(strings.NewReader(config))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&conf); err != nil {
			t.Fatalf("the configuration: %v", err)
		}
	}
	pkgs, err := list(t, dir, patterns)
	if err != nil {
		return nil, err
	}
	b := &build{exe: exe, root: filepath.Join(t.TempDir(), "execroot", "_main"), config: conf, done: map[string]string{}, res: &Result{Facts: map[string][]byte{}}}
	if b.dir, err = filepath.Abs(dir); err != nil {
		return nil, err
	}
	for _, p := range pkgs {
		if m := p.Module; m != nil && m.Main && (b.base == "" || len(m.Dir) < len(b.base)) {
			b.base = m.Dir
		}
	}
	for _, p := range pkgs {
		if p.Standard || len(p.CompiledGoFiles) == 0 {
			continue
		}
		if err := b.action(p, pkgs); err != nil {
			return nil, fmt.Errorf("%s: %w", p.ImportPath, err)
		}
	}
	slices.SortFunc(b.res.Findings, func(f, g Finding) int {
		return strings.Compare(fmt.Sprintf("%s:%08d:%s:%s", f.File, f.Line, f.Rule, f.Message), fmt.Sprintf("%s:%08d:%s:%s", g.File, g.Line, g.Rule, g.Message))
	})
	return b.res, nil
}

// pkg is what the go command says of a package.
type pkg struct {
	ImportPath, Dir, Export            string
	GoFiles, CgoFiles, CompiledGoFiles []string
	Imports                            []string
	ImportMap                          map[string]string
	Standard, DepOnly                  bool
	Module                             *struct {
		Path, Dir string
		Main      bool
		Replace   *struct{ Version string }
	}
	Error *struct{ Err string }
}

// list has the go command compile the packages and everything below them, and returns them, dependencies first.
func list(t *testing.T, dir string, patterns []string) ([]*pkg, error) {
	args := append([]string{"list", "-export", "-compiled", "-deps", "-json=ImportPath,Dir,Export,GoFiles,CgoFiles,CompiledGoFiles,Imports,ImportMap,Standard,DepOnly,Module,Error", "--"}, patterns...)
	res := tooltest.Execute(t, dir, nil, "go", args...)
	if res.Code != 0 {
		return nil, errors.New(res.Stderr)
	}
	var pkgs []*pkg
	for dec := json.NewDecoder(strings.NewReader(res.Stdout)); ; {
		p := &pkg{}
		if err := dec.Decode(p); errors.Is(err, io.EOF) {
			return pkgs, nil
		} else if err != nil {
			return nil, err
		}
		pkgs = append(pkgs, p)
	}
}

// build is a build in progress.
type build struct {
	exe    string
	dir    string // of the run
	base   string // of the main repository
	root   string // execution root
	config map[string]action.Config
	done   map[string]string // files of facts, by package
	res    *Result
}

// external reports whether a package comes from another repository. Vendored ones belong to the main one.
func (b *build) external(p *pkg) bool {
	rel, err := filepath.Rel(b.base, p.Dir)
	return err != nil || !filepath.IsLocal(rel)
}

// place links the files of a package into the execution root and names them relative to it.
func (b *build) place(p *pkg) (files, ignored []string, err error) {
	dir, err := filepath.Rel(b.base, p.Dir)
	if b.external(p) {
		repo := strings.NewReplacer("/", "_", ".", "_").Replace(p.Module.Path)
		dir = path.Join("external", "gazelle++go_deps+"+repo, strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, p.Module.Path), "/"))
	} else if err != nil {
		return nil, nil, err
	}
	for _, name := range p.CompiledGoFiles {
		source, to := filepath.Join(p.Dir, name), filepath.Join(dir, name)
		if filepath.IsAbs(name) {
			source, to = name, filepath.Join("bazel-out", "k8-fastbuild", "bin", dir, "cgo", made(name))
			ignored = append(ignored, to)
		}
		files = append(files, to)
		to = filepath.Join(b.root, to)
		if err := os.MkdirAll(filepath.Dir(to), 0o750); err != nil {
			return nil, nil, err
		}
		if err := os.Symlink(source, to); err != nil {
			return nil, nil, err
		}
	}
	return files, ignored, nil
}

var origin = regexp.MustCompile(`(?m)^//line (?:.*[/\\])?([^/\\]+)\.go:1:1$`)

// made is the name that cgo gave a file before the go command put it into its cache.
func made(file string) string {
	text, err := os.ReadFile(file)
	m := origin.FindSubmatch(text)
	switch {
	case err != nil || m == nil:
		return filepath.Base(file) + ".go"
	case string(m[1]) == "_cgo_gotypes":
		return "_cgo_gotypes.go"
	}
	return string(m[1]) + ".cgo1.go"
}

// action analyses one package in a process of its own.
func (b *build) action(p *pkg, all []*pkg) error {
	r := &action.Request{
		Package: p.ImportPath, GoVersion: version(), ImportMap: p.ImportMap, Config: b.config, FactsOnly: b.external(p) || p.DepOnly,
		PackageFile: map[string]string{}, Facts: map[string]string{}, Output: filepath.Join(b.root, fmt.Sprintf("%d.facts", len(b.done))),
	}
	var err error
	if r.Files, r.Ignored, err = b.place(p); err != nil {
		return err
	}
	if b.external(p) {
		b.res.External = append(b.res.External, p.ImportPath)
	}
	for _, q := range all {
		if slices.Contains(p.Imports, q.ImportPath) || len(p.CgoFiles) > 0 && q.Standard {
			r.PackageFile[q.ImportPath] = q.Export
			if facts := b.done[q.ImportPath]; facts != "" {
				r.Facts[q.ImportPath] = facts
			}
		}
	}
	found, err := b.start(r)
	if err != nil {
		return err
	}
	for _, d := range found {
		file := filepath.FromSlash(d.File)
		if !filepath.IsAbs(file) { // as it is where cgo says what it made the file of
			file = filepath.Join(b.base, file)
		}
		if rel, err := filepath.Rel(b.dir, file); err == nil {
			file = rel
		}
		b.res.Findings = append(b.res.Findings, Finding{d.Category, d.Analyzer, d.Message, d.URL, filepath.ToSlash(file), d.Line, d.Column})
	}
	b.done[p.ImportPath] = r.Output
	b.res.Facts[p.ImportPath], err = os.ReadFile(r.Output)
	return err
}

func (b *build) start(r *action.Request) ([]action.Diagnostic, error) {
	data, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(r.Output+".json", data, 0o600); err != nil {
		return nil, err
	}
	cmd := exec.Command(b.exe, r.Output+".json")
	var stdout, stderr bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = b.root, &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, strings.TrimSpace(stderr.String()))
	}
	var list []action.Diagnostic
	return list, json.Unmarshal(stdout.Bytes(), &list)
}

// version is the language version of the toolchain, which nogo takes for that of every module.
func version() string {
	parts := strings.SplitN(runtime.Version(), ".", 3)
	return strings.Join(parts[:min(2, len(parts))], ".")
}
