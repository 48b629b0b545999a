// Command gen refreshes rules.md and the page of each rule. It runs in internal/docgen.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/idemvet/idemvet/analyzers"
	"github.com/idemvet/idemvet/internal/docgen"
	"github.com/idemvet/idemvet/internal/suppress"
)

func main() {
	if err := run("../.."); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(root string) error {
	pages, err := docgen.Pages(root, suppress.Metas(), analyzers.Rules())
	if err != nil {
		return err
	}
	for name, text := range pages {
		if err := os.WriteFile(filepath.Join(root, filepath.FromSlash(name)), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}
