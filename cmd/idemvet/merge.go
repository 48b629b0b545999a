package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/idemvet/idemvet/analyzers"
	"github.com/idemvet/idemvet/internal/output"
	"github.com/idemvet/idemvet/internal/report"
	"github.com/idemvet/idemvet/internal/rule"
)

// stdinName is the argument that means the standard input.
const stdinName = "-"

func mergeCommand() *cobra.Command {
	j := &job{}
	cmd := &cobra.Command{
		Use:   "merge [flags] FILE...",
		Short: "Make one report of several",
		Long: `merge reads reports that idemvet --format json wrote, such as those of --shard, and
prints one, in any format, as the run over all of it would have: each finding once,
of two that differ the worse one. Files, and the sources for text frames, are as
seen from the directory that -C names; ` + "`-`" + ` is the standard input. Findings that the
parts left out because they are suppressed or known are counted, but cannot be
shown: give --show-suppressed to the runs.

Exit status: as of a run; 3 if a part is incomplete.`,
		Example: `  idemvet --shard 1/2 --format json=part-1.json ./...
  idemvet merge part-1.json part-2.json
  idemvet merge part-*.json --format text --format sarif=idemvet.sarif`,
		Args: someReports,
		RunE: j.merge,
	}
	all, f := newFlagSet(), cmd.Flags()
	j.flags(all)
	f.SortFlags = false
	for _, name := range []string{"chdir", "config", "format", "output", "show-suppressed", "color", "fail-on", "quiet"} {
		f.AddFlag(all.Lookup(name))
	}
	return cmd
}

// someReports checks the arguments of merge.
func someReports(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return errors.New("merge takes the reports to merge; idemvet --format json=FILE writes one")
	}
	if first := slices.Index(args, stdinName); first >= 0 && slices.Contains(args[first+1:], stdinName) {
		return errors.New("merge can read the standard input once only; give - once")
	}
	return nil
}

// merge prints one report of those in the files. All are read before anything is written.
func (j *job) merge(cmd *cobra.Command, files []string) error {
	base, _, err := j.configure(cmd.Flags())
	if err != nil {
		return err
	}
	sinks, err := sinks(base, j.formats, j.output)
	if err != nil {
		return err
	}
	parts, tool, err := j.read(cmd.InOrStdin(), cmd.ErrOrStderr(), base, files)
	if err != nil {
		return err
	}
	pending, err := prepare(sinks)
	if err != nil {
		return err
	}
	defer discard(pending)
	rep := report.Merge(parts, j.past.show)
	o := output.Options{Tool: tool, Rules: analyzers.Metas(), Quiet: j.quiet, Root: checkout()}
	if err := publish(sinks, pending, cmd.OutOrStdout(), rep, o, colorMode(j.color.value)); err != nil {
		return failed(err)
	}
	j.tell(cmd.ErrOrStderr(), rep)
	return verdict(rep, rule.Severity(j.failOn.value))
}

// read reads the reports, and names the tool of the first. Parts made with other rules are told: what one of them lacks, another
// may not have looked for.
func (j *job) read(stdin io.Reader, stderr io.Writer, base string, files []string) (parts []*report.Report, tool output.Tool, err error) {
	told := j.quiet
	for i, name := range files {
		text, err := content(stdin, base, name)
		if err != nil {
			return nil, tool, fmt.Errorf("cannot read the report %s: %w", name, cause(err))
		}
		r, by, err := output.Parse(name, text, base)
		if err != nil {
			return nil, tool, err
		}
		if i == 0 {
			tool = by
		}
		if by.Rules != tool.Rules && !told {
			told = true
			complain(stderr, fmt.Errorf("%s and %s were made with different rules; make all parts with the same idemvet", files[0], name))
		}
		parts = append(parts, r)
	}
	return parts, tool, nil
}

func content(stdin io.Reader, base, name string) ([]byte, error) {
	if name == stdinName {
		return io.ReadAll(stdin)
	}
	return os.ReadFile(from(base, name))
}
