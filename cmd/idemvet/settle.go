package main

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/idemvet/idemvet/internal/config"
	"github.com/idemvet/idemvet/internal/load"
	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/schema"
)

// settle decides, module by module, the findings that hang on the schema of a database. Schemas are read only where such
// findings exist: most programs pay nothing. What cannot be read is no schema.
func settle(prog *load.Program, c *config.Config) {
	schemas := map[string]*schema.Schema{}
	for _, p := range prog.Packages {
		if !p.Report || p.Result == nil || !assumes(p.Result.Findings) {
			continue
		}
		s, ok := schemas[p.Module]
		if !ok {
			s = moduleSchema(prog, p, c)
			schemas[p.Module] = s
		}
		near := s.Near(strings.TrimPrefix(strings.TrimPrefix(p.Path, p.Module), "/"), p.Module)
		for _, table := range slices.Sorted(maps.Keys(c.Unique)) {
			near.Declare(table, c.Unique[table], config.Name, c.Line("unique"))
		}
		res := *p.Result
		res.Findings = rule.Settle(res.Findings, near)
		p.Result = &res
	}
}

func assumes(list []rule.Finding) bool {
	for i := range list {
		if list[i].Assumes != nil {
			return true
		}
	}
	return false
}

// moduleSchema reads the schema of the module that a package belongs to: its SQL files, or those that the configuration names,
// and what its packages say.
func moduleSchema(prog *load.Program, p *load.Package, c *config.Config) *schema.Schema {
	s := &schema.Schema{}
	rel := filepath.FromSlash(strings.TrimPrefix(p.Path, p.Module))
	if root, ok := strings.CutSuffix(p.Dir, rel); ok && p.Module != "" {
		if read, err := readSchema(root, c.SQLFiles); err == nil {
			s = read
		}
	}
	for _, q := range prog.Packages {
		if q.Module == p.Module && q.Result != nil {
			q.Result.Facts.Describe(s)
		}
	}
	return s
}

func readSchema(root string, files []string) (*schema.Schema, error) {
	if len(files) > 0 {
		return schema.LoadFiles(root, files)
	}
	return schema.Load(root)
}
