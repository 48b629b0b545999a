// Package early answers the go command about packages that are modelled, before the rest of the tool is initialised.
//
// go vet starts a vet tool for every package that the program is made of, and four of five are of the standard library or fetched: of
// those it wants an empty file. The tables and expressions that the engine makes at its start would cost more than that answer. Of
// packages that depend on nothing else, Go initialises the one whose import path comes first, so this one comes before the engine.
// A small executable beside the tool would do the same, but a vet tool is one file.
package early

import (
	"encoding/json"
	"os"
	"strings"

	"github.com/idemvet/idemvet/internal/source"
)

func init() { //nolint:gochecknoinits // see above
	if answer(os.Args[1:]) {
		os.Exit(0)
	}
}

// request is the part of a request that tells whose package it is; internal/vettool has all of it.
type request struct {
	ImportPath, Dir           string
	ModulePath, ModuleVersion string                          // until Go 1.26
	Module                    *struct{ Path, Version string } // since Go 1.27
	VetxOnly                  bool
	VetxOutput                string
}

// answer reports whether that was all there is to say. What looks in the least unusual is left to the tool, and so are packages that
// somebody named, since a mistake in the flags has to be told there.
func answer(args []string) bool {
	if len(args) == 0 || !strings.HasSuffix(args[len(args)-1], ".cfg") {
		return false
	}
	data, err := os.ReadFile(args[len(args)-1])
	if err != nil {
		return false
	}
	var r request
	if json.Unmarshal(data, &r) != nil || !r.VetxOnly || r.VetxOutput == "" {
		return false
	}
	if r.Module != nil {
		r.ModulePath, r.ModuleVersion = r.Module.Path, r.Module.Version
	}
	path, _, _ := strings.Cut(r.ImportPath, " [")
	p := source.Package{Path: path, Module: r.ModulePath, Version: r.ModuleVersion, Dir: r.Dir}
	return p.Foreign() && os.WriteFile(r.VetxOutput, nil, 0o666) == nil
}
