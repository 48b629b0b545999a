package vettool

import (
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"sync"

	"github.com/idemvet/idemvet/internal/sift"
	"github.com/idemvet/idemvet/internal/source"
	"github.com/idemvet/idemvet/internal/summary"
	"github.com/idemvet/idemvet/internal/unit"
)

// unit answers for one package.
func (o *Options) unit(name string, f flags) error {
	c, err := readConfig(name)
	if err != nil {
		return err
	}
	settings, err := f.Settings()
	if err != nil {
		return c.refuse(err)
	}
	f.choice.apply(settings)
	sieve, err := sift.New(settings, o.Metas)
	if err != nil {
		return c.refuse(err)
	}
	if c.foreign() || len(c.GoFiles) == 0 {
		return c.writeFacts(nil)
	}
	p, generated, err := c.load()
	if err != nil {
		return o.notLoaded(c, err)
	}
	p.Models, p.Horizon = settings.Models, settings.Rules.IDV601.Horizon
	res := o.Run(p, c.lookup())
	if err := c.writeFacts(res.Facts.Encode()); err != nil {
		return err
	}
	if c.VetxOnly {
		return nil
	}
	findings := sieve.Keep(sift.Unit{Dir: c.Dir, Findings: res.Findings, Comments: res.Comments, Generated: generated})
	if f.json && res.Incomplete == "" {
		return o.printJSON(c, findings)
	}
	return o.printText(c, findings, res.Incomplete)
}

// notLoaded answers for a package that does not parse or type-check.
func (o *Options) notLoaded(c *request, err error) error {
	if err := c.writeFacts(nil); err != nil {
		return err
	}
	if c.SucceedOnTypecheckFailure {
		return nil
	}
	return o.printText(c, nil, firstLine(err))
}

// load parses and type-checks the package.
func (c *request) load() (p *unit.Package, generated []string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("internal error: %v", r)
		}
	}()
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range c.GoFiles {
		file, err := parser.ParseFile(fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, nil, err
		}
		files = append(files, file)
		if ast.IsGenerated(file) && !source.Rewritten(name) {
			generated = append(generated, filepath.Base(fset.Position(file.Package).Filename))
		}
	}
	conf := &types.Config{
		Importer:  c.importer(fset),
		GoVersion: c.GoVersion,
		Sizes:     types.SizesFor(c.Compiler, build.Default.GOARCH), // the go command sets GOARCH
	}
	info := unit.NewInfo()
	pkg, err := conf.Check(c.path(), fset, files, info)
	if err != nil {
		return nil, nil, err
	}
	c.trimmed = trimmed(fset, pkg.Imports())
	return &unit.Package{Path: c.path(), Fset: fset, Files: files, Types: pkg, Info: info}, generated, nil
}

// lookup reads the facts of direct imports when they are asked for.
func (c *request) lookup() unit.Lookup {
	var mu sync.Mutex
	known := make(map[string]*summary.Package)
	return func(path string) *summary.Package {
		mu.Lock()
		defer mu.Unlock()
		p, ok := known[path]
		if !ok {
			p = c.facts(path)
			known[path] = p
		}
		return p
	}
}

// facts returns the facts of an import. Facts of another version of the tool count as none.
func (c *request) facts(path string) *summary.Package {
	file, ok := c.PackageVetx[path]
	if !ok {
		file, ok = c.PackageVetx[c.ImportMap[path]]
	}
	if !ok {
		return nil
	}
	data, err := os.ReadFile(file)
	if err != nil || len(data) == 0 {
		return nil
	}
	p, err := summary.Decode(data)
	if err != nil {
		return nil
	}
	return p
}

// firstLine describes an error of the parser or type checker by its first part.
func firstLine(err error) string {
	var list scanner.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		return list[0].Error()
	}
	return err.Error()
}
