package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/idemvet/idemvet/analyzers"
	"github.com/idemvet/idemvet/internal/config"
)

func configCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Make, show and check the configuration",
		Long: `config is about ` + config.Name + `, the settings of a program. It is searched from the
working directory upwards to the root of the module or workspace. What it says
holds unless a flag says otherwise; what it says and nobody understands is an error.`,
		Example: `  idemvet config init
  idemvet config verify`,
		Args: onlyCommands,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(initCommand(), showCommand(), verifyCommand(), schemaCommand())
	return cmd
}

func showCommand() *cobra.Command {
	s, format := &scope{}, newChoice("format", "text", "text", "json")
	cmd := &cobra.Command{
		Use:   "show",
		Short: "Show the settings that hold here, and where they come from",
		Long: `show prints all settings that hold in the directory as a ` + config.Name + ` that says it
all, each with the line that it comes from. As JSON it is one line with what go vet,
which knows nothing of that file, can honour: which rules and files count, and
the texts of the model files. Flags of go vet win over it.`,
		Example: `  idemvet config show
  go vet -vettool=$(which idemvet) -idemvet.config="$(idemvet config show --format json)" ./...`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := s.settings()
			if err != nil {
				return err
			}
			if format.value == "json" {
				text, err := c.JSON()
				fmt.Fprintln(cmd.OutOrStdout(), text)
				return err
			}
			return show(cmd.OutOrStdout(), c)
		},
	}
	s.flags(cmd.Flags())
	cmd.Flags().Var(format, "format", "output format")
	return cmd
}

func show(w io.Writer, c *config.Config) error {
	head := c.File
	if head == "" {
		head = noConfig
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
}

const noConfig = "no " + config.Name + " here or above, up to the root of the module or workspace"

func verifyCommand() *cobra.Command {
	s := &scope{}
	cmd := &cobra.Command{
		Use:   "verify [FILE]",
		Short: "Check the configuration",
		Long: `verify reads the configuration that holds here, or FILE, and prints every mistake
in it, one to a line, on the standard error.

Exit status: 0 there is none, 2 there are some.`,
		Example: `  idemvet config verify
  idemvet config verify deploy/idemvet.yml`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			base, err := directory(s.dir)
			if err != nil {
				return err
			}
			if len(args) == 1 {
				s.file = args[0]
			}
			c, mistakes := config.Verify(base, s.file, analyzers.Metas())
			for _, m := range mistakes {
				complain(cmd.ErrOrStderr(), m)
			}
			if len(mistakes) > 0 {
				return status{code: exitUsage}
			}
			text := noConfig
			if c.File != "" {
				text = relative(base, c.File) + ": no mistakes"
			}
			fmt.Fprintln(cmd.OutOrStdout(), text)
			return nil
		},
	}
	s.flags(cmd.Flags())
	return cmd
}

func schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON schema of the configuration",
		Long: `schema prints the JSON schema (draft 2020-12) of ` + config.Name + `, by which editors
check the file while it is written. One that understands YAML takes it from a
comment in the file:

  # yaml-language-server: $schema=idemvet.schema.json`,
		Example: `  idemvet config schema > idemvet.schema.json`,
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			text, err := config.Schema(analyzers.Metas())
			if err == nil {
				_, err = cmd.OutOrStdout().Write(text)
			}
			return err
		},
	}
}
