package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/idemvet/idemvet/analyzers"
	"github.com/idemvet/idemvet/internal/output"
)

// completeFlags teaches the shells the values of flags: of all commands below one.
func completeFlags(cmd *cobra.Command) error {
	var failure error
	register := func(name string, f cobra.CompletionFunc) {
		if err := cmd.RegisterFlagCompletionFunc(name, f); err != nil {
			failure = err
		}
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if c, ok := f.Value.(*choice); ok {
			register(f.Name, cobra.FixedCompletions(c.known, cobra.ShellCompDirectiveNoFileComp))
			return
		}
		switch f.Name {
		case "select", "ignore":
			register(f.Name, completeRules("core\tthe default rules of severity error", "default\tthe rules that are on by default", "all\tevery rule"))
		case "format":
			register(f.Name, cobra.FixedCompletions(output.Names(), cobra.ShellCompDirectiveNoFileComp))
		case "chdir":
			register(f.Name, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
				return nil, cobra.ShellCompDirectiveFilterDirs
			})
		case "config":
			register(f.Name, cobra.FixedCompletions([]string{"yml", "yaml"}, cobra.ShellCompDirectiveFilterFileExt))
		}
	})
	for _, c := range cmd.Commands() {
		if err := completeFlags(c); err != nil {
			failure = err
		}
	}
	return failure
}

// completeRules offers the ids of all rules, with their titles, beside some other words.
func completeRules(others ...string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		words := others
		for _, m := range analyzers.Metas() {
			words = append(words, m.ID+"\t"+m.Title, m.Name+"\t"+m.Title)
		}
		return words, cobra.ShellCompDirectiveNoFileComp
	}
}
