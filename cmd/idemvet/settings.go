package main

import (
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"github.com/idemvet/idemvet/analyzers"
	"github.com/idemvet/idemvet/internal/config"
)

// configure finds the directory to work in and the configuration that holds there, and takes from it what the flags leave open.
func (j *job) configure(flags *pflag.FlagSet) (base string, c *config.Config, err error) {
	if base, err = directory(j.dir); err != nil {
		return "", nil, err
	}
	if c, err = config.Resolve(base, j.config, analyzers.Metas()); err != nil {
		return "", nil, err
	}
	if err := adopt(flags, c); err != nil {
		return "", nil, err
	}
	if file := c.BaselineFile(); file != "" && !flags.Changed("baseline") {
		j.past.baseline = relative(base, file)
	}
	if flags.Changed("schema") {
		if c.SQLFiles, err = sqlFiles(base, j.schema); err != nil {
			return "", nil, err
		}
	}
	if j.matrix != "" {
		if j.variants, err = readMatrix(base, j.matrix); err != nil {
			return "", nil, err
		}
	}
	return base, c, nil
}

// adopt sets the flags that a configuration stands for and that were not given. To those that look, they remain ones that were
// not given. A flag that the command does not have is not its business.
func adopt(flags *pflag.FlagSet, c *config.Config) error {
	for _, x := range c.Flags() {
		f := flags.Lookup(x.Name)
		if f == nil || f.Changed {
			continue
		}
		var err error
		if list, ok := f.Value.(pflag.SliceValue); ok {
			err = list.Replace(x.Values)
		} else {
			err = f.Value.Set(x.Values[0])
		}
		if err != nil {
			return fmt.Errorf("%s: %s: %w", config.Name, x.Name, err)
		}
	}
	return nil
}

// sqlFiles lists the SQL files that the patterns of --schema name, as seen from a directory.
func sqlFiles(base string, patterns []string) ([]string, error) {
	var out []string
	for _, p := range patterns {
		files, err := config.Glob{Text: p}.Files(base)
		if err != nil {
			return nil, fmt.Errorf("--schema: %w", err)
		}
		out = append(out, files...)
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}
