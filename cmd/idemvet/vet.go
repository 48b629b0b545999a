package main

import (
	"io"

	"github.com/idemvet/idemvet/analyzers"
	"github.com/idemvet/idemvet/internal/vettool"
)

// vet answers the go command.
func vet(args []string, stdout, stderr io.Writer) int {
	return vettool.Main(args, "", vettool.Options{Rules: analyzers.Rules(), Metas: analyzers.Metas(), Stdout: stdout, Stderr: stderr})
}
