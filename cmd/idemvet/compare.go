package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"github.com/idemvet/idemvet/internal/baseline"
	"github.com/idemvet/idemvet/internal/config"
	"github.com/idemvet/idemvet/internal/load"
	"github.com/idemvet/idemvet/internal/report"
)

// past is what findings are compared with, and whether those that it knows are shown.
type past struct {
	baseline string
	rev      string
	branch   string
	show     bool

	given func(flag string) bool
	known *baseline.Baseline // what the file says
}

func (p *past) flags(f *pflag.FlagSet) {
	p.given = f.Changed
	f.StringVar(&p.baseline, "baseline", "", "findings in this `file` are known: they do not count and are not shown (see idemvet baseline)")
	f.StringVar(&p.rev, "new-from-rev", "", "so are those of this `revision`, which is analysed too")
	f.StringVar(&p.branch, "new-from-merge-base", "", "so are those of the newest commit shared with this `branch`")
	f.BoolVar(&p.show, "show-suppressed", false, "show suppressed and known findings too, marked")
}

// check refuses flags that contradict each other, or are empty: a variable of a CI system that is not set must not turn the
// comparison off.
func (p *past) check() error {
	for _, flag := range []struct{ name, value, want string }{
		{"baseline", p.baseline, "a file"}, {"new-from-rev", p.rev, "a revision"}, {"new-from-merge-base", p.branch, "a branch"},
	} {
		if p.given(flag.name) && flag.value == "" {
			return fmt.Errorf("--%s is empty; want %s", flag.name, flag.want)
		}
	}
	if p.rev != "" && p.branch != "" {
		return errors.New("--new-from-rev and --new-from-merge-base exclude each other")
	}
	return nil
}

// compared makes the analysis of the packages that tells known findings from new ones. It can be done again after the sources
// have changed. What is wrong with the flags is told before the work begins.
func (j *job) compared(ctx context.Context, stderr io.Writer, base string, patterns []string, selection report.Selection, conf *config.Config) (func() (*report.Report, error), error) {
	if err := j.past.check(); err != nil {
		return nil, err
	}
	var err error
	if j.past.known, err = readBaseline(base, j.past.baseline); err != nil {
		return nil, err
	}
	then, err := j.past.start(ctx, base)
	if err != nil {
		return nil, err
	}
	return func() (*report.Report, error) {
		rep, err := j.analyse(ctx, stderr, base, patterns, selection, conf)
		if err != nil {
			return nil, err
		}
		j.past.known.Apply(rep.Findings)
		if then != nil {
			err = j.subtract(ctx, stderr, rep, then, patterns, selection, conf)
		}
		return rep, err
	}, nil
}

// reckon counts what is left of a run, hides what does not count, and says if the baseline has more than there is.
func (j *job) reckon(stderr io.Writer, rep *report.Report) {
	if n := len(j.stale(j.past.known, rep)); n > 0 && !j.quiet {
		complain(stderr, fmt.Errorf("baseline %s: %s nothing any more; idemvet baseline prune --baseline %s",
			j.past.baseline, counted(n, "entry matches", "entries match"), j.past.baseline))
	}
	rep.Tally(j.past.show)
}

// readBaseline reads the file with that name, as seen from a directory. Without a name it is empty.
func readBaseline(base, name string) (*baseline.Baseline, error) {
	if name == "" {
		return &baseline.Baseline{}, nil
	}
	text, err := os.ReadFile(from(base, name))
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("no baseline %s; make it with idemvet baseline write", name)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read the baseline %s: %w", name, cause(err))
	}
	return baseline.Parse(name, text)
}

// from is a file as seen from a directory.
func from(base, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(base, name)
}

// seen is what a run has looked at, as far as it bears on findings that are not there any more.
type seen struct {
	analysed map[string]bool   // packages that the user named, in full
	roots    map[string]string // module → directory
}

func lookedAt(prog *load.Program) seen {
	s := seen{map[string]bool{}, map[string]string{}}
	for _, p := range prog.Packages {
		s.analysed[p.Path] = p.Report
		rel := filepath.FromSlash(strings.TrimPrefix(p.Path, p.Module))
		if root, ok := strings.CutSuffix(p.Dir, rel); ok && p.Module != "" {
			s.roots[p.Module] = root
		}
	}
	for _, inc := range prog.Incomplete {
		delete(s.analysed, inc.Package)
	}
	return s
}

// gone reports whether a package was one of a module that was looked at, and its directory is not there any more.
func (s *seen) gone(path string) bool {
	for module := path; ; {
		if root, ok := s.roots[module]; ok {
			_, err := os.Stat(filepath.Join(root, filepath.FromSlash(strings.TrimPrefix(path, module))))
			return errors.Is(err, os.ErrNotExist)
		}
		i := strings.LastIndexByte(module, '/')
		if i < 0 {
			return false
		}
		module = module[:i]
	}
}

// stale lists what a baseline has and this run could have found again, and has not: an entry of a package that was not
// analysed, or of a test file that was not read, says nothing, nor does one that another shard tells of.
func (j *job) stale(known *baseline.Baseline, rep *report.Report) []baseline.Entry {
	all := append(rep.Findings[:len(rep.Findings):len(rep.Findings)], rep.Others...)
	return known.Stale(all, func(e baseline.Entry) bool {
		if !j.shard.has(e.Package) {
			return false
		}
		if strings.HasSuffix(e.File, "_test.go") && !j.tests {
			return j.seen.gone(e.Package)
		}
		return j.seen.analysed[e.Package] || j.seen.gone(e.Package)
	})
}
