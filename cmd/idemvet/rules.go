package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/idemvet/idemvet/analyzers"
	"github.com/idemvet/idemvet/internal/page"
	"github.com/idemvet/idemvet/internal/report"
	"github.com/idemvet/idemvet/internal/rule"
)

// ruleInfo is a rule in JSON.
type ruleInfo struct {
	ID         string             `json:"id"`
	Name       string             `json:"name"`
	Title      string             `json:"title"`
	Severity   rule.Severity      `json:"severity"`
	Confidence rule.Confidence    `json:"confidence"`
	Fix        rule.Applicability `json:"fix"`
	Default    bool               `json:"default"`
	Since      string             `json:"since"`
	URL        string             `json:"url"`
	Doc        string             `json:"doc,omitempty"`
}

func info(m *rule.Meta) ruleInfo {
	return ruleInfo{m.ID, m.Name, m.Title, m.Severity, m.Confidence, m.Fix, m.Default, m.Since, m.URL(), ""}
}

func rulesCommand() *cobra.Command {
	format := newChoice("format", "text", "text", "json")
	cmd := &cobra.Command{
		Use:   "rules",
		Short: "List the rules",
		Long: `rules lists every rule: its id and name, how severe and how sure its findings are at
most, whether it offers an edit, whether it is on by default, and since when it exists.`,
		Args:    cobra.NoArgs,
		Example: "  idemvet rules\n  idemvet rules --format json",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if format.value == "text" {
				return listRules(cmd.OutOrStdout())
			}
			infos := []ruleInfo{}
			for _, m := range analyzers.Metas() {
				infos = append(infos, info(m))
			}
			return printJSON(cmd.OutOrStdout(), infos)
		},
	}
	cmd.Flags().Var(format, "format", "output format")
	return cmd
}

// listRules prints one line per rule.
func listRules(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "ID\tNAME\tSEVERITY\tCONFIDENCE\tFIX\tDEFAULT\tSINCE\tTITLE")
	for _, m := range analyzers.Metas() {
		on := "off"
		if m.Default {
			on = "on"
		}
		fmt.Fprintln(t, strings.Join([]string{m.ID, m.Name, string(m.Severity), string(m.Confidence), string(m.Fix), on, m.Since, m.Title}, "\t"))
	}
	return t.Flush()
}

func explainCommand() *cobra.Command {
	format := newChoice("format", "text", "text", "markdown", "json")
	cmd := &cobra.Command{
		Use:   "explain RULE",
		Short: "Explain a rule: what it finds, why it matters, how to mend it",
		Long: `explain prints the page of a rule: what it finds, how the duplicate comes about, code
that is wrong and code that is right, how to mend it, and when it is fine.`,
		Args:    oneRule,
		Example: "  idemvet explain IDV101\n  idemvet explain keyinretry --format markdown",
		RunE: func(cmd *cobra.Command, args []string) error {
			m, err := report.Find(analyzers.Metas(), args[0])
			if err != nil {
				return err
			}
			switch format.value {
			case "json":
				i := info(m)
				i.Doc = m.Doc
				return printJSON(cmd.OutOrStdout(), i)
			case "markdown":
				_, err = io.WriteString(cmd.OutOrStdout(), m.Doc)
			default:
				_, err = io.WriteString(cmd.OutOrStdout(), page.Text(m.Doc))
			}
			return err
		},
		ValidArgsFunction: completeRules(),
	}
	cmd.Flags().Var(format, "format", "output format")
	return cmd
}

func oneRule(_ *cobra.Command, args []string) error {
	if len(args) != 1 {
		return errors.New("explain takes one rule, such as IDV101; `idemvet rules` lists them")
	}
	return nil
}

func printJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
