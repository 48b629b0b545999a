package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/idemvet/idemvet/internal/config"
)

func configCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Show the configuration",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(showCommand())
	return cmd
}

func showCommand() *cobra.Command {
	s, format := &scope{}, newChoice("format", "text", "text", "json")
	cmd := &cobra.Command{
		Use:   "show",
		Short: "Show which configuration holds here",
		Long: `show tells which ` + config.Name + ` holds in the directory and what it says. As JSON
it is one line that holds the texts of the model files too: what go vet, which
knows nothing of that file, is to be given.`,
		Example: `  idemvet config show
  go vet -vettool=$(which idemvet) -idemvet.config="$(idemvet config show --format json)" ./...`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := s.settings()
			if err != nil {
				return err
			}
			w := cmd.OutOrStdout()
			if format.value == "json" {
				text, err := c.JSON()
				fmt.Fprintln(w, text)
				return err
			}
			head := c.File
			if head == "" {
				head = "no " + config.Name + " here or above, up to the root of the module or workspace"
			}
			text, err := c.YAML()
			if err != nil {
				return err
			}
			fmt.Fprintf(w, "# %s\n%s", head, text)
			for _, f := range c.Models.Own() {
				fmt.Fprintf(w, "# %s: %d rows for %s\n", f.Name, len(f.Entries), f.Package)
			}
			return nil
		},
	}
	s.flags(cmd.Flags())
	cmd.Flags().Var(format, "format", "output format")
	return cmd
}
