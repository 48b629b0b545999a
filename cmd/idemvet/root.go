package main

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/idemvet/idemvet/internal/nearest"
)

const long = `idemvet finds code that duplicates or loses an effect when it runs again:
after a retry, a redelivered message, a replayed job.

It analyses the named packages (default ./..., in a workspace root: work), then
joins them: what the program puts behind interfaces and function values is part
of the analysis. So name the whole program. --no-link looks at each package with
its imports only.`

const examples = `  idemvet                                 all packages below this directory
  idemvet -C services/pay ./...           in another directory
  idemvet --format json ./...             for programs
  idemvet --format text --format json=findings.json ./...
  idemvet --new-from-merge-base main      what this branch brought
  idemvet --strict --tests ./...          everything, unsure findings and tests too
  idemvet --select IDV1 --ignore IDV105   rules by prefix, id, name or preset
  idemvet explain IDV101                  what a rule finds, why, and how to mend it`

// newRoot builds the command tree.
func newRoot() *cobra.Command {
	j := &job{}
	root := &cobra.Command{
		Use:           "idemvet [flags] [packages]",
		Short:         "idemvet finds code that duplicates or loses an effect when it runs again",
		Long:          long,
		Example:       examples,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          packagesOnly,
		RunE:          func(cmd *cobra.Command, args []string) error { return j.run(cmd, args) },
	}
	root.SetFlagErrorFunc(flagError)
	j.flags(root.Flags())
	root.SetUsageFunc(usage)
	root.AddCommand(explainCommand(), rulesCommand(), modelsCommand(), whyCommand(), baselineCommand(), mergeCommand(), configCommand(), doctorCommand(), versionCommand())
	if err := completeFlags(root); err != nil {
		panic(err) // a flag was registered twice
	}
	return root
}

// packagesOnly refuses an argument that is a mistyped command rather than a package.
func packagesOnly(cmd *cobra.Command, args []string) error {
	if len(args) == 0 || strings.ContainsAny(args[0], "./\\") {
		return nil
	}
	if _, err := os.Stat(args[0]); err == nil {
		return nil
	}
	var names []string
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	if name := nearest.To(args[0], names); name != "" {
		return fmt.Errorf("unknown command %q; did you mean %q?", args[0], name)
	}
	return nil
}

var (
	unknownFlag  = regexp.MustCompile(`^unknown flag: --(\S+)`)
	unknownShort = regexp.MustCompile(`^unknown shorthand flag: .* in -(\S+)`)
	badValue     = regexp.MustCompile(`^invalid argument .* for ".*" flag: (unknown .*)$`)
)

// flagError adds the nearest known flag to pflag's complaint about an unknown one, and lets our own complaints about
// values speak for themselves.
func flagError(cmd *cobra.Command, err error) error {
	if m := badValue.FindStringSubmatch(err.Error()); m != nil {
		return errors.New(m[1])
	}
	m := unknownFlag.FindStringSubmatch(err.Error())
	if m == nil {
		m = unknownShort.FindStringSubmatch(err.Error())
	}
	if m == nil {
		return err
	}
	var known []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, "--"+f.Name) })
	word, _, _ := strings.Cut(m[1], "=")
	if name := nearest.To("--"+word, known); name != "" {
		return fmt.Errorf("unknown flag --%s; did you mean %s?", word, name)
	}
	return fmt.Errorf("unknown flag --%s; see %s --help", word, cmd.CommandPath())
}
