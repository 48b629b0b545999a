package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

// check is one thing that doctor looked at.
type check struct {
	Name    string `json:"name"`
	Status  health `json:"status"`
	Message string `json:"message"`
	Help    string `json:"help,omitempty"` // what to do
}

// health is how a check ended.
type health string

const (
	healthy health = "ok"
	doubt   health = "warn" // results may be wrong or slow in some cases
	sick    health = "fail" // they are
)

func doctorCommand() *cobra.Command {
	s, format := &scope{}, newChoice("format", "text", "text", "json")
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Look for what makes results wrong or slow here",
		Long: `doctor looks at the go command, its environment, the cache, the module, the
configuration, the schema and the git repository, and tells what would make
results wrong, incomplete or slow, and what to do. Nothing is analysed.

Exit status: 0 nothing fails, though there may be warnings; 1 something fails.`,
		Example: `  idemvet doctor
  idemvet doctor -C services/pay --format json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			base, err := directory(s.dir)
			if err != nil {
				return err
			}
			d := &doctor{base: base, config: s.file}
			d.examine(cmd.Context())
			if err := d.print(cmd.OutOrStdout(), format.value == "json"); err != nil {
				return err
			}
			for _, c := range d.checks {
				if c.Status == sick {
					return status{code: exitFindings}
				}
			}
			return nil
		},
	}
	s.flags(cmd.Flags())
	cmd.Flags().Var(format, "format", "output format")
	return cmd
}

// doctor collects checks about a directory.
type doctor struct {
	base   string
	config string // file, if not the nearest
	checks []check
}

func (d *doctor) add(name string, h health, help, format string, args ...any) {
	d.checks = append(d.checks, check{name, h, oneLine(fmt.Sprintf(format, args...)), help})
}

// examine makes all checks, those first on which others rest.
func (d *doctor) examine(ctx context.Context) {
	d.tool()
	env, ok := d.goCommand(ctx)
	d.cache()
	d.path()
	if ok {
		d.goFlags(env)
		if d.module(env) {
			d.packages(ctx)
		}
	}
	d.settings()
	d.git(ctx)
}

func (d *doctor) print(w io.Writer, asJSON bool) error {
	if asJSON {
		return printJSON(w, struct {
			Version int     `json:"version"`
			Checks  []check `json:"checks"`
		}{1, d.checks})
	}
	marks := map[health]string{healthy: "ok  ", doubt: "warn", sick: "FAIL"}
	for _, c := range d.checks {
		fmt.Fprintf(w, "%s  %-9s %s\n", marks[c.Status], c.Name, c.Message)
		if c.Help != "" {
			fmt.Fprintf(w, "      %-9s → %s\n", "", c.Help)
		}
	}
	return nil
}
