package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flagGroups order the flags of the main job in its help. A flag that is in none comes last, under "Other".
var flagGroups = []struct {
	title string
	names []string
}{
	{"Selection", []string{"select", "ignore", "confidence", "strict", "tests", "generated", "config"}},
	{"Output", []string{"format", "output", "show-suppressed", "color", "quiet", "verbose"}},
	{"Gate", []string{"fail-on", "baseline", "new-from-rev", "new-from-merge-base"}},
	{"Mending", []string{"fix", "unsafe-fixes", "diff"}},
	{"Build", []string{"chdir", "tags", "matrix", "schema", "no-link"}},
	{"Speed", []string{"shard", "timings", "stats"}},
}

// afterFlags closes the help of the main job.
const afterFlags = `
Files:
  .idemvet.yml     settings, searched from the working directory upwards to the root of the
                   module or workspace; flags win over it. idemvet config init writes one.
  *.sql            unique keys are read from the migrations of the program (see --schema)

Environment:
  IDEMVET_CACHE    directory of the cache, or off; default: idemvet in the user's cache directory
  NO_COLOR         not empty: no colour (--color wins)
  FORCE_COLOR      not empty, not 0: colour on the standard output, even if it is no terminal
  GOFLAGS, GOWORK, GOOS, GOARCH, CGO_ENABLED
                   as for the go command, which lists the packages
  CI, TERM=dumb    no line that tells the progress

Exit status:
  0   clean
  1   findings at or above --fail-on
  2   a mistake in the command line or in the configuration
  3   something was not analysed: findings are still printed

Under go vet, which sees one package at a time and joins nothing:
  go vet -vettool=$(which idemvet) ./...
`

// usage prints what follows the description of a command.
func usage(cmd *cobra.Command) error {
	var b strings.Builder
	b.WriteString("Usage:\n")
	if cmd.Runnable() {
		fmt.Fprintf(&b, "  %s\n", cmd.UseLine())
	}
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "  %s COMMAND\n", cmd.CommandPath())
	}
	if cmd.HasExample() {
		fmt.Fprintf(&b, "\nExamples:\n%s\n", cmd.Example)
	}
	if cmd.HasAvailableSubCommands() {
		b.WriteString("\nCommands:\n")
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() || c.Name() == "help" {
				fmt.Fprintf(&b, "  %-*s %s\n", cmd.NamePadding(), c.Name(), c.Short)
			}
		}
	}
	if cmd.HasParent() {
		writeFlags(&b, "Flags", cmd.Flags())
	} else {
		for _, g := range grouped(cmd.Flags()) {
			writeFlags(&b, g.title, g.flags)
		}
		b.WriteString(afterFlags)
	}
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "\n\"%s COMMAND --help\" tells more about a command.\n", cmd.CommandPath())
	}
	_, err := fmt.Fprint(cmd.OutOrStdout(), b.String())
	return err
}

func writeFlags(b *strings.Builder, title string, flags *pflag.FlagSet) {
	if text := flags.FlagUsagesWrapped(100); text != "" {
		fmt.Fprintf(b, "\n%s:\n%s", title, text)
	}
}

// titled are flags under a title.
type titled struct {
	title string
	flags *pflag.FlagSet
}

// grouped sorts flags into their groups.
func grouped(all *pflag.FlagSet) []titled {
	rest := map[string]bool{}
	all.VisitAll(func(f *pflag.Flag) { rest[f.Name] = true })
	var out []titled
	for _, g := range flagGroups {
		set := newFlagSet()
		for _, name := range g.names {
			if f := all.Lookup(name); f != nil {
				set.AddFlag(f)
				delete(rest, name)
			}
		}
		out = append(out, titled{g.title, set})
	}
	others := newFlagSet()
	all.VisitAll(func(f *pflag.Flag) {
		if rest[f.Name] {
			others.AddFlag(f)
		}
	})
	return append(out, titled{"Other", others})
}

func newFlagSet() *pflag.FlagSet {
	set := pflag.NewFlagSet("", pflag.ContinueOnError)
	set.SortFlags = false
	return set
}
