package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/idemvet/idemvet/internal/gaps"
	"github.com/idemvet/idemvet/internal/load"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/unit"
)

func unknownCommand() *cobra.Command {
	s, format := &scope{}, newChoice("format", "text", "text", "json")
	cmd := &cobra.Command{
		Use:   "unknown [packages]",
		Short: "List calls into libraries that no row describes and that look relevant",
		Long: `unknown lists the functions of third-party modules that the packages call, of
which nothing is known, and which look as if that mattered: a parameter, a field
or the function itself is named like an identity, a request is sent, or a
function is handed to a package named after retries, queues or jobs. The most
called come first: write rows for those (docs/models.md).`,
		Example: `  idemvet models unknown ./...
  idemvet models unknown --format json ./internal/pay`,
		RunE: func(cmd *cobra.Command, args []string) error {
			models, err := s.models()
			if err != nil {
				return err
			}
			base, err := directory(s.dir)
			if err != nil {
				return err
			}
			if len(args) == 0 {
				args = []string{everything(base)}
			}
			found, prog, err := s.gaps(cmd, models, base, args)
			if err != nil {
				return err
			}
			if err := printGaps(cmd.OutOrStdout(), locate(found, prog, base), format.value == "json"); err != nil {
				return err
			}
			return incomplete(cmd.ErrOrStderr(), prog)
		},
	}
	s.flags(cmd.Flags())
	s.buildFlags(cmd.Flags())
	cmd.Flags().Var(format, "format", "output format")
	return cmd
}

// gaps loads packages and collects what is unknown in them. Nothing is analysed.
func (s *scope) gaps(cmd *cobra.Command, models *model.Rows, base string, patterns []string) ([]gaps.Gap, *load.Program, error) {
	var mu sync.Mutex
	lists := map[string][]gaps.Gap{} // by import path: a test variant repeats its package and adds to it
	prog, err := s.load(cmd.Context(), load.Options{
		Dir: base, Patterns: patterns, Models: models,
		Again: func(string) bool { return true },
		Run: func(p *unit.Package, _ unit.Lookup) *unit.Result {
			list := gaps.Find(p, models)
			mu.Lock()
			defer mu.Unlock()
			if len(list) >= len(lists[p.Path]) {
				lists[p.Path] = list
			}
			return &unit.Result{}
		},
	})
	if err != nil {
		return nil, nil, err
	}
	var named [][]gaps.Gap
	for _, p := range prog.Packages {
		if p.Report {
			named = append(named, lists[p.Path])
		}
	}
	return gaps.Join(named, func(path string) bool { _, own := prog.Dirs[path]; return own }), prog, nil
}

// gap is a gap in the JSON output.
type gap struct {
	Package string `json:"package"`
	Symbol  string `json:"symbol"`
	Calls   int    `json:"calls"`
	Why     string `json:"why"`
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
}

// locate gives the first calls the names of files as seen from a directory.
func locate(found []gaps.Gap, prog *load.Program, base string) []gap {
	list := []gap{}
	for _, g := range found {
		list = append(list, gap{g.Package, g.Symbol, g.Calls, g.Why, relative(base, filepath.Join(prog.Dirs[g.First.Pkg], g.First.File)), g.First.Line, g.First.Column})
	}
	return list
}

// relative is the name of a file as seen from a directory, with slashes.
func relative(base, name string) string {
	if rel, err := filepath.Rel(base, name); err == nil {
		name = rel
	}
	return filepath.ToSlash(name)
}

func printGaps(w io.Writer, list []gap, asJSON bool) error {
	if asJSON {
		return printJSON(w, list)
	}
	if len(list) == 0 {
		fmt.Fprintln(w, "no unknown calls that look relevant")
		return nil
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "CALLS\tPACKAGE\tSYMBOL\tWHY\tFIRST CALL")
	for _, g := range list {
		fmt.Fprintln(t, strings.Join([]string{strconv.Itoa(g.Calls), g.Package, g.Symbol, g.Why, fmt.Sprintf("%s:%d:%d", g.File, g.Line, g.Column)}, "\t"))
	}
	return t.Flush()
}
