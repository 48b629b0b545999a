package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/nearest"
)

const modelsExamples = `  idemvet models                            which libraries are known
  idemvet models github.com/google/uuid     what is known of one of them
  idemvet models --format json              for programs
  idemvet models unknown ./...              which calls of your program lack a row`

func modelsCommand() *cobra.Command {
	s, format := &scope{}, newChoice("format", "text", "text", "json")
	cmd := &cobra.Command{
		Use:   "models [IMPORT_PATH]",
		Short: "Show what is known about libraries",
		Long: `models lists the import paths of which something is known: how many rows there
are, for which versions of the module they hold, and where they come from.
With an import path it shows the rows of that package in words.`,
		Example: modelsExamples,
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			files, err := s.files()
			if err != nil {
				return err
			}
			if len(args) == 1 {
				return showModel(cmd.OutOrStdout(), files, args[0], format.value == "json")
			}
			return listModels(cmd.OutOrStdout(), files, format.value == "json")
		},
	}
	s.flags(cmd.Flags())
	cmd.Flags().Var(format, "format", "output format")
	cmd.AddCommand(unknownCommand())
	return cmd
}

// modelFile is a model file with where it stands.
type modelFile struct {
	*model.File
	from string // "" for an embedded one
	rows []row
}

// row is a row in words, as in the JSON output.
type row struct {
	Symbols []string `json:"symbols"`
	Says    []string `json:"says"`
}

// files lists all model files, sorted by import path, those of the user before the embedded one.
func (s *scope) files() ([]modelFile, error) {
	set, err := s.models()
	if err != nil {
		return nil, err
	}
	var out []modelFile
	for _, f := range set.Own() {
		out = append(out, modelFile{f, f.Name, nil})
	}
	for f, err := range model.Files() {
		if err != nil {
			return nil, failed(err)
		}
		out = append(out, modelFile{File: f})
	}
	for i := range out {
		for j := range out[i].Entries {
			if e := &out[i].Entries[j]; out[i].from != "" || !replaced(set, out[i].Package, e) {
				out[i].rows = append(out[i].rows, row{slices.Concat(e.Func, e.Field, e.Type), e.Says()})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b modelFile) int { return cmp.Compare(a.Package, b.Package) })
	return out, nil
}

// replaced reports whether rows of the user stand before all that an embedded row is about.
func replaced(set *model.Rows, path string, e *model.Entry) bool {
	if len(set.Own()) == 0 {
		return false
	}
	p := set.For(path)
	for _, sym := range slices.Concat(e.Func, e.Field, e.Type) {
		if p.Has(sym, e) {
			return false
		}
	}
	return true
}

// summary is a model file in a list, as in the JSON output.
type summary struct {
	Package  string `json:"package"`
	Rows     int    `json:"rows"`
	Versions string `json:"versions"`
	Source   string `json:"source"`
	Like     string `json:"like,omitempty"`
	File     string `json:"file,omitempty"`
	Entries  []row  `json:"entries,omitempty"`
}

func (f *modelFile) summary() summary {
	return summary{Package: f.Package, Rows: len(f.rows), Versions: f.Versions, Source: oneLine(f.Source), Like: f.Like, File: f.from}
}

func listModels(w io.Writer, files []modelFile, asJSON bool) error {
	list := []summary{}
	for i := range files {
		list = append(list, files[i].summary())
	}
	if asJSON {
		return printJSON(w, list)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "IMPORT PATH\tROWS\tVERSIONS\tSOURCE")
	for _, f := range list {
		source := f.Source
		if f.Like != "" {
			source = "as " + f.Like + "; " + source
		}
		if f.File != "" {
			source = f.File + ": " + source
		}
		fmt.Fprintln(t, strings.Join([]string{f.Package, strconv.Itoa(f.Rows), f.Versions, source}, "\t"))
	}
	return t.Flush()
}

// showModel prints the rows of one import path.
func showModel(w io.Writer, files []modelFile, path string, asJSON bool) error {
	found := []summary{}
	var known []string
	for i := range files {
		known = append(known, files[i].Package)
		if files[i].Package == path {
			s := files[i].summary()
			s.Entries = files[i].rows
			found = append(found, s)
		}
	}
	if len(found) == 0 {
		return nearest.Unknown("package", path, slices.Compact(known))
	}
	if asJSON {
		return printJSON(w, found)
	}
	for i := range found {
		found[i].print(w)
	}
	return nil
}

func (s *summary) print(w io.Writer) {
	from := "built in"
	if s.File != "" {
		from = s.File
	}
	fmt.Fprintf(w, "%s %s (%s)\n  source: %s\n", s.Package, s.Versions, from, s.Source)
	if s.Like != "" {
		fmt.Fprintf(w, "  and all rows of %s\n", s.Like)
	}
	for _, r := range s.Entries {
		fmt.Fprintf(w, "\n  %s\n", strings.Join(r.Symbols, ", "))
		for _, says := range r.Says {
			fmt.Fprintf(w, "    %s\n", says)
		}
	}
	fmt.Fprintln(w)
}
