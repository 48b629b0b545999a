package main

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/idemvet/idemvet/internal/baseline"
	"github.com/idemvet/idemvet/internal/config"
	"github.com/idemvet/idemvet/internal/report"
)

func baselineCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "baseline",
		Short: "Keep findings that are known in a file, so that only new ones count",
		Long: `A baseline is a file of known findings: with --baseline FILE they do not count and
are not shown. It goes by rule, package, function and subject and says how many
there are, never in which line, so it survives moved code. Keep it with the code.

Give these commands the packages and flags of your usual run. Names of files are
as seen from the directory that -C names.`,
		Example: `  idemvet baseline write ./...
  idemvet --baseline .idemvet-baseline.json ./...
  idemvet baseline check ./...            is anything new, or mended?
  idemvet baseline prune ./...            forget what was mended`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(writeCommand(), checkCommand(), pruneCommand())
	return cmd
}

// ledger is the work on a baseline file.
type ledger struct {
	job
	file string // as the user wrote it, or "" for the usual one
}

// selecting are the flags of the main job that decide what is found.
var selecting = []string{"chdir", "config", "select", "ignore", "confidence", "strict", "tests", "generated", "no-link", "tags", "matrix", "schema"}

// command makes a command whose flags are those of the main job that decide what is found, and one that names the file.
func (l *ledger) command(use, short, long, flag, usage string, run func(*cobra.Command, *survey) error) *cobra.Command {
	cmd := &cobra.Command{
		Use: use + " [flags] [packages]", Short: short, Long: long,
		Example: "  idemvet baseline " + use + "\n  idemvet baseline " + use + " -C services/pay",
	}
	cmd.RunE = func(cmd *cobra.Command, patterns []string) error {
		s, err := l.survey(cmd, patterns)
		if err != nil {
			return err
		}
		l.tell(cmd.ErrOrStderr(), s.rep)
		if err := run(cmd, s); err != nil {
			return err
		}
		if len(s.rep.Incomplete) > 0 {
			return status{code: exitIncomplete}
		}
		return nil
	}
	all, f := pflag.NewFlagSet("", pflag.ContinueOnError), cmd.Flags()
	l.flags(all)
	f.SortFlags = false
	f.StringVar(&l.file, flag, "", usage+" (default: "+baseline.Name+" beside "+config.Name+" or in the root of the module)")
	for _, name := range selecting {
		f.AddFlag(all.Lookup(name))
	}
	return cmd
}

// survey is what a baseline is made of and compared with.
type survey struct {
	rep   *report.Report // nothing in it is hidden by a baseline
	path  string         // of the file
	shown string         // the same, as the user sees it
	known *baseline.Baseline
	// key is how the configuration would name the file; empty if it names one.
	key string
}

// survey analyses the packages. A file that is to be read is read before.
func (l *ledger) survey(cmd *cobra.Command, patterns []string) (*survey, error) {
	base, conf, err := l.configure(cmd.Flags())
	if err != nil {
		return nil, err
	}
	_, selection, err := l.settings(base, cmd.Flags())
	if err != nil {
		return nil, err
	}
	s := &survey{shown: l.file}
	if s.shown == "" {
		s.shown = usual(base, conf)
	}
	s.path = from(base, s.shown)
	if conf.BaselineFile() == "" {
		s.key = relative(home(base, conf), s.path)
	}
	if cmd.Flags().Lookup("baseline") != nil {
		if s.known, err = readBaseline(base, s.shown); err != nil {
			return nil, err
		}
	}
	if s.rep, err = l.analyse(cmd.Context(), io.Discard, base, patterns, selection, conf); err != nil {
		return nil, failed(err)
	}
	return s, nil
}

// usual is the file that is meant if none is named, as seen from a directory.
func usual(base string, conf *config.Config) string {
	if file := conf.BaselineFile(); file != "" {
		return relative(base, file)
	}
	return relative(base, filepath.Join(home(base, conf), baseline.Name))
}

// home is the directory of the configuration, or where one would lie.
func home(base string, conf *config.Config) string {
	if conf.File != "" {
		return filepath.Dir(conf.File)
	}
	return config.Root(base)
}

func writeCommand() *cobra.Command {
	l := &ledger{}
	return l.command("write", "Write the findings of now to a baseline",
		`write replaces the baseline by what is found now, whatever an older one says.
Suppressed findings are left out. It writes nothing if something could not be
analysed.`,
		"output", "write to this `file`",
		func(cmd *cobra.Command, s *survey) error {
			if len(s.rep.Incomplete) > 0 {
				return failed(fmt.Errorf("%s not written, because the analysis is incomplete", s.shown))
			}
			b := baseline.New(toolName(), s.rep.Findings)
			if err := s.write(b); err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: %s written\n", s.shown, counted(b.Findings(), "known finding", "known findings"))
			if s.key != "" {
				fmt.Fprintf(cmd.OutOrStdout(), "next: --baseline %s, or baseline: %s in %s\n", s.shown, s.key, config.Name)
			}
			return nil
		})
}

func checkCommand() *cobra.Command {
	l := &ledger{}
	return l.command("check", "Compare a baseline with what is found now",
		`check lists findings that are not in the baseline, and entries of it that match
nothing any more. Exit status: 0 if there are neither, 1 otherwise. Entries of
packages that were not analysed are left alone.`,
		"baseline", "compare with this `file`",
		func(cmd *cobra.Command, s *survey) error {
			w := cmd.OutOrStdout()
			s.known.Apply(s.rep.Findings)
			gone := l.stale(s.known, s.rep)
			s.rep.Tally(false)
			for _, f := range s.rep.Findings {
				fmt.Fprintf(w, "new: %s:%d:%d: %s: %s (%s)\n", f.Source.Rel, f.At.Line, f.At.Column, f.Severity, f.Message, f.Rule)
			}
			for _, e := range gone {
				fmt.Fprintf(w, "stale: %s\n", describe(e))
			}
			fmt.Fprintf(w, "%s: %s, %s, %s\n", s.shown, counted(s.rep.Stats.Baseline, "known finding", "known findings"),
				counted(s.rep.Stats.Findings, "new finding", "new findings"), counted(len(gone), "stale entry", "stale entries"))
			if len(s.rep.Incomplete) == 0 && len(gone)+len(s.rep.Findings) > 0 {
				return status{code: exitFindings}
			}
			return nil
		})
}

// describe says which findings of an entry are gone.
func describe(e baseline.Entry) string {
	in := e.Package + "/" + e.File
	if e.Function != "" {
		in = e.Function + " of " + in
	}
	return fmt.Sprintf("%s in %s: %s not found any more", e.Rule, in, counted(e.Count, "finding", "findings"))
}

func pruneCommand() *cobra.Command {
	l := &ledger{}
	return l.command("prune", "Remove from a baseline what is not found any more",
		`prune removes entries that match nothing any more, and lowers the counts of those
that match less. It adds nothing, and leaves entries of packages alone that were
not analysed.`,
		"baseline", "prune this `file`",
		func(cmd *cobra.Command, s *survey) error {
			gone := l.stale(s.known, s.rep)
			left := s.known.Without(gone)
			if len(gone) > 0 {
				if err := s.write(left); err != nil {
					return err
				}
			}
			for _, e := range gone {
				fmt.Fprintf(cmd.OutOrStdout(), "removed: %s\n", describe(e))
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: %s removed, %s left\n", s.shown,
				counted(s.known.Findings()-left.Findings(), "known finding", "known findings"), counted(left.Findings(), "known finding", "known findings"))
			return nil
		})
}

// write puts a baseline in its place, whole or not at all.
func (s *survey) write(b *baseline.Baseline) error {
	p, err := create(s.path, s.shown)
	if err != nil {
		return err
	}
	defer discard([]*pending{p})
	if _, err := p.file.Write(b.Encode()); err != nil {
		return failed(unwritten(s.shown, err))
	}
	for _, step := range []func() error{p.close, p.commit} {
		if err := step(); err != nil {
			return failed(unwritten(s.shown, err))
		}
	}
	return nil
}

func toolName() string {
	t := thisTool()
	return t.Name + " " + t.Version
}
