package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/idemvet/idemvet/internal/nearest"
)

// onlyCommands is for commands that do nothing themselves: it refuses a word that is none of those below.
func onlyCommands(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	return fmt.Errorf("%s: %w", cmd.CommandPath(), nearest.Unknown("command", args[0], names))
}
