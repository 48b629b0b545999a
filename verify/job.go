package main

import (
	"fmt"
	"go/types"
	"time"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/verify/internal/check"
	"github.com/idemvet/idemvet/verify/internal/lib"
)

// loader gives the packages of one module version.
type loader interface {
	Load(path string) (*lib.Package, error)
}

// stdLoader gives the packages of the standard library.
type stdLoader struct{ *lib.Std }

// Load returns a package with its types.
func (s stdLoader) Load(path string) (*lib.Package, error) {
	pkg, err := s.Import(path)
	return &lib.Package{Types: pkg}, err
}

func (r *runner) runJob(j *job) {
	start := time.Now()
	var packages loader = stdLoader{r.std}
	if j.module != "" {
		u, err := lib.Open(r.cache, r.std, j.module, j.version)
		if err != nil {
			for _, f := range j.files {
				r.lost(f, err)
			}
			return
		}
		packages = u
	}
	for _, f := range j.files {
		r.runFile(j, packages, f)
	}
	if r.opt.trace != nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		fmt.Fprintf(r.opt.trace, "%s: %d import paths, %.1f s\n", j, len(j.files), time.Since(start).Seconds())
	}
}

// runFile checks one model file, with the rows that it takes over.
func (r *runner) runFile(j *job, packages loader, f *model.File) {
	p, err := packages.Load(f.Package)
	if err != nil {
		r.lost(f, err)
		return
	}
	count := 0
	for from := f; from != nil; from = r.rows[from.Like] {
		if count++; count > 4 {
			break // the model package refuses such files
		}
		res := check.Entries(p.Types, rowsFor(from.Entries, j.version), func(path string) (*types.Package, error) {
			other, err := packages.Load(path)
			if err != nil {
				return nil, err
			}
			return other.Types, nil
		})
		r.mu.Lock()
		r.report.rows += res.Rows
		r.report.symbols += res.Symbols
		r.mu.Unlock()
		for _, bad := range res.Failures {
			r.fail("internal/model/data/%s.yaml:%d: %s: %s: %s", from.Package, bad.Line, where(j, f), bad.Symbol, bad.Message)
		}
		if r.opt.trace != nil && len(res.Failures) > 0 && len(p.Errors) > 0 {
			r.mu.Lock()
			fmt.Fprintf(r.opt.trace, "%s: first of %d errors: %v\n", f.Package, len(p.Errors), p.Errors[0])
			r.mu.Unlock()
		}
	}
	if r.rows[f.Package] == f { // not a part of one
		r.mu.Lock()
		r.report.paths++
		r.mu.Unlock()
	}
}

// where names the package and the version that a failure is about.
func where(j *job, f *model.File) string {
	if j.module == "" {
		return f.Package
	}
	return f.Package + "@" + j.version
}

// lost records that the library of a file could not be loaded: a failure, unless that is known.
func (r *runner) lost(f *model.File, err error) {
	for module, reason := range r.missing {
		if within(f.Package, module) {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.report.unproven = append(r.report.unproven, f.Package+": "+reason)
			return
		}
	}
	r.fail("internal/model/data/%s.yaml:1: %v", f.Package, err)
}

// checkMissing makes sure that what is said to be unavailable still is.
func (r *runner) checkMissing() {
	for module := range r.missing {
		if _, err := r.cache.Get(module, "latest"); err == nil {
			r.fail("%s: %s can be had now: delete the line", unavailableFile, module)
		}
	}
}

func (r *runner) fail(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.report.failures = append(r.report.failures, fmt.Sprintf(format, args...))
}
