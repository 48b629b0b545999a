package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/idemvet/idemvet/analyzers"
	"github.com/idemvet/idemvet/internal/config"
	"github.com/idemvet/idemvet/internal/load"
	"github.com/idemvet/idemvet/internal/model"
)

// scope is what the commands beside the main job look at, and with which knowledge.
type scope struct {
	dir   string
	file  string // configuration, if not the nearest
	tests bool
	tags  []string

	noLink bool

	given   *pflag.FlagSet
	horizon time.Duration // as the configuration says it
}

func (s *scope) flags(f *pflag.FlagSet) {
	s.given = f
	f.SortFlags = false
	f.StringVarP(&s.dir, "chdir", "C", ".", "work in this `directory`")
	f.StringVar(&s.file, "config", "", "read the configuration from this `file` (default: the nearest .idemvet.yml)")
}

// buildFlags are for commands that load packages.
func (s *scope) buildFlags(f *pflag.FlagSet) {
	f.BoolVar(&s.tests, "tests", false, "look at test files too")
	f.StringSliceVar(&s.tags, "tags", nil, "build `tags`")
}

// settings reads the configuration that holds in the directory, and takes from it what the flags leave open.
func (s *scope) settings() (*config.Config, error) {
	base, err := directory(s.dir)
	if err != nil {
		return nil, err
	}
	c, err := config.Resolve(base, s.file, analyzers.Metas())
	if err != nil {
		return nil, err
	}
	s.horizon = c.Rules.IDV601.Horizon
	return c, adopt(s.given, c)
}

// models is what is known about libraries here.
func (s *scope) models() (*model.Rows, error) {
	c, err := s.settings()
	if err != nil {
		return nil, err
	}
	return c.Models, nil
}

// load runs something over packages instead of, or beside, the rules.
func (s *scope) load(ctx context.Context, o load.Options) (*load.Program, error) {
	o.Horizon = s.horizon
	o.Tests, o.Tags, o.Rules = s.tests, strings.Join(s.tags, ","), analyzers.Rules()
	if o.Salt = executable(); o.Salt == "" {
		o.CacheDir = "off" // results of another build must not pass for ours
	}
	prog, err := load.Load(ctx, o)
	if err != nil {
		return nil, failed(err)
	}
	return prog, nil
}

// incomplete tells what could not be looked at, and makes the exit status say so.
func incomplete(w io.Writer, prog *load.Program) error {
	for _, inc := range prog.Incomplete {
		complain(w, fmt.Errorf("%s not analysed: %s", inc.Package, inc.Reason))
	}
	if len(prog.Incomplete) > 0 {
		return status{code: exitIncomplete}
	}
	return nil
}
