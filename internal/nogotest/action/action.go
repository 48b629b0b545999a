// Package action analyses one package as Bazel's nogo does in one action: what is known of other packages comes from files, flags from a
// JSON configuration, and a pass has neither a module nor a way to read files.
//
// It is our own, made after what nogo was seen to do; nogo itself runs under Bazel only, and uses parts of x/tools that others cannot import.
package action

import (
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Request describes an action. File names are as Bazel gives them: relative to the directory in which the action runs.
type Request struct {
	Package     string
	GoVersion   string // of the toolchain, not of the module: go1.26
	Files       []string
	Ignored     []string          // files whose diagnostics do not count: what cgo made
	ImportMap   map[string]string // path in the source to path of the package
	PackageFile map[string]string // export data of direct imports
	Facts       map[string]string // facts of direct imports
	FactsOnly   bool              // the package is not to be judged
	Output      string            // where the facts go
	Config      map[string]Config // by name of the analyzer; _base is for all that say nothing else
}

// Config is what the configuration of nogo can say of an analyzer.
type Config struct {
	Description string            `json:"description,omitempty"`
	Flags       map[string]string `json:"analyzer_flags,omitempty"`
	OnlyFiles   map[string]string `json:"only_files,omitempty"`
	Exclude     map[string]string `json:"exclude_files,omitempty"`
}

// Diagnostic is one that counts.
type Diagnostic struct {
	Analyzer, Category, Message, URL string
	File                             string
	Line, Column                     int
}

// Main answers the request in the file that is the first argument, with a list of diagnostics on the standard output.
func Main(list []*analysis.Analyzer) {
	out, err := answer(os.Args[1:], list)
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(out)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "nogo: %v\n", err)
		os.Exit(1)
	}
}

func answer(args []string, list []*analysis.Analyzer) ([]Diagnostic, error) {
	if len(args) != 1 {
		return nil, errors.New("want the file of a request")
	}
	data, err := os.ReadFile(args[0])
	if err != nil {
		return nil, err
	}
	var r Request
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, err
	}
	if err := analysis.Validate(list); err != nil {
		return nil, err
	}
	return r.run(list)
}

// step is one analyzer over the package.
type step struct {
	*analysis.Analyzer
	result      any
	diagnostics []analysis.Diagnostic
	err         error
}

// state is what the steps share.
type state struct {
	*Request
	fset   *token.FileSet
	files  []*ast.File
	pkg    *types.Package
	info   *types.Info
	broken error // of the type checker
	facts  *facts
	steps  map[*analysis.Analyzer]*step
}

func (r *Request) run(list []*analysis.Analyzer) ([]Diagnostic, error) {
	s := &state{Request: r, steps: map[*analysis.Analyzer]*step{}}
	var producers []*analysis.Analyzer
	every(list, func(a *analysis.Analyzer) {
		for _, f := range a.FactTypes {
			gob.Register(f)
		}
		if len(a.FactTypes) > 0 {
			producers = append(producers, a)
		}
	})
	if err := r.setFlags(list); err != nil {
		return nil, err
	}
	if r.FactsOnly {
		list = producers
	}
	if err := s.load(); err != nil {
		return nil, err
	}
	var errs []error
	for _, a := range list {
		if st := s.exec(a); st.err != nil {
			errs = append(errs, fmt.Errorf("analyzer %q failed: %w", a.Name, st.err))
		}
	}
	if s.broken != nil {
		errs = append(errs, fmt.Errorf("analyzers skipped: %w", s.broken))
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	data, err := s.facts.encode()
	if err == nil {
		err = os.WriteFile(r.Output, data, 0o600)
	}
	return s.judge(list), err
}

// every visits analyzers and what they require, once each.
func every(list []*analysis.Analyzer, visit func(*analysis.Analyzer)) {
	seen := map[*analysis.Analyzer]bool{}
	var walk func([]*analysis.Analyzer)
	walk = func(list []*analysis.Analyzer) {
		for _, a := range list {
			if !seen[a] {
				seen[a] = true
				visit(a)
				walk(a.Requires)
			}
		}
	}
	walk(list)
}

// setFlags sets the flags of analyzers that are listed and of those that these require, and goes no deeper.
func (r *Request) setFlags(list []*analysis.Analyzer) error {
	for _, a := range list {
		for _, x := range append([]*analysis.Analyzer{a}, a.Requires...) {
			for name, value := range r.Config[x.Name].Flags {
				if x.Flags.Lookup(name) == nil {
					return fmt.Errorf("%s has no flag %s", x.Name, name)
				}
				if err := x.Flags.Set(name, value); err != nil {
					return fmt.Errorf("%s: flag %s: %w", x.Name, name, err)
				}
			}
		}
	}
	return nil
}

// load parses and type-checks the package.
func (s *state) load() error {
	s.fset = token.NewFileSet()
	for _, name := range s.Files {
		f, err := parser.ParseFile(s.fset, name, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		s.files = append(s.files, f)
	}
	s.info = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Scopes: map[ast.Node]*types.Scope{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Instances: map[*ast.Ident]types.Instance{}, FileVersions: map[*ast.File]string{},
	}
	compiled := importer.ForCompiler(s.fset, "gc", func(path string) (io.ReadCloser, error) {
		if s.PackageFile[path] == "" {
			return nil, errors.New("it is no direct import")
		}
		return os.Open(s.PackageFile[path])
	})
	conf := types.Config{GoVersion: s.GoVersion, Importer: importerFunc(func(path string) (*types.Package, error) {
		if mapped, ok := s.ImportMap[path]; ok {
			path = mapped
		}
		if path == "unsafe" {
			return types.Unsafe, nil
		}
		return compiled.Import(path)
	})}
	s.pkg, s.broken = conf.Check(s.Package, s.fset, s.files, s.info)
	known := map[string]*types.Package{}
	below(s.pkg, known)
	var err error
	s.facts, err = readFacts(s.pkg, s.Facts, known)
	return err
}

type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

// below collects the packages that a package leads to.
func below(p *types.Package, known map[string]*types.Package) {
	for _, imp := range p.Imports() {
		if known[imp.Path()] == nil {
			known[imp.Path()] = imp
			below(imp, known)
		}
	}
}

// exec runs an analyzer, once, after those that it requires.
func (s *state) exec(a *analysis.Analyzer) *step {
	if st := s.steps[a]; st != nil {
		return st
	}
	st := &step{Analyzer: a}
	s.steps[a] = st
	results := map[*analysis.Analyzer]any{}
	for _, req := range a.Requires {
		below := s.exec(req)
		if below.err != nil {
			st.err = fmt.Errorf("it requires %s: %w", req.Name, below.err)
			return st
		}
		results[req] = below.result
	}
	if s.broken != nil && !a.RunDespiteErrors {
		return st
	}
	p := &analysis.Pass{
		Analyzer: a, Fset: s.fset, Files: s.files, Pkg: s.pkg, TypesInfo: s.info, TypesSizes: types.SizesFor("gc", runtime.GOARCH),
		ResultOf: results, Report: func(d analysis.Diagnostic) { st.diagnostics = append(st.diagnostics, d) },
	}
	s.facts.connect(p)
	st.run(p)
	return st
}

func (st *step) run(p *analysis.Pass) {
	defer func() {
		if r := recover(); r != nil {
			st.err = fmt.Errorf("panic: %v", r)
		}
	}()
	st.result, st.err = st.Run(p)
	if st.err == nil && reflect.TypeOf(st.result) != st.ResultType {
		st.err = fmt.Errorf("the result is a %T, want %v", st.result, st.ResultType)
	}
}

// judge lists the diagnostics of the listed analyzers that the configuration lets through. Those of analyzers that are only required are lost,
// as in nogo.
func (s *state) judge(list []*analysis.Analyzer) []Diagnostic {
	out := []Diagnostic{}
	if s.FactsOnly {
		return out
	}
	for _, a := range list {
		conf := s.Config["_base"]
		if own := s.Config[a.Name]; own.OnlyFiles != nil {
			conf.OnlyFiles = own.OnlyFiles
		}
		if own := s.Config[a.Name]; own.Exclude != nil {
			conf.Exclude = own.Exclude
		}
		for _, d := range s.steps[a].diagnostics {
			at := s.fset.Position(d.Pos)
			if slices.Contains(s.Ignored, at.Filename) || len(conf.OnlyFiles) > 0 && !matches(conf.OnlyFiles, at.Filename) || matches(conf.Exclude, at.Filename) {
				continue
			}
			out = append(out, Diagnostic{a.Name, d.Category, strings.TrimSpace(d.Message), d.URL, filepath.ToSlash(at.Filename), at.Line, at.Column})
		}
	}
	return out
}

func matches(patterns map[string]string, file string) bool {
	for p := range patterns {
		if regexp.MustCompile(p).MatchString(file) {
			return true
		}
	}
	return false
}
